import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { cellName, columnLetters, cellText, xmlText } from './cell-text.ts';
import { serialOf } from './serial-date.ts';
import {
  SHEET_ROWS_MAXIMUM,
  TooManyRows,
  type FurtherLine,
  type SheetCell,
  type SheetColumn,
  type SheetForm,
  type SheetTotals,
  type ColumnStyle,
  type DateFormat,
} from './sheet-form.ts';

type Row = readonly SheetCell[];

/** The number of rows that determine the widths of the columns. */
const MEASURED_ROWS = 200;
const [WIDTH_MINIMUM, WIDTH_MAXIMUM] = [10, 60];
/** In characters: a date with its time, an amount with its sign, a count. */
const WIDTHS = { moment: 20, money: 16, count: 12 } as const;
/** The arrow of a filter covers the end of a heading. */
const ARROW_WIDTH = 4;

const CHUNK_LENGTH = 64 * 1024;
const CELL_LENGTH_MAXIMUM = 32_767;
/** The maximum number of digits that Excel keeps of a number. */
const DIGITS_MAXIMUM = 15;

/**
 * A workbook of one sheet, as the bytes of its file. Rows are not kept in memory.
 *
 * @param rows a cell for each column; errors of the iterable are rethrown
 * @throws {TooManyRows}
 */
export async function* workbookBytes(form: SheetForm, rows: Iterable<Row>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const entry = { mtime: new Date(form.madeAt) };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, entry);
  add('[Content_Types].xml', CONTENT_TYPES);
  add('_rels/.rels', PACKAGE_RELATIONSHIPS);
  add('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONSHIPS);
  add('xl/styles.xml', stylesPart(form.dateFormat));
  const sheet = Readable.from(
    inChunks(sheetText(form, rows), (written) => {
      add('xl/workbook.xml', workbookPart(form.name, filterRange(form, written, '$')));
      zip.end();
    }),
    { objectMode: false },
  );
  const output = zip.outputStream.pipe(new PassThrough());
  // An error in a part does not reach the archive by itself.
  const fail = (error: Error) => {
    output.destroy(error);
  };
  sheet.on('error', fail);
  zip.on('error', fail);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', entry);
  try {
    for await (const chunk of output) yield Buffer.from(chunk);
  } finally {
    sheet.destroy();
  }
}

/** @returns the number of rows */
function* sheetText(form: SheetForm, rows: Iterable<Row>): Generator<string, number> {
  const { columns, totals } = form;
  const further = (totals?.further ?? []).filter(({ amounts }) => hasAmount(amounts));
  const source = rows[Symbol.iterator]();
  const measured = firstRows(source);
  let written = 0;
  const row = (cells: Row) => {
    written += 1;
    if (written > SHEET_ROWS_MAXIMUM - further.length) throw new TooManyRows();
    return rowText(written + 1, cells, columns);
  };
  yield sheetOpening(
    columns.map((column, index) => ({ width: widthOf(column, index, measured), style: STYLES[column.style] })),
  );
  yield `<row r="1">${columns.map(({ heading }, index) => textCell(cellName(index, 1), heading, STYLES.heading)).join('')}</row>`;
  for (const cells of measured) yield row(cells);
  for (let next = source.next(); next.done !== true; next = source.next()) yield row(next.value);
  const hasTotals = totals !== undefined && written > 0 && hasAmount(totals.sums());
  if (hasTotals) yield totalsRow(form, totals, written);
  const furtherAt = written + (hasTotals ? 3 : 2);
  for (const [index, line] of further.entries()) yield furtherRow(columns, line, furtherAt + index);
  const last = cellName(Math.max(0, columns.length - 1), furtherAt + further.length - 1);
  yield sheetClosing(filterRange(form, written), `A1:${last}`);
  return written;
}

/** A label without an amount says nothing. */
function hasAmount(amounts: FurtherLine['amounts']): boolean {
  return amounts.some((amount) => amount !== undefined);
}

function firstRows(source: Iterator<Row>): readonly Row[] {
  const rows: Row[] = [];
  while (rows.length < MEASURED_ROWS) {
    const next = source.next();
    if (next.done === true) break;
    rows.push(next.value);
  }
  return rows;
}

function* inChunks(texts: Generator<string, number>, onEnd: (written: number) => void): Generator<string> {
  let chunk = '';
  let next = texts.next();
  for (; next.done !== true; next = texts.next()) {
    chunk += next.value;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  onEnd(next.value);
  yield chunk;
}

function filterRange({ columns }: SheetForm, written: number, sign = ''): string {
  const last = columnLetters(Math.max(0, columns.length - 1));
  return `${sign}A${sign}1:${sign}${last}${sign}${written + 1}`;
}

function widthOf({ heading, style }: SheetColumn, index: number, rows: readonly Row[]): number {
  const least = Math.max(heading.length + ARROW_WIDTH, style === 'text' ? WIDTH_MINIMUM : WIDTHS[style]);
  const lengths = rows.map(({ [index]: cell }) => (typeof cell === 'string' ? cell.length : 0));
  return Math.min(
    WIDTH_MAXIMUM,
    lengths.reduce((most, length) => Math.max(most, length + 2), least),
  );
}

function rowText(number: number, cells: Row, columns: readonly SheetColumn[]): string {
  let text = `<row r="${number}">`;
  for (const [index, cell] of cells.entries()) {
    const style = columns[index]?.style ?? 'text';
    if (cell !== undefined) text += cellXml(cellName(index, number), cell, style);
  }
  return `${text}</row>`;
}

function cellXml(name: string, cell: Exclude<SheetCell, undefined>, style: SheetColumn['style']): string {
  if (typeof cell === 'string') return textCell(name, cell, STYLES.text);
  if ('number' in cell) return numberCell(name, cell.number, STYLES[style]);
  const serial = serialOf(cell.moment);
  return serial === undefined
    ? textCell(name, new Date(cell.moment).toISOString(), STYLES.text)
    : `<c r="${name}" s="${STYLES.moment}"><v>${serial}</v></c>`;
}

/** A number with more digits than Excel keeps is written as text, with all of them. */
function numberCell(name: string, digits: string, style: number): string {
  const isExact = digits.replaceAll(/\D/g, '').replace(/^0+/, '').length <= DIGITS_MAXIMUM;
  return isExact ? `<c r="${name}" s="${style}"><v>${digits}</v></c>` : textCell(name, digits, style);
}

/** Inline: a table of shared texts would have to be kept in memory. A text that looks like a formula stays one. */
function textCell(name: string, text: string, style: number): string {
  const content = cellText(text.slice(0, CELL_LENGTH_MAXIMUM));
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
}

/** The exact sums. In an open file, those of all rows follow the filter. */
function totalsRow({ columns }: SheetForm, totals: SheetTotals, written: number): string {
  const filtered = (letters: string) => `SUBTOTAL(109,${letters}2:${letters}${written + 1})`;
  const line = { label: totals.label, amounts: totals.sums() };
  return furtherRow(columns, line, written + 2, totals.isOfSomeRows === true ? undefined : filtered);
}

/** @param formulaOf the letters of a column */
function furtherRow(
  columns: SheetForm['columns'],
  { label, amounts }: FurtherLine,
  number: number,
  formulaOf?: (letters: string) => string,
): string {
  const labelAt = columns.findIndex((_, index) => amounts[index] === undefined);
  const cells = columns.map(({ style }, index) => {
    const [name, amount] = [cellName(index, number), amounts[index]];
    if (index === labelAt) return textCell(name, label, STYLES.totalLabel);
    if (amount === undefined) return `<c r="${name}" s="${STYLES.totalLabel}"/>`;
    const totalStyle = style === 'money' ? STYLES.totalMoney : STYLES.totalCount;
    if (formulaOf === undefined) return numberCell(name, amount, totalStyle);
    return `<c r="${name}" s="${totalStyle}"><f>${formulaOf(columnLetters(index))}</f><v>${amount}</v></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The format that Excel in Brazil shows as a currency. */
const BRL_FORMAT = '[$R$-416]\\ #,##0.00;[Red]\\-[$R$-416]\\ #,##0.00';
const [BRL_ID, MOMENT_ID] = [164, 165];
/** Formats that every program knows: text as it was typed, and whole numbers in groups. */
const [TEXT_ID, COUNT_ID] = [49, 3];

/** The positions of the formats in `stylesPart`. */
export const STYLES = {
  text: 1,
  money: 2,
  count: 3,
  moment: 4,
  heading: 5,
  totalLabel: 6,
  totalMoney: 7,
  totalCount: 8,
} as const satisfies Readonly<Record<ColumnStyle | 'heading' | `total${string}`, number>>;

const CONTENT_TYPES = `${HEADER}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>
</Types>`;

const PACKAGE_RELATIONSHIPS = relationships([['officeDocument', 'xl/workbook.xml']]);

const WORKBOOK_RELATIONSHIPS = relationships([
  ['worksheet', 'worksheets/sheet1.xml'],
  ['styles', 'styles.xml'],
]);

/** @param filtered the absolute range of the filter */
function workbookPart(sheetName: string, filtered: string): string {
  const range = xmlText(`'${sheetName.replaceAll("'", "''")}'!${filtered}`);
  return `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">
<sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets>
<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName></definedNames>
</workbook>`;
}

function stylesPart(dateFormat: DateFormat): string {
  const dates = dateFormat.replaceAll(/[-/ ]/g, '\\$&');
  const formats = [
    xf(0, 0),
    xf(TEXT_ID, 0),
    xf(BRL_ID, 0),
    xf(COUNT_ID, 0),
    xf(MOMENT_ID, 0),
    xf(TEXT_ID, 1, 2, 1),
    xf(TEXT_ID, 1, 0, 2),
    xf(BRL_ID, 1, 0, 2),
    xf(COUNT_ID, 1, 0, 2),
  ];
  return `${HEADER}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="${BRL_ID}" formatCode="${xmlText(BRL_FORMAT)}"/><numFmt numFmtId="${MOMENT_ID}" formatCode="${dates}"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7EEF5"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="3">${border()}${border('<top/>', '<bottom style="thin"><color auto="1"/></bottom>')}${border('<top style="thin"><color auto="1"/></top>')}</borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

/** The part of a sheet before its rows: it keeps the header in view, and sets the widths of the columns. */
function sheetOpening(columns: readonly { readonly width: number; readonly style: number }[]): string {
  const cols = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  return `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`;
}

/** The part of a sheet after its rows: the filter, and no warning about numbers stored as text. */
function sheetClosing(filtered: string, all: string): string {
  return `</sheetData><autoFilter ref="${filtered}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

function xf(format: number, font: number, fill = 0, edge = 0): string {
  const applied = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"';
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${edge}" xfId="0" ${applied}/>`;
}

function border(top = '<top/>', bottom = '<bottom/>'): string {
  return `<border><left/><right/>${top}${bottom}<diagonal/></border>`;
}
