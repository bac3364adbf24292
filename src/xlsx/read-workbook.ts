import { posix } from 'node:path';
import { isTrue, parseXml, XmlPart, WorkbookError } from './parse-xml.ts';
import { SharedTexts } from './shared-texts.ts';
import { SheetParser, type SheetRow, PLAIN, StylesParser } from './sheet-parser.ts';
import { LayoutParser, type SheetLayout } from './sheet-layout.ts';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Its path in the archive. */
  readonly path: string;
}

/** The table of the texts that cells share must fit into memory. */
const SHARED_MAXIMUM_LENGTH = 2 ** 28;

/** A workbook that is open for reading: transitional or strict, whatever program wrote it. */
export class Workbook {
  readonly sheets: readonly WorkbookSheet[];
  readonly #archive: Archive;
  readonly #newParser: () => SheetParser;

  private constructor(archive: Archive, sheets: readonly WorkbookSheet[], newParser: () => SheetParser) {
    this.sheets = sheets;
    this.#archive = archive;
    this.#newParser = newParser;
  }

  /** @throws {WorkbookError} */
  static async open(bytes: Buffer): Promise<Workbook> {
    const archive = await Archive.open(bytes);
    if (!archive.has('_rels/.rels')) {
      throw new WorkbookError(archive.has('content.xml') ? 'opendocument' : 'not_a_workbook');
    }
    const main = (await readRelations(archive, '_rels/.rels')).find(({ type }) => type === 'officeDocument');
    if (main === undefined || !archive.has(main.path)) throw new WorkbookError('not_a_workbook');
    const folder = posix.dirname(main.path);
    const relationsPath = posix.join(folder, '_rels', `${posix.basename(main.path)}.rels`);
    if (!archive.has(relationsPath)) throw new WorkbookError('not_a_workbook');
    const relations = await readRelations(archive, relationsPath, folder);
    const { sheets, uses1904 } = await readBook(archive, main.path, relations);
    const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path;
    const [stylesPath, sharedPath] = [pathOf('styles'), pathOf('sharedStrings')];
    const shared = new SharedTexts(SHARED_MAXIMUM_LENGTH);
    if (sharedPath !== undefined) await parseXml(archive.part(sharedPath), shared);
    const stylesParser = new StylesParser();
    if (stylesPath !== undefined) await parseXml(archive.part(stylesPath), stylesParser);
    const styles = stylesParser.styles();
    const styleAt = (index: number) => styles[index] ?? PLAIN;
    return new Workbook(archive, sheets, () => new SheetParser((index) => shared.at(index), styleAt, uses1904));
  }

  /** The rows of a sheet that have cells, in batches. @throws {WorkbookError} */
  async *rows({ path }: WorkbookSheet): AsyncGenerator<readonly SheetRow[]> {
    const parser = this.#newParser();
    const part = new XmlPart(parser);
    for await (const chunk of this.#archive.part(path)) {
      part.write(chunk);
      const rows = parser.take();
      if (rows.length > 0) yield rows;
    }
    part.end();
    yield parser.take();
  }

  /** The layout of a sheet. A part of it follows all rows in the file. @throws {WorkbookError} */
  async layout({ path }: WorkbookSheet): Promise<SheetLayout> {
    const parser = new LayoutParser();
    await parseXml(this.#archive.part(path), parser);
    return parser.layout();
  }
}

interface Relation {
  readonly id: string;
  /** The last word of its URI, which is the same in transitional and strict workbooks. */
  readonly type: string;
  readonly path: string;
}

async function readRelations(archive: Archive, path: string, folder = ''): Promise<readonly Relation[]> {
  const relations: Relation[] = [];
  await parseXml(archive.part(path), {
    open(name, attributes) {
      if (name !== 'p:Relationship') return;
      const { Id = '', Type = '', Target = '', TargetMode } = attributes();
      if (TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.push({ id: Id, type: Type.split('/').at(-1) ?? '', path: target });
    },
  });
  return relations;
}

async function readBook(archive: Archive, path: string, relations: readonly Relation[]) {
  const sheets: WorkbookSheet[] = [];
  const book = { sheets, uses1904: false, isWorkbook: false };
  await parseXml(archive.part(path), {
    open(name, attributes) {
      if (name === 's:workbook') book.isWorkbook = true;
      else if (name === 's:workbookPr') book.uses1904 = isTrue(attributes()['date1904']);
      else if (name === 's:sheet') {
        const { name: sheetName = '', state = 'visible', 'r:id': id } = attributes();
        // A chart may be a sheet, too: it has no rows.
        const found = relations.find((relation) => relation.id === id && relation.type === 'worksheet');
        if (found !== undefined) sheets.push({ name: sheetName, isHidden: state !== 'visible', path: found.path });
      }
    },
  });
  if (!book.isWorkbook) throw new WorkbookError('not_a_workbook');
  return book;
}

/** The maximum size of a part. The size that the archive states is checked first, and no more than that is read. */
const PART_MAXIMUM_BYTES = 2 ** 30;
/** Beyond this size, a part that grows more than any sheet does (they grow tenfold, up to thirtyfold) is made to. */
const GROWN_BYTES = 2 ** 24;
const GROWTH_MAXIMUM = 100;
const PARTS_MAXIMUM = 10_000;
/** Parts are read for the header, the layout and the rows. A workbook whose sheets are all one part reads it more often. */
const READINGS_MAXIMUM = 5;

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
