import type { Context } from '../context/context.ts';
import { escapeControlsInJson } from './control-characters.ts';
import { pickFields, valueAt, type Field, type Selection } from './fields.ts';
import type { OutputFormat } from './format.ts';
import type { HumanStyle } from './human-value.ts';
import { csvRecord, tsvRecord } from './records.ts';
import { labelOf, renderSheet } from './sheet.ts';
import type { TableColumn } from './table-layout.ts';
import { createTable } from './table.ts';
import { wrapToWidth } from './text-width.ts';

/** A list as it comes in, batch by batch. */
export interface ListSource<Row> {
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** What JSON output holds around the rows, once all of them have come. */
  envelope(items: readonly unknown[]): Record<string, unknown>;
  /** What a person is told instead of an empty table. */
  readonly emptyMessage: string;
  /** What a person sees below the table, once all rows have come. */
  footer?(items: readonly Row[], style: HumanStyle): string;
}

/** Prints what a command has found: in the format that was asked for, with the fields that were chosen. */
export class Output<Row> {
  readonly #context: Pick<Context, 'host' | 'screen'>;
  readonly #selection: Selection;

  constructor(context: Pick<Context, 'host' | 'screen'>, selection: Selection) {
    this.#context = context;
    this.#selection = selection;
  }

  /** The fields that `--fields` names; undefined where the command chooses what a person sees. */
  get chosenFields(): readonly Field[] | undefined {
    return this.#selection.explicit ? this.#selection.columns : undefined;
  }

  async style(): Promise<HumanStyle> {
    const { host, screen } = this.#context;
    const { text, language, columns } = screen;
    return { text, language, columns, now: host.now(), palette: await screen.palette() };
  }

  /**
   * Prints one thing.
   *
   * @param sheet how a person sees it, when `--fields` does not say what to show; by default a line for each field
   */
  async one(row: Row, sheet?: (style: HumanStyle) => string): Promise<void> {
    const { format, print } = this.#context.screen;
    switch (format) {
      case 'table': {
        const style = await this.style();
        const isPlain = sheet === undefined || this.#selection.explicit;
        print(isPlain ? renderSheet(row, this.#selection.columns, style) : sheet(style));
        return;
      }
      case 'json':
        print(prettyJson(this.#picked(row)));
        return;
      case 'ndjson':
        print(jsonLine(this.#picked(row)));
        return;
      case 'csv':
        print(this.#csvHeader() + this.#record('csv', row));
        return;
      case 'tsv':
        print(this.#record('tsv', row));
    }
  }

  /**
   * Prints one thing that is read again and again: a record each time, in a pipe. What never ends is no JSON document, so
   * it is a line of JSON each time.
   */
  async reading(row: Row, isFirst: boolean, sheet: (style: HumanStyle) => string): Promise<void> {
    const { format, print } = this.#context.screen;
    if (format === 'csv' && !isFirst) print(this.#record('csv', row));
    else if (format === 'json') print(jsonLine(this.#picked(row)));
    else {
      if (format === 'table' && !isFirst) print('\n');
      await this.one(row, sheet);
    }
  }

  /**
   * Prints a list: `tsv`, `csv` and `ndjson` row by row as they come, `json` and `table` when all are there.
   *
   * @param tableColumns what a person sees when `--fields` does not say
   */
  async list(
    source: ListSource<Row>,
    tableColumns: readonly TableColumn[],
    format: OutputFormat = this.#context.screen.format,
  ): Promise<void> {
    if (format === 'json' || format === 'table') {
      const rows: Row[] = [];
      for await (const batch of source.batches) for (const row of batch) rows.push(row);
      if (format === 'table') await this.#table(rows, source, tableColumns);
      else this.#context.screen.print(prettyJson(source.envelope(rows.map((row) => this.#picked(row)))));
    } else await this.#records(source.batches, format);
  }

  /** Prints rows without knowing how many will come. A table grows; JSON is a line for each row. */
  async streamRows(
    batches: AsyncIterable<readonly Row[]>,
    tableColumns: readonly TableColumn[],
    format: OutputFormat = this.#context.screen.format,
  ): Promise<void> {
    if (format !== 'table') {
      await this.#records(batches, format === 'json' ? 'ndjson' : format);
      return;
    }
    const table = createTable(this.chosenFields ?? tableColumns);
    for await (const batch of batches) {
      if (batch.length > 0) this.#context.screen.print((await table.add(batch, await this.style())).lines);
    }
  }

  #picked(row: Row): unknown {
    return pickFields(row, this.#selection);
  }

  #record(format: 'csv' | 'tsv', row: Row): string {
    const values = this.#selection.columns.map((column) => valueAt(row, column.path));
    return format === 'csv' ? csvRecord(values) : tsvRecord(values);
  }

  #csvHeader(): string {
    return csvRecord(this.#selection.columns.map((column) => column.path));
  }

  async #records(batches: ListSource<Row>['batches'], format: 'csv' | 'tsv' | 'ndjson'): Promise<void> {
    const { print } = this.#context.screen;
    // Not before the first answer: a command that fails leaves stdout empty.
    let header = format === 'csv' ? this.#csvHeader() : '';
    for await (const batch of batches) {
      const lines = batch.map((row) => (format === 'ndjson' ? jsonLine(this.#picked(row)) : this.#record(format, row)));
      print(header + lines.join(''));
      header = '';
    }
    if (header !== '') print(header);
  }

  /** A table, with what is said below it unless `--fields` says that only these are wanted. */
  async #table(rows: readonly Row[], source: ListSource<Row>, tableColumns: readonly TableColumn[]): Promise<void> {
    const { notify, printLong } = this.#context.screen;
    if (rows.length === 0) {
      notify(source.emptyMessage);
      return;
    }
    const style = await this.style();
    const { lines, hidden } = await createTable(this.chosenFields ?? tableColumns).add(rows, style);
    if (this.#selection.explicit) {
      await printLong(lines);
      return;
    }
    const names = hidden.map((field) => labelOf(field, style)).join(', ');
    const hiddenMessage = names === '' ? '' : wrapped(style.text.lists.hidden(names), style);
    const footer = source.footer?.(rows, style) ?? '';
    await printLong([lines, hiddenMessage + footer].filter((part) => part !== '').join('\n'));
  }
}

function prettyJson(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data, undefined, 2))}\n`;
}

export function jsonLine(data: unknown): string {
  return `${escapeControlsInJson(JSON.stringify(data))}\n`;
}

function wrapped(line: string, { palette, columns = Infinity }: HumanStyle): string {
  return wrapToWidth(line, columns)
    .map((part) => `${palette.label(part)}\n`)
    .join('');
}
