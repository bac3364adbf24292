import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SqlDatabase, SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableTextOf, textOf } from '../../sql/row.ts';
import { hostname, userInfo } from 'node:os';

/**
 * - `submitted`: a file was put into the journal, to be approved
 * - `approved`: a person signed a run
 * - `rejected`: a person withdrew a submitted run
 * - `early`: a person let a run be sent before its day
 * - `ran`: a process began to send payments of a run
 * - `resolved`: a person decided about a payment
 * - `policy`: an administrator set a policy
 */
export type AuditAct = 'submitted' | 'approved' | 'rejected' | 'early' | 'ran' | 'resolved' | 'policy';

type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

export type AuditEntry = Readonly<ReturnType<typeof entryOf>>;

const detailsOf = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export interface LogSettings {
  readonly journalId: string;
  readonly clock: { epochMs(): number };
}

/** The log of a journal. Each entry contains the hash of the one before: what is changed or removed within it shows. */
export class AuditLog {
  readonly #settings: LogSettings;
  readonly #sql: ReturnType<typeof prepareLog>;

  constructor(database: SqlDatabase, settings: LogSettings) {
    this.#settings = settings;
    this.#sql = prepareLog(database);
  }

  /** Call it in the transaction of what it records. */
  append(act: AuditAct, runId: string | null, details: AuditDetails): void {
    const last = this.#sql.last.get();
    const { user, host } = currentActor();
    const entry = {
      number: last === undefined ? 1 : integerOf(last, 'number') + 1,
      at: Math.ceil(this.#settings.clock.epochMs()),
      act,
      runId,
      user,
      host,
      text: JSON.stringify(details),
    };
    const hash = this.#hashOf(last === undefined ? undefined : textOf(last, 'hash'), entry);
    this.#sql.insert.run(entry.number, entry.at, act, runId, user, host, entry.text, hash);
  }

  /** In their order; of a run, or of all. */
  *entries(runId?: string): Generator<AuditEntry, void, undefined> {
    for (const stored of this.#stored()) {
      if (runId === undefined || stored.runId === runId) yield stored;
    }
  }

  newestOf(runId: string, act: AuditAct): AuditEntry | undefined {
    const found = this.#sql.newestOf.get(runId, act);
    return found && entryOf(found);
  }

  /** @returns the number of the first entry that does not fit those before it; undefined when all do */
  firstWrong(): number | undefined {
    let before: string | undefined;
    let number = 0;
    for (const stored of this.#stored()) {
      number += 1;
      if (stored.number !== number || stored.hash !== this.#hashOf(before, stored)) return number;
      before = stored.hash;
    }
    return undefined;
  }

  /** The number and hash of the newest entry. */
  head(): { readonly number: number; readonly hash: string } | undefined {
    const last = this.#sql.last.get();
    return last && { number: integerOf(last, 'number'), hash: textOf(last, 'hash') };
  }

  hashAt(number: number): string | undefined {
    const found = this.#sql.hashAt.get(number);
    return found && textOf(found, 'hash');
  }

  *#stored(): Generator<AuditEntry, void, undefined> {
    let after = 0;
    for (;;) {
      const rows = this.#sql.page.all(after);
      for (const row of rows) yield entryOf(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = integerOf(last, 'number');
    }
  }

  #hashOf(before: string | undefined, entry: Omit<AuditEntry, 'hash' | 'details'>): string {
    const { number, at, act, runId, user, host, text } = entry;
    const hashed = JSON.stringify([before ?? this.#settings.journalId, number, at, act, runId, user, host, text]);
    return createHash('sha256').update(hashed).digest('hex');
  }
}

function prepareLog(database: SqlDatabase) {
  return {
    insert: database.prepare(`INSERT INTO audit (number, at, act, run, user_name, host_name, details, hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    last: database.prepare('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1'),
    newestOf: database.prepare('SELECT * FROM audit WHERE run = ? AND act = ? ORDER BY number DESC LIMIT 1'),
    hashAt: database.prepare('SELECT hash FROM audit WHERE number = ?'),
    page: database.prepare('SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT 500'),
  };
}

function entryOf(row: SqlRow) {
  const text = textOf(row, 'details');
  return {
    /** From 1, without gaps. */
    number: integerOf(row, 'number'),
    /** Milliseconds since the epoch. */
    at: integerOf(row, 'at'),
    /** An {@link AuditAct}, unless the entry was changed. */
    act: textOf(row, 'act'),
    runId: nullableTextOf(row, 'run'),
    user: textOf(row, 'user_name'),
    host: textOf(row, 'host_name'),
    details: detailsIn(text),
    /** That of its details, as it was hashed. */
    text,
    /** The SHA-256 of the entry and of the hash before it. */
    hash: textOf(row, 'hash'),
  };
}

/** An entry that was changed is shown, too, with what can be read of it. */
function detailsIn(text: string): AuditDetails {
  try {
    return detailsOf.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Who does something, and on which machine: as the operating system names them, which proves nothing. */
export interface Actor {
  readonly user: string;
  readonly host: string;
}

export function currentActor(): Actor {
  return { user: userName(), host: hostname() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? '');
  }
}
