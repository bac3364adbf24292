import type { PagePlace } from '../../../client/pages.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { formatDay, formatMinute } from '../dates.ts';
import { valueAt, type StatusOf } from '../fields.ts';
import { formatCount, humanStatus, statusWords, type HumanStyle } from '../human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines } from '../sheet.ts';
import { alignedRight, padToWidth, textWidth, wrappedLines } from '../text-width.ts';

interface SummedRow {
  readonly status?: string | null | undefined;
  readonly value: number;
}

interface ListFacts {
  readonly name: 'payments' | 'withdraws';
  readonly pagination: PagePlace;
  /** The service's statistics of the whole list; amounts are centavos. */
  readonly statistics: object;
  readonly status: string | undefined;
  /** Undefined where the list has no bounds in time. */
  readonly within: RowsOfSpan | undefined;
  /** Whether sums by status and the statistics are shown, too. */
  readonly isVerbose: boolean;
}

/** A span, and whether rows belong to it by when they changed the balance. */
interface NamedSpan extends TimeSpan {
  readonly isSettled: boolean;
}

interface RowsOfSpan {
  readonly span: NamedSpan;
  /** Whether there may be more rows than those that are shown. */
  readonly isCut: boolean;
}

const COMPLETED = 'COMPLETED';
const STATUS_OF = { payments: 'charge', withdraws: 'withdrawal' } as const satisfies Record<string, StatusOf>;

/**
 * How many rows there are, of how many, and their sum. It is that of one status; of a whole span, that of what was
 * completed: one over all would be read as money that was moved.
 */
export function listFooter(rows: readonly SummedRow[], facts: ListFacts, style: HumanStyle): string {
  const line = wrappedLines([countOf(rows, facts, style)], style.columns, style.palette.label);
  return facts.isVerbose ? line + statisticsOf(rows, facts, style) : line;
}

function countOf(rows: readonly SummedRow[], facts: ListFacts, style: HumanStyle): string {
  const { name, pagination, within } = facts;
  const { lists } = style.text;
  const counted = lists.counted[name](rows.length);
  const sum = sumOfRows(rows, facts, style);
  // Beside the number of all, the sum of those that are shown would be read as that of all.
  if (within === undefined && rows.length < pagination.total) {
    return lists.shown(rows.length, lists.counted[name](pagination.total), sum ?? '');
  }
  const span = within === undefined ? '' : ` ${spanWords(within.span, style)}`;
  if (within?.isCut === true) return lists.someWithin(counted + span);
  return [counted + span, ...(sum === undefined ? [] : [sum])].join(' · ');
}

function sumOfRows(rows: readonly SummedRow[], { name, within }: ListFacts, { text }: HumanStyle): string | undefined {
  const sumOf = (summed: readonly SummedRow[]) =>
    formatReais(summed.reduce((sum, { value }) => sum + BigInt(value), 0n));
  if (rows.length < 2) return undefined;
  if (rows.every(({ status }) => status === rows[0]?.status)) return sumOf(rows);
  if (within === undefined || within.isCut) return undefined;
  const completed = rows.filter(({ status }) => status === COMPLETED);
  if (completed.length === 0) return undefined;
  return `${statusWords(COMPLETED, STATUS_OF[name], text)}: ${completed.length}, ${sumOf(completed)}`;
}

/** Sums by status, and the service's figures; those are of all time, so they are not shown beside the rows of a span. */
function statisticsOf(rows: readonly SummedRow[], facts: ListFacts, style: HumanStyle): string {
  const { text, palette } = style;
  const { name, status, within } = facts;
  const sums = sumLines(rows, STATUS_OF[name], style);
  const statistics = within === undefined ? labelledLines(statisticsLines(facts, style), style) : '';
  if (statistics === '') return sums;
  const { wholeList } = text.labels;
  const scope =
    status === undefined ? wholeList.all : wholeList.status(humanStatus(status, STATUS_OF[name], text, palette));
  return `${sums}\n${scope}\n${statistics}`;
}

/** Instead of a list without rows: what was filtered, so that a mistyped filter is seen. */
export function emptyList(
  { name, status, span }: Pick<ListFacts, 'name' | 'status'> & { readonly span: NamedSpan },
  style: HumanStyle,
): string {
  const { text } = style;
  const filters = [
    status === undefined ? '' : statusWords(status, STATUS_OF[name], text).toLowerCase(),
    spanWords(span, style),
  ].filter((filter) => filter !== '');
  return text.lists.none[name](filters.length === 0 ? '' : `: ${filters.join(', ')}`);
}

function spanWords(span: NamedSpan, style: HumanStyle): string {
  const words = daysOf(span, style);
  return words === '' || !span.isSettled ? words : style.text.labels.spans.settled(words);
}

/** `since today`, `from 2026-07-01 to 2026-07-31`: whole days without a time, and the last one as it is typed. */
function daysOf({ from, before }: TimeSpan, { text, language, now }: HumanStyle): string {
  const { spans } = text.labels;
  const wordOf = (day: number, moment: number) => {
    const start = new Date(moment);
    if (start.setHours(0, 0, 0, 0) !== moment) return formatMinute(moment, language);
    return new Date(now).setHours(0, 0, 0, 0) === new Date(day).setHours(0, 0, 0, 0)
      ? spans.today
      : formatDay(new Date(day), language);
  };
  const since = from === undefined ? undefined : wordOf(from, from);
  // The end is excluded: of a whole day, the moment before it is part.
  const until = before === undefined ? undefined : wordOf(before - 1, before);
  if (since === undefined) return until === undefined ? '' : spans.until(until);
  if (until === undefined) return spans.since(since);
  if (since !== until) return spans.between(since, until);
  return since === spans.today ? since : spans.on(since);
}

/** `Processing  2 rows  R$ 30,00`, in columns. */
function sumLines(rows: readonly SummedRow[], of: StatusOf, { text, palette }: HumanStyle): string {
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const { status, value } of rows) {
    const name = status ?? '';
    const { count, amount } = sums.get(name) ?? { count: 0, amount: 0n };
    sums.set(name, { count: count + 1, amount: amount + BigInt(value) });
  }
  const names = [...sums.keys()].map((name) =>
    name === '' ? text.lists.unknownStatus : humanStatus(name, of, text, palette),
  );
  const width = Math.max(...names.map(textWidth));
  const amounts = alignedRight(Array.from(sums.values(), ({ amount }) => formatReais(amount)));
  const counts = alignedRight(Array.from(sums.values(), ({ count }) => text.lists.rows(count)));
  return names
    .map((name, index) => `  ${padToWidth(name, width)}  ${counts[index] ?? ''}  ${amounts[index] ?? ''}\n`)
    .join('');
}

function statisticsLines(
  { name: list, statistics }: ListFacts,
  { text, language }: HumanStyle,
): [label: string, value: string][] {
  const shown = Object.entries(text.labels.statistics[list]).flatMap(([name, label]): [string, string][] => {
    const value = valueAt(statistics, name);
    if (typeof value !== 'number') return [];
    return [[`  ${label}`, name.endsWith('Value') ? formatReais(value) : formatCount(value, language)]];
  });
  const values = alignedRight(shown.map(([, value]) => value));
  return shown.map(([label], index) => [label, values[index] ?? '']);
}
