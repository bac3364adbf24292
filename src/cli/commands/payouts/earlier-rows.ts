import type { EarlierRules, SentPayment } from '../../../payouts/rules/earlier-payments.ts';
import { needsOtherAccount, needsPayAgain, refusesRewritten } from '../../../payouts/rules/batch-refusals.ts';
import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { confirm } from '../../context/prompts.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import type { PaidElsewhere } from '../../../payouts/rules/other-accounts.ts';
import type { EarlierRow, EarlierRows, Payable } from '../../../payouts/rules/payable.ts';

/** Rows listed one by one. */
const SHOWN_MAXIMUM = 10;
/** Rows in the details of an error. */
const DETAILED_MAXIMUM = 100;

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

/** @returns reference_rewritten; undefined when there is none, or when an option decides about such rows */
export function rewrittenReferences({ text }: Screen, payable: Payable, rules: EarlierRules): CommandError | undefined {
  if (!refusesRewritten(payable, rules)) return undefined;
  const { rewritten } = payable;
  const rows = rewritten.first.slice(0, DETAILED_MAXIMUM).map(({ payout, earlier }) => ({
    row: payout.row,
    reference: payout.reference,
    run: earlier.payout?.runId,
    earlierRow: earlier.payout?.row,
    earlierReference: earlier.payout?.reference,
    date: dateOf(earlier),
  }));
  return usageError('reference_rewritten', text.payouts.referencesRewritten(rewritten.payouts), { rows });
}

/**
 * No option makes a payment beside an equal one that may still be sent.
 *
 * @returns paid_before; undefined when there is none
 */
export function unsettledRows({ text }: Screen, { unsettled }: Payable): CommandError | undefined {
  const { payouts, amountCentavos, newest } = unsettled;
  if (newest?.payout === undefined) return undefined;
  const { runId } = newest.payout;
  const details = { rows: payouts, amount: amountCentavos, run: runId, withdrawal: null, date: dateOf(newest) };
  return usageError('paid_before', text.payouts.equalUnsettled(payouts, formatReais(amountCentavos), runId), details);
}

/**
 * Rows that no reference distinguishes from an earlier payment require a confirmation of their own, and so do those that
 * another account of the journal has paid.
 *
 * @throws CommandError paid_before in a script, cancelled at a terminal
 */
export async function assertPayAgain(
  context: Context,
  payable: Payable,
  flags: EarlierRules & { readonly yes?: boolean },
): Promise<void> {
  const { screen, host } = context;
  const { payouts: words } = screen.text;
  const wrong = paidElsewhere(screen, payable, flags) ?? paidBefore(screen, payable, flags);
  if (wrong === undefined) return;
  if (flags.yes === true || !screen.isInteractive) throw wrong;
  const { elsewhere, repeated } = payable;
  if (elsewhere !== undefined && needsOtherAccount(payable, flags)) {
    const question = words.payElsewhereQuestion(...factsOf(screen, elsewhere));
    const isSure = await confirm(await host.prompts(), question, screen.text);
    if (!isSure) throw usageError('cancelled', words.cancelledElsewhere);
  }
  if (!needsPayAgain(payable, flags)) return;
  const question = words.payAgainQuestion(repeated.payouts, formatReais(repeated.amountCentavos));
  const isSure = await confirm(await host.prompts(), question, screen.text);
  if (!isSure) throw usageError('cancelled', words.cancelledPaidBefore);
}

/** @returns paid_before, which a script ends with; undefined when there is no such row, or an option allows them */
export function paidBefore(screen: Screen, payable: Payable, rules: EarlierRules): CommandError | undefined {
  const { repeated } = payable;
  const { newest, payouts, amountCentavos } = repeated;
  if (newest === undefined || !needsPayAgain(payable, rules)) return undefined;
  const { paidBeforeNeedsWord } = screen.text.payouts;
  const errorText = paidBeforeNeedsWord(payouts, formatReais(amountCentavos), placeOf(screen, newest));
  return usageError('paid_before', errorText, {
    rows: payouts,
    amount: amountCentavos,
    run: newest.payout?.runId ?? null,
    withdrawal: newest.withdrawalId ?? null,
    date: dateOf(newest),
  });
}

/** The same for rows that another account of the journal has paid. */
export function paidElsewhere(screen: Screen, payable: Payable, rules: EarlierRules): CommandError | undefined {
  const { elsewhere } = payable;
  if (elsewhere === undefined || !needsOtherAccount(payable, rules)) return undefined;
  const { payouts, amountCentavos, runId } = elsewhere;
  const errorText = screen.text.payouts.paidElsewhereNeedsWord(...factsOf(screen, elsewhere));
  const details = { rows: payouts, amount: amountCentavos, run: runId, withdrawal: null, date: dateOf(elsewhere) };
  return usageError('paid_before', errorText, details);
}

/** How many, how much, in which run and when. */
function factsOf({ text, language }: Screen, elsewhere: PaidElsewhere): [number, string, string] {
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
function placeOf({ text, language }: Screen, earlier: SentPayment): string {
  const { payout, withdrawalId = '' } = earlier;
  const date = dateOf(earlier);
  const when = date === null ? text.words.unknown : formatMinute(date, language);
  return payout === undefined ? text.payouts.madeElsewhere(withdrawalId, when) : text.payouts.inRun(payout.runId, when);
}

function dateOf({ sentAt }: Pick<SentPayment, 'sentAt'>): string | null {
  return sentAt === null ? null : new Date(sentAt).toISOString();
}
