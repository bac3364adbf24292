import type { Payout } from '../../../payouts/payout.ts';
import type { BatchSummary } from '../../../payouts/files/batch-summary.ts';
import type { PaidElsewhere } from '../../../payouts/rules/duplicates/duplicates.ts';
import type { SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { EarlierRules } from '../../../payouts/rules/duplicates/verdict.ts';
import type { RepetitionQuestion } from '../../../payouts/rules/permissions.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { confirm } from '../../context/prompts.ts';
import { dateOf, describePayout, describeWithin, whenSent } from '../../context/payouts/describe-payout.ts';
import type { EarlierRow, EarlierRows, Payable } from '../../../payouts/rules/payable.ts';
import type { WarnedPayment } from '../../../payouts/rules/payment-warnings.ts';
import type {
  BatchNotice,
  BatchProblem,
  NoticeCode,
  NoticeDetails,
  ProblemCode,
  ProblemDetails,
} from '../../../payouts/files/batch-problem.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { cutToWidth, textWidth, wrapToWidth, singleLine } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';

const EARLIER_MAXIMUM = 10;

export function reportEarlierRows(screen: Screen, payable: Payable, { again, payAgain }: EarlierRules): void {
  const { text, warn, notify } = screen;
  const { repeated, rewritten } = payable;
  const today = payable.warnings.find(({ code }) => code === 'paid_today');
  // Of those of today there is a warning of their own.
  const lately = withoutRows(payable.lately, today?.first ?? []);
  for (const row of rewritten.first.slice(0, EARLIER_MAXIMUM)) warn(rewrittenLine(screen, row));
  for (const row of lately.first.slice(0, EARLIER_MAXIMUM)) notify(earlierLine(screen, row, text.payouts.paidLately));
  const more = Math.max(0, rewritten.payouts - EARLIER_MAXIMUM) + Math.max(0, lately.payouts - EARLIER_MAXIMUM);
  if (more > 0) warn(text.payouts.moreEarlier(more));
  const { elsewhere } = payable;
  if (elsewhere !== undefined) warn(text.payouts.paidElsewhere(...factsOf(screen, elsewhere)));
  if (repeated.newest === undefined) return;
  const sum = formatReais(repeated.amountCentavos);
  const line = text.payouts.alikePaid(repeated.payouts, sum, placeOf(screen, repeated.newest));
  if (again === true || payAgain === true) notify(line);
  else warn(line);
}

/** Asks about rows that may have been paid before: that is a confirmation of its own. @throws CommandError cancelled */
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
    if (await confirm(screen, question)) continue;
    throw usageError('cancelled', isElsewhere ? text.payouts.cancelledElsewhere : text.payouts.cancelledPaidBefore);
  }
}

export function factsOf(screen: Screen, elsewhere: PaidElsewhere): [number, string, string] {
  const { payouts, amountCentavos, runId } = elsewhere;
  return [payouts, formatReais(amountCentavos), screen.text.payouts.inRun(runId, whenSent(screen, elsewhere))];
}

/** For the `notices` of a check: a row each. */
export function earlierNotices(screen: Screen, { rewritten, repeated, lately }: Payable) {
  const { repeatedRow, paidLately } = screen.text.payouts;
  const noticesOf = (code: string, { first }: EarlierRows, message: (row: EarlierRow) => string) =>
    first.map((row) => ({
      ...noticeOf(row.payout, code, message(row)),
      run: row.earlier.payout?.runId ?? null,
      earlierRow: row.earlier.payout?.row ?? null,
      earlierReference: row.earlier.payout?.reference ?? null,
      withdrawal: row.earlier.withdrawalId ?? null,
      date: dateOf(row.earlier),
    }));
  return [
    ...noticesOf('reference_rewritten', rewritten, (row) => rewrittenLine(screen, row)),
    ...noticesOf('paid_before', repeated, (row) => earlierLine(screen, row, repeatedRow)),
    ...noticesOf('paid_lately', lately, (row) => earlierLine(screen, row, paidLately)),
  ];
}

function rewrittenLine(screen: Screen, { payout, earlier }: EarlierRow): string {
  const { text } = screen;
  const row = describePayout(payout, text);
  return text.payouts.rewrittenReference(row, earlier.payout?.reference ?? '', placeOf(screen, earlier));
}

function earlierLine(screen: Screen, { payout, earlier }: EarlierRow, words: (row: string, place: string) => string) {
  return words(describePayout(payout, screen.text), placeOf(screen, earlier));
}

/** `in r-20260714-1500 (2026-07-14 12:00)` */
export function placeOf(screen: Screen, earlier: SentPayment): string {
  const { text } = screen;
  const { payout, withdrawalId = '' } = earlier;
  const when = whenSent(screen, earlier);
  return payout === undefined ? text.payouts.madeElsewhere(withdrawalId, when) : text.payouts.inRun(payout.runId, when);
}

/** Rows named for each kind of warning. */
const WARNED_MAXIMUM = 3;

/** Shows what deserves a second look. New keys are marked in the table of recipients, if there is one. */
export function reportWarnings(
  screen: Screen,
  { warnings, repeated }: Pick<Payable, 'warnings' | 'repeated'>,
  { marksNew = true }: { readonly marksNew?: boolean } = {},
): void {
  const { text, warn } = screen;
  const { firstPayments, more, noted } = text.payouts.warnings;
  for (const group of warnings) {
    if (group.code === 'first_payment') {
      const rows = group.first.slice(0, WARNED_MAXIMUM).map(({ payout }) => describeWithin(payout, text));
      if (!marksNew) warn(firstPayments(group.payouts, rows, group.payouts - rows.length));
      continue;
    }
    // A row that may have been paid before is asked about by itself.
    const { first, payouts } = group.code === 'paid_today' ? withoutRows(group, repeated.first) : group;
    for (const warned of first.slice(0, WARNED_MAXIMUM)) warn(noted(wordsOfWarning(screen, warned).message));
    if (payouts > WARNED_MAXIMUM) warn(more(payouts - WARNED_MAXIMUM));
  }
}

function withoutRows<Row extends { readonly payout: Payout }>(
  { first, payouts }: { readonly first: readonly Row[]; readonly payouts: number },
  others: readonly { readonly payout: Payout }[],
) {
  const rows = new Set(others.map(({ payout }) => payout.row));
  const left = first.filter(({ payout }) => !rows.has(payout.row));
  return { first: left, payouts: payouts - (first.length - left.length) };
}

/** For `notices` in JSON: a row each. */
export function warningNotices(screen: Screen, { warnings }: Pick<Payable, 'warnings'>) {
  return warnings.flatMap(({ first }) =>
    first.map((warned) => {
      const { message, details } = wordsOfWarning(screen, warned);
      return { ...noticeOf(warned.payout, warned.warning.code, message), details };
    }),
  );
}

function noticeOf({ line, row, reference }: Payout, code: string, message: string) {
  return { line, row, column: null, value: reference ?? null, code, message };
}

/** What is said of a payment, and the figures of that. Amounts are centavos, times RFC 3339. */
function wordsOfWarning(screen: Screen, { payout, warning }: WarnedPayment) {
  const { text, language } = screen;
  const { warnings, inRun } = text.payouts;
  const row = describeWithin(payout, text);
  const minute = (ms: number) => formatMinute(ms, language);
  switch (warning.code) {
    case 'first_payment':
      return { message: warnings.first_payment(row), details: {} };
    case 'name_with_new_key': {
      const { pixKey, paidAt } = warning.earlier;
      const details = { pixKey, date: dateOf({ sentAt: paidAt }) };
      return { message: warnings.name_with_new_key(row, pixKey, minute(paidAt)), details };
    }
    case 'unusual_amount': {
      const { usualCentavos: usual, payments } = warning;
      return { message: warnings.unusual_amount(row, formatReais(usual), payments), details: { usual, payments } };
    }
    case 'paid_today': {
      const { runId: run, row: earlierRow, sentAt } = warning.earlier;
      const place = inRun(run, sentAt === null ? warnings.notSentYet : minute(sentAt));
      const details = { run, row: earlierRow, date: dateOf({ sentAt }), payments: warning.payments };
      return { message: warnings.paid_today(row, place, sentAt !== null), details };
    }
  }
}

/** A problem in machine formats. Only `message` depends on the language. */
export type ProblemRow = ReturnType<typeof problemRow>;

export const PROBLEM_FIELDS: Fields<ProblemRow> = [
  ...ofKind('ordinal', 'line', 'row'),
  ...ofKind('text', 'column', 'value', 'code', 'message', 'cell'),
];

/** Problems that a person sees at once. */
const SHOWN_MAXIMUM = 200;
/** Problems of a file whose line says where they are. */
const ON_A_LINE: ReadonlySet<ProblemCode> = new Set([
  'record_length',
  'misplaced_record',
  'remittance_field',
  'record_too_long',
]);
/** A longer value is cut: a problem has one line where possible. */
const VALUE_COLUMNS = 24;

export function problemRow(problem: BatchProblem, text: Catalogue) {
  const { code, details } = problem;
  const message = wordsOf<ProblemDetails, ProblemCode>(text.payouts.problems, problem);
  return { ...cellPlaceOf(problem), code, message, details, ...cellOf(problem) };
}

export function noticeRow(notice: BatchNotice, text: Catalogue) {
  const message = wordsOf<NoticeDetails, NoticeCode>(text.payouts.notices, notice);
  return { ...cellPlaceOf(notice), code: notice.code, message, ...cellOf(notice) };
}

function wordsOf<Details, Code extends keyof Details>(
  texts: { readonly [Each in keyof Details]: (details: Details[Each]) => string },
  { code, details }: { readonly code: Code; readonly details: Details[Code] },
): string {
  return texts[code](details);
}

function cellPlaceOf({ line, row, column, value }: BatchProblem | BatchNotice) {
  return { line: line ?? null, row: row ?? null, column: column ?? null, value: value ?? null };
}

/** Only cells of a workbook have names. */
function cellOf({ cell }: BatchProblem | BatchNotice) {
  return cell === undefined ? {} : { cell };
}

/** What is paid out of sight, on another day than it is due, or not at all. */
const SAID_WITH_QUIET: ReadonlySet<NoticeCode> = new Set(['hidden_column', 'left_for_later', 'overdue', 'not_due_yet']);

/** A value of a remittance is found by its columns alone, and `x` or `1,00` by that of the sheet. */
const FOUND_BY_COLUMN: ReadonlySet<ProblemCode> = new Set([
  'remittance_field',
  'settled_row',
  'other_amount',
  'other_key',
  'amount_left',
  'invalid_key_type',
]);

/** Lines named in a message about several of them. */
const LINES_SHOWN = 5;

/**
 * The first problems, a line each where they fit: the value says which cell is meant, if its column does not fit. A problem
 * of the whole file has none: the error names it.
 */
export function problemLines(
  problems: readonly BatchProblem[],
  { problems: all, invalidRows }: BatchSummary,
  { text, columns = Infinity }: HumanStyle,
): string[] {
  const { lineNumber, moreProblems } = text.payouts;
  const [first] = problems;
  if (invalidRows === 0 && all === 1 && first !== undefined && !ON_A_LINE.has(first.code)) return [];
  const shown = problems.slice(0, SHOWN_MAXIMUM).flatMap((problem) => {
    const { line, column, value, message, cell, code } = problemRow(problem, text);
    const typed = value === null || value === '' ? undefined : `"${cutToWidth(singleLine(value), VALUE_COLUMNS)}"`;
    const named = column === null ? undefined : singleLine(column);
    const place = cell ?? (line === null ? undefined : lineNumber(String(line)));
    const sentence = (...parts: readonly (string | undefined)[]) => {
      const where = parts.filter((part) => part !== undefined).join(', ');
      return where === '' ? message : `${where}: ${message}`;
    };
    const whole = sentence(place, [named, typed].filter((part) => part !== undefined).join(' ') || undefined);
    const isKept = FOUND_BY_COLUMN.has(code) || textWidth(whole) <= columns;
    return wrapToWidth(isKept ? whole : sentence(place, typed ?? named), columns);
  });
  const more = all - Math.min(problems.length, SHOWN_MAXIMUM);
  return more > 0 ? [...shown, moreProblems(more)] : shown;
}

/** Reports remarks on a file: each remark once, with its lines. What refuses a row is not said to be unused. */
export function reportNotices(
  { text, notify, warn }: Screen,
  { notices, problems }: { readonly notices: readonly BatchNotice[]; readonly problems: readonly BatchProblem[] },
): void {
  const refusing = new Set(problems.map(({ column }) => column));
  const unused = notices.flatMap(({ code, column }) =>
    code === 'unknown_column' && !refusing.has(column) ? [column ?? ''] : [],
  );
  if (unused.length > 0) notify(text.payouts.unusedColumns(unused));
  const linesOf = new Map<string, { readonly code: NoticeCode; readonly lines: number[] }>();
  for (const notice of notices) {
    if (notice.code === 'unknown_column') continue;
    const { code, line, column, message } = noticeRow(notice, text);
    const words = `${column === null ? '' : `${column}: `}${message}`;
    const said = linesOf.get(words) ?? { code, lines: [] };
    if (line !== null) said.lines.push(line);
    linesOf.set(words, said);
  }
  for (const [words, { code, lines }] of linesOf) {
    const say = SAID_WITH_QUIET.has(code) ? warn : notify;
    say(text.payouts.noticed(words, lines.slice(0, LINES_SHOWN), Math.max(0, lines.length - LINES_SHOWN)));
  }
}

/** `Line 2 (A-1, R$ 99,00): its reference belongs to another payment …` */
export function otherHolderLine(payout: Payout, holder: PayoutRecord, text: Catalogue): string {
  const amount = formatReais(holder.amountCentavos);
  return text.payouts.referenceOfAnother(describePayout(payout, text), amount, holder.pixKey, holder.runId);
}
