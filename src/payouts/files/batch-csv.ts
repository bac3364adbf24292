import { Readable, pipeline, type TransformCallback } from 'node:stream';
import { Parser, type CsvError } from 'csv-parse';
import { countLines, type BatchHeader } from './batch-header.ts';
import type { BatchColumn } from './batch-summary.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { NO_CELL, RECORD_MAXIMUM_BYTES, type RawRow } from './payout-row.ts';

const NO_COLUMNS: readonly BatchColumn[] = [];

/**
 * The records after the header, in groups, because waiting for a million rows one by one would take longer than reading
 * them.
 *
 * @param chunks UTF-8, from the beginning of the file; everything up to the header's end is skipped
 * @throws what `chunks` throws
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>, header: BatchHeader): AsyncGenerator<readonly RawRow[]> {
  const toRow = rowMaker(header);
  let failure: CsvError | undefined;
  const parser = new GroupingParser({
    delimiter: header.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark inside a cell is an ordinary character; one that swallows lines is detected below.
    relax_quotes: true,
    max_record_size: RECORD_MAXIMUM_BYTES,
    // The two remaining errors end the file; as errors of the stream they would discard the records before them.
    skip_records_with_error: true,
    on_skip: (error) => {
      failure ??= error;
      return undefined;
    },
  });
  // Errors of the source are thrown by the parser.
  pipeline(Readable.from(behind(chunks, header.endBytes)), parser, () => undefined);

  let line = header.nextLine;
  const groups: AsyncIterable<readonly string[][]> = parser;
  for await (const group of groups) {
    yield group.map((cells) => {
      const lines = countLines(cells);
      const row = toRow(cells, line, lines > 1);
      line += lines;
      return row;
    });
  }
  if (failure !== undefined) yield [{ ...toRow([], line, false), isEmpty: false, flaw: flawOf(failure) }];
}

async function* behind(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let passing = bytes;
  for await (const chunk of chunks) {
    if (passing < chunk.length) yield chunk.subarray(passing);
    passing = Math.max(0, passing - chunk.length);
  }
}

function flawOf(error: CsvError): RawRow['flaw'] {
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? { code: 'record_too_long', details: { maximumBytes: RECORD_MAXIMUM_BYTES } }
    : { code: 'unclosed_quote', details: {} };
}

function rowMaker({ columns, delimiter }: BatchHeader) {
  const indexes = Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, columns.findIndex(({ meaning }) => meaning === name)]),
  );
  const columnIndexOf = (column: ColumnName) => indexes[column] ?? -1;
  const amountIndex = columnIndexOf('amount');

  return (cells: readonly string[], line: number, hasLineBreaks: boolean): RawRow => {
    const isEmpty = cells.every(isBlank);
    return {
      line,
      isEmpty,
      cell(column) {
        const index = columnIndexOf(column);
        return index === -1 ? NO_CELL : { heading: columns[index]?.heading, text: cells[index] ?? '' };
      },
      cells: () => Object.fromEntries(columns.map(({ heading }, index) => [heading, cells[index] ?? ''])),
      rightOfAmount: delimiter === ',' ? cells[amountIndex + 1]?.trim() : undefined,
      brokenColumns: hasLineBreaks ? columns.filter((_, index) => /[\r\n]/.test(cells[index] ?? '')) : NO_COLUMNS,
      mayBeSum: true,
      flaw: isEmpty ? undefined : findFlaw(cells, columns, delimiter, hasLineBreaks),
    };
  };
}

function findFlaw(
  cells: readonly string[],
  columns: readonly BatchColumn[],
  delimiter: string,
  hasLineBreaks: boolean,
): RawRow['flaw'] {
  if (hasLineBreaks) {
    const index = cells.findIndex((cell) => hasSwallowedLines(cell, delimiter, columns.length));
    if (index !== -1) {
      return { code: 'unclosed_quote', details: {}, column: columns[index]?.heading, value: cells[index] };
    }
  }
  if (cells.length === columns.length) return undefined;
  const details = { cells: cells.length, columns: columns.length };
  return { code: cells.length > columns.length ? 'too_many_cells' : 'too_few_cells', details };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * A superfluous quotation mark ends at the next one: whole rows are inside the cell, or a mark remains at its start.
 */
function hasSwallowedLines(cell: string, delimiter: string, columns: number): boolean {
  return /[\r\n]/.test(cell) && (cell.startsWith('"') || cell.split(delimiter).length >= columns);
}

/** Passes the records of each chunk on together, as one group. */
class GroupingParser extends Parser {
  #group: unknown[] = [];

  override push(record: unknown): boolean {
    if (record === null) return super.push(null);
    this.#group.push(record);
    return true;
  }

  override _transform(chunk: unknown, encoding: BufferEncoding, callback: TransformCallback): void {
    super._transform(chunk, encoding, this.#passGroupOn(callback));
  }

  override _flush(callback: TransformCallback): void {
    super._flush(this.#passGroupOn(callback));
  }

  #passGroupOn(callback: TransformCallback): TransformCallback {
    return (error) => {
      const group = this.#group;
      this.#group = [];
      if (group.length > 0) super.push(group);
      callback(error);
    };
  }
}
