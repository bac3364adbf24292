import type { PaidElsewhere } from '../../../payouts/rules/duplicates/other-accounts.ts';
import type { SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { EarlierRules } from '../../../payouts/rules/duplicates/verdict.ts';
import {
  grantedRules,
  isOverlooked,
  namesPermission,
  notAllowed,
  permissionWord,
  questionsLeft,
  type RepeatedRun,
} from '../../context/payouts/permissions.ts';
import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { lastSentAt } from '../../../payouts/rules/duplicates/same-file.ts';
import { refusalsOfRows, type RepetitionQuestion } from '../../../payouts/rules/refusals.ts';
import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { confirm } from '../../context/prompts.ts';
import type { FileFlags } from './read-file.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
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

/** The first reason why rows of a new file are not paid; undefined without one. */
export function failureOfRows({ text }: Screen, payable: Payable, flags: FileFlags): CommandError | undefined {
  const { payouts: words } = text;
  const { taken, rewritten, repeated, unsettled } = payable;
  // Rows that --only-valid would have left out were taken in for a permission.
  if (flags.onlyValid === true && isOverlooked('reference', rewritten.code, flags))
    return notAllowed('reference', text);
  if (flags.onlyValid === true && isOverlooked('repeated', repeated.code, flags)) return notAllowed('repeated', text);
  const [first] = refusalsOfRows(payable, grantedRules(payable, flags));
  switch (first?.why) {
    case 'reference_taken': {
      const rows = taken.first.map(({ payout, holder }) => ({
        row: payout.row,
        reference: payout.reference,
        run: holder.runId,
        heldBy: holder.row,
      }));
      return usageError('reference_taken', words.referencesTaken(taken.payouts), { rows });
    }
    case 'reference_rewritten': {
      const rows = rewritten.first.slice(0, DETAILED_MAXIMUM).map(({ payout, earlier }) => ({
        row: payout.row,
        reference: payout.reference,
        run: earlier.payout?.runId,
        earlierRow: earlier.payout?.row,
        earlierReference: earlier.payout?.reference,
        date: dateOf(earlier),
      }));
      const allow = permissionWord('reference', first.code);
      const errorText = words.referencesRewritten(rewritten.payouts, allow);
      return usageError('reference_rewritten', errorText, { rows, allow });
    }
    case 'equal_unsettled': {
      const { payouts: rows, amountCentavos: amount } = unsettled;
      const details = { rows, amount, run: first.runId, withdrawal: null, date: dateOf(first.newest) };
      return usageError('paid_before', words.equalUnsettled(rows, formatReais(amount), first.runId), details);
    }
    case 'nothing_new':
      return usageError('nothing_to_pay', words.nothingNew);
    case undefined:
      return undefined;
  }
}

/**
 * Asks about rows that may have been paid before: that is a confirmation of its own.
 *
 * @throws CommandError paid_before in a script, cancelled at a terminal
 */
export async function assertPayAgain(
  { screen, host }: Context,
  journal: Journal,
  batch: StagedBatch,
  flags: FileFlags & { readonly yes?: boolean },
): Promise<void> {
  const payable = batch.fresh;
  const left = questionsLeft(payable, flags, repeatedRun(journal, flags, batch.run));
  const wrong = repetitionFailure(screen, payable, left);
  if (wrong === undefined) return;
  if (flags.yes === true || !screen.isInteractive) throw wrong;
  const { text } = screen;
  for (const found of left) {
    const isElsewhere = found.about === 'paid_elsewhere';
    const question = isElsewhere
      ? text.payouts.payElsewhereQuestion(...factsOf(screen, found.elsewhere))
      : text.payouts.payAgainQuestion(payable.repeated.payouts, formatReais(payable.repeated.amountCentavos));
    if (await confirm(await host.prompts(), question, text)) continue;
    throw usageError('cancelled', isElsewhere ? text.payouts.cancelledElsewhere : text.payouts.cancelledPaidBefore);
  }
}

/** @returns paid_before, which a script ends with; undefined when there is no such row, or all of them are allowed */
export function repetitionFailure(
  screen: Screen,
  payable: Payable,
  [first]: readonly RepetitionQuestion[],
): CommandError | undefined {
  const { payouts: words } = screen.text;
  if (first === undefined) return undefined;
  const allow = permissionWord('repeated', first.code);
  if (first.about === 'paid_elsewhere') {
    const { elsewhere } = first;
    const { payouts: rows, amountCentavos: amount, runId: run } = elsewhere;
    const details = { rows, amount, run, withdrawal: null, date: dateOf(elsewhere), allow };
    return usageError('paid_before', words.paidElsewhereNeedsWord(...factsOf(screen, elsewhere), allow), details);
  }
  const { newest } = first;
  const { payouts: rows, amountCentavos: amount } = payable.repeated;
  const run = newest.payout?.runId ?? null;
  const details = { rows, amount, run, withdrawal: newest.withdrawalId ?? null, date: dateOf(newest), allow };
  return usageError(
    'paid_before',
    words.paidBeforeNeedsWord(rows, formatReais(amount), placeOf(screen, newest), allow),
    details,
  );
}

/** The run of the same file that is allowed to be repeated. */
export function repeatedRun(
  journal: Journal,
  flags: FileFlags,
  { digest, account }: Pick<RunRecord, 'digest' | 'account'>,
): RepeatedRun | undefined {
  const last = namesPermission(flags, 'again') ? journal.runOfDigest(digest, account) : undefined;
  return last && { id: last.id, sentAt: lastSentAt(journal, last.id) };
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
