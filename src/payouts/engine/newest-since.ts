import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { unusualLimit } from '../accounts/newest-page.ts';
import { epochMsOf } from '../journal/withdrawal-facts.ts';

export interface NewestSince {
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Pick<Clock, 'random'>;
  /** The service's clock. */
  readonly sinceMs: number;
  readonly rowsMaximum: number;
  /** Withdrawals that the service has reported. A list without them is too old. */
  readonly known?: readonly string[];
  readonly isInterrupted?: (() => boolean) | undefined;
}

/** Rows as far as they were read, newest first. */
export interface NewestRows {
  readonly rows: readonly Withdrawal[];
  /** Whether it has read all withdrawals since that time. */
  readonly isRead: boolean;
  /** Why it has not. */
  readonly error?: PixError;
}

/** A request that an earlier command happened to make is answered from the service's cache: a limit of its own avoids it. */
const READS_MAXIMUM = 3;
const LIMIT_ADDED = 50;

/** Reads the withdrawals created since a time page by page, requested so that no answer comes from a cache. */
export async function readNewestSince(wanted: NewestSince): Promise<NewestRows> {
  const { clock, known = [], isInterrupted = () => false } = wanted;
  for (let reads = 1; ; reads += 1) {
    const newest = await readPages(wanted, unusualLimit(clock) + (reads === 1 ? 0 : LIMIT_ADDED));
    const ids = new Set(newest.rows.map(({ id }) => id));
    const isTooOld = newest.isRead && known.some((id) => !ids.has(id));
    if (!isTooOld || reads === READS_MAXIMUM || isInterrupted()) return newest;
  }
}

async function readPages(wanted: NewestSince, limit: number): Promise<NewestRows> {
  const { client, sinceMs, rowsMaximum, isInterrupted = () => false } = wanted;
  const rows: Withdrawal[] = [];
  try {
    while (rows.length < rowsMaximum) {
      const { items, pagination } = await client.withdraws.page({
        limit,
        ...(rows.length > 0 && { offset: rows.length }),
      });
      rows.push(...items);
      const isOver = items.length === 0 || rows.length >= pagination.total;
      if (isOver || items.every((row) => isOlder(row, sinceMs))) return { rows, isRead: true };
      if (isInterrupted()) break;
    }
    return { rows, isRead: false };
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    return { rows, isRead: false, error };
  }
}

export function isOlder({ createdAt }: Withdrawal, sinceMs: number): boolean {
  return (epochMsOf(createdAt) ?? Number.POSITIVE_INFINITY) < sinceMs;
}
