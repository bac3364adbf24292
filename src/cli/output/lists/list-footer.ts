import type { PagePlace } from '../../../client/pages.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { formatDay, formatMinute } from '../dates.ts';
import type { StatusOf } from '../fields.ts';
import { statusWords, type HumanStyle } from '../human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { wrappedLines } from '../text-width.ts';

interface SummedRow {
  readonly status?: string | null | undefined;
  readonly value: number;
}

interface ListFacts {
  readonly name: 'payments' | 'withdraws';
  readonly pagination: PagePlace;
  /** Undefined where the list has no bounds in time. */
  readonly within: RowsOfSpan | undefined;
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
  return wrappedLines([countOf(rows, facts, style)], style.columns, style.palette.label);
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

/** Instead of a list without rows: what was filtered, so that a mistyped filter is seen. */
export function emptyList(
  { name, status, span }: Pick<ListFacts, 'name'> & { readonly status: string | undefined; readonly span: NamedSpan },
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
    if (start.setHours(0, 0, 0, 0) !== moment) return formatMinute(day, language);
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
