import type { PaidElsewhere } from '../../../payouts/rules/duplicates/other-accounts.ts';
import type { SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { EarlierRules } from '../../../payouts/rules/duplicates/verdict.ts';
import type { RepetitionQuestion } from '../../../payouts/rules/refusals.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { confirm } from '../../context/prompts.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import type { EarlierRow, EarlierRows, Payable } from '../../../payouts/rules/payable.ts';

/** Rows listed one by one. */
const SHOWN_MAXIMUM = 10;

/** Reports rows that may repeat an earlier payment. */
export function reportEarlierRows(screen: Screen, payable: Payable, { again, payAgain }: EarlierRules): void {
  const { text, warn, notify } = screen;
  const { repeated, rewritten } = payable;
  const lately = latelyButToday(payable);
  for (const row of rewritten.first.slice(0, SHOWN_MAXIMUM)) warn(rewrittenLine(screen, row));
  for (const row of lately.first.slice(0, SHOWN_MAXIMUM)) notify(latelyLine(screen, row));
  const more = Math.max(0, rewritten.payouts - SHOWN_MAXIMUM) + Math.max(0, lately.payouts - SHOWN_MAXIMUM);
  if (more > 0) warn(text.payouts.moreEarlier(more));
  const { elsewhere } = payable;
  if (elsewhere !== undefined) warn(text.payouts.paidElsewhere(...factsOf(screen, elsewhere)));
  if (repeated.newest === undefined) return;
  const sum = formatReais(repeated.amountCentavos);
  const line = text.payouts.alikePaid(repeated.payouts, sum, placeOf(screen, repeated.newest));
  if (again === true || payAgain === true) notify(line);
  else warn(line);
}

/** Of those of today there is a warning of their own. */
function latelyButToday({ lately, warnings }: Payable): Pick<EarlierRows, 'payouts' | 'first'> {
  const today = new Set(warnings.find(({ code }) => code === 'paid_today')?.first.map(({ payout }) => payout.row));
  const first = lately.first.filter(({ payout }) => !today.has(payout.row));
  return { first, payouts: lately.payouts - (lately.first.length - first.length) };
}

/**
 * Asks about rows that may have been paid before: that is a confirmation of its own.
 *
 * @throws CommandError cancelled
 */
export async function askToRepeat(
  { screen }: Context,
  { repeated }: Payable,
  questions: readonly RepetitionQuestion[],
): Promise<void> {
  const { text } = screen;
  for (const found of questions) {
    const isElsewhere = found.about === 'paid_elsewhere';
    const question = isElsewhere
      ? text.payouts.payElsewhereQuestion(...factsOf(screen, found.elsewhere))
      : text.payouts.payAgainQuestion(repeated.payouts, formatReais(repeated.amountCentavos));
    if (await confirm(await screen.prompts(), question, text)) continue;
    throw usageError('cancelled', isElsewhere ? text.payouts.cancelledElsewhere : text.payouts.cancelledPaidBefore);
  }
}

/** How many, how much, in which run and when. */
export function factsOf({ text, language }: Screen, elsewhere: PaidElsewhere): [number, string, string] {
  const { payouts, amountCentavos, runId } = elsewhere;
  const when = formatMinute(dateOf(elsewhere) ?? '', language);
  return [payouts, formatReais(amountCentavos), text.payouts.inRun(runId, when)];
}

/** For the `notices` of a check: a row each. */
export function earlierNotices(context: Context, { rewritten, repeated, lately }: Payable) {
  const noticesOf = (code: string, { first }: EarlierRows, message: (row: EarlierRow) => string) =>
    first.map((row) => ({
      line: row.payout.line,
      row: row.payout.row,
      column: null,
      value: row.payout.reference ?? null,
      code,
      message: message(row),
      run: row.earlier.payout?.runId ?? null,
      earlierRow: row.earlier.payout?.row ?? null,
      earlierReference: row.earlier.payout?.reference ?? null,
      withdrawal: row.earlier.withdrawalId ?? null,
      date: dateOf(row.earlier),
    }));
  return [
    ...noticesOf('reference_rewritten', rewritten, (row) => rewrittenLine(context.screen, row)),
    ...noticesOf('paid_before', repeated, (row) => repeatedLine(context.screen, row)),
    ...noticesOf('paid_lately', lately, (row) => latelyLine(context.screen, row)),
  ];
}

function rewrittenLine(screen: Screen, { payout, earlier }: EarlierRow): string {
  const { text } = screen;
  const row = describePayout(payout, text);
  return text.payouts.rewrittenReference(row, earlier.payout?.reference ?? '', placeOf(screen, earlier));
}

function latelyLine(screen: Screen, { payout, earlier }: EarlierRow): string {
  const { text } = screen;
  return text.payouts.paidLately(describePayout(payout, text), placeOf(screen, earlier));
}

function repeatedLine(screen: Screen, { payout, earlier }: EarlierRow): string {
  const { text } = screen;
  return text.payouts.repeatedRow(describePayout(payout, text), placeOf(screen, earlier));
}

/** `in r-20260714-1500 (2026-07-14 12:00)` */
export function placeOf({ text, language }: Screen, earlier: SentPayment): string {
  const { payout, withdrawalId = '' } = earlier;
  const date = dateOf(earlier);
  const when = date === null ? text.words.unknown : formatMinute(date, language);
  return payout === undefined ? text.payouts.madeElsewhere(withdrawalId, when) : text.payouts.inRun(payout.runId, when);
}

export function dateOf({ sentAt }: Pick<SentPayment, 'sentAt'>): string | null {
  return sentAt === null ? null : new Date(sentAt).toISOString();
}
