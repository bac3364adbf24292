import { isAscii, isUtf8 } from 'node:buffer';
import type { ProblemDetails } from './batch-problem.ts';
import type { BatchEncoding } from './batch-summary.ts';

type BinaryKind = ProblemDetails['not_text']['kind'];

/** The text of a file as UTF-8, and what its bytes were taken for. */
export interface Utf8Text {
  /** To be iterated once; nothing when the file is no text. Ends, or throws, as the source does. */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>;
  /** Final when `chunks` has ended. */
  readonly found: { encoding: BatchEncoding | undefined; binary: BinaryKind | undefined };
}

const MAGIC: readonly (readonly [BinaryKind, Buffer])[] = [
  ['xlsx', Buffer.from('504b0304', 'hex')],
  ['xls', Buffer.from('d0cf11e0', 'hex')],
  ['pdf', Buffer.from('%PDF')],
  ['gzip', Buffer.from('1f8b', 'hex')],
];
/** As ISO 8859-1 reads them. */
const BYTE_ORDER_MARKS: readonly (readonly [string, BatchEncoding])[] = [
  ['\u00ef\u00bb\u00bf', 'utf-8-bom'],
  ['\u00ff\u00fe', 'utf-16le'],
  ['\u00fe\u00ff', 'utf-16be'],
];
const LONGEST_SEQUENCE_BYTES = 4;
/** First bytes, from and to, of the characters that Brazilian files have, and how long these are. */
const SEQUENCE_BYTES: readonly (readonly [first: number, last: number, length: number])[] = [
  [0xc2, 0xc5, 2],
  [0xcc, 0xcd, 2],
  [0xe2, 0xe2, 3],
  [0xef, 0xef, 3],
  [0xf0, 0xf0, 4],
];

/** What 0x80 to 0x9f are in Windows-1252; the five that it does not have stay controls. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Turns the bytes of a file into UTF-8 while they arrive.
 *
 * A byte order mark decides; UTF-16 is known without one, too, by the zero in its first character. Otherwise the first
 * character beyond ASCII does: UTF-8 when its bytes are that, else Windows-1252. Up to there both read alike, so
 * nothing that was handed on before is wrong. Bytes that are no UTF-8 after that decision are handed on as they are; a
 * decoder makes U+FFFD of them.
 */
export function toUtf8(source: AsyncIterable<Uint8Array>): Utf8Text {
  const found: Utf8Text['found'] = { encoding: undefined, binary: undefined };
  return { chunks: decoded(source, found), found };
}

async function* decoded(
  source: AsyncIterable<Uint8Array>,
  found: Utf8Text['found'],
): AsyncGenerator<Buffer, void, undefined> {
  let decoder: Decoder | undefined;
  // Held back until there is enough of it to judge.
  let waiting: Buffer = Buffer.alloc(0);
  let isOpening = true;

  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (decoder !== undefined) {
      yield decoder.decode(chunk);
      continue;
    }
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (waiting.length < LONGEST_SEQUENCE_BYTES) continue;
    if (isOpening) {
      found.binary = MAGIC.find(([, magic]) => magic.equals(waiting.subarray(0, magic.length)))?.[0];
      if (found.binary !== undefined) return;
      waiting = waiting.subarray(readOpening(waiting, found));
      isOpening = false;
    }
    if (found.encoding === 'ascii') {
      const ascii = asciiLength(waiting);
      if (ascii > 0) yield waiting.subarray(0, ascii);
      waiting = waiting.subarray(ascii);
      if (waiting.length < LONGEST_SEQUENCE_BYTES) continue;
      found.encoding = encodingOf(waiting);
    }
    decoder = decoderOf(found.encoding);
    yield decoder.decode(waiting);
    waiting = Buffer.alloc(0);
  }

  if (decoder === undefined && waiting.length > 0) {
    if (isOpening) waiting = waiting.subarray(readOpening(waiting, found));
    if (found.encoding === 'ascii' && !isAscii(waiting)) {
      found.encoding = encodingOf(waiting.subarray(asciiLength(waiting)));
    }
    decoder = decoderOf(found.encoding);
    yield decoder.decode(waiting);
  }
  if (decoder !== undefined) yield decoder.end();
}

/** @returns the length of the byte order mark */
function readOpening(bytes: Buffer, found: Utf8Text['found']): number {
  const opening = bytes.subarray(0, 3).toString('latin1');
  const marked = BYTE_ORDER_MARKS.find(([mark]) => opening.startsWith(mark));
  if (marked !== undefined) {
    found.encoding = marked[1];
    return marked[0].length;
  }
  if (/^[^\0]\0/.test(opening)) found.encoding = 'utf-16le';
  else if (/^\0[^\0]/.test(opening)) found.encoding = 'utf-16be';
  else found.encoding = 'ascii';
  return 0;
}

function asciiLength(bytes: Buffer): number {
  if (isAscii(bytes)) return bytes.length;
  return bytes.findIndex((byte) => byte > 0x7f);
}

/**
 * By the character at the start, which is none of ASCII. `É”` of Windows-1252 would be UTF-8, too, for a letter that nobody
 * in Brazil writes: only Latin letters, punctuation and emoji are believed to be UTF-8.
 */
function encodingOf(bytes: Buffer): BatchEncoding {
  const [lead = 0] = bytes;
  const length = SEQUENCE_BYTES.find(([first, last]) => lead >= first && lead <= last)?.[2];
  const isSequence = length !== undefined && bytes.length >= length && isUtf8(bytes.subarray(0, length));
  return isSequence ? 'utf-8' : 'windows-1252';
}

interface Decoder {
  decode(chunk: Buffer): Buffer;
  end(): Buffer;
}

function decoderOf(encoding: BatchEncoding | undefined): Decoder {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return {
      decode: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
      end: () => Buffer.from(decoder.decode()),
    };
  }
  const end = () => Buffer.alloc(0);
  return encoding === 'windows-1252'
    ? { decode: (chunk) => Buffer.from(fromWindows1252(chunk)), end }
    : { decode: (chunk) => chunk, end };
}

/** Not by TextDecoder: some releases of Node 22 and 23 take Windows-1252 for ISO 8859-1. */
function fromWindows1252(chunk: Buffer): string {
  return chunk
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}
