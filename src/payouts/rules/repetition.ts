import type { Journal } from '../journal/journal.ts';
import type { RunSummary } from '../engine/run-events.ts';
import type { Screen } from '../../cli/context/screen.ts';
import { formatMinute } from '../../cli/output/dates.ts';
import { formatReais } from '../../cli/output/money.ts';
import type { Payable } from './payable.ts';
import { groupTally } from '../../cli/commands/payouts/run-row.ts';

type Reads = Pick<Journal, 'run' | 'isFinished' | 'lastIntentAt'>;

/** Whether a run of the same file has come to its end: running the file again would send nothing. */
export function isRunToItsEnd(journal: Reads, runId: string, left: Payable): boolean {
  return left.totals.payouts === 0 && journal.isFinished(runId);
}

/** Next month's payroll may be this month's file: nobody shall believe that it was paid now. */
export function tellRepetition(screen: Screen, journal: Reads, { run, tally }: RunSummary): void {
  const { text, warn, notify } = screen;
  const { paidBefore, ranBefore, payAgain } = text.payouts;
  const when = whenSent(screen, journal, run.id);
  const paid = groupTally(tally, 'paid');
  const isPaid = paid.payouts === run.payouts;
  warn(isPaid ? paidBefore(paid.payouts, formatReais(paid.amountCentavos), when, run.id) : ranBefore(when, run.id));
  notify(payAgain);
}

/** The same for whoever has only checked the file. */
export function foretellRepetition(screen: Screen, journal: Reads, runId: string): void {
  screen.warn(screen.text.payouts.finishedFile(whenSent(screen, journal, runId), runId));
}

function whenSent({ language }: Screen, journal: Reads, runId: string): string {
  return formatMinute(new Date(journal.lastIntentAt(runId) ?? journal.run(runId).createdAt).toISOString(), language);
}
