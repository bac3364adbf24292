import { Parser } from 'saxen';

/**
 * `not_a_workbook`: an archive of something else; `opendocument`: a spreadsheet of LibreOffice's own; `encrypted`: with
 * a password; `damaged`: archive or XML can't be read; `too_large`: above the maximum.
 */
export type WorkbookFlaw = 'not_a_workbook' | 'opendocument' | 'encrypted' | 'damaged' | 'too_large';

/** A file that can't be read as a workbook. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly flaw: WorkbookFlaw;

  constructor(flaw: WorkbookFlaw, cause?: unknown) {
    super(`the workbook can't be read: ${flaw}`, { cause });
    this.flaw = flaw;
  }
}

/** The namespaces of a workbook, transitional and strict. Listeners receive names with these prefixes. */
const PREFIXES = {
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 's',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 's',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'p',
};

/** A text or a tag that is longer is no cell's. The parser keeps it until it ends. */
const BETWEEN_ELEMENTS_MAXIMUM_BYTES = 2 ** 20;
const DEPTH_MAXIMUM = 256;

type Attributes = Readonly<Record<string, string>>;

export interface XmlListener {
  /** @param attributes parses the attributes when it is called */
  open(name: string, attributes: () => Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The value of an attribute that is true or false. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Parses a part of a workbook piece by piece. After each, the listener has received its complete elements. */
export class XmlPart {
  readonly #decoder = new TextDecoder('utf-8');
  readonly #parser = new Parser().ns(PREFIXES);
  #failure: Error | undefined;
  #depth = 0;
  #sinceElement = 0;

  constructor(listener: XmlListener) {
    this.#parser.on('openTag', (name, attributes, decode) => {
      this.#sinceElement = 0;
      this.#depth += 1;
      if (this.#depth > DEPTH_MAXIMUM) throw new WorkbookError('too_large');
      const decoded = () => Object.entries(attributes()).map(([key, value]) => [key, decode(value)] as const);
      listener.open(name, () => Object.fromEntries(decoded()));
    });
    this.#parser.on('closeTag', (name) => {
      this.#sinceElement = 0;
      this.#depth -= 1;
      listener.close?.(name);
    });
    this.#parser.on('text', (text, decode) => listener.text?.(decode(text)));
    this.#parser.on('cdata', (text) => listener.text?.(text));
    this.#parser.on('warn', () => undefined);
    this.#parser.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** @throws {WorkbookError} damaged or too_large */
  write(bytes: Uint8Array): void {
    this.#sinceElement += bytes.length;
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
    this.#assertSound();
    if (this.#sinceElement > BETWEEN_ELEMENTS_MAXIMUM_BYTES) throw new WorkbookError('too_large');
  }

  /** @throws {WorkbookError} damaged */
  end(): void {
    this.#parser.write(this.#decoder.decode()).end();
    this.#assertSound();
  }

  #assertSound(): void {
    if (this.#failure !== undefined) throw new WorkbookError('damaged', this.#failure);
  }
}

/** Parses a part to its end. @throws {WorkbookError} damaged or too_large */
export async function parseXml(bytes: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const part = new XmlPart(listener);
  for await (const chunk of bytes) part.write(chunk);
  part.end();
}
