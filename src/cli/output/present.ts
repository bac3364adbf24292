import type { Context } from '../context/context.ts';
import type { Selection } from './fields.ts';
import type { OutputFormat } from './format.ts';
import type { HumanStyle } from './human-value.ts';
import { jsonLine, Output, type ListSource } from './output.ts';
import type { TableColumn } from './table-layout.ts';

export { jsonLine, type ListSource };

const EVERYTHING: Selection = { explicit: false, paths: [], columns: [] };

export function humanStyle(context: Context): Promise<HumanStyle> {
  return new Output(context, EVERYTHING).style();
}

export function printThing(
  context: Context,
  data: unknown,
  selection: Selection,
  sheet?: (style: HumanStyle) => string,
): Promise<void> {
  return new Output(context, selection).one(data, sheet);
}

export function printList<Row>(
  context: Context,
  source: ListSource<Row>,
  selection: Selection,
  tableColumns: readonly TableColumn[],
  format?: OutputFormat,
): Promise<void> {
  return new Output<Row>(context, selection).list(source, tableColumns, format);
}
