import { isAscii, isUtf8 } from 'node:buffer';
import { fromCp850, toCp850 } from '../../files/cp850.ts';
import { fromWindows1252, toWindows1252 } from '../../files/windows-1252.ts';
import type { ProblemDetails } from './batch-problem.ts';
import type { BatchEncoding } from './batch-summary.ts';

export type BinaryKind = ProblemDetails['not_text']['kind'] | 'encrypted_workbook';

/** The text of a file as UTF-8, and its detected encoding. */
interface Utf8Text {
  /** To be iterated once; empty when the file is no text. Ends, or throws, like the source. */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>;
  /** Final when `chunks` has ended. */
  readonly found: { encoding: BatchEncoding | undefined; binary: BinaryKind | undefined };
}

const MAGIC: readonly (readonly [BinaryKind, Buffer])[] = [
  ['xls', Buffer.from('d0cf11e0', 'hex')],
  ['pdf', Buffer.from('%PDF')],
  ['gzip', Buffer.from('1f8b', 'hex')],
];
/** Byte order marks, read as ISO 8859-1. */
const BYTE_ORDER_MARKS: readonly (readonly [string, BatchEncoding])[] = [
  ['\u00ef\u00bb\u00bf', 'utf-8-bom'],
  ['\u00ff\u00fe', 'utf-16le'],
  ['\u00fe\u00ff', 'utf-16be'],
];
/** A stream in a compound file, as .xls is one, too: a workbook with a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const LONGEST_SEQUENCE_BYTES = 4;
/** A workbook of that size has more rows than Excel, and all of it is in memory. */
const WHOLE_MAXIMUM_BYTES = 2 ** 27;
/** The encoding is detected from this many bytes, from the first character beyond ASCII on. */
const JUDGED_BYTES = 1 << 16;

/** Ranges of first bytes in UTF-8, and the lengths of their characters. */
const SEQUENCE_BYTES: readonly (readonly [first: number, last: number, length: number])[] = [
  [0xc2, 0xdf, 2],
  [0xe0, 0xef, 3],
  [0xf0, 0xf4, 4],
];
/** Latin letters in UTF-8 begin with bytes up to this one: `Ã”` and the like, which hardly any text contains. */
const LAST_LATIN_BYTE = 0xc5;
/** Characters that follow a letter in Windows-1252: `…‘’“”–—`, a fixed space, `ª°»º`. */
const FOLLOWING_BYTES: ReadonlySet<number> = new Set([
  0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xaa, 0xb0, 0xba, 0xbb,
]);

/** The bytes of a file that is read as a whole. @throws {Error} that of the caller when it is too large */
export async function collected(bytes: AsyncIterable<Uint8Array>, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > WHOLE_MAXIMUM_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Turns the bytes of a file into UTF-8 as they arrive.
 *
 * A byte order mark decides; UTF-16 is also detected without one, by the zero in its first character. Otherwise 64 KiB
 * from the first character beyond ASCII on decide: UTF-8 when most of them are valid, else Windows-1252 or code page 850.
 * Before that, all are equal, so nothing that was passed on is wrong. Later bytes that are invalid UTF-8 are passed on
 * unchanged; a decoder turns them into U+FFFD.
 */
export function toUtf8(source: AsyncIterable<Uint8Array>): Utf8Text {
  const found: Utf8Text['found'] = { encoding: undefined, binary: undefined };
  return { chunks: decoded(source, found), found };
}

async function* decoded(
  source: AsyncIterable<Uint8Array>,
  found: Utf8Text['found'],
): AsyncGenerator<Buffer, void, undefined> {
  let decode: ReturnType<typeof decoderOf> | undefined;
  // Buffered until there is enough to detect the encoding.
  let waiting: Buffer = Buffer.alloc(0);
  let isOpening = true;

  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (decode !== undefined) {
      yield decode(chunk);
      continue;
    }
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < LONGEST_SEQUENCE_BYTES) continue;
    if (isOpening) {
      found.binary ??= MAGIC.find(([, magic]) => magic.equals(waiting.subarray(0, magic.length)))?.[0];
      if (found.binary === 'xls' && !waiting.includes(ENCRYPTED)) {
        waiting = waiting.subarray(-ENCRYPTED.length);
        continue;
      }
      if (found.binary === 'xls') found.binary = 'encrypted_workbook';
      if (found.binary !== undefined) return;
      waiting = waiting.subarray(readOpening(waiting, found));
      isOpening = false;
    }
    if (found.encoding === 'ascii') {
      const ascii = asciiLength(waiting);
      yield waiting.subarray(0, ascii);
      waiting = waiting.subarray(ascii);
      if (waiting.length < JUDGED_BYTES) continue;
      found.encoding = encodingOf(waiting);
    }
    decode = decoderOf(found.encoding);
    yield decode(waiting);
    waiting = Buffer.alloc(0);
  }

  if (found.binary !== undefined) return;
  if (waiting.length > 0) {
    if (isOpening) waiting = waiting.subarray(readOpening(waiting, found));
    if (found.encoding === 'ascii' && !isAscii(waiting)) {
      found.encoding = encodingOf(waiting.subarray(asciiLength(waiting)));
    }
    decode = decoderOf(found.encoding);
    yield decode(waiting);
  }
  if (decode !== undefined) yield decode();
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

/** @returns how many bytes are the same in all encodings, less two, which tell `BALANÇO` from `NÃO` as DOS writes it */
function asciiLength(bytes: Buffer): number {
  return Math.max(0, (isAscii(bytes) ? bytes.length : bytes.findIndex((byte) => byte > 0x7f)) - 2);
}

/**
 * Counts characters beyond ASCII. `É”` in Windows-1252 would be another letter in UTF-8, too: what may be either proves
 * nothing. If both are equally likely it is UTF-8, whose errors are reported.
 */
function encodingOf(bytes: Buffer): BatchEncoding {
  let [proofs, errors] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = SEQUENCE_BYTES.find(([first, last]) => lead >= first && lead <= last)?.[2] ?? 1;
    const sequence = bytes.subarray(at, at + length);
    // The window may end within a character.
    if (sequence.length < length && bytes.length >= JUDGED_BYTES) break;
    if (isUtf8(sequence)) {
      if (!mayBeWindows1252(sequence)) proofs += 1;
      at += length;
    } else {
      errors += 1;
      at += 1;
    }
  }
  if (proofs > 0 && proofs >= errors) return 'utf-8';
  return lettersIn(fromCp850(bytes)) > lettersIn(fromWindows1252(bytes)) ? 'cp850' : 'windows-1252';
}

/**
 * Letters with accents where words have them: read in the wrong encoding, `José` is `JosÚ`, and `JOSÉ` is `JOS╔`. Not `à`
 * and `á`, which are the ellipsis and the fixed space of the other one.
 */
const ACCENTED = /(?<=\p{Ll})[âãéêíóôõúüçäñ]|(?<=\p{Lu})[ÁÂÃÉÊÍÓÔÕÚÜÇ]|[ÁÂÃÉÊÍÓÔÕÚÜ](?=\p{Lu})/gu;
/** `NÇO` would be as likely, letter by letter. */
const NO = /(?<!\p{L})NÃO(?!\p{L})/gu;

function lettersIn(text: string): number {
  return [ACCENTED, NO].reduce((sum, letters) => sum + (text.match(letters)?.length ?? 0), 0);
}

/** Whether a character of UTF-8 may be a letter of Windows-1252 and the character after a word. */
function mayBeWindows1252(sequence: Buffer): boolean {
  const [lead = 0, ...rest] = sequence;
  return lead > LAST_LATIN_BYTE && rest.every((byte) => FOLLOWING_BYTES.has(byte));
}

/** @returns decodes a chunk; without one, what is left at the end */
function decoderOf(encoding: BatchEncoding | undefined): (chunk?: Buffer) => Buffer {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return (chunk) => Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
  }
  if (encoding === 'windows-1252') return (chunk) => Buffer.from(chunk === undefined ? '' : fromWindows1252(chunk));
  if (encoding === 'cp850') return (chunk) => Buffer.from(chunk === undefined ? '' : fromCp850(chunk));
  return (chunk = Buffer.alloc(0)) => chunk;
}

/** A text as a file in that encoding has it; what was read from one can be written so. */
export function fromUtf8(text: string, encoding: BatchEncoding): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(toWindows1252(text) ?? text);
  if (encoding === 'cp850') return Buffer.from(toCp850(text) ?? text);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

const ARCHIVE = Buffer.from('504b0304', 'hex');

/**
 * Distinguishes zip archives, as workbooks are, from text by their first bytes, and reads no more of the file than these.
 *
 * @returns `bytes`: all of it, from its beginning; to be iterated once
 */
export async function openSource(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  const head = await takeHead(iterator, ARCHIVE.length);
  return { isArchive: ARCHIVE.equals(head.subarray(0, ARCHIVE.length)), bytes: withHead(head, iterator) };
}

/** At least so many bytes, if there are as many. */
export async function takeHead(chunks: AsyncIterator<Uint8Array>, least: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < least) {
    const next = await chunks.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(taken);
}

/** What was taken, and the rest. */
export async function* withHead<Chunk extends Uint8Array>(
  head: Chunk,
  rest: AsyncIterator<Chunk>,
): AsyncGenerator<Chunk, void, undefined> {
  try {
    yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
