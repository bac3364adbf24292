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

  /** @throws {WorkbookError} damaged or too_large */
  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(nameOf(entry.fileName), entry);
        if (entries.size > PARTS_MAXIMUM) throw new WorkbookError('too_large');
      }
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
    if (entry.uncompressedSize > PART_MAXIMUM_BYTES) throw new WorkbookError('too_large');
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const chunk of stream) yield Buffer.from(chunk);
    } catch (error) {
      throw new WorkbookError('damaged', error);
    }
  }
}

/** Names of parts are compared without case. */
function nameOf(path: string): string {
  return path.replace(/^\//, '').toLowerCase();
}
