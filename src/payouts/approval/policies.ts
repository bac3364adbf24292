import type { SqlDatabase, SqlRow, SqlStatement } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { PayoutError } from '../payout-error.ts';
import type { AuditLog, LogSettings } from './audit-log.ts';
import { parsePolicy, personWhoSigned, type Policy } from './policy.ts';
import { digestOf, NAMESPACES, recordOf, statementOf } from './statement.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { FILE_MODE } from '../../files/private-files.ts';
import { replaceNow } from '../../files/write-whole.ts';

/** A version of the policy whose signature was verified. */
export interface SetPolicy {
  readonly version: number;
  /** The text as it was signed. */
  readonly document: string;
  readonly policy: Policy;
  /** Of what the administrator signed: it identifies this version and all before it. */
  readonly digest: string;
  /** The administrator. */
  readonly setBy: string;
  readonly setAt: number;
  /** Whether this machine sees a policy of the journal for the first time. */
  readonly isNewHere: boolean;
}

interface PolicySettings extends LogSettings {
  readonly pin: Pin;
  readonly log: AuditLog;
}

/** The policies of a journal. Each version is signed by an administrator of the one before, the first by its own. */
export class Policies {
  readonly #settings: PolicySettings;
  readonly #all: SqlStatement;
  readonly #insert: SqlStatement;

  constructor(database: SqlDatabase, settings: PolicySettings) {
    this.#settings = settings;
    this.#all = database.prepare('SELECT * FROM policy ORDER BY version');
    this.#insert = database.prepare('INSERT INTO policy (version, document, signature, set_at) VALUES (?, ?, ?, ?)');
  }

  /**
   * The newest version, after every signature was verified.
   *
   * @returns undefined if there is none
   * @throws {PayoutError} `policy_invalid`, `policy_replaced`, `pin_unreadable`
   */
  current(): SetPolicy | undefined {
    const versions = this.#verified();
    const newest = versions.at(-1);
    const { pin } = this.#settings;
    const pinned = pin.read().policy;
    if (pinned !== undefined && versions[pinned.version - 1]?.digest !== pinned.digest) {
      const facts = { version: pinned.version, digest: pinned.digest };
      throw new PayoutError('the policy of the journal was replaced', { code: 'policy_replaced', facts });
    }
    if (newest === undefined) return undefined;
    const { version, digest } = newest;
    if (pinned?.version !== version) pin.write({ policy: { version, digest } });
    return { ...newest, isNewHere: pinned === undefined };
  }

  /** A version that is, or was, in force. @throws {PayoutError} `policy_invalid` */
  version(number: number): SetPolicy | undefined {
    return this.#verified()[number - 1];
  }

  /** What an administrator signs to set this document. @throws {PayoutError} `policy_invalid`, `policy_replaced` */
  statementFor(document: string): string {
    const before = this.current();
    return this.#statement((before?.version ?? 0) + 1, before?.digest, document);
  }

  /**
   * Sets a version. Call it in a transaction.
   *
   * @throws {PayoutError} `policy_invalid` unless an administrator has signed it
   */
  set(document: string, signature: string): void {
    const before = this.current();
    const stored = { document, signature, setAt: Math.ceil(this.#settings.clock.epochMs()) };
    const next = this.#versionAfter(before, stored, true);
    this.#insert.run(next.version, document, signature, next.setAt);
    const statement = this.#statement(next.version, before?.digest, document);
    const record = recordOf(statement, signature, next.setAt);
    this.#settings.log.append('policy', null, { version: next.version, digest: next.digest, by: next.setBy, record });
  }

  /** For the log: what is stored, whether or not it is what was signed. */
  records(): readonly string[] {
    const digests = this.digests();
    return this.#all.all().map((row, index) => {
      const { document, signature, setAt } = storedOf(row);
      return recordOf(this.#statement(index + 1, digests[index - 1], document), signature, setAt);
    });
  }

  /** The digest of each version, unverified. */
  digests(): readonly string[] {
    const digests: string[] = [];
    for (const row of this.#all.all()) {
      digests.push(digestOf(this.#statement(digests.length + 1, digests.at(-1), storedOf(row).document)));
    }
    return digests;
  }

  #verified(): SetPolicy[] {
    const versions: SetPolicy[] = [];
    for (const row of this.#all.all()) {
      const next = this.#versionAfter(versions.at(-1), storedOf(row));
      if (integerOf(row, 'version') !== next.version) throw invalid(next.version, 'version');
      versions.push(next);
    }
    return versions;
  }

  /** @param isNew its signer chose the wrong key; otherwise the journal was changed */
  #versionAfter(before: SetPolicy | undefined, stored: ReturnType<typeof storedOf>, isNew = false): SetPolicy {
    const version = (before?.version ?? 0) + 1;
    const parsed = parsePolicy(stored.document);
    if (!parsed.ok) throw invalid(version, parsed.problem.problem, { path: parsed.problem.path });
    const { policy } = parsed;
    const statement = this.#statement(version, before?.digest, stored.document);
    const judges = before?.policy ?? policy;
    const setBy = personWhoSigned(judges, stored.signature, statement, NAMESPACES.policy);
    if (setBy === undefined || !judges.administrators.includes(setBy)) {
      throw invalid(version, 'signature', isNew ? { administrators: judges.administrators.join(', ') } : {});
    }
    return { ...stored, version, policy, digest: digestOf(statement), setBy, isNewHere: false };
  }

  #statement(version: number, before: string | undefined, document: string): string {
    const { journalId: journal } = this.#settings;
    return statementOf('pix policy 1', { journal, version, previous: before ?? null, document: digestOf(document) });
  }
}

function storedOf(row: SqlRow) {
  return {
    document: textOf(row, 'document'),
    signature: textOf(row, 'signature'),
    setAt: integerOf(row, 'set_at'),
  };
}

function invalid(version: number, problem: string, more: { path?: string; administrators?: string } = {}): PayoutError {
  const facts = { version, problem, path: '', ...more };
  const message = `version ${version} of the policy: ${problem} ${facts.path}`;
  return new PayoutError(message, { code: 'policy_invalid', facts });
}

export const PIN_FILE = 'policy.pin';

const form = z.object({
  policy: z.object({ version: z.number(), digest: z.string() }).optional(),
  log: z.object({ number: z.number(), hash: z.string() }).optional(),
});

/** What this machine has seen last in a journal. */
type Seen = z.output<typeof form>;

/**
 * A file outside the journal with the newest policy and log entry that this machine has verified: a journal in which an
 * older policy was restored, or another one was set from the beginning, is noticed.
 */
export class Pin {
  readonly #path: string;

  /** @param folder of the service, on this machine */
  constructor(folder: string) {
    this.#path = join(folder, PIN_FILE);
  }

  /** @throws {PayoutError} `pin_unreadable`: it may contain a policy */
  read(): Seen {
    try {
      return form.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
      const facts = { path: this.#path };
      throw new PayoutError('the pin of the policy cannot be read', { code: 'pin_unreadable', facts, cause: error });
    }
  }

  write(seen: Seen): void {
    const before = this.read();
    const temporaryPath = `${this.#path}.${process.pid}`;
    // Half a pin would keep every later command from the journal.
    replaceNow(this.#path, temporaryPath, () => {
      writeFileSync(temporaryPath, `${JSON.stringify({ ...before, ...seen })}\n`, { mode: FILE_MODE });
    });
  }
}
