import { integerOf, textOf } from '../../sql/row.ts';
import type { Journal } from './journal.ts';
import { bytesOf, type JournalDatabase } from './journal-database.ts';
import { runRecordOf } from './journal-rows.ts';
import type { RunRecord } from './records.ts';

/** The processes that work on runs of a shared journal: those whose lease has not ended. */
export function workersOf({ database, clock }: JournalDatabase) {
  const now = clock.epochMs();
  const rows = database.prepare('SELECT run_id, host, pid FROM lease WHERE until > ? ORDER BY since').all(now);
  return rows.map((row) => ({ runId: textOf(row, 'run_id'), host: textOf(row, 'host'), pid: integerOf(row, 'pid') }));
}

/** The size of a journal in bytes, with its indexes. */
export function sizeOf({ database, hasOwnTime }: JournalDatabase, file: string): number {
  if (!hasOwnTime) return bytesOf(file);
  const found = database
    .prepare(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS size FROM pg_class AS c
      JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'`,
    )
    .get();
  return integerOf(found, 'size');
}

/** How many approved runs there are, and which are not at their end. */
export function runsOf(journal: Journal): { readonly runs: number; readonly unfinished: readonly string[] } {
  const all = journal.runs();
  return { runs: all.length, unfinished: all.filter(({ id }) => !journal.isFinished(id)).map(({ id }) => id) };
}

/** The runs, also those that were only submitted, that were due before a day and were not sent completely, the oldest first. */
export function lateRunsOf({ database }: JournalDatabase, day: string): readonly RunRecord[] {
  const late = database.prepare(`SELECT * FROM run WHERE due_on < ?
    AND (approved_at IS NOT NULL OR number IN (SELECT run FROM submission))
    AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.run = run.id AND audit.act = 'rejected')
    AND EXISTS (SELECT 1 FROM payout WHERE payout.run = run.number AND state = 'planned') ORDER BY due_on, number`);
  return late.all(day).map(runRecordOf);
}

/**
 * Recomputes the log, and compares it with what it records and with what this machine saw when it verified the log last.
 *
 * @returns the number of the first entry that does not fit; one after the last when entries are missing at the end
 */
export function firstWrongEntry({ log, pin, approvals, policies, rejections }: Journal): number | undefined {
  const wrong = log.firstWrong();
  if (wrong !== undefined) return wrong;
  const head = log.head();
  const afterLast = (head?.number ?? 0) + 1;
  const seen = pin.read().log;
  if (seen !== undefined && log.hashAt(seen.number) !== seen.hash) return Math.min(seen.number, afterLast);
  const stored = new Set([...policies.records(), ...approvals.records()]);
  for (const entry of log.entries()) {
    const { number, details } = entry;
    const { record } = details;
    if (!rejections.isAsSigned(entry)) return number;
    if (typeof record === 'string' && !stored.delete(record)) return number;
  }
  if (stored.size > 0) return afterLast;
  if (head !== undefined) pin.write({ log: head });
  return undefined;
}
