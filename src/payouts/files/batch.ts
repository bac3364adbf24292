import { csvRows } from './batch-csv.ts';
import { isCnab240 } from '../../cnab/record.ts';
import { findHeader, firstCells } from './batch-header.ts';
import { ndjsonRows } from './batch-ndjson.ts';
import { openSource, takeHead, toUtf8, withHead, type BinaryKind } from './encoding.ts';
import type {
  BatchEncoding,
  BatchFormat,
  BatchOptions,
  BatchReading,
  BatchSummary,
  BatchColumn,
  RawCells,
} from './batch-summary.ts';
import type { WorkbookFlaw } from '../../xlsx/parse-xml.ts';
import type { Payout } from '../payout.ts';
import type { RawRow } from './payout-row.ts';
import { RowIntake } from './row-intake.ts';
import { isUnnamed } from './row-status.ts';
import type { ColumnName } from './column-names.ts';

/** The maximum size of everything before the first row. */
const HEAD_BYTES = 1 << 16;

/**
 * Reads a batch of payouts: CSV as spreadsheets write it (`;`, commas or tabs, with or without `sep=;`), or NDJSON, in
 * any usual encoding, or a workbook (.xlsx), with Portuguese or English columns; or a CNAB 240 remittance.
 *
 * A text with two meanings is a problem, and every problem of every row is reported. For each row, some 400 bytes stay
 * in memory, so that a repetition is recognised.
 */
export function readBatch(source: AsyncIterable<Uint8Array>, options: BatchOptions = {}): BatchReading {
  return new BatchReader(source, options);
}

class BatchReader implements BatchReading {
  readonly payouts: AsyncGenerator<Payout, void, undefined>;
  readonly #options: BatchOptions;
  readonly #intake: RowIntake;
  #encoding: BatchEncoding | undefined;
  #format: BatchFormat | undefined;
  #hasEnded = false;

  constructor(source: AsyncIterable<Uint8Array>, options: BatchOptions) {
    this.#options = options;
    this.#intake = new RowIntake(options);
    this.payouts = this.#read(source);
  }

  summary(): BatchSummary {
    if (!this.#hasEnded) throw new Error('the batch has not been read to its end');
    return { ...this.#intake.summary(), encoding: this.#encoding, format: this.#format };
  }

  async *#read(source: AsyncIterable<Uint8Array>): AsyncGenerator<Payout, void, undefined> {
    const { isArchive, bytes } = await openSource(source);
    yield* isArchive ? this.#payoutsOf(await this.#rowsOfWorkbook(bytes)) : this.#payoutsOfText(bytes);
    this.#hasEnded = true;
  }

  /** The reader of workbooks is loaded only for them. */
  async #rowsOfWorkbook(bytes: AsyncIterable<Uint8Array>) {
    const { workbookRows } = await import('./batch-workbook.ts');
    const rows = await workbookRows(bytes, this.#options.sheet, this.#intake);
    if (rows !== undefined) this.#format = { kind: 'xlsx' };
    return rows;
  }

  async *#payoutsOfText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Payout, void, undefined> {
    const { chunks, found } = toUtf8(bytes);
    const head = await takeHead(chunks, HEAD_BYTES);
    const rows = this.#rowsOf(head, chunks, found.binary);
    if (rows === undefined) await chunks.return();
    yield* this.#payoutsOf(rows);
    this.#encoding = found.encoding;
  }

  async *#payoutsOf(rows: AsyncIterable<RawRow> | undefined): AsyncGenerator<Payout, void, undefined> {
    if (rows === undefined) return;
    for await (const row of rows) {
      const payout = this.#intake.take(row);
      if (payout !== undefined) yield payout;
    }
    this.#intake.end();
  }

  /** The rows of a text in any format; undefined, with the problem reported, when it has no readable rows. */
  #rowsOf(head: Buffer, chunks: AsyncGenerator<Buffer>, binary: BinaryKind | undefined) {
    const opening = head.toString().trimStart();
    const intake = this.#intake;
    const { sheet } = this.#options;
    const unreadable = (flaw: WorkbookFlaw) => intake.problem({ code: 'unreadable_workbook', details: { flaw } });
    if (binary === 'encrypted_workbook') unreadable('encrypted');
    else if (binary !== undefined) intake.problem({ code: 'not_text', details: { kind: binary } });
    else if (opening === '') intake.problem({ code: 'empty_file', details: {} });
    else if (/^<[^]*<office:document\b/.test(opening)) unreadable('opendocument');
    else if (sheet !== undefined) intake.problem({ code: 'sheet_not_found', details: { sheet, sheets: [] } });
    else if (opening.startsWith('{')) {
      this.#format = { kind: 'ndjson' };
      return ndjsonRows(withHead(head, chunks), (columns, line) => intake.addColumns(columns, line));
    } else if (isCnab240(opening)) return this.#rowsOfRemittance(withHead(head, chunks));
    else return this.#rowsOfSpreadsheet(head, opening, chunks);
    return undefined;
  }

  async *#rowsOfRemittance(chunks: AsyncIterable<Buffer>): AsyncGenerator<RawRow> {
    const { remittanceRows } = await import('./batch-remittance.ts');
    const { paidOn } = this.#options;
    yield* remittanceRows(chunks, { intake: this.#intake, paidOn }, (format) => {
      this.#format = format;
    });
  }

  #rowsOfSpreadsheet(head: Buffer, opening: string, chunks: AsyncGenerator<Buffer>): AsyncIterable<RawRow> | undefined {
    const intake = this.#intake;
    const header = findHeader(head);
    if (header === undefined) {
      if (opening.startsWith('[')) intake.problem({ code: 'json_array', details: {} }, { line: 1 });
      else intake.problem({ code: 'header_not_found', details: { cells: firstCells(head) } }, { line: 1 });
      return undefined;
    }
    this.#format = { kind: 'csv', delimiter: header.delimiter };
    const columns = intake.takeHeader(header);
    return columns && csvRows(withHead(head, chunks), { ...header, columns });
  }
}

/** What an unknown column may be, that a person knows and its heading does not say. */
const ASKED_MEANINGS = ['name', 'reference'] as const;
type AskedMeaning = (typeof ASKED_MEANINGS)[number];

/** An unknown column whose values may be names or references. */
export interface ColumnCandidate {
  readonly heading: string;
  readonly example: string;
  readonly mayBe: readonly AskedMeaning[];
}

const ROWS_LOOKED_AT = 20;
const REFERENCE_LENGTH_MAXIMUM = 40;

const NO_NAME = /[@\d/]{3}|@|:\/\//;
const DATE_OR_AMOUNT = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b|^(R\$\s*)?-?[\d.]*,\d{1,2}$|^(R\$\s*)?-?\d+\.\d{1,2}$/i;

/** Whether the values of a column, some of them empty, may mean that. */
const MAY_BE: Readonly<Record<AskedMeaning, (values: readonly string[]) => boolean>> = {
  name: (values) => {
    const named = values.filter((value) => value !== '');
    return named.length * 2 > values.length && named.every((value) => /\p{L}{2}/u.test(value) && !NO_NAME.test(value));
  },
  reference: (values) =>
    values.length > 0 &&
    new Set(values).size === values.length &&
    values.every(
      (value) =>
        /\d/.test(value) && !/@/.test(value) && !DATE_OR_AMOUNT.test(value) && value.length <= REFERENCE_LENGTH_MAXIMUM,
    ),
};

/** The columns of a spreadsheet, and which unknown ones may be the name or the reference, where it has none. */
export async function lookAtColumns(source: AsyncIterable<Uint8Array>, sheet: string | undefined) {
  let columns: readonly BatchColumn[] = [];
  const rows: RawCells[] = [];
  const meaningsOf = (found: readonly BatchColumn[]) => {
    columns = found;
    return new Map<string, ColumnName>();
  };
  const onInvalidRow = (cells: RawCells) => {
    if (rows.length < ROWS_LOOKED_AT) rows.push(cells);
  };
  for await (const { cells } of readBatch(source, { sheet, meaningsOf, onInvalidRow }).payouts) {
    rows.push(cells);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  const missing = ASKED_MEANINGS.filter((asked) => columns.every(({ meaning }) => meaning !== asked));
  const candidates = columns.flatMap(({ heading, meaning }): readonly ColumnCandidate[] => {
    const values = rows.map((cells) => (cells[heading] ?? '').trim());
    const mayBe = missing.filter((asked) => MAY_BE[asked](values));
    if (meaning !== undefined || mayBe.length === 0 || isUnnamed(heading)) return [];
    return [{ heading, example: values.find((value) => value !== '') ?? '', mayBe }];
  });
  return { columns, candidates };
}
