import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { WorkbookError } from './parse-xml.ts';

/** The maximum size of a part. The size that the archive states is checked first, and no more than that is read. */
const PART_MAXIMUM_BYTES = 2 ** 30;
/** Beyond this size, a part that grows more than any sheet does (they grow tenfold, up to thirtyfold) is made to. */
const GROWN_BYTES = 2 ** 24;
const GROWTH_MAXIMUM = 100;
const PARTS_MAXIMUM = 10_000;
/** Parts are read for the header, the layout and the rows. A workbook whose sheets are all one part reads it more often. */
const READINGS_MAXIMUM = 5;

/** The parts of a workbook's archive. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #readableBytes: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
    const bytes = Array.from(entries.values(), ({ uncompressedSize }) => uncompressedSize);
    this.#readableBytes = bytes.reduce((sum, size) => sum + size, 0) * READINGS_MAXIMUM;
  }

  /**
   * Opens an archive whose every part is sound: a sheet that is not paid from may decide which one is.
   *
   * @throws {WorkbookError} damaged or too_large
   */
  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = nameOf(entry.fileName);
        // Of two parts with one name, programs read different ones.
        if (entries.has(name)) throw new WorkbookError('damaged');
        entries.set(name, entry);
        if (entries.size > PARTS_MAXIMUM || isTooLarge(entry)) throw new WorkbookError('too_large');
      }
      for (const entry of entries.values()) await assertSound(zip, entry);
      return new Archive(zip, entries);
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError('damaged', error);
    }
  }

  has(path: string): boolean {
    return this.#entries.has(nameOf(path));
  }

  /** The bytes of a part, from its beginning. @throws {WorkbookError} */
  async *part(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(nameOf(path));
    if (entry === undefined) throw new WorkbookError('damaged');
    try {
      for await (const chunk of bytesOf(this.#zip, entry)) {
        this.#readableBytes -= chunk.length;
        if (this.#readableBytes < 0) throw new WorkbookError('too_large');
        yield chunk;
      }
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError('damaged', error);
    }
  }
}

function isTooLarge({ uncompressedSize, compressedSize }: Entry): boolean {
  if (uncompressedSize > PART_MAXIMUM_BYTES) return true;
  return uncompressedSize > GROWN_BYTES && uncompressedSize > compressedSize * GROWTH_MAXIMUM;
}

/** The directory and the part itself state one name, and the bytes have the checksum. yauzl compares the size alone. */
async function assertSound(zip: ZipFile, entry: Entry): Promise<void> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  if (!entry.fileNameRaw.equals(fileName)) throw new WorkbookError('damaged');
  let sum = 0;
  for await (const chunk of bytesOf(zip, entry)) sum = crc32(chunk, sum);
  if (sum !== entry.crc32) throw new WorkbookError('damaged');
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream) yield Buffer.from(chunk);
}

/** Names of parts are compared without case. */
function nameOf(path: string): string {
  return path.replace(/^\//, '').toLowerCase();
}
