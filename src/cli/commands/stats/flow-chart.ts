import type { TimeBasis } from '../../input/time-basis.ts';
import { bar } from '../../output/bar.ts';
import { formatDay } from '../../output/dates.ts';
import { formatCount, type HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { labelledLines } from '../../output/sheet.ts';
import { alignedRight, padToWidth, textWidth, wrapToWidth } from '../../output/text-width.ts';
import type { Language } from '../../text/translate.ts';
import type { DayFlow, FlowSum } from './day-flows.ts';

const COLUMNS_DEFAULT = 100;
const GAP = '  ';
const BAR = { least: 8, most: 24 };

type Measure = 'received' | 'sent';

/** Days from the oldest to today, with bars on one scale, and totals below. */
export function flowChart(
  days: readonly DayFlow[],
  totals: FlowSum,
  { isRecent, basis }: { readonly isRecent: boolean; readonly basis: TimeBasis },
  style: HumanStyle,
): string {
  const { text, palette, columns = COLUMNS_DEFAULT } = style;
  const [first, last] = [days[0], days.at(-1)];
  const title =
    isRecent || first === undefined || last === undefined
      ? text.stats.title(days.length)
      : text.stats.titleOfSpan(dayName(first, style), dayName(last, style));
  const measures = (['received', 'sent'] as const).filter((measure) => totals[measure] !== null);
  const largest = Math.max(1, ...days.flatMap((day) => measures.map((measure) => day[measure] ?? 0)));
  const share = (amount: number | null) => (amount ?? 0) / largest;
  const chart = wideChart(days, measures, share, style) ?? narrowCharts(days, measures, share, style);
  return [
    `${palette.heading(title)}\n\n`,
    chart,
    `\n${palette.heading(text.stats.totals)}\n`,
    labelledLines(totalLines(totals, style), palette, columns),
    '\n',
    ...wrapToWidth(text.stats.explanations[basis], columns).map((line) => `${palette.label(line)}\n`),
  ].join('');
}

function totalLines(totals: FlowSum, { text, language, palette }: HumanStyle): [label: string, value: string][] {
  const { stats } = text;
  const amounts = (['received', 'sent', 'fees', 'net'] as const).map((name) => {
    const amount = totals[name];
    return [stats[name], amount === null ? '—' : formatReais(amount), amount ?? 0] as const;
  });
  const counts = (['payments', 'withdraws'] as const).map(
    (name) => [stats[name], countOf(totals[name], language), 0] as const,
  );
  const lines = [...amounts, ...counts];
  const aligned = alignedRight(lines.map(([, shown]) => shown));
  return lines.map(([label, , amount], index) => {
    const shown = aligned[index] ?? '';
    return [label, amount < 0 ? palette.bad(shown) : shown];
  });
}

function countOf(number: number | null, language: Language): string {
  return number === null ? '—' : formatCount(number, language);
}

interface Cell {
  readonly shown: string;
  readonly side: 'behind' | 'before';
}

/** All sums of a day in one line; undefined when the terminal is too narrow. */
function wideChart(
  days: readonly DayFlow[],
  measures: readonly Measure[],
  share: (amount: number | null) => number,
  style: HumanStyle,
): string | undefined {
  const { text, language, palette, columns = COLUMNS_DEFAULT } = style;
  const { stats } = text;
  const count = (number: number | null): Cell => ({ shown: countOf(number, language), side: 'before' });
  const head: Cell[] = [
    { shown: stats.day, side: 'behind' },
    ...measures.map((measure): Cell => ({ shown: stats[measure], side: 'before' })),
    { shown: stats.fees, side: 'before' },
    { shown: stats.payments, side: 'before' },
    { shown: stats.withdraws, side: 'before' },
  ];
  const rows = days.map((day): Cell[] => [
    { shown: dayName(day, style), side: 'behind' },
    ...measures.map((measure): Cell => ({ shown: amountOf(day[measure], style), side: 'before' })),
    { shown: amountOf(day.fees, style), side: 'before' },
    count(day.payments),
    count(day.withdraws),
  ]);
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => textWidth(row[index]?.shown ?? ''))));
  const cellsWidth = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const room = Math.floor((columns - cellsWidth) / Math.max(1, measures.length)) - GAP.length;
  if (room < BAR.least) return undefined;
  const barWidth = Math.min(BAR.most, room);
  const line = (cells: readonly Cell[], bars: readonly string[]) =>
    cells
      .flatMap(({ shown, side }, index) => {
        const padded = padToWidth(shown, widths[index] ?? 0, side);
        const isMeasured = index > 0 && index <= measures.length;
        return isMeasured ? [padded, bars[index - 1] ?? ''] : [padded];
      })
      .join(GAP)
      .trimEnd();
  const headLine = line(
    head.map(({ shown, side }, index) => ({
      shown: palette.heading(padToWidth(shown, widths[index] ?? 0, side)),
      side,
    })),
    measures.map(() => ' '.repeat(barWidth)),
  );
  const lines = rows.map((row, index) =>
    line(
      row,
      measures.map((measure) => paintedBar(measure, share(days[index]?.[measure] ?? null), barWidth, style)),
    ),
  );
  return `${[headLine, ...lines].join('\n')}\n`;
}

/** Two charts, one below the other, for narrow terminals. */
function narrowCharts(
  days: readonly DayFlow[],
  measures: readonly Measure[],
  share: (amount: number | null) => number,
  style: HumanStyle,
): string {
  const { text, palette, columns = COLUMNS_DEFAULT } = style;
  const names = days.map((day) => dayName(day, style));
  const width = Math.max(...measures.flatMap((measure) => days.map((day) => textWidth(amountOf(day[measure], style)))));
  const room = Math.min(BAR.most, columns - textWidth(names[0] ?? '') - width - 2 * GAP.length);
  const charts = measures.map((measure) => {
    const lines = days.map((day, index) => {
      const amount = padToWidth(amountOf(day[measure], style), width, 'before');
      const bars = room < 1 ? [] : [paintedBar(measure, share(day[measure]), room, style)];
      return `${[names[index] ?? '', amount, ...bars].join(GAP).trimEnd()}\n`;
    });
    return `${palette.heading(text.stats[measure])}\n${lines.join('')}`;
  });
  return charts.join('\n');
}

function dayName({ day }: DayFlow, { language }: HumanStyle): string {
  return formatDay(new Date(`${day}T12:00:00`), language);
}

function amountOf(amount: number | null, { palette }: HumanStyle): string {
  if (amount === null) return palette.label('—');
  return amount === 0 ? palette.label(formatReais(0)) : formatReais(amount);
}

/** Draws no empty remainder; zero draws nothing. */
function paintedBar(measure: Measure, share: number, width: number, { palette }: HumanStyle): string {
  const filled = bar(share, width).replaceAll('░', ' ');
  return (measure === 'received' ? palette.good : palette.waiting)(filled);
}
