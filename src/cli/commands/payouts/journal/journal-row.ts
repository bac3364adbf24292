import type { Worker } from '../../../../payouts/journal/journal-facts.ts';
import type { Moved } from '../../../../payouts/journal/move-journal.ts';
import type { Fields } from '../../../output/fields.ts';

/** A journal in machine formats. */
export interface JournalRow {
  readonly journal: string;
  readonly service: string;
  readonly bytes: number;
  readonly runs: number;
  /** Their ids, with spaces between. */
  readonly unfinished: string;
  /** Who works on which run, of a journal that several machines share. */
  readonly workers: string;
}

export const JOURNAL_FIELDS: Fields<JournalRow> = [
  { path: 'journal', kind: 'text' },
  { path: 'service', kind: 'text' },
  { path: 'bytes', kind: 'count' },
  { path: 'runs', kind: 'count' },
  { path: 'unfinished', kind: 'text' },
  { path: 'workers', kind: 'text' },
];

export const MOVED_FIELDS: Fields<Moved> = [
  { path: 'from', kind: 'text' },
  { path: 'to', kind: 'text' },
  { path: 'runs', kind: 'count' },
  { path: 'payouts', kind: 'count' },
];

export function workerWords({ runId, host, pid }: Worker): string {
  return `${runId}: ${host}, ${pid}`;
}
