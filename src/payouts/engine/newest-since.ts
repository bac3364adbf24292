import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { unusualLimit } from '../accounts/newest-page.ts';
import { epochMsOf } from './withdrawal-facts.ts';

export interface NewestSince {
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Pick<Clock, 'random'>;
  /** The service's clock. */
  readonly sinceMs: number;
  readonly rowsMaximum: number;
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

/** Reads the withdrawals created since a time page by page, requested so that no answer comes from a cache. */
export async function readNewestSince(wanted: NewestSince): Promise<NewestRows> {
  const { client, clock, sinceMs, rowsMaximum, isInterrupted = () => false } = wanted;
  const limit = unusualLimit(clock);
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

function isOlder({ createdAt }: Withdrawal, sinceMs: number): boolean {
  return (epochMsOf(createdAt) ?? Number.POSITIVE_INFINITY) < sinceMs;
}
