import type { Screen } from '../../context/screen.ts';
import type { Output } from '../../output/output.ts';
import { createPalette } from '../../output/palette.ts';
import type { RunRow } from './run-row.ts';
import { OPEN_STATES } from '../../../payouts/payout-state.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import {
  groupTally,
  STATE_GROUPS,
  type PayoutRecord,
  type RunRecord,
  type RunTally,
} from '../../../payouts/journal/records.ts';
import { rowsTakenElsewhere } from '../../../payouts/rules/duplicates/verdict.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import { formatMinute, formatMoment } from '../../output/dates.ts';
import { doneMark, humanStatus, type HumanStyle, payoutReason } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { labelledLines, type LabelledValue } from '../../output/sheet.ts';
import { wrapToWidth, sayLines, singleLine } from '../../output/text-width.ts';

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
  const { text, palette, columns = Infinity } = style;
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
    ...(isStatus ? nextSteps(run, tally, text) : []),
  ];
  const shown = lines.flatMap((line) => wrapToWidth(line, columns)).map((line) => `${line}\n`);
  return shown.join('') + (isVerbose ? labelledLines(detailsOf(journal, run, style), palette, style.columns) : '');
}

/** Where data is printed, a person sees the sheet of a run beside it. */
export async function notifySheet(
  { notify }: Screen,
  output: Output<RunRow>,
  sheet: (style: HumanStyle) => string,
): Promise<void> {
  if (output.isForPerson) return;
  const style = { ...(await output.style()), palette: await createPalette(false), columns: undefined };
  sayLines(sheet(style), notify);
}

/** While payments are unconfirmed, those are what comes next. */
function nextSteps(run: RunRecord, tally: RunTally, { payouts: { sheet } }: HumanStyle['text']): readonly string[] {
  const isWaiting = run.approvedAt === null || (run.dueOn !== null && tally.planned.payouts === run.payouts);
  if (isWaiting || groupTally(tally, 'open').payouts > 0) return [];
  if (tally.planned.payouts > 0) return [sheet.resume(run.id)];
  return groupTally(tally, 'notPaid').payouts > 0 ? [sheet.retry(run.id, retryEnding(run))] : [];
}

/** People correct a workbook in a workbook. */
export function retryEnding({ source }: RunRecord): string {
  return /\.xlsx$/i.test(source) ? '.xlsx' : '.csv';
}

/** Below the rows of a run. */
export function paidFooter(journal: Journal, run: RunRecord, style: HumanStyle): string {
  const { outcome, states } = paidLines(journal, run, journal.tally(run.id), style, true);
  const lines = [...outcome, ...states].flatMap((line) => wrapToWidth(line, style.columns ?? Infinity));
  return `${lines.join('\n')}\n`;
}

/** What was paid, and what is neither paid nor finally unpaid. */
function paidLines(journal: Journal, run: RunRecord, tally: RunTally, style: HumanStyle, isStored: boolean) {
  const { text, palette } = style;
  const { sheet, schedule } = text.payouts;
  const paid = groupTally(tally, 'paid');
  const isPaid = paid.payouts > 0 && paid.payouts + rowsTakenElsewhere(journal, run.id).paid === run.payouts;
  const isScheduled = run.dueOn !== null && tally.planned.payouts === run.payouts;
  const [sum, all] = [formatReais(paid.amountCentavos), formatReais(run.amountCentavos)];
  const place = sheet.place(singleLine(run.source), run.id);
  const [accepted] = isStored ? journal.payouts(run.id, { states: ['accepted'], maximum: 1 }) : [];
  const since = accepted && formatMinute(new Date(accepted.changedAt).toISOString(), style.language);
  const recorded = since === undefined ? '' : `, ${sheet.recorded(since)}`;
  const checked = tally.unknown.payouts > 0 ? 'unknown' : 'sending';
  const states = COUNTED_STATES.filter((state) => tally[state].payouts > 0 && !isScheduled).map((state) => {
    const { payouts, amountCentavos } = tally[state];
    const line = `${humanStatus(state, 'payout', text, palette)}: ${payouts} (${formatReais(amountCentavos)})`;
    if (state === 'accepted') return line + recorded;
    return state === checked ? `${line}. ${sheet.check(run.id)}` : line;
  });
  const paidLine = isPaid
    ? `${doneMark(style)}${sheet.paid(paid.payouts, sum, place)}`
    : sheet.partlyPaid(paid.payouts, run.payouts, sum, all, place);
  const outcome = isScheduled
    ? [schedule.scheduled(run.payouts, all, run.dueOn, place), schedule.sendOn(run.id)]
    : [paidLine];
  return { isPaid, outcome, states };
}

/** `Line 17 (F-0017, Maria Silva, R$ 25,00): the key does not exist; the money never left` */
function unpaidLine(payout: PayoutRecord, { text }: HumanStyle): string {
  const { state: status, code, reason } = payout;
  const why = payoutReason({ status, code, reason }, text) ?? text.statuses.payout[status];
  return `${describePayout(payout, text)}: ${singleLine(why)}`;
}

function detailsOf(journal: Journal, run: RunRecord, { text, language }: HumanStyle): LabelledValue[] {
  const { sheet } = text.payouts;
  const people = [...journal.log.entries(run.id)].flatMap(({ act, details }) =>
    act === 'approved' && typeof details['by'] === 'string' ? [singleLine(details['by'])] : [],
  );
  const when = run.approvedAt === null ? '—' : formatMoment(new Date(run.approvedAt).toISOString(), language);
  const onTop = journal.feeOnTop(run.id).payouts;
  return [
    [sheet.at, run.origin],
    people.length === 0 ? [sheet.confirmed, when] : [sheet.approved, `${when}, ${people.join(', ')}`],
    [sheet.digest, run.digest],
    ...(onTop === 0 ? [] : [[sheet.fee, sheet.feeOnTop(onTop, run.payouts)] as const]),
  ];
}
