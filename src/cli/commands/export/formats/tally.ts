import * as z from 'zod';
import { centavos, type Centavos } from '../../../../pix/centavos.ts';
import { valueAt, type Field } from '../../../output/fields.ts';

/** What is to be known of any row that goes into a file. */
export const rowFacts = z.object({
  id: z.string(),
  status: z.string().nullish(),
  createdAt: z.string().nullish(),
  postedAt: z.string().optional(),
});
export type RowFacts = z.output<typeof rowFacts>;

/** What the rows of a file come to. */
export interface Tally {
  readonly rows: number;
  /** How many there are of each status; statement entries have none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Of every column that holds money, in centavos; null for more than a number holds exactly. */
  readonly sums: Readonly<Record<string, Centavos | null>>;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

/** Counts and sums rows while they go by. */
export function createTally(fields: readonly Field[]) {
  const sums = new Map(fields.filter(({ kind }) => kind === 'money').map(({ path }) => [path, 0n]));
  const statuses = new Map<string, number>();
  let rows = 0;
  let firstId: string | null = null;
  let lastId: string | null = null;
  return {
    add({ id, status }: RowFacts, item: unknown): void {
      rows += 1;
      firstId ??= id;
      lastId = id;
      if (status !== undefined) {
        const word = status ?? 'unknown';
        statuses.set(word, (statuses.get(word) ?? 0) + 1);
      }
      for (const [path, sum] of sums) {
        const amount = valueAt(item, path);
        if (typeof amount === 'number') sums.set(path, sum + BigInt(centavos(amount)));
      }
    },
    total: (): Tally => ({
      rows,
      statuses: Object.fromEntries(statuses),
      sums: Object.fromEntries(Array.from(sums, ([path, sum]) => [path, exactly(sum)])),
      firstId,
      lastId,
    }),
  };
}

function exactly(sum: bigint): Centavos | null {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? centavos(number) : null;
}
