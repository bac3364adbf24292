import { Refusal } from '../wallet/refusal.ts';

const BODY_BYTES_MAXIMUM = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON body of a request. @throws {Refusal} `unsupported_media_type`, `body_too_large` or `invalid_json` */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBody(request, 'application/json', BODY_BYTES_MAXIMUM);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal('invalid_json', `The body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** The body of a request, counted while it comes in. @throws {Refusal} `unsupported_media_type` or `body_too_large` */
export async function readBody(request: Request, mediaType: string, bytesMaximum: number): Promise<Uint8Array> {
  const sentType = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (sentType !== mediaType) {
    throw new Refusal('unsupported_media_type', `The body must be sent with Content-Type: ${mediaType}`);
  }
  const announced = request.headers.get('Content-Length');
  if (announced !== null) {
    if (Number(announced) > bytesMaximum) throw tooLarge(bytesMaximum);
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.byteLength;
    if (length > bytesMaximum) throw tooLarge(bytesMaximum);
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

function tooLarge(bytesMaximum: number): Refusal {
  return new Refusal('body_too_large', `The body is larger than ${bytesMaximum / 1024} KiB`);
}
