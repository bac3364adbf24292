import { ContractError } from '../client/errors.ts';
import type { NumberedRow, NumberRange } from './proof.ts';

/** From one moment up to, but not including another. */
export interface TimeSpan {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

interface DatedRow {
  readonly createdAt?: string | null | undefined;
}

/**
 * The numbers of the rows that were created within a span, found by halving, as rows are numbered in the order of their
 * creation. Undefined when they turn out not to be: then only reading all of them tells.
 *
 * @param fetchAround a page that has the row of that number
 */
export async function findSpan<Row extends DatedRow>(
  total: number,
  { since, until }: TimeSpan,
  fetchAround: (number: number) => Promise<readonly NumberedRow<Row>[]>,
): Promise<NumberRange | undefined> {
  const from = since === undefined ? 0 : await firstAtOrAfter(since);
  const to = until === undefined ? total : await firstAtOrAfter(until);
  return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to) };

  async function firstAtOrAfter(moment: Date): Promise<number | undefined> {
    let low = 0;
    let high = total;
    while (low < high) {
      const page = await fetchAround(Math.floor((low + high) / 2));
      const ascending = page.toSorted((one, other) => one.number - other.number).filter(({ number }) => number < total);
      const times = ascending.map(({ row }) => createdAtMs(row));
      if (times.some((time, place) => place > 0 && time < (times[place - 1] ?? time))) return undefined;
      const place = times.findIndex((time) => time >= moment.getTime());
      const found = ascending[place];
      const last = ascending.at(-1);
      if (last === undefined) return undefined;
      if (found === undefined) low = last.number + 1;
      else if (place > 0 || found.number <= low) return Math.max(low, found.number);
      else high = found.number;
    }
    return low;
  }
}

export function isWithin(row: DatedRow, { since, until }: TimeSpan): boolean {
  if (since === undefined && until === undefined) return true;
  const time = createdAtMs(row);
  return (since === undefined || time >= since.getTime()) && (until === undefined || time < until.getTime());
}

/** @throws {ContractError} for a row that does not say when it was created: nobody could tell whether it is wanted */
function createdAtMs({ createdAt }: DatedRow): number {
  const time = Date.parse(createdAt ?? '');
  if (Number.isNaN(time)) throw new ContractError({ path: 'createdAt', expected: 'expected an ISO 8601 time' });
  return time;
}
