import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { FORGET_LISTS, LIST_TABLES, StoredList, type StorableRow } from '../../../lists/stored-list.ts';
import { isDamage, isDiskFailure } from '../../../sql/sqlite/damage.ts';
import { DatabaseOpenError, inTransaction, type SqlDatabase } from '../../../sql/sqlite/driver.ts';
import { openDatabase, type Schema } from '../../../sql/sqlite/open.ts';
import { integerOf, textOf } from '../../../sql/row.ts';
import { unwritable } from '../../output/write-output.ts';
import type { Settings } from '../../context/settings.ts';
import { commandError, EXIT, type CommandError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { ExportPlan } from './plan.ts';

const SCHEMA: Schema = {
  applicationId: 0x70697865,
  steps: [
    `CREATE TABLE export (request TEXT NOT NULL, started_at INTEGER NOT NULL);
     ${LIST_TABLES}`,
  ],
};

const JOURNAL_SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** The parameters of an export. Only an identical export resumes from the stored rows. */
interface ExportRequest {
  readonly plan: ExportPlan;
  readonly settings: Pick<Settings, 'baseUrl' | 'apiKey'>;
}

/** The rows of a list that an export has read so far. */
export class ExportState {
  readonly list: StoredList<StorableRow>;
  /** When the export was first started. Epoch milliseconds. */
  readonly startedAt: number;
  readonly isResumed: boolean;
  readonly #database: SqlDatabase;
  readonly #path: string;

  private constructor(database: SqlDatabase, request: ExportRequest, now: number) {
    const { kind, statePath } = request.plan;
    const startedAt = startOfSame(database, request);
    this.isResumed = startedAt !== undefined;
    this.startedAt = startedAt ?? now;
    this.#database = database;
    this.#path = statePath;
    this.list = new StoredList(database, kind, 0, { record: (row) => ({ item: row }) });
    if (this.isResumed) return;
    inTransaction(database, () => {
      database.exec(`${FORGET_LISTS} DELETE FROM export;`);
      database
        .prepare('INSERT INTO export (request, started_at) VALUES (?, ?)')
        .run(describedAt(request, this.startedAt), this.startedAt);
    });
  }

  /**
   * Opens the state of an export beside its file; discards the state of another export.
   *
   * @throws CommandError export_locked while another process makes the same export, state_unusable or file_unwritable
   */
  static async open(request: ExportRequest, now: number, text: Catalogue): Promise<ExportState> {
    const { statePath, path } = request.plan;
    const wasThere = existsSync(statePath);
    try {
      return new ExportState(await openDatabase(statePath, SCHEMA), request, now);
    } catch (error) {
      if (isDiskFailure(error)) throw error;
      if (isDamage(error)) throw unusableState(statePath, error, text);
      if (!(error instanceof DatabaseOpenError)) throw error;
      if (error.reason === 'unreadable' && !wasThere) throw unwritable(path, error, text);
      if (error.reason !== 'locked') throw unusableState(statePath, error, text);
      throw commandError(EXIT.failed, 'export_locked', text.export.stateLocked(statePath), { cause: error });
    }
  }

  /** Rows of the list, if it is being read. */
  countRows(): number {
    return this.list.state().goal === undefined ? 0 : this.list.count();
  }

  close(): void {
    this.#database.close();
  }

  /** Closes the state and removes its file, because the rows have been exported. */
  discard(): void {
    this.#database.close();
    for (const suffix of JOURNAL_SUFFIXES) rmSync(this.#path + suffix, { force: true });
  }
}

export function unusableState(path: string, cause: Error, text: Catalogue): CommandError {
  return commandError(EXIT.failed, 'state_unusable', text.export.stateUnusable(path), { cause });
}

/** @returns when the same export was started; undefined when the state belongs to another export, or to none */
function startOfSame(database: SqlDatabase, request: ExportRequest): number | undefined {
  const stored = database.prepare('SELECT request, started_at FROM export').get();
  if (stored === undefined) return undefined;
  const startedAt = integerOf(stored, 'started_at');
  return textOf(stored, 'request') === describedAt(request, startedAt) ? startedAt : undefined;
}

/**
 * Identifies the export by its account, because row numbers mean nothing in another one, by its span as typed, and by
 * what the span meant at the start: it depends on the time zone and the day.
 */
function describedAt({ plan, settings }: ExportRequest, startedAt: number): string {
  const { kind, typedSpan } = plan;
  const { from, before } = plan.span(startedAt);
  const keyDigest = createHash('sha256').update(settings.apiKey).digest('hex');
  return JSON.stringify([kind, settings.baseUrl, keyDigest, typedSpan.since, typedSpan.until, [from, before]]);
}
