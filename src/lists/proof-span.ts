import type { ListFailures, ProvenRow } from './proof-source.ts';
import type { NumberedRow, NumberRange } from './proof.ts';

/** From one moment up to, but not including another. */
interface TimeSpan {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The rows to read, by creation time; all of them without bounds. */
export class ProofSpan {
  readonly #sinceMs: number | undefined;
  readonly #untilMs: number | undefined;
  readonly #failures: ListFailures;

  constructor({ since, until }: TimeSpan, failures: ListFailures) {
    this.#sinceMs = since?.getTime();
    this.#untilMs = until?.getTime();
    this.#failures = failures;
  }

  get hasStart(): boolean {
    return this.#sinceMs !== undefined;
  }

  get hasEnd(): boolean {
    return this.#untilMs !== undefined;
  }

  /** @throws {Error} for a row without a creation time: it may or may not belong to the span */
  has(row: ProvenRow): boolean {
    if (!this.hasStart && !this.hasEnd) return true;
    const time = this.#createdAtMs(row);
    return time >= (this.#sinceMs ?? -Infinity) && time < (this.#untilMs ?? Infinity);
  }

  /**
   * The numbers of the rows of the span, found by halving, because numbers follow creation times. Undefined when they
   * turn out not to: then all rows must be read.
   *
   * @param pageAround returns a page with the row of that number
   */
  async find<Row extends ProvenRow>(
    total: number,
    pageAround: (number: number) => Promise<readonly NumberedRow<Row>[]>,
  ): Promise<NumberRange | undefined> {
    const firstAtOrAfter = (moment: number) => this.#firstAtOrAfter(moment, total, pageAround);
    const from = this.#sinceMs === undefined ? 0 : await firstAtOrAfter(this.#sinceMs);
    const to = this.#untilMs === undefined ? total : await firstAtOrAfter(this.#untilMs);
    return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to) };
  }

  async #firstAtOrAfter<Row extends ProvenRow>(
    moment: number,
    total: number,
    pageAround: (number: number) => Promise<readonly NumberedRow<Row>[]>,
  ): Promise<number | undefined> {
    let low = 0;
    let high = total;
    while (low < high) {
      const page = await pageAround(Math.floor((low + high) / 2));
      const ascending = page.toSorted((one, other) => one.number - other.number).filter(({ number }) => number < total);
      const times = ascending.map(({ row }) => this.#createdAtMs(row));
      if (times.some((time, index) => index > 0 && time < (times[index - 1] ?? time))) return undefined;
      const index = times.findIndex((time) => time >= moment);
      const found = ascending[index];
      const last = ascending.at(-1);
      if (last === undefined) return undefined;
      if (found === undefined) low = last.number + 1;
      else if (index > 0 || found.number <= low) return Math.max(low, found.number);
      else high = found.number;
    }
    return low;
  }

  #createdAtMs({ createdAt }: ProvenRow): number {
    const time = Date.parse(createdAt ?? '');
    if (Number.isNaN(time)) throw this.#failures.broken('createdAt', 'expected an ISO 8601 time');
    return time;
  }
}
