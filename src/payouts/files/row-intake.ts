import { SHOWN_VALUE_LENGTH, type Notice, type Place, type Problem } from './batch-problem.ts';
import type { BatchColumn, BatchOptions, BatchSummary } from './batch-summary.ts';
import { totalsCounter } from './batch-totals.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { batchDigest } from './digest.ts';
import type { Payout } from '../payout.ts';
import { amountOf, readRow, type RowListener, type RowReading } from './payout-row.ts';
import type { RawRow } from './raw-row.ts';
import { RewrittenReferences } from '../rules/rewritten-references.ts';
import { seenTexts } from './seen-texts.ts';
import { runningSum } from './sum-row.ts';

/** Objects of NDJSON may each have other members; beyond these they are not listed any more. */
const COLUMNS_MAXIMUM = 1000;

/** Where the rows of a batch pass by, one after the other, and all that is to be told of them is told. */
export interface RowIntake {
  problem(problem: Problem, place?: Place): void;
  notice(notice: Notice, place: Place): void;
  addColumns(columns: readonly BatchColumn[], line: number): void;
  /** @returns whether rows can be read by that header */
  judgeHeader(columns: readonly BatchColumn[], line: number): boolean;
  /** @returns the payout, when nothing is wrong with it */
  take(row: RawRow): Payout | undefined;
  summary(): Omit<BatchSummary, 'encoding' | 'format'>;
}

export function rowIntake(options: BatchOptions): RowIntake {
  const counts = { rows: 0, validRows: 0, emptyRows: 0, sumRows: 0, problems: 0, notices: 0 };
  const columns = new Map<string, BatchColumn>();
  const references = seenTexts();
  const payments = seenTexts();
  const rewritten = new RewrittenReferences();
  const sum = runningSum();
  const findsRewritten = options.allowDuplicates === true && options.newReferences !== true;
  const digest = batchDigest();
  const counter = totalsCounter();

  function problem(told: Problem, place: Place = {}): void {
    counts.problems += 1;
    options.onProblem?.({ ...told, ...shown(place) });
  }

  function notice(told: Notice, place: Place): void {
    counts.notices += 1;
    options.onNotice?.({ ...told, ...shown(place) });
  }

  function takeSum(row: RawRow): void {
    const { stated, mismatch } = sum.judge(row);
    const { heading, text } = row.cell('amount');
    const place = { line: row.line, column: heading, value: text };
    if (mismatch === undefined) {
      counts.sumRows += 1;
      notice({ code: 'sum_row', details: { statedCentavos: stated } }, place);
      return;
    }
    // It may be a payout without a key: then it is one that is wrong.
    counts.rows += 1;
    problem({ code: 'sum_mismatch', details: mismatch }, { ...place, row: counts.rows });
    options.onInvalidRow?.({ line: row.line, row: counts.rows, cells: row.cells() });
  }

  /** The row that is being read, and its number. */
  let current: { readonly raw: RawRow; readonly row: number };

  function placeOf(column?: ColumnName): Place {
    const { raw, row } = current;
    const place = { line: raw.line, row };
    if (column === undefined) return place;
    const { heading = column, text } = raw.cell(column);
    return { ...place, column: heading, value: text };
  }

  const listener: RowListener = {
    problem(told, column) {
      problem(told, placeOf(column));
    },
    notice(told, column) {
      notice(told, placeOf(column));
    },
  };

  function readCurrent(): RowReading | undefined {
    const { raw } = current;
    if (raw.flaw !== undefined) {
      problem(raw.flaw, { ...placeOf(), column: raw.flaw.column, value: raw.flaw.value });
      sum.add(undefined);
      return undefined;
    }
    for (const { heading, meaning } of raw.brokenColumns) {
      if (meaning === undefined) notice({ code: 'line_break_in_cell', details: {} }, { ...placeOf(), column: heading });
    }
    const reading = readRow(raw, options, listener);
    sum.add(reading.amountCentavos ?? amountOf(raw));
    findEarlier(reading);
    return reading;
  }

  function findEarlier({ reference, pixKey, amountCentavos, allowsDuplicate }: RowReading): void {
    const here = { row: current.row, line: current.raw.line };
    const named = reference === undefined ? undefined : references.firstOf(reference, here);
    if (named !== undefined) {
      problem(
        { code: 'duplicate_reference', details: { firstRow: named.row, firstLine: named.line } },
        placeOf('reference'),
      );
    }
    if (pixKey === undefined || amountCentavos === undefined) return;
    const payment = `${pixKey.type} ${pixKey.key} ${amountCentavos}`;
    const alike = payments.firstOf(payment, here);
    // Without that leave, the row is refused for its key and amount; a row that has it by itself was meant.
    if (reference !== undefined && named === undefined && !allowsDuplicate && findsRewritten) {
      const source = rewritten.firstOf(payment, reference, here);
      if (source !== undefined) {
        const details = { firstRow: source.row, firstLine: source.line };
        problem({ code: 'rewritten_reference', details }, placeOf('reference'));
      }
    }
    if (alike === undefined || allowsDuplicate || isAllowed(here.row)) return;
    problem({ code: 'duplicate_payout', details: { firstRow: alike.row, firstLine: alike.line } }, placeOf('pixKey'));
  }

  function isAllowed(row: number): boolean {
    const { allowDuplicates = false } = options;
    return typeof allowDuplicates === 'boolean' ? allowDuplicates : allowDuplicates.has(row);
  }

  return {
    problem,
    notice,
    addColumns(added, line) {
      for (const column of added) {
        if (columns.has(column.heading) || columns.size >= COLUMNS_MAXIMUM) continue;
        columns.set(column.heading, column);
        if (column.meaning === undefined) {
          notice({ code: 'unknown_column', details: {} }, { line, column: column.heading });
        }
      }
    },
    judgeHeader(judged, line) {
      const before = counts.problems;
      const headingsOf = (name: ColumnName | undefined) =>
        judged.filter(({ meaning }) => meaning === name).map(({ heading }) => heading);
      for (const name of COLUMN_NAMES) {
        const headings = headingsOf(name);
        if (headings.length > 1) {
          problem(
            { code: 'doubled_column', details: { doubled: name, columns: headings } },
            { line, column: headings[1] },
          );
        }
        if (headings.length === 0 && (name === 'pixKey' || name === 'amount')) {
          problem({ code: 'missing_column', details: { missing: name, unknown: headingsOf(undefined) } }, { line });
        }
      }
      return counts.problems === before;
    },
    take(row) {
      if (row.isEmpty) {
        counts.emptyRows += 1;
        return undefined;
      }
      if (row.flaw === undefined && sum.isStatedBy(row)) {
        takeSum(row);
        return undefined;
      }
      counts.rows += 1;
      const { line } = row;
      const number = counts.rows;
      const before = counts.problems;
      current = { raw: row, row: number };
      const reading = readCurrent();
      if (counts.problems > before || reading?.pixKey === undefined || reading.amountCentavos === undefined) {
        options.onInvalidRow?.({ line, row: number, cells: row.cells() });
        return undefined;
      }
      counts.validRows += 1;
      const payout: Payout = {
        row: number,
        line,
        reference: reading.reference,
        name: reading.name,
        taxId: reading.taxId,
        pixKey: reading.pixKey.key,
        pixKeyType: reading.pixKey.type,
        amountCentavos: reading.amountCentavos,
        description: reading.description,
        // Made when it is asked for: whoever only checks a file has no use for it.
        get cells() {
          return row.cells();
        },
      };
      digest.add(payout);
      counter.add(payout);
      return payout;
    },
    summary: () => ({
      ...counts,
      invalidRows: counts.rows - counts.validRows,
      isValid: counts.problems === 0,
      columns: [...columns.values()],
      totals: counter.totals(),
      digest: digest.value(),
    }),
  };
}

function shown(place: Place): Place {
  return place.value === undefined ? place : { ...place, value: place.value.slice(0, SHOWN_VALUE_LENGTH) };
}
