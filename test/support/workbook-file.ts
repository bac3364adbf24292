import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A workbook as Excel writes it, but for what a test is about. */
export interface WorkbookFile {
  readonly sheets: readonly SheetFile[];
  /** The table of shared texts: the content of each `<si>`. */
  readonly shared?: readonly string[];
  /**
   * Format codes, or numbers of built-in ones; the cell style with number n + 1 has the nth one. The style behind the last
   * is struck through.
   */
  readonly formats?: readonly (string | number)[];
  /** Parts are stored as they are, not deflated. */
  readonly isStored?: boolean;
  readonly uses1904?: boolean;
  /** ISO 29500 Strict, which Excel offers as a format of its own. */
  readonly isStrict?: boolean;
  /** A prefix for every element, as some programs have it. */
  readonly prefix?: string;
  /** Parts that are left out, as if there had never been any. */
  readonly without?: readonly string[];
  /** Parts that are missing, though the workbook names them. */
  readonly lost?: readonly string[];
}

interface SheetFile {
  readonly name: string;
  /** What is within `<sheetData>`. */
  readonly rows: string;
  /** What is before it. */
  readonly before?: string;
  /** What is behind it. */
  readonly behind?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The number of the sheet whose part it has, from 0. */
  readonly shares?: number;
}

const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relationships: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export async function workbookFile(file: WorkbookFile): Promise<Buffer> {
  const {
    sheets,
    shared = [],
    formats = [],
    uses1904 = false,
    isStrict = false,
    prefix = '',
    without = [],
    lost = [],
  } = file;
  const xf = (format: number, font: number) => `<xf numFmtId="${format}" fontId="${font}" applyNumberFormat="1"/>`;
  const { main, relationships } = isStrict ? STRICT : TRANSITIONAL;
  const root = (name: string, inner: string, attributes = '') =>
    prefixed(`<${name} xmlns="${main}" xmlns:r="${relationships}"${attributes}>${inner}</${name}>`, prefix);
  const names = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  );
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${related('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': root(
      'workbook',
      `<workbookPr${uses1904 ? ' date1904="1"' : ''}/><sheets>${names.join('')}</sheets>`,
      isStrict ? ' conformance="strict"' : '',
    ),
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${[
      ...sheets.map(({ shares }, index) =>
        related(`rId${index + 1}`, 'worksheet', `worksheets/sheet${(shares ?? index) + 1}.xml`),
      ),
      ...(without.includes('xl/styles.xml') ? [] : [related('rId91', 'styles', 'styles.xml')]),
      ...(without.includes('xl/sharedStrings.xml') ? [] : [related('rId92', 'sharedStrings', '/xl/sharedStrings.xml')]),
    ].join('')}</Relationships>`,
    'xl/styles.xml': root(
      'styleSheet',
      `<numFmts>${formats.map((code, index) => (typeof code === 'number' ? '' : `<numFmt numFmtId="${170 + index}" formatCode="${attribute(code)}"/>`)).join('')}</numFmts><fonts><font/><font><strike/></font></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xf(0, 0)}${formats.map((code, index) => xf(typeof code === 'number' ? code : 170 + index, 0)).join('')}${xf(0, 1)}</cellXfs>`,
    ),
    'xl/sharedStrings.xml': root('sst', shared.map((item) => `<si>${item}</si>`).join('')),
  };
  sheets.forEach(({ rows, before = '', behind = '', shares }, index) => {
    if (shares !== undefined) return;
    parts[`xl/worksheets/sheet${index + 1}.xml`] = root(
      'worksheet',
      `${before}<sheetData>${rows}</sheetData>${behind}`,
    );
  });
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) {
    if (without.includes(path) || lost.includes(path)) continue;
    const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
    zip.addBuffer(bytes, path, { compress: file.isStored !== true });
  }
  zip.end();
  return buffer(zip.outputStream);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function prefixed(xml: string, prefix: string): string {
  if (prefix === '') return xml;
  return xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}:`).replace(' xmlns=', ` xmlns:${prefix}=`);
}

/** A cell: text within itself; a number's digits as they are stored; a formula, perhaps without a value; or anything else. */
export type CellFile =
  | string
  | { readonly stored: string; readonly style?: number }
  | { readonly formula: string; readonly value?: string }
  | { readonly xml: string }
  | undefined;

/** A row of cells from column A on. */
export function rowFile(number: number, cells: readonly CellFile[], attributes = ''): string {
  const inner = cells.map((cell, index) => cellFile(`${String.fromCharCode(65 + index)}${number}`, cell)).join('');
  return `<row r="${number}"${attributes}>${inner}</row>`;
}

function cellFile(name: string, cell: CellFile): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return `<c r="${name}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${name}"`);
  if ('stored' in cell) return `<c r="${name}" s="${cell.style ?? 0}"><v>${cell.stored}</v></c>`;
  return `<c r="${name}"><f>${cell.formula}</f>${cell.value === undefined ? '' : `<v>${cell.value}</v>`}</c>`;
}
