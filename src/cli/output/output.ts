import type { Screen } from '../context/screen.ts';
import { pickFields, valueAt, type Field, type Selection } from './fields.ts';
import type { HumanStyle } from './human-value.ts';
import { csvRecord, tsvRecord } from './records.ts';
import { filledSheet, labelOf, renderSheet } from './sheet.ts';
import type { TableColumn } from './table-layout.ts';
import { Table } from './table.ts';
import { wrappedLines, escapeControlsInJson } from './text-width.ts';

export interface ListSource<Row> {
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** The JSON document around the rows, built after the last one. */
  envelope(items: readonly unknown[]): Record<string, unknown>;
  /** Shown to a person instead of an empty table, where the rest of the output does not say it. */
  readonly emptyMessage?: string | ((style: HumanStyle) => string);
  /** Shown to a person below the table. */
  footer?(items: readonly Row[], style: HumanStyle): string;
}

/** A record for each row. */
type RecordFormat = 'csv' | 'tsv' | 'ndjson';

/** Prints the results of a command, in the requested format and with the requested fields. */
export class Output<Row> {
  protected readonly screen: Screen;
  readonly #selection: Selection;

  constructor(screen: Screen, selection: Selection) {
    this.screen = screen;
    this.#selection = selection;
  }

  /** The fields of `--fields`; undefined when the command chooses for a person. */
  get chosenFields(): readonly Field[] | undefined {
    return this.#selection.explicit ? this.#selection.columns : undefined;
  }

  /** Whether a person sees what the command chooses for them. */
  get isForPerson(): boolean {
    return this.screen.format === 'table' && !this.#selection.explicit;
  }

  /** Prints one object. @param sheet how a person sees it without `--fields`; default: a line per field */
  async one(row: Row, sheet?: (style: HumanStyle) => string): Promise<void> {
    const { format, print, printLong } = this.screen;
    if (format === 'table') await printLong(await this.#sheetOf(row, sheet));
    else if (format === 'json') print(prettyJson(this.#picked(row)));
    else print(this.#header(format) + this.#record(format, row));
  }

  /** Prints a value alone, or its row where fields or a format with names are asked for. */
  async bare(value: string, row: Row): Promise<void> {
    const { format, print } = this.screen;
    if (!this.#selection.explicit && (format === 'table' || format === 'tsv')) print(`${value}\n`);
    else await this.one(row);
  }

  /**
   * Prints an object that is read repeatedly: one record each time in a pipe. An endless output is no JSON document, so
   * it is a line of JSON each time.
   */
  async reading(row: Row, isFirst: boolean, sheet: (style: HumanStyle) => string): Promise<void> {
    const { format, print } = this.screen;
    if (format === 'csv' && !isFirst) print(this.#record('csv', row));
    else if (format === 'json') print(jsonLine(this.#picked(row)));
    else if (format === 'table') print(`${isFirst ? '' : '\n'}${await this.#sheetOf(row, sheet)}`);
    else await this.one(row, sheet);
  }

  async #sheetOf(row: Row, sheet: ((style: HumanStyle) => string) | undefined): Promise<string> {
    const style = await this.screen.style();
    const { explicit, columns } = this.#selection;
    if (explicit) return renderSheet(row, columns, style);
    return sheet === undefined ? filledSheet(row, columns, style) : sheet(style);
  }

  /**
   * Prints a list: `tsv`, `csv` and `ndjson` row by row as they arrive, `json` and `table` at the end.
   *
   * @param tableColumns the columns for a person without `--fields`
   */
  async list(source: ListSource<Row>, tableColumns: readonly TableColumn[]): Promise<void> {
    const { format } = this.screen;
    if (format === 'json' || format === 'table') {
      const rows: Row[] = [];
      for await (const batch of source.batches) for (const row of batch) rows.push(row);
      if (format === 'table') await this.#table(rows, source, tableColumns);
      else this.screen.print(prettyJson(source.envelope(rows.map((row) => this.#picked(row)))));
    } else await this.#records(source.batches, format);
  }

  /** Prints rows as they arrive. A table grows; JSON is a line per row. */
  async streamRows(
    batches: AsyncIterable<readonly Row[]>,
    tableColumns: readonly TableColumn[],
    hasHeads = true,
  ): Promise<void> {
    const { format, print, notify } = this.screen;
    if (format !== 'table') {
      await this.#records(batches, format === 'json' ? 'ndjson' : format);
      return;
    }
    const table = new Table(this.chosenFields ?? tableColumns, hasHeads || this.#selection.explicit);
    let hiddenMessage = '';
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      const style = await this.screen.style();
      const { lines, hidden } = await table.add(batch, style);
      print(lines);
      hiddenMessage = messageOfHidden(hidden, style);
    }
    if (hiddenMessage !== '' && !this.#selection.explicit) notify(hiddenMessage);
  }

  #picked(row: Row): unknown {
    return pickFields(row, this.#selection);
  }

  #record(format: RecordFormat, row: Row): string {
    if (format === 'ndjson') return jsonLine(this.#picked(row));
    const values = this.#selection.columns.map((column) => valueAt(row, column.path));
    return format === 'csv' ? csvRecord(values) : tsvRecord(values);
  }

  #header(format: RecordFormat): string {
    return format === 'csv' ? csvRecord(this.#selection.columns.map((column) => column.path)) : '';
  }

  async #records(batches: ListSource<Row>['batches'], format: RecordFormat): Promise<void> {
    const { print } = this.screen;
    // Printed with the first row: a command that fails leaves stdout empty.
    let header = this.#header(format);
    for await (const batch of batches) {
      print(header + batch.map((row) => this.#record(format, row)).join(''));
      header = '';
    }
    if (header !== '') print(header);
  }

  /** A table, and its footer unless `--fields` is given. */
  async #table(rows: readonly Row[], source: ListSource<Row>, tableColumns: readonly TableColumn[]): Promise<void> {
    const { notify, printLong } = this.screen;
    const style = await this.screen.style();
    if (rows.length === 0) {
      const { emptyMessage } = source;
      if (emptyMessage !== undefined) notify(typeof emptyMessage === 'string' ? emptyMessage : emptyMessage(style));
      return;
    }
    const { lines, hidden } = await new Table(this.chosenFields ?? tableColumns).add(rows, style);
    if (this.#selection.explicit) {
      await printLong(lines);
      return;
    }
    const message = messageOfHidden(hidden, style);
    const footer = (source.footer?.(rows, style) ?? '').trimEnd();
    const below = [
      wrappedLines(footer === '' ? [] : footer.split('\n'), style.columns),
      wrappedLines(message === '' ? [] : [message], style.columns, style.palette.label),
    ].join('');
    await printLong(lines + below, `${below}\n${lines}`);
  }
}

function messageOfHidden(hidden: readonly Field[], style: HumanStyle): string {
  if (hidden.length === 0) return '';
  return style.text.lists.hidden(hidden.map((field) => labelOf(field, style)).join(', '));
}

function prettyJson(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data, undefined, 2))}\n`;
}

export function jsonLine(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data))}\n`;
}
