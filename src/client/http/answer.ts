export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, up to the maximum. */
  readonly text: string;
  /** False when the body exceeded the maximum. */
  readonly isWhole: boolean;
}

export interface BytesAnswer extends HttpAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the body of an answer. */
export type ReadAnswer<Answer> = (response: Response, pieces: AsyncIterable<Uint8Array>) => Promise<Answer>;

const BODY_BYTES_MAXIMUM = 16 * 1024 * 1024;
const ERROR_BODY_BYTES_MAXIMUM = 64 * 1024;

/** The text of an answer. */
export async function readText(
  { ok, status, headers }: Response,
  pieces: AsyncIterable<Uint8Array>,
): Promise<HttpAnswer> {
  const maximumBytes = ok ? BODY_BYTES_MAXIMUM : ERROR_BODY_BYTES_MAXIMUM;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maximumBytes) return { status, headers, text, isWhole: false };
    text += decoder.decode(piece, { stream: true });
  }
  return { status, headers, text: text + decoder.decode(), isWhole: true };
}

/** The same with the bytes of the body, whatever its size. */
export async function readBytes(
  { status, headers }: Response,
  pieces: AsyncIterable<Uint8Array>,
): Promise<BytesAnswer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const bytes = new Uint8Array(Buffer.concat(all));
  return { status, headers, bytes, text: new TextDecoder().decode(bytes), isWhole: true };
}

/** The JSON of an answer; undefined when it is invalid or incomplete. */
export function jsonOf(answer: Pick<HttpAnswer, 'text' | 'isWhole'>): unknown {
  if (!answer.isWhole) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The chunks of a body as they arrive, until the end. A reader that stops early leaves no connection open. */
export async function* piecesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
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
  } finally {
    cancel();
  }
}
