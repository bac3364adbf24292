import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { WorkbookError } from './workbook-error.ts';

/** The maximum size of a part. The size that the archive states is checked first, and no more than that is read. */
const PART_MAXIMUM_BYTES = 2 ** 31;
const PARTS_MAXIMUM = 10_000;

/** The parts of a workbook's archive. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
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
        if (entries.size > PARTS_MAXIMUM) throw new WorkbookError('too_large');
        if (entry.uncompressedSize > PART_MAXIMUM_BYTES) throw new WorkbookError('too_large');
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
      yield* bytesOf(this.#zip, entry);
    } catch (error) {
      throw new WorkbookError('damaged', error);
    }
  }
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
