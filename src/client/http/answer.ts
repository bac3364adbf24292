import { ContractError } from '../errors.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, up to the maximum. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False when the body exceeded the maximum. */
  readonly isWhole: boolean;
}

/** When an answer was made, by its `Date` header, in whole seconds. Milliseconds since the epoch. */
export function answeredAtIn(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Whether an answer says that it comes from a cache: by `Age`, or as most caches do. */
export function isCachedIn(headers: Headers): boolean {
  return Number(headers.get('Age')) > 0 || /^hit/i.test(headers.get('X-Cache') ?? '');
}

/** Reads the body of an answer. It may throw errors of its own. */
export type ReadAnswer = (response: Response, pieces: AsyncIterable<Uint8Array>) => Promise<HttpAnswer>;

const BODY_BYTES_MAXIMUM = 16 * 1024 * 1024;
const ERROR_BODY_BYTES_MAXIMUM = 64 * 1024;

export const readBody: ReadAnswer = (response, pieces) =>
  readUpTo(response.ok ? BODY_BYTES_MAXIMUM : ERROR_BODY_BYTES_MAXIMUM, response, pieces);

/** More than any page of a list, or document: an endless body must not fill the memory until its time is over. */
const LONG_BODY_MIB_MAXIMUM = 64;

/** The same for a body that is shown as it came. @throws {ContractError} when it is longer than any is */
export const readLongBody: ReadAnswer = async (response, pieces) => {
  const answer = await readUpTo(LONG_BODY_MIB_MAXIMUM * 1024 * 1024, response, pieces);
  if (answer.isWhole) return answer;
  throw new ContractError({ path: '', expected: `expected at most ${LONG_BODY_MIB_MAXIMUM} MiB` });
};

async function readUpTo(
  maximumBytes: number,
  { status, headers }: Response,
  pieces: AsyncIterable<Uint8Array>,
): Promise<HttpAnswer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  let isWhole = true;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    isWhole = bytes <= maximumBytes;
    if (!isWhole) break;
    read.push(piece);
  }
  return { status, headers, bytes: new Uint8Array(Buffer.concat(read)), isWhole };
}

export function textOf({ bytes }: Pick<HttpAnswer, 'bytes'>): string {
  return new TextDecoder().decode(bytes);
}

/** The JSON of an answer; undefined when it is invalid or incomplete. */
export function jsonOf(answer: HttpAnswer): unknown {
  if (!answer.isWhole) return undefined;
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined;
  }
}

/**
 * The chunks of a body as they arrive, until the end. A reader that stops early leaves no connection open.
 *
 * @param onCut called when they end too early
 */
export async function* piecesOf(
  { body }: Response,
  signal: AbortSignal,
  onCut: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  // Fetch may ignore the signal by now: on Node 20 and 22, the object that passes it on may have been collected.
  const cancel = () => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    for (;;) {
      const piece: unknown = (await reader.read()).value;
      // What is cancelled ends as if it were whole.
      signal.throwIfAborted();
      if (!(piece instanceof Uint8Array)) return;
      yield piece;
    }
  } catch (error) {
    onCut();
    throw error;
  } finally {
    cancel();
  }
}
