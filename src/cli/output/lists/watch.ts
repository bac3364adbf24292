import { ApiError, InterruptedError, TransportError } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import { EndOfWatch, Interruption } from '../../context/host.ts';
import { isFinal } from '../../../contract/final-status.ts';
import { formatTime } from '../dates.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/**
 * Reads again and again, until interrupted. A temporary failure is reported, and so is its end; the next reading follows
 * at its time. Any other failure ends it, and so does one of the first reading.
 *
 * @param seconds between two readings
 */
export async function* watch<Reading>(
  { host: { now, sleep }, screen: { text } }: Context,
  seconds: number,
  read: () => Promise<Reading>,
  report: (line: string) => void,
): AsyncGenerator<Reading, never, undefined> {
  let hasFailed = false;
  for (let isFirst = true; ; isFirst = false) {
    let reading: { readonly value: Reading } | undefined;
    try {
      reading = { value: await untilInterrupted(read()) };
      if (hasFailed) report(text.lists.watchResumed(formatTime(new Date(now()))));
      hasFailed = false;
    } catch (error) {
      if (isFirst || !isPassing(error)) throw error;
      const { describeFailure } = await import('../../errors/failure.ts');
      report(text.lists.watchFailed(describeFailure(error, text).message));
      hasFailed = true;
    }
    if (reading !== undefined) yield reading.value;
    await untilInterrupted(sleep(seconds * 1_000));
  }
}

/** @throws EndOfWatch when it is interrupted */
export async function untilInterrupted<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Interruption || error instanceof InterruptedError) {
      throw new EndOfWatch('the watch has ended', { cause: error });
    }
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return true;
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

/**
 * Looks something up, at growing intervals, until its status is final.
 *
 * @param first its state when it was last read
 * @param message shown to a person while the status is not final
 */
export async function* followStatus<Thing extends { readonly status?: string | null | undefined }>(
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
