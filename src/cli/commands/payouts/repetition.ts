import type { RunSummary } from '../../../payouts/engine/run-events.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { lastSentAt } from '../../../payouts/rules/duplicates/same-file.ts';
import { groupTally } from '../../../payouts/rules/state-groups.ts';
import type { Screen } from '../../context/screen.ts';
import { againCode, permissionWord } from '../../context/payouts/permissions.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';

/** Next month's payroll may be the same file: a person must see that nothing was paid now. */
export function reportRepetition(screen: Screen, journal: Journal, { run, tally }: RunSummary): void {
  const { paidBefore, ranBefore, payAgain } = screen.text.payouts;
  const when = whenSent(screen, journal, run.id);
  const paid = groupTally(tally, 'paid');
  const isPaid = paid.payouts === run.payouts;
  screen.warn(
    isPaid ? paidBefore(paid.payouts, formatReais(paid.amountCentavos), when, run.id) : ranBefore(when, run.id),
  );
  screen.notify(payAgain(permissionWord('again', againCode(run))));
}

/** The same message, after a check of the file. */
export function foretellRepetition(screen: Screen, journal: Journal, run: RunRecord): void {
  const when = whenSent(screen, journal, run.id);
  screen.warn(screen.text.payouts.finishedFile(when, run.id, permissionWord('again', againCode(run))));
}

function whenSent({ language }: Screen, journal: Journal, runId: string): string {
  return formatMinute(new Date(lastSentAt(journal, runId)).toISOString(), language);
}
