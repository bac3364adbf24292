import { buffer } from 'node:stream/consumers';
import { BODY_BYTES_MAXIMUM } from '../../contract/limits.ts';
import { Refusal } from '../wallet/refusal.ts';
import { UnreadRefusal } from './http-refusal.ts';
import { noteText } from './logged-text.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON body of a request. @throws {Refusal} `unsupported_media_type`, `body_too_large` or `invalid_json` */
export async function readJsonBody(request: Request): Promise<unknown> {
  const pieces = bodyPieces(request, 'application/json', BODY_BYTES_MAXIMUM);
  const isAnnounced = request.headers.has('Content-Length');
  const bytes = isAnnounced ? await received(request.arrayBuffer()) : await buffer(pieces);
  try {
    const text = utf8.decode(bytes);
    noteText(request, text);
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal('invalid_json', `The body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/**
 * The body of a request in chunks as they arrive, for bodies too large for memory.
 *
 * @throws {Refusal} `unsupported_media_type` or `body_too_large`, the latter possibly after some chunks
 */
export function bodyPieces(request: Request, mediaType: string, bytesMaximum: number): AsyncIterable<Uint8Array> {
  const { headers } = request;
  const sentType = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (sentType !== mediaType) {
    throw new Refusal('unsupported_media_type', `The body must be sent with Content-Type: ${mediaType}`);
  }
  if (Number(headers.get('Content-Length') ?? 0) > bytesMaximum) throw tooLarge(bytesMaximum);
  return counted(request, bytesMaximum);
}

async function* counted(request: Request, bytesMaximum: number): AsyncGenerator<Uint8Array> {
  // Asked for only when pieces are read: it costs as much as a withdrawal.
  const reader = request.body?.getReader();
  let length = 0;
  for (;;) {
    const part = reader && (await received(reader.read()));
    if (!(part?.value instanceof Uint8Array)) return;
    length += part.value.byteLength;
    if (length > bytesMaximum) throw tooLarge(bytesMaximum);
    yield part.value;
  }
}

/** Only the client can end a body early: it went away, or took too long. @throws {UnreadRefusal} which it does not get */
async function received<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new UnreadRefusal(error);
  }
}

function tooLarge(bytesMaximum: number): Refusal {
  return new Refusal('body_too_large', `The body is larger than ${bytesMaximum / 1024} KiB`);
}
