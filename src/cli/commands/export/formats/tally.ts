import * as z from 'zod';
import { centavos, type Centavos } from '../../../../pix/centavos.ts';
import { valueAt, type Field } from '../../../output/fields.ts';

export const rowFacts = z.object({
  id: z.string(),
  status: z.string().nullish(),
  createdAt: z.string().nullish(),
});
export type RowFacts = z.output<typeof rowFacts>;

export interface Tally {
  readonly rows: number;
  /** Rows per status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Sums of every money column in centavos; null if a sum is too large to be exact. */
  readonly sums: Readonly<Record<string, Centavos | null>>;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

export class MoneySums {
  readonly #sums: Map<string, bigint>;

  constructor(fields: readonly Field[]) {
    this.#sums = new Map(fields.filter(({ kind }) => kind === 'money').map(({ path }) => [path, 0n]));
  }

  add(item: unknown): void {
    for (const [path, sum] of this.#sums) {
      const amount = valueAt(item, path);
      if (typeof amount === 'number') this.#sums.set(path, sum + BigInt(centavos(amount)));
    }
  }

  total(): Tally['sums'] {
    return Object.fromEntries(Array.from(this.#sums, ([path, sum]) => [path, exactly(sum)]));
  }
}

export class RowTally {
  readonly #sums: MoneySums;
  readonly #statuses = new Map<string, number>();
  #rows = 0;
  #firstId: string | null = null;
  #lastId: string | null = null;

  constructor(fields: readonly Field[]) {
    this.#sums = new MoneySums(fields);
  }

  add({ id, status }: RowFacts, item: unknown): void {
    this.#rows += 1;
    this.#firstId ??= id;
    this.#lastId = id;
    if (status !== undefined) {
      const word = status ?? 'unknown';
      this.#statuses.set(word, (this.#statuses.get(word) ?? 0) + 1);
    }
    this.#sums.add(item);
  }

  total(): Tally {
    return {
      rows: this.#rows,
      statuses: Object.fromEntries(this.#statuses),
      sums: this.#sums.total(),
      firstId: this.#firstId,
      lastId: this.#lastId,
    };
  }
}

function exactly(sum: bigint): Centavos | null {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? centavos(number) : null;
}
