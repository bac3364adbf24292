import { Refusal } from '../wallet/refusal.ts';

const BODY_BYTES_MAXIMUM = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON body of a request. @throws {Refusal} `unsupported_media_type`, `body_too_large` or `invalid_json` */
export async function readJsonBody(request: Request): Promise<unknown> {
  const mediaType = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal('unsupported_media_type', 'The body must be sent with Content-Type: application/json');
  }
  const bytes = await readBounded(request);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal('invalid_json', `The body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('Content-Length');
  if (announced !== null) {
    if (Number(announced) > BODY_BYTES_MAXIMUM) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.byteLength;
    if (length > BODY_BYTES_MAXIMUM) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!(part?.value instanceof Uint8Array)) return;
    yield part.value;
  }
}

function tooLarge(): Refusal {
  return new Refusal('body_too_large', `The body is larger than ${BODY_BYTES_MAXIMUM / 1024} KiB`);
}
