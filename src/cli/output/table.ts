import { stripVTControlCharacters } from 'node:util';
import { valueAt, type Field } from './fields.ts';
import type { Palette } from './palette.ts';
import { humanValue, type HumanStyle } from './human-value.ts';

const GAP_COLUMNS = 2;
const FLEXIBLE_COLUMNS_MINIMUM = 12;
const FLEXIBLE_PATH = 'description';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/** The name of a field as a heading or a label. */
export function labelOf({ path }: Field, { text }: Pick<HumanStyle, 'text'>): string {
  const labels: Readonly<Record<string, string>> = text.fields;
  return labels[path] ?? path;
}

/**
 * Rows in aligned columns, without lines between them.
 *
 * @param columns of the terminal: descriptions are cut to fit; undefined cuts nothing
 */
export async function renderTable(
  items: readonly unknown[],
  fields: readonly Field[],
  style: HumanStyle,
  columns: number | undefined,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const heads = fields.map((field) => labelOf(field, style));
  const rows = items.map((item) => fields.map((field) => humanValue(field, valueAt(item, field.path), style)));
  const table = new Table({
    head: heads.map((head) => style.palette.heading(head)),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP_COLUMNS },
    colAligns: fields.map((field) => (field.kind === 'money' ? 'right' : 'left')),
    colWidths: columns === undefined ? [] : fittedWidths([heads, ...rows], fields, columns),
  });
  table.push(...rows);
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Leaves every column as wide as it is, but the description: that takes what is left. */
function fittedWidths(
  rows: readonly (readonly string[])[],
  fields: readonly Field[],
  columns: number,
): (number | null)[] {
  const widths = fields.map((_, index) =>
    Math.max(...rows.map((row) => stripVTControlCharacters(row[index] ?? '').length + GAP_COLUMNS)),
  );
  const excess = widths.reduce((sum, width) => sum + width, 0) - columns;
  return fields.map(({ path }, index) =>
    path === FLEXIBLE_PATH && excess > 0 ? Math.max(FLEXIBLE_COLUMNS_MINIMUM, (widths[index] ?? 0) - excess) : null,
  );
}

/** Lines of label and value, the values under one another. */
export function labelledLines(lines: readonly (readonly [label: string, value: string])[], palette: Palette): string {
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, value]) => `${palette.label(label.padEnd(width))}  ${value}\n`).join('');
}

/** One thing as a sheet: a line for each field. */
export function renderSheet(data: unknown, fields: readonly Field[], style: HumanStyle): string {
  return labelledLines(
    fields.map((field) => [labelOf(field, style), humanValue(field, valueAt(data, field.path), style)]),
    style.palette,
  );
}
