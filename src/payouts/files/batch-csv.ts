import { Readable, pipeline } from 'node:stream';
import { Parser, type CsvError } from 'csv-parse';
import { countLines, CSV_FORM, type BatchHeader } from './batch-header.ts';
import type { BatchColumn } from './batch-summary.ts';
import type { ColumnName } from './column-names.ts';
import { NO_CELL, RECORD_MAXIMUM_BYTES, type RawRow } from './payout-row.ts';
import { isUnnamed } from './row-status.ts';

/**
 * The records after the header.
 *
 * @param chunks UTF-8, from the beginning of the file; everything up to the header's end is skipped
 * @throws what `chunks` throws
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>, header: BatchHeader): AsyncGenerator<RawRow> {
  const toRow = rowMaker(header);
  let failure: CsvError | undefined;
  const parser = new Parser({
    // A quotation mark that swallows lines is detected below.
    ...CSV_FORM,
    delimiter: header.delimiter,
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
  const records: AsyncIterable<readonly string[]> = parser;
  for await (const cells of records) {
    yield toRow(cells, line);
    line += countLines(cells);
  }
  if (failure !== undefined) yield { ...toRow([], line), isEmpty: false, flaw: flawOf(failure) };
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
  const columnIndexOf = (column: ColumnName) => columns.findIndex(({ meaning }) => meaning === column);
  const amountIndex = columnIndexOf('amount');

  return (cells: readonly string[], line: number): RawRow => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    return {
      line,
      isEmpty,
      cell(column) {
        const index = columnIndexOf(column);
        return index === -1 ? NO_CELL : { heading: columns[index]?.heading, text: cells[index] ?? '' };
      },
      cells: () => Object.fromEntries(columns.map(({ heading }, index) => [heading, cells[index] ?? ''])),
      rightOfAmount: delimiter === ',' ? cells[amountIndex + 1]?.trim() : undefined,
      brokenColumns: columns.filter((_, index) => /[\r\n]/.test(cells[index] ?? '')),
      mayBeSum: true,
      flaw: isEmpty ? undefined : findFlaw(cells, columns, delimiter),
    };
  };
}

const CUT_AMOUNT = /^[^.,]*\d,\d\d?\s*$/;

function findFlaw(cells: readonly string[], columns: readonly BatchColumn[], delimiter: string): RawRow['flaw'] {
  const swallowing = cells.findIndex((cell) => hasSwallowedLines(cell, delimiter, columns.length));
  if (swallowing !== -1) {
    return { code: 'unclosed_quote', details: {}, column: columns[swallowing]?.heading, value: cells[swallowing] };
  }
  const at = columns.findIndex(({ meaning }) => meaning === 'amount');
  // `1234,56` without quotes, where the line of headings ends with a comma.
  const stated = cells.length === columns.length ? cells.slice(at, at + 2).join(delimiter) : '';
  const isCut = isUnnamed(columns[at + 1]?.heading ?? '') && CUT_AMOUNT.test(stated);
  const wanted = isCut ? columns.filter(({ heading }) => !isUnnamed(heading)).length : columns.length;
  if (cells.length === wanted) return undefined;
  const details = { cells: cells.length, columns: wanted };
  return { code: cells.length > wanted ? 'too_many_cells' : 'too_few_cells', details };
}

/**
 * A superfluous quotation mark ends at the next one: whole rows are inside the cell, or a mark remains at its start.
 */
function hasSwallowedLines(cell: string, delimiter: string, columns: number): boolean {
  return /[\r\n]/.test(cell) && (cell.startsWith('"') || cell.split(delimiter).length >= columns);
}
