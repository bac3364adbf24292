import type { ColumnStyle, DateFormat } from './sheet-form.ts';
import { xmlText } from './cell-text.ts';

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

export const CONTENT_TYPES = `${HEADER}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>
</Types>`;

export const PACKAGE_RELATIONSHIPS = relationships([['officeDocument', 'xl/workbook.xml']]);

export const WORKBOOK_RELATIONSHIPS = relationships([
  ['worksheet', 'worksheets/sheet1.xml'],
  ['styles', 'styles.xml'],
]);

/** @param filtered the absolute range of the filter */
export function workbookPart(sheetName: string, filtered: string): string {
  const range = xmlText(`'${sheetName.replaceAll("'", "''")}'!${filtered}`);
  return `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">
<sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets>
<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName></definedNames>
</workbook>`;
}

export function stylesPart(dateFormat: DateFormat): string {
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
<borders count="3">${border('')}${border('<bottom style="thin"><color auto="1"/></bottom>')}${border('<top style="thin"><color auto="1"/></top><bottom/>')}</borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

/** The part of a sheet before its rows: it keeps the header in view, and sets the widths of the columns. */
export function sheetOpening(columns: readonly { readonly width: number; readonly style: number }[]): string {
  const cols = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  return `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`;
}

/** The part of a sheet after its rows: the filter, and no warning about numbers stored as text. */
export function sheetClosing(filtered: string, all: string): string {
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

/** @param edges the elements of the top and bottom edges; may be empty */
function border(edges: string): string {
  const all = edges === '' ? '<top/><bottom/>' : edges.startsWith('<top') ? edges : `<top/>${edges}`;
  return `<border><left/><right/>${all}<diagonal/></border>`;
}
