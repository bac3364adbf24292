import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { lastSentAt } from '../../../payouts/rules/duplicates/same-file.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { groupTally } from '../../../payouts/rules/state-groups.ts';
import type { Screen } from '../../context/screen.ts';
import { permissionWord } from '../../context/payouts/permissions.ts';
import { againCode } from '../../../payouts/rules/permissions.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';

/** What allows to pay a file once more after a run of it; undefined where that would pay nothing. */
export function againWord(run: RunRecord, { totals, leftOut }: Payable): string | undefined {
  return totals.payouts + leftOut.payouts === 0 ? undefined : permissionWord('again', againCode(run));
}

/**
 * Next month's payroll may be the same file: a person must see that nothing was paid now.
 *
 * @param file what would be paid if it were new, and how many of its rows have errors
 */
export function reportRepetition(
  screen: Screen,
  journal: Journal,
  run: RunRecord,
  { fresh, leftOut }: { readonly fresh: Payable; readonly leftOut: number },
): void {
  const { paidBefore, validPaidBefore, ranBefore, leftOutRows, payAgain } = screen.text.payouts;
  const when = formatMinute(new Date(lastSentAt(journal, run.id)).toISOString(), screen.language);
  const paid = groupTally(journal.tally(run.id), 'paid');
  const isPaid = paid.payouts === run.payouts;
  const paidWords = leftOut === 0 ? paidBefore : validPaidBefore;
  screen.warn(
    isPaid ? paidWords(paid.payouts, formatReais(paid.amountCentavos), when, run.id) : ranBefore(when, run.id),
  );
  if (leftOut > 0) screen.warn(leftOutRows(leftOut));
  screen.notify(payAgain(againWord(run, fresh)));
}
