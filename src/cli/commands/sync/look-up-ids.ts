import { endToEndIdOf } from '../../../account/entry.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { IndexEntries } from '../../../find/index/index-entries.ts';
import type { Context } from '../../context/context.ts';

/** Looked up at once: the rate limiter spaces them. */
const LOOK_UPS_AT_ONCE = 10;

/**
 * Looks up the end-to-end IDs of settled withdrawals, which lists do not contain: each once, newest first. An interruption
 * loses nothing.
 *
 * @returns how many were looked up
 */
export async function lookUpEndToEndIds(context: Context, client: PixClient, account: IndexEntries): Promise<number> {
  const { text, showProgress } = context.screen;
  for (let lookedUp = 0; ;) {
    context.host.interruption.throwIfAborted();
    const rows = account.withoutEndToEndId(LOOK_UPS_AT_ONCE);
    if (rows.length === 0) return lookedUp;
    const found = await Promise.all(rows.map(async ({ key, id }) => ({ key, id: await endToEndIdFor(client, id) })));
    for (const { key, id } of found) account.setEndToEndId(key, id);
    lookedUp += rows.length;
    showProgress(text.sync.lookingUp(lookedUp));
  }
}

async function endToEndIdFor(client: PixClient, id: string): Promise<string | null> {
  try {
    return endToEndIdOf(await client.withdraws.get(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
