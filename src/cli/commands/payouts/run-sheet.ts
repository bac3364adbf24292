import type { Screen } from '../../context/screen.ts';
import type { Output } from '../../output/output.ts';
import type { RunRow } from './run-rows.ts';
import { OPEN_STATES, type PayoutState } from '../../../payouts/payout-state.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import {
  groupTally,
  STATE_GROUPS,
  type PayoutRecord,
  type RunRecord,
  type RunTally,
  type StateTally,
  unpaidPayouts,
} from '../../../payouts/journal/records.ts';
import { rejectionOf } from '../../../payouts/approval/rejections.ts';
import { RowHolders, holderKind, rowsTakenElsewhere } from '../../../payouts/rules/duplicates/verdict.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import { formatMinute, formatMoment } from '../../output/dates.ts';
import { doneMark, humanStatus, type HumanStyle, payoutReason } from '../../output/human-value.ts';
import { NOTHING, sumCentavos } from '../../../pix/centavos.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines, type LabelledValue } from '../../output/sheet.ts';
import { wrappedLines, sayLines, singleLine } from '../../output/text-width.ts';
import { lastSentAt } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { permissionWord } from '../../context/payouts/permissions.ts';
import { absentCode, againCode } from '../../../payouts/rules/permissions.ts';

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
  const when = formatMinute(lastSentAt(journal, run.id), screen.language);
  const paid = groupTally(journal.tally(run.id), 'paid');
  const isPaid = paid.payouts === run.payouts;
  const paidWords = leftOut === 0 ? paidBefore : validPaidBefore;
  screen.warn(
    isPaid ? paidWords(paid.payouts, formatReais(paid.amountCentavos), when, run.id) : ranBefore(when, run.id),
  );
  if (leftOut > 0) screen.warn(leftOutRows(leftOut));
  screen.notify(payAgain(againWord(run, fresh)));
}

/** Unpaid rows that are named. */
const NAMED_MAXIMUM = 10;
/** States with a line of their own, if a payout is in them. */
const COUNTED_STATES = ['planned', 'duplicate', 'accepted', ...OPEN_STATES] as const;

interface ShownSheet {
  readonly isVerbose: boolean;
  /** The service was not asked now, so what it processed may have ended since. */
  readonly isStored?: boolean;
  /** Nothing else says what comes next. */
  readonly isStatus?: boolean;
  /** Rows of the file with errors, which are not in the run. */
  readonly leftOut?: number;
}

/** A run for a person: what was paid, what was not, and the command that comes next. */
export function runSheet(
  journal: Journal,
  run: RunRecord,
  tally: RunTally,
  style: HumanStyle,
  { isVerbose, isStored = false, isStatus = false, leftOut = 0 }: ShownSheet,
): string {
  const { text, columns } = style;
  const { sheet, moreUnpaid, leftOutRows } = text.payouts;
  const unpaid = groupTally(tally, 'notPaid');
  const { isPaid, outcome, states } = paidLines(journal, run, tally, style, isStored);
  const named = journal.payouts(run.id, { states: STATE_GROUPS.notPaid, maximum: NAMED_MAXIMUM });
  const more = unpaid.payouts - NAMED_MAXIMUM;
  const lines = [
    ...outcome,
    ...(leftOut > 0 ? [leftOutRows(leftOut)] : []),
    ...states,
    ...Array.from(named, (payout) => unpaidLine(payout, style)),
    ...(more > 0 ? [moreUnpaid(more, run.id)] : []),
    ...(tally.accepted.payouts > 0 ? [sheet.outcome(run.id)] : []),
    ...(isPaid ? [sheet.receipts(run.id)] : []),
    ...(isStatus ? nextSteps(journal, run, tally, text) : []),
  ];
  const details = isVerbose ? labelledLines(detailsOf(journal, run, style), style) : '';
  return wrappedLines(lines, columns) + details;
}

/** Where data is printed, a person sees the sheet of a run beside it. */
export function notifySheet(
  { messageStyle, notify }: Screen,
  output: Output<RunRow>,
  sheet: (style: HumanStyle) => string,
): void {
  if (!output.isForPerson) sayLines(sheet({ ...messageStyle, columns: undefined }), notify);
}

/** While payments are unconfirmed, those are what comes next. */
function nextSteps(journal: Journal, run: RunRecord, tally: RunTally, text: HumanStyle['text']): readonly string[] {
  const { sheet } = text.payouts;
  if (dayToCome(journal, run, tally) !== null) return [];
  if (run.approvedAt === null) return awaitedApprovals(journal, run, text);
  if (groupTally(tally, 'open').payouts > 0) return [];
  if (tally.planned.payouts > 0) return [sheet.resume(run.id)];
  const { rows, lines } = repeatedSince(journal, run.id, text);
  return groupTally(tally, 'notPaid').payouts > rows.size ? [sheet.retry(run.id, retryEnding(run)), ...lines] : lines;
}

/** Rows whose reference another run has used since are no longer to be corrected and run again. */
export function repeatedSince(journal: Journal, runId: string, { payouts }: HumanStyle['text']) {
  const rows = new Set<number>();
  const rowsOf = new Map<string, number>();
  for (const payout of unpaidPayouts(journal, runId)) {
    const holder = journal.holderOfPayout(payout);
    if (holder === undefined) continue;
    rows.add(payout.row);
    rowsOf.set(holder.runId, (rowsOf.get(holder.runId) ?? 0) + 1);
  }
  const lines = Array.from(rowsOf, ([holderId, number]) => payouts.notRetried(number, holderId));
  const more = lines.length - NAMED_MAXIMUM;
  return { rows, lines: more > 0 ? [...lines.slice(0, NAMED_MAXIMUM), payouts.moreUnpaid(more, runId)] : lines };
}

/** People correct a workbook in a workbook. */
export function retryEnding({ source }: RunRecord): string {
  return /\.xlsx$/i.test(source) ? '.xlsx' : '.csv';
}

/** Below the rows of a run. @param isLast nothing else says what comes next */
export function paidFooter(journal: Journal, run: RunRecord, style: HumanStyle, isLast = false): string {
  const tally = journal.tally(run.id);
  const { outcome, states } = paidLines(journal, run, tally, style, true);
  const next = isLast ? nextSteps(journal, run, tally, style.text) : [];
  return wrappedLines([...outcome, ...states, ...next], style.columns);
}

function awaitedApprovals({ approvals, log }: Journal, run: RunRecord, { payouts }: HumanStyle['text']) {
  const { id, approvedAt } = run;
  const isSubmitted = approvedAt === null && approvals.submissionOf(id) !== undefined;
  return isSubmitted && rejectionOf(log, id) === undefined ? [payouts.approval.awaited(id)] : [];
}

/** The day of a run of which nothing was sent yet. Rows of it may have been decided, or belong to another run. */
function dayToCome(journal: Journal, { id, dueOn }: RunRecord, { planned }: RunTally): string | null {
  return planned.payouts > 0 && journal.lastSentAt(id) === null ? dueOn : null;
}

const NO_PAYOUTS: StateTally = { payouts: 0, amountCentavos: NOTHING };
const NOTHING_ELSEWHERE = { paid: NO_PAYOUTS, other: NO_PAYOUTS };

/** Planned rows that are not sent on their day: other runs have made them, or other payments have their references. */
function plannedElsewhere(journal: Journal, runId: string) {
  const holders = new RowHolders(journal);
  const elsewhere: Record<'paid' | 'other', StateTally> = { ...NOTHING_ELSEWHERE };
  for (const payout of journal.payouts(runId, { states: ['planned'] })) {
    const holder = holders.next(payout);
    const kind = holder && holderKind(payout, holder);
    if (kind === undefined || kind === 'open') continue;
    const { payouts, amountCentavos } = elsewhere[kind];
    elsewhere[kind] = { payouts: payouts + 1, amountCentavos: sumCentavos(amountCentavos, payout.amountCentavos) };
  }
  return elsewhere;
}

/** What was paid, and what is neither paid nor finally unpaid. */
function paidLines(journal: Journal, run: RunRecord, tally: RunTally, style: HumanStyle, isStored: boolean) {
  const { text, palette } = style;
  const { sheet, schedule } = text.payouts;
  const paid = groupTally(tally, 'paid');
  const paidElsewhere = tally.duplicate.payouts === 0 ? 0 : rowsTakenElsewhere(journal, run.id).paid;
  const isPaid = paid.payouts > 0 && paid.payouts + paidElsewhere === run.payouts;
  const rejection = rejectionOf(journal.log, run.id);
  const dueOn = rejection === undefined ? dayToCome(journal, run, tally) : null;
  const [sum, all] = [formatReais(paid.amountCentavos), formatReais(run.amountCentavos)];
  const place = sheet.place(singleLine(run.source), run.id);
  const [accepted] = isStored ? journal.payouts(run.id, { states: ['accepted'], maximum: 1 }) : [];
  const since = accepted && formatMinute(accepted.changedAt, style.language);
  const recorded = since === undefined ? '' : `, ${sheet.recorded(since)}`;
  const checked = tally.unknown.payouts > 0 ? 'unknown' : 'sending';
  const { planned } = tally;
  const { paid: made, other: taken } = dueOn === null ? NOTHING_ELSEWHERE : plannedElsewhere(journal, run.id);
  const counted = COUNTED_STATES.filter((state) => tally[state].payouts > 0 && (dueOn === null || state !== 'planned'));
  const stateLine = (state: PayoutState, { payouts, amountCentavos }: StateTally) =>
    `${humanStatus(state, 'payout', text, palette)}: ${payouts} (${formatReais(amountCentavos)})`;
  const states = counted.map((state) => {
    const { payouts, amountCentavos } = tally[state];
    // A person who reads "0 paid" here would pay them by other means.
    if (state === 'duplicate' && payouts === paidElsewhere) {
      return sheet.sentElsewhere(payouts, formatReais(amountCentavos));
    }
    const line = stateLine(state, tally[state]);
    if (state === 'accepted') return line + recorded;
    return state === checked ? `${line}. ${sheet.check(run.id)}` : line;
  });
  const paidLine = isPaid
    ? `${doneMark(style)}${sheet.paid(paid.payouts, sum, place)}`
    : sheet.partlyPaid(paid.payouts, run.payouts, sum, all, place);
  const outcome =
    dueOn !== null
      ? [
          schedule.scheduled(
            planned.payouts - made.payouts - taken.payouts,
            formatReais(planned.amountCentavos - made.amountCentavos - taken.amountCentavos),
            dueOn,
            place,
          ),
          awaitedApprovals(journal, run, text)[0] ?? schedule.sendOn(run.id),
          ...(made.payouts > 0 ? [sheet.sentElsewhere(made.payouts, formatReais(made.amountCentavos))] : []),
          ...(taken.payouts > 0 ? [stateLine('duplicate', taken)] : []),
          ...(paid.payouts > 0 ? [paidLine] : []),
        ]
      : [
          paidLine,
          ...(rejection === undefined ? [] : [text.payouts.rejection.rejected(run.id, singleLine(rejection.person))]),
        ];
  return { isPaid, outcome, states };
}

/** `Line 17 (F-0017, Maria Silva, R$ 25,00): the key does not exist; the money never left` */
function unpaidLine(payout: PayoutRecord, { text }: HumanStyle): string {
  const { state: status, code, reason } = payout;
  const why = payoutReason({ status, code, reason }, text) ?? text.statuses.payout[status];
  return `${describePayout(payout, text)}: ${singleLine(why)}`;
}

function detailsOf(journal: Journal, run: RunRecord, { text, language }: HumanStyle): LabelledValue[] {
  const { fields, labels } = text;
  const { sheet } = text.payouts;
  const people = [...journal.log.entries(run.id)].flatMap(({ act, details }) =>
    act === 'approved' && typeof details['by'] === 'string' ? [singleLine(details['by'])] : [],
  );
  const when = run.approvedAt === null ? '—' : formatMoment(run.approvedAt, language);
  const onTop = journal.feeOnTop(run.id).payouts;
  return [
    [fields.service, run.origin],
    people.length === 0 ? [fields.approvedAt, when] : [sheet.approved, `${when}, ${people.join(', ')}`],
    [labels.plan.digest, run.digest],
    ...(onTop === 0 ? [] : [[fields.fee, sheet.feeOnTop(onTop, run.payouts)] as const]),
  ];
}

/** More lines would hide the other messages. */
const UNCONFIRMED_MAXIMUM = 10;
const RUNS_MAXIMUM = 5;

/**
 * Reports every row without a confirmed outcome, and what you have to do about it.
 *
 * @param isOffered whether the command that checks them again was already shown
 */
export function reportUnconfirmedRows(screen: Screen, journal: Journal, runId: string, isOffered: boolean): void {
  const all = groupTally(journal.tally(runId), 'open').payouts;
  const rows = [...journal.payouts(runId, { states: OPEN_STATES, maximum: UNCONFIRMED_MAXIMUM })];
  const more =
    all > UNCONFIRMED_MAXIMUM ? screen.text.payouts.moreUnconfirmed(all - UNCONFIRMED_MAXIMUM, runId) : undefined;
  reportUnconfirmed(screen, journal, rows, { isOffered, more });
}

/** Reports the other runs of the service and account that have such rows. */
export function reportOtherRuns({ text, warn }: Screen, payouts: OpenPayouts, runId: string): void {
  const { journal, origin, knownAccount } = payouts;
  const ids = new Set(journal.unconfirmed(knownAccount).map((payout) => payout.runId));
  const others = [...ids].filter((id) => id !== runId && journal.run(id).origin === origin);
  const { unconfirmedIn, moreUnconfirmedRuns, sheet } = text.payouts;
  for (const id of others.slice(0, RUNS_MAXIMUM)) {
    const open = groupTally(journal.tally(id), 'open');
    warn(`${unconfirmedIn(id, open.payouts, formatReais(open.amountCentavos))} ${sheet.check(id)}`);
  }
  if (others.length > RUNS_MAXIMUM) warn(moreUnconfirmedRuns(others.length - RUNS_MAXIMUM));
}

/** The same of rows of any runs, and `more` of those that are not listed. What to do is said once for each run. */
export function reportUnconfirmed(
  { text, warn }: Screen,
  journal: Pick<Journal, 'payouts'>,
  rows: readonly PayoutRecord[],
  { isOffered = false, more }: { readonly isOffered?: boolean; readonly more?: string | undefined } = {},
): void {
  const { unconfirmed, decide, sheet } = text.payouts;
  const kindOf = ({ state, refusedAt }: PayoutRecord) =>
    state === 'absent' || state === 'ambiguous' ? state : refusedAt === null ? 'unknown' : 'refused';
  for (const payout of rows) warn(unconfirmed[kindOf(payout)](describePayout(payout, text)));
  if (more !== undefined) warn(more);
  for (const runId of new Set(rows.map((payout) => payout.runId))) {
    const linesIn = (kind: ReturnType<typeof kindOf>) =>
      rows.filter((payout) => payout.runId === runId && kindOf(payout) === kind).map(({ line }) => line);
    const only = (lines: readonly number[]) => (lines.length === 1 && more === undefined ? lines[0] : undefined);
    const [absent, ambiguous] = [linesIn('absent'), linesIn('ambiguous')];
    const isSought = linesIn('unknown').length + linesIn('refused').length > 0;
    if (absent.length > 0) {
      warn(decide.absent(runId, only(absent), permissionWord('absent', absentCode(journal, runId))));
    }
    if (ambiguous.length > 0) warn(decide.ambiguous(runId, only(ambiguous)));
    if (isSought && !isOffered) warn(sheet.check(runId));
  }
}
