import type { Context } from '../context/context.ts';
import { escapeControlsInJson } from './control-characters.ts';
import { pickFields, valueAt, type Selection } from './fields.ts';
import type { OutputFormat } from './format.ts';
import type { HumanStyle } from './human-value.ts';
import { csvRecord, tsvRecord } from './records.ts';
import { labelOf, renderSheet } from './sheet.ts';
import type { TableColumn } from './table-layout.ts';
import { createTable } from './table.ts';
import { wrapToWidth } from './text-width.ts';

export async function humanStyle(context: Context): Promise<HumanStyle> {
  const { text, language, columns } = context.screen;
  return { text, language, columns, now: context.host.now(), palette: await context.screen.palette() };
}

function prettyJson(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data, undefined, 2))}\n`;
}

export function jsonLine(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data))}\n`;
}

function record(format: 'csv' | 'tsv', item: unknown, { columns }: Selection): string {
  const values = columns.map((column) => valueAt(item, column.path));
  return format === 'csv' ? csvRecord(values) : tsvRecord(values);
}

function csvHeader({ columns }: Selection): string {
  return csvRecord(columns.map((column) => column.path));
}

/**
 * Prints one thing in the format that was asked for.
 *
 * @param sheet how a person sees it, when `--fields` does not say what to show; by default a line for each field
 */
export async function printThing(
  context: Context,
  data: unknown,
  selection: Selection,
  sheet?: (style: HumanStyle) => string,
): Promise<void> {
  switch (context.screen.format) {
    case 'table': {
      const style = await humanStyle(context);
      const rendered =
        sheet === undefined || selection.explicit ? renderSheet(data, selection.columns, style) : sheet(style);
      context.screen.print(rendered);
      return;
    }
    case 'json':
      context.screen.print(prettyJson(pickFields(data, selection)));
      return;
    case 'ndjson':
      context.screen.print(jsonLine(pickFields(data, selection)));
      return;
    case 'csv':
      context.screen.print(csvHeader(selection) + record('csv', data, selection));
      return;
    case 'tsv':
      context.screen.print(record('tsv', data, selection));
  }
}

/**
 * Prints one thing that is read again and again: a record each time, in a pipe. What never ends is no JSON document, so
 * it is a line of JSON each time.
 */
export async function printReading(
  context: Context,
  data: unknown,
  selection: Selection,
  isFirst: boolean,
  sheet: (style: HumanStyle) => string,
): Promise<void> {
  if (context.screen.format === 'csv' && !isFirst) context.screen.print(record('csv', data, selection));
  else if (context.screen.format === 'json') context.screen.print(jsonLine(pickFields(data, selection)));
  else {
    if (context.screen.format === 'table' && !isFirst) context.screen.print('\n');
    await printThing(context, data, selection, sheet);
  }
}

/** A list as it comes in, batch by batch. */
export interface ListSource<Row> {
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** What JSON output holds around the rows, once all of them have come. */
  envelope(items: readonly unknown[]): Record<string, unknown>;
  /** What a person is told instead of an empty table. */
  readonly emptyNotice: string;
  /** What a person sees below the table, once all rows have come. */
  footer?(items: readonly Row[], style: HumanStyle): string;
}

/**
 * Prints a list: `tsv`, `csv` and `ndjson` row by row as they come, `json` and `table` when all are there.
 *
 * @param tableColumns what a person sees when `--fields` does not say
 */
export async function printList<Row>(
  context: Context,
  source: ListSource<Row>,
  selection: Selection,
  tableColumns: readonly TableColumn[],
  format: OutputFormat = context.screen.format,
): Promise<void> {
  if (format === 'json' || format === 'table') {
    const items: Row[] = [];
    for await (const batch of source.batches) for (const item of batch) items.push(item);
    if (format === 'json') {
      context.screen.print(prettyJson(source.envelope(items.map((item) => pickFields(item, selection)))));
    } else if (items.length === 0) {
      context.screen.notify(source.emptyNotice);
    } else {
      const columns = selection.explicit ? selection.columns : tableColumns;
      await context.screen.printLong(await tableOf(context, items, source, columns, selection.explicit));
    }
    return;
  }
  // Not before the first answer: a command that fails leaves stdout empty.
  let header = format === 'csv' ? csvHeader(selection) : '';
  for await (const batch of source.batches) {
    const rows = batch.map((item) =>
      format === 'ndjson' ? jsonLine(pickFields(item, selection)) : record(format, item, selection),
    );
    context.screen.print(header + rows.join(''));
    header = '';
  }
  if (header !== '') context.screen.print(header);
}

/** Prints rows of which nobody knows how many will come. A table grows; JSON is a line for each row. */
export async function printRowsAsTheyCome(
  context: Context,
  batches: AsyncIterable<readonly unknown[]>,
  selection: Selection,
  tableColumns: readonly TableColumn[],
): Promise<void> {
  if (context.screen.format !== 'table') {
    const format = context.screen.format === 'json' ? 'ndjson' : context.screen.format;
    await printList(context, { batches, envelope: () => ({}), emptyNotice: '' }, selection, tableColumns, format);
    return;
  }
  const table = createTable(selection.explicit ? selection.columns : tableColumns);
  for await (const batch of batches) {
    if (batch.length > 0) context.screen.print((await table.add(batch, await humanStyle(context))).lines);
  }
}

/** A table, with what is said below it unless `--fields` says that only these are wanted. */
async function tableOf<Row>(
  context: Context,
  items: readonly Row[],
  source: ListSource<Row>,
  columns: readonly TableColumn[],
  isExplicit: boolean,
): Promise<string> {
  const style = await humanStyle(context);
  const { lines, hidden } = await createTable(columns).add(items, style);
  if (isExplicit) return lines;
  const names = hidden.map((field) => labelOf(field, style)).join(', ');
  const notice = names === '' ? '' : wrapped(style.text.views.hidden(names), style);
  const footer = source.footer?.(items, style) ?? '';
  return [lines, notice + footer].filter((part) => part !== '').join('\n');
}

function wrapped(line: string, { palette, columns = Infinity }: HumanStyle): string {
  return wrapToWidth(line, columns)
    .map((part) => `${palette.label(part)}\n`)
    .join('');
}
