import { formatDay } from '../../output/dates.ts';
import { nothing, type HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { padToWidth, textWidth, wrapToWidth } from '../../output/text-width.ts';
import { byWeek, type DayFlow, type FlowSum } from './day-flows.ts';

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
export function flowChart(days: readonly DayFlow[], totals: FlowSum, style: HumanStyle): [string, forPager: string] {
  const { text, palette, columns = COLUMNS_DEFAULT } = style;
  const { stats } = text;
  const isByWeek = days.length > DAYS_SHOWN;
  const shown = isByWeek ? byWeek(days) : days;
  const measures = (['received', 'sent'] as const).filter((measure) => totals[measure] !== null);
  const largest = Math.max(1, ...shown.flatMap((day) => measures.map((measure) => day[measure] ?? 0)));
  const rowOf = (name: string, sum: FlowSum) => [name, ...measures.map((measure) => amountOf(sum[measure], style))];
  const head = [isByWeek ? stats.week : stats.day, ...measures.map((measure) => stats[measure])];
  const rows = shown.map((day) => rowOf(dayName(day, style), day));
  const total = rowOf(stats.totals, totals);
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
  const sums = [line(total, noBar, palette.heading), ...wrapToWidth(summaryOf(totals, style), columns)];
  const textOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
  return [textOf(heading, ...bars, ...sums), textOf(heading, ...sums, ...bars)];
}

/** What no day shows. No net: it would lack what the balance has, and need a sentence that says so. */
function summaryOf({ payments, withdraws, fees }: FlowSum, { text }: HumanStyle): string {
  const { lists, stats } = text;
  return [
    ...(payments === null ? [] : [stats.receivedCount(payments)]),
    ...(withdraws === null ? [] : [lists.counted.withdraws(withdraws)]),
    `${stats.fees.toLowerCase()} ${formatReais(fees)}`,
  ].join(' · ');
}

function dayName({ day }: DayFlow, { language }: HumanStyle): string {
  return formatDay(new Date(`${day}T12:00:00`), language);
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
