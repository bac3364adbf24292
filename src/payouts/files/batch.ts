import { csvRows } from './batch-csv.ts';
import { findHeader, firstCells } from './batch-header.ts';
import { ndjsonRows } from './batch-ndjson.ts';
import type { BatchFormat, BatchOptions, BatchReading } from './batch-summary.ts';
import { toUtf8 } from './encoding.ts';
import type { Payout } from '../payout.ts';
import type { RawRow } from './raw-row.ts';
import { RowIntake } from './row-intake.ts';

/** The maximum size of everything before the first row. */
const HEAD_BYTES = 1 << 16;

/**
 * Reads a batch of payouts: CSV as spreadsheets write it (`;`, commas or tabs, with or without `sep=;`), or NDJSON, in
 * any usual encoding, with Portuguese or English columns.
 *
 * Ambiguous values are refused, and every problem of every row is reported. Some 60 bytes of each row are remembered,
 * to recognise repetitions.
 */
export function readBatch(source: AsyncIterable<Uint8Array>, options: BatchOptions = {}): BatchReading {
  const { chunks, found } = toUtf8(source);
  const intake = new RowIntake(options);
  let format: BatchFormat | undefined;
  let hasEnded = false;

  async function* payouts(): AsyncGenerator<Payout, void, undefined> {
    const head = await takeHead(chunks);
    const rows = rowsOf(head);
    if (rows === undefined) {
      await chunks.return();
    } else {
      for await (const group of rows) {
        for (const row of group) {
          const payout = intake.take(row);
          if (payout !== undefined) yield payout;
        }
      }
      if (intake.summary().rows === 0) intake.problem({ code: 'no_rows', details: {} });
    }
    hasEnded = true;
  }

  /** The rows of the file; undefined, with the problem reported, when none can be read. */
  function rowsOf(head: Buffer): AsyncIterable<readonly RawRow[]> | undefined {
    const opening = head.toString().trimStart();
    if (found.binary !== undefined) intake.problem({ code: 'not_text', details: { kind: found.binary } });
    else if (opening === '') intake.problem({ code: 'empty_file', details: {} });
    else if (opening.startsWith('{')) {
      format = { kind: 'ndjson' };
      return ndjsonRows(withHead(head, chunks), (columns, line) => {
        intake.addColumns(columns, line);
      });
    } else return rowsOfSpreadsheet(head, opening);
    return undefined;
  }

  function rowsOfSpreadsheet(head: Buffer, opening: string): AsyncIterable<readonly RawRow[]> | undefined {
    const header = findHeader(head);
    if (header === undefined) {
      if (opening.startsWith('[')) intake.problem({ code: 'json_array', details: {} }, { line: 1 });
      else intake.problem({ code: 'header_not_found', details: { cells: firstCells(head) } }, { line: 1 });
      return undefined;
    }
    const { delimiter, line, columns, titles } = header;
    format = { kind: 'csv', delimiter, headerLine: line };
    for (const title of titles) {
      intake.notice({ code: 'title_line', details: {} }, { line: title.line, value: title.text });
    }
    intake.addColumns(columns, line);
    return intake.judgeHeader(columns, line) ? csvRows(withHead(head, chunks), header) : undefined;
  }

  return {
    payouts: payouts(),
    summary() {
      if (!hasEnded) throw new Error('the batch has not been read to its end');
      return { ...intake.summary(), encoding: found.encoding, format };
    },
  };
}

async function takeHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const taken: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    taken.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(taken);
}

async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}
