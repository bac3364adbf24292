import type { Run } from '../../command/command.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import { listProgress } from '../../output/progress-line.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { nothing, type HumanStyle } from '../../output/human-value.ts';
import { wrapToWidth, padToWidth, textWidth } from '../../output/text-width.ts';
import { readTimeSpan } from '../../input/moment.ts';
import type { Catalogue } from '../../text/translate.ts';
import {
  daysBetween,
  flowsByDay,
  paymentFlow,
  startOfDay,
  sumFlows,
  withdrawalFlow,
  byWeek,
  type DayFlow,
  type Flow,
  type FlowSum,
} from './day-flows.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { stats } from './command.ts';
import type { Payment, Withdrawal } from '../../../client/answers.ts';
import { isForbidden } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import type { ProofOptions, ProvenList } from '../../../lists/proof.ts';
import { isFinal } from '../../../contract/final-status.ts';
import { formatDay, isoTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';

const DAYS_DEFAULT = 30;
/** A service whose clock is ahead has rows of days to come: each has its line, as far as a clock may be wrong. */
const DAYS_AHEAD_MAXIMUM = 366;

export const FIELDS: Fields<DayFlow> = [
  { path: 'day', kind: 'day' },
  ...ofKind('money', 'received', 'sent', 'fees', 'net'),
  ...ofKind('count', 'payments', 'withdraws'),
];

export const run: Run<typeof stats, DayFlow> = async (context, flags, output) => {
  const { interruption: signal } = context.host;
  const { text } = context.screen;
  const now = context.host.now();
  const { by: basis = 'created' } = flags;
  const period = readPeriod(flags, now, text);
  const { since, before } = period;
  const client = await context.session.openClient(await context.session.settings());
  const until = before === undefined ? undefined : new Date(before);
  const options = (list: 'payments' | 'withdraws') => ({
    // A charge may be paid long after its creation, which then says nothing, and may be missing.
    ...(basis === 'settled' && list === 'payments' ? {} : { since, until }),
    signal,
    onProgress: listProgress(context, list),
  });
  const payments = await readFlows(client.payments, (row) => paymentFlow(row, basis), options('payments'));
  const withdraws = await readFlows(client.withdraws, withdrawalFlow, options('withdraws'));
  const read = { payments, withdraws };
  const lists = ['payments', 'withdraws'] as const;
  if (payments === undefined && withdraws === undefined) {
    throw commandError(EXIT.access, 'permission_missing', text.stats.nothingReadable);
  }

  const end = Math.min(before ?? Infinity, startOfDay(now, -DAYS_AHEAD_MAXIMUM).getTime());
  const isWithin = ({ at }: Flow) => Date.parse(at) >= since.getTime() && Date.parse(at) < end;
  const flows = lists.flatMap((list) => read[list]?.flows ?? []).filter(isWithin);
  const latest = flows.reduce((last, { at }) => Math.max(last, Date.parse(at)), 0);
  const days = Math.max(period.days, daysBetween(startOfDay(since.getTime(), 0), latest + 1));
  const isRead = { payments: payments !== undefined, withdraws: withdraws !== undefined };
  const byDay = flowsByDay(flows, { from: since, days, isRead });
  const totals = sumFlows(flows, isRead);
  const unproven = lists.filter((list) => read[list]?.verdict.isProven === false);
  if (output.isForPerson) {
    await context.screen.printLong(...flowChart(byDay, totals, basis, await context.screen.style()));
  } else {
    const facts = { since: since.toISOString(), until: until?.toISOString() ?? null, by: basis, asOf: isoTime(now) };
    const proven = unproven.length === 0 && isRead.payments && isRead.withdraws;
    await output.list({ batches: [byDay], envelope: (days) => ({ ...facts, proven, days, totals }) }, FIELDS);
  }

  for (const list of lists) if (!isRead[list]) context.screen.warn(text.stats.unreadable[list]);
  const feesUnknown = flows.filter(({ fee }) => fee === undefined).length;
  if (feesUnknown > 0) context.screen.warn(text.stats.feesUnknown(feesUnknown));
  if (unproven.length > 0) {
    const told = text.stats.incomplete(unproven.map((list) => text.lists.names[list]).join(', '));
    throw commandError(EXIT.partlyDone, 'not_proven', told, { details: { lists: unproven } });
  }
};

/** The days to sum up: the last ones, or those of a span of time, up to now. */
function readPeriod(flags: OptionsOf<typeof stats>, now: number, text: Catalogue) {
  const { days = DAYS_DEFAULT } = flags;
  const { from, before } = readTimeSpan(flags, now, text);
  const isBounded = from !== undefined || before !== undefined;
  const end = Math.min(before ?? Infinity, now);
  const since = from === undefined ? startOfDay(end - (before === undefined ? 0 : 1), days - 1) : new Date(from);
  if (since.getTime() > end) throw usageError('invalid_date', text.usage.notYet);
  return { since, before, days: isBounded ? daysBetween(startOfDay(since.getTime(), 0), end) : days };
}

interface FlowSource<Row> {
  proven(options: ProofOptions): ProvenList<Row>;
  page(query: { fresh: true }): Promise<Page<Row, unknown>>;
}

/**
 * The amounts of a list's rows since a moment; reads no further back, and proves that no row is missing.
 *
 * @returns undefined when the key may not read the list
 */
async function readFlows<Row extends Payment | Withdrawal>(
  source: FlowSource<Row>,
  flowOf: (row: Row) => Flow | undefined,
  options: ProofOptions,
) {
  try {
    // Pages of full size may come from a cache that is a minute old.
    const { items } = await source.page({ fresh: true });
    const newest = new Map(items.map((row) => [row.id, row]));
    const proven = source.proven(options);
    let flows: Flow[] = [];
    for await (const step of proven.steps()) {
      if (step.type === 'restart') flows = [];
      else {
        for (const { row } of step.rows) {
          const flow = flowOf(isFinal(row) ? row : (newest.get(row.id) ?? row));
          if (flow !== undefined) flows.push(flow);
        }
      }
    }
    return { flows, verdict: proven.verdict() };
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

const COLUMNS_DEFAULT = 100;
const GAP = '  ';
const BAR = { least: 4, most: 24 };
/** A month. More days would be more than a screen. */
const DAYS_SHOWN = 31;

type Measure = 'received' | 'sent';

/**
 * A line per day, or per week of a longer period, with bars on one scale, and what they sum up to: below, or above for a
 * pager.
 */
function flowChart(
  days: readonly DayFlow[],
  totals: FlowSum,
  basis: 'created' | 'settled',
  style: HumanStyle,
): [string, forPager: string] {
  const { text, palette, columns = COLUMNS_DEFAULT } = style;
  const { fields, stats } = text;
  const isByWeek = days.length > DAYS_SHOWN;
  const shown = isByWeek ? byWeek(days) : days;
  const measures = (['received', 'sent'] as const).filter((measure) => totals[measure] !== null);
  const largest = Math.max(1, ...shown.flatMap((day) => measures.map((measure) => day[measure] ?? 0)));
  const rowOf = (name: string, sum: Pick<FlowSum, Measure>) => [
    name,
    ...measures.map((measure) => amountOf(sum[measure], style)),
  ];
  const labels = { received: fields.received, sent: fields['metadata.sent'] };
  const head = [isByWeek ? stats.week : fields.day, ...measures.map((measure) => labels[measure])];
  const rows = shown.map((day) => rowOf(formatDay(new Date(`${day.day}T12:00:00`), style.language), day));
  const total = rowOf(text.lists.total, totals);
  const widths = head.map((_, index) => Math.max(...[head, ...rows, total].map((row) => textWidth(row[index] ?? ''))));
  const cellsWidth = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const room = Math.floor((columns - cellsWidth) / Math.max(1, measures.length)) - GAP.length;
  const barWidth = style.isSpoken === true || room < BAR.least ? 0 : Math.min(BAR.most, room);
  const line = (row: readonly string[], barsOf: (measure: Measure) => string, paint = (cell: string) => cell) =>
    row
      .flatMap((cell, index) => {
        const measure = measures[index - 1];
        const padded = paint(padToWidth(cell, widths[index] ?? 0, measure === undefined ? 'behind' : 'before'));
        return measure === undefined || barWidth === 0 ? [padded] : [padded, barsOf(measure)];
      })
      .join(GAP)
      .trimEnd();
  const noBar = () => ' '.repeat(barWidth);
  const heading = line(head, noBar, palette.heading);
  const bars = rows.map((row, index) =>
    line(row, (measure) => paintedBar(measure, (shown[index]?.[measure] ?? 0) / largest, barWidth, style)),
  );
  const sums = [
    line(total, noBar, palette.heading),
    ...wrapToWidth(text.labels.spans[basis](summaryOf(totals, style)), columns),
  ];
  const textOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
  return [textOf(heading, ...bars, ...sums), textOf(heading, ...sums, ...bars)];
}

/** What no day shows. No net: it would lack what the balance has, and need a sentence that says so. */
function summaryOf({ payments, withdraws, fees }: FlowSum, { text }: HumanStyle): string {
  const { stats, fields } = text;
  return [
    ...(payments === null ? [] : [stats.receivedCount(payments)]),
    ...(withdraws === null ? [] : [stats.sentCount(withdraws)]),
    `${fields.fees.toLowerCase()} ${formatReais(fees)}`,
  ].join(' · ');
}

function amountOf(amount: number | null, style: HumanStyle): string {
  if (amount === null) return nothing(style);
  return amount === 0 ? style.palette.label(formatReais(0)) : formatReais(amount);
}

/** Zero alone draws nothing. */
function paintedBar(measure: Measure, share: number, width: number, { palette }: HumanStyle): string {
  const blocks = share <= 0 ? 0 : Math.max(1, Math.round(share * width));
  return (measure === 'received' ? palette.good : palette.waiting)('█'.repeat(blocks).padEnd(width));
}
