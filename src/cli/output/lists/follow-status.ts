import { isFinal } from '../../../contract/final-status.ts';
import type { Context } from '../../context/context.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

interface Followed {
  readonly status?: string | null | undefined;
}

/**
 * Looks something up, at growing intervals, until its status is final.
 *
 * @param first its state when it was last read
 * @param message shown to a person while the status is not final
 */
export async function* followStatus<Thing extends Followed>(
  { host: { sleep }, screen: { notify } }: Context,
  first: Thing,
  read: () => Promise<Thing>,
  message: string,
): AsyncGenerator<Thing, void, undefined> {
  let seen = first;
  let waitMs = FIRST_WAIT_MS;
  yield seen;
  if (!isFinal(seen)) notify(message);
  while (!isFinal(seen)) {
    await sleep(waitMs);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5);
    seen = await read();
    yield seen;
  }
}
