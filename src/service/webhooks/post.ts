const TIMEOUT_MS = 10_000;
/** More of an answer is not read. */
const ANSWER_CHARACTERS_MAXIMUM = 4_000;

/** What came of a request: `status` is null, and `error` says why, when there was no answer. */
export interface PostOutcome {
  readonly status: number | null;
  readonly answer: string;
  readonly error: string | null;
}

/** Posts JSON, and follows no redirect: it could lead anywhere. It never throws. */
export async function post(
  url: string,
  headers: () => Readonly<Record<string, string>>,
  body: string,
  controller: AbortController,
): Promise<PostOutcome> {
  const timeout = setTimeout(() => {
    controller.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`));
  }, TIMEOUT_MS);
  try {
    const { signal } = controller;
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'pix-mock', ...headers() };
    const response = await fetch(url, { method: 'POST', headers: all, body, redirect: 'manual', signal });
    return { status: response.status, answer: await beginningOf(response), error: null };
  } catch (error) {
    return { status: null, answer: '', error: reasonOf(error) };
  } finally {
    clearTimeout(timeout);
  }
}

/** An answer may be endless, or break off: its status has come. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    const chunks: AsyncIterable<Uint8Array> | undefined = body ?? undefined;
    for await (const chunk of chunks ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= ANSWER_CHARACTERS_MAXIMUM) break;
    }
  } catch {
    return text;
  }
  return text;
}

/** The cause is more precise: "connect ECONNREFUSED 127.0.0.1:9" instead of "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
