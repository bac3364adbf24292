import { RECORDS_COLUMN } from '../../cnab/payment-records.ts';
import { isOfUnreadLines, SHOWN_VALUE_LENGTH, type Notice, type CellLocation, type Problem } from './batch-problem.ts';
import { columnsOf, namesPayouts, type Header } from './batch-header.ts';
import type { BatchColumn, BatchOptions, BatchSummary } from './batch-summary.ts';
import { TotalsCounter, countOfDays, DayCounter } from './batch-totals.ts';
import { COLUMN_NAMES, columnOf, foldText, type ColumnName } from './column-names.ts';
import { BatchDigest } from './digest.ts';
import type { Payout } from '../payout.ts';
import { amountOf, dueOnOf, readRow, type RowReading, type RawRow } from './payout-row.ts';
import {
  isNoted,
  isNotedOfAll,
  isNoteLabel,
  isOfAnyDay,
  isTellingHeading,
  isUnnamed,
  noteIn,
  objectionIn,
  sentIn,
} from './row-status.ts';
import { shapesOf } from '../rules/reference-shape.ts';
import { SeenCode } from '../seen-code.ts';
import { RunningSum } from './sum-row.ts';

/** Objects of NDJSON may each have other members; beyond this number they are not listed. */
const COLUMNS_MAXIMUM = 1000;

interface RowLocation {
  readonly row: number;
  readonly line: number;
}

/** Repeated texts of a file: some 190 bytes stay in memory for each. */
type SeenTexts = Map<string, RowLocation>;

/** Adds a new text. @returns the location of the first equal text; undefined when it is new */
function firstIn(seen: SeenTexts, text: string, here: RowLocation): RowLocation | undefined {
  const found = seen.get(text);
  if (found === undefined) seen.set(text, here);
  return found;
}

/** Finds references of a file that a spreadsheet may have turned into each other, without storing them. */
class RewrittenReferences {
  readonly #own: SeenTexts = new Map();
  readonly #left: SeenTexts = new Map();

  /** @returns the location of the first similar reference for the same payment; undefined when it is new */
  firstOf(payment: string, reference: string, here: RowLocation): RowLocation | undefined {
    const { own, left } = shapesOf(reference);
    const named = (shapes: ReadonlySet<string>) => [...shapes].map((shape) => `${payment} ${shape}`);
    const [owned, leftOver] = [named(own), named(left)];
    const found = [
      ...owned.flatMap((text) => [this.#own.get(text), this.#left.get(text)]),
      ...leftOver.map((text) => this.#own.get(text)),
    ].find((location) => location !== undefined);
    for (const text of owned) firstIn(this.#own, text, here);
    for (const text of leftOver) firstIn(this.#left, text, here);
    return found;
  }
}

/** Validates the rows of a batch one after the other, and reports their problems and notices. */
export class RowIntake {
  readonly #options: BatchOptions;
  readonly #counts = { rows: 0, validRows: 0, problems: 0 };
  readonly #headings = new Set<string>();
  /** Columns that may say something against a row. */
  readonly #telling = new Set<string>();
  /** Columns that are not used otherwise: they may have notes. */
  readonly #noted = new Set<string>();
  readonly #references: SeenTexts = new Map();
  readonly #payments: SeenTexts = new Map();
  readonly #rewritten = new RewrittenReferences();
  readonly #equalCode = new SeenCode();
  readonly #rewrittenCode = new SeenCode();
  readonly #sum = new RunningSum();
  readonly #digest = new BatchDigest();
  readonly #totals = new TotalsCounter();
  readonly #days = new DayCounter();
  readonly #later = new DayCounter();
  #isUnread = false;
  /** Until the last sum. */
  #validBefore = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  problem(reported: Problem, location: CellLocation = {}): void {
    this.#counts.problems += 1;
    this.#isUnread ||= isOfUnreadLines(reported.code);
    this.#options.onProblem?.({ ...reported, ...shown(location) });
  }

  notice(reported: Notice, location: CellLocation): void {
    this.#options.onNotice?.({ ...reported, ...shown(location) });
  }

  /** @returns the columns, with the meanings that their headings do not say; undefined when no rows can be read */
  takeHeader({ columns: named, line, titles }: Header): readonly BatchColumn[] | undefined {
    const given = this.#options.meaningsOf?.(named);
    const columns = named.map(({ heading, meaning = given?.get(heading) }) => ({ heading, meaning }));
    const settled = titles.filter(({ text }) => isNotedOfAll(text));
    for (const title of titles) {
      const location = { line: title.line, value: title.text };
      if (settled.includes(title)) this.problem({ code: 'settled_file', details: {} }, location);
      else this.notice({ code: 'title_line', details: {} }, location);
    }
    this.addColumns(columns, line);
    return this.#allowsRows(columns, line) && settled.length === 0 ? columns : undefined;
  }

  addColumns(added: readonly BatchColumn[], line: number): void {
    for (const { heading, meaning } of added) {
      const isUnknown = meaning === undefined && !isTellingHeading(heading);
      if (isUnknown) this.#noted.add(heading);
      else if (meaning === undefined) this.#telling.add(heading);
      if (this.#headings.has(heading) || this.#headings.size >= COLUMNS_MAXIMUM) continue;
      this.#headings.add(heading);
      if (isUnknown) this.notice({ code: 'unknown_column', details: {} }, { line, column: heading });
    }
  }

  #allowsRows(judged: readonly BatchColumn[], line: number): boolean {
    const before = this.#counts.problems;
    const headingsOf = (name: ColumnName | undefined) =>
      judged.filter(({ meaning }) => meaning === name).map(({ heading }) => heading);
    for (const name of COLUMN_NAMES) {
      const headings = headingsOf(name);
      if (headings.length > 1) {
        const details = { doubled: name, columns: headings };
        this.problem({ code: 'doubled_column', details }, { line, column: headings[1] });
      }
      if (headings.length === 0 && this.#isRequired(name)) {
        const details = { missing: name, unknown: headingsOf(undefined) };
        this.problem({ code: 'missing_column', details }, { line });
      }
    }
    return this.#counts.problems === before;
  }

  #isRequired(name: ColumnName): boolean {
    return name === 'pixKey' || name === 'amount' || (name === 'dueOn' && this.#options.dueUntil !== undefined);
  }

  /** Names the file that the rows are of: the same rows in another one are other payments, until they are compared. */
  identify(...names: readonly (string | number)[]): void {
    this.#digest.name(names);
  }

  /** @returns the payout, if it has no problem */
  take(raw: RawRow): Payout | undefined {
    const counts = this.#counts;
    if (raw.isEmpty === true) return undefined;
    if (raw.flaw === undefined && this.#sum.isStatedBy(raw)) {
      this.#takeSum(raw);
      return undefined;
    }
    counts.rows += 1;
    const row = counts.rows;
    const before = counts.problems;
    const code = isOtherHeader(raw, row) ? 'second_header' : isNoteForAll(raw) && 'settled_file';
    if (code) this.problem({ code, details: {} }, { line: raw.line, row });
    else if (this.#isLeftForLater(raw)) return undefined;
    const reading = code ? undefined : this.#read(raw, row);
    if (reading?.amountCentavos !== undefined && !this.#totals.canAdd(reading.amountCentavos)) {
      this.problem({ code: 'invalid_amount', details: { reason: 'too_large' } }, cellOf(raw, row, 'amount'));
    }
    if (counts.problems > before || reading?.pixKey === undefined || reading.amountCentavos === undefined) {
      this.#options.onInvalidRow?.(raw.cells());
      return undefined;
    }
    counts.validRows += 1;
    const { reference, name, taxId, pixKey, amountCentavos, coverFee, description } = reading;
    const payout: Payout = {
      ...{ row, line: raw.line, reference, name, taxId },
      ...{ pixKey: pixKey.key, pixKeyType: pixKey.type, amountCentavos, coverFee, description },
      // Computed on demand: a check of a file does not need it.
      get cells() {
        return storedCells(raw);
      },
    };
    this.#digest.add(payout, { coverFee: reading.statedCoverFee, dueOn: reading.dueOn });
    this.#totals.add(payout);
    this.#days.add(reading.dueOn ?? '', payout.amountCentavos);
    return payout;
  }

  /** After the last row. */
  end(): void {
    if (this.#counts.rows === 0 && this.#counts.problems === 0) this.problem({ code: 'no_rows', details: {} });
    const { paidOn } = this.#options;
    const [days, later] = [this.#days.days(), this.#later.days()];
    if (this.#isOfSeveralDays()) this.problem({ code: 'several_days', details: { days } });
    if (later.length > 0) this.notice({ code: 'left_for_later', details: { days: later } }, {});
    if (paidOn === undefined) return;
    const overdue = days.filter(({ day }) => day !== '' && day < paidOn);
    const early = this.#isOfSeveralDays() ? [] : days.filter(({ day }) => day > paidOn);
    const [since, until] = [overdue[0]?.day, early.at(-1)?.day];
    if (since !== undefined) this.notice({ code: 'overdue', details: { ...countOfDays(overdue), since } }, {});
    if (until !== undefined) this.notice({ code: 'not_due_yet', details: { ...countOfDays(early), until } }, {});
  }

  #isOfSeveralDays(): boolean {
    return this.#options.dueUntil === undefined && this.#days.days().length > 1;
  }

  /** Whether a row is due after the chosen day, or on none: then it does not matter what else is wrong with it. */
  #isLeftForLater(raw: RawRow): boolean {
    const { dueUntil } = this.#options;
    const isUnread = raw.flaw !== undefined && raw.flaw.code !== 'scheduled_payment';
    const day = dueUntil === undefined || isUnread ? undefined : dueOnOf(raw);
    if (dueUntil === undefined || day === undefined || (day !== '' && day <= dueUntil)) return false;
    const amount = amountOf(raw);
    this.#sum.add(amount);
    this.#later.add(day, amount);
    return true;
  }

  summary(): Omit<BatchSummary, 'encoding' | 'format'> {
    const counts = this.#counts;
    return {
      ...counts,
      invalidRows: counts.rows - counts.validRows - countOfDays(this.#later.days()).payouts,
      isOfSeveralDays: this.#isOfSeveralDays(),
      isUnread: this.#isUnread,
      isValid: counts.problems === 0,
      totals: this.#totals.totals(),
      digest: this.#digest.value(),
      equalCode: this.#equalCode.value(),
      rewrittenCode: this.#rewrittenCode.value(),
    };
  }

  #takeSum(raw: RawRow): void {
    const { stated, isOfPaid, mismatch } = this.#sum.judge(raw);
    const { heading, text, name } = raw.cell('amount');
    const location = { line: raw.line, ...(name !== undefined && { cell: name }), column: heading, value: text };
    const isOfPayable = this.#counts.validRows > this.#validBefore;
    this.#validBefore = this.#counts.validRows;
    if (mismatch === undefined && !(isOfPaid && isOfPayable)) {
      this.notice({ code: 'sum_row', details: { statedCentavos: stated } }, location);
      return;
    }
    // It may be a payout whose key is missing: then it is an invalid one.
    this.#counts.rows += 1;
    const row = this.#counts.rows;
    if (mismatch === undefined) this.problem({ code: 'settled_file', details: {} }, { line: raw.line, row });
    else this.problem({ code: 'sum_mismatch', details: mismatch }, { ...location, row });
    this.#options.onInvalidRow?.(raw.cells());
  }

  #read(raw: RawRow, row: number): RowReading | undefined {
    const here = { line: raw.line, row };
    if (raw.flaw !== undefined) {
      for (const { line = raw.line, column, value, ...problem } of [raw.flaw, ...(raw.moreFlaws ?? [])]) {
        this.problem(problem, { row, line, column, value });
      }
      this.#sum.add(undefined);
      return undefined;
    }
    for (const { heading, meaning } of raw.brokenColumns ?? []) {
      if (meaning === undefined) this.notice({ code: 'line_break_in_cell', details: {} }, { ...here, column: heading });
    }
    const reading = readRow(raw, this.#options, {
      problem: (reported, column) => this.problem(reported, cellOf(raw, row, column)),
      notice: (reported, column) => this.notice(reported, cellOf(raw, row, column)),
    });
    this.#findObjections(reading, raw, row);
    this.#sum.add(reading.amountCentavos ?? amountOf(raw));
    this.#findEarlier(reading, raw, row);
    return reading;
  }

  /** What other columns say against a row. */
  #findObjections(reading: RowReading, raw: RawRow, row: number): void {
    const { amountCentavos, dueOn, pixKey, taxId } = reading;
    const paid = { key: pixKey?.key, taxId, amountCentavos };
    for (const column of ['reference', 'name', 'description'] as const) {
      const code = sentIn(reading[column] ?? '', paid);
      if (code) this.problem({ code, details: {} }, cellOf(raw, row, column));
    }
    const { today = '', paidOn } = this.#options;
    const due = raw.cell('dueOn').heading ?? '';
    // A remittance has the day for which it was made.
    const mayBePaid = raw.records === undefined && isOfAnyDay(due);
    if (mayBePaid && dueOn !== undefined && dueOn !== '' && dueOn < today) {
      this.problem({ code: 'day_passed', details: {} }, cellOf(raw, row, 'dueOn'));
    }
    if (this.#telling.size + this.#noted.size === 0 && raw.hasUnnamed !== true) return;
    const { heading } = raw.cell('amount');
    for (const [column, value] of Object.entries(raw.cells())) {
      const isTelling = this.#telling.has(column);
      if (!isTelling && !this.#noted.has(column) && !(raw.hasUnnamed === true && isUnnamed(column))) continue;
      const code = isTelling
        ? objectionIn(column, value, { heading, ...paid, dueOn, today, paidOn })
        : noteIn(value, column, paid);
      if (code) this.problem({ code, details: {} }, { line: raw.line, row, column, value });
    }
  }

  /** Earlier rows with the same reference, or with the same key and amount. */
  #findEarlier(
    { reference, pixKey, amountCentavos, description, allowsDuplicate }: RowReading,
    raw: RawRow,
    row: number,
  ): void {
    const { allowDuplicates, newReferences } = this.#options;
    const here = { row, line: raw.line };
    const named = reference === undefined ? undefined : firstIn(this.#references, reference, here);
    if (named !== undefined) {
      this.problem({ code: 'duplicate_reference', details: firstOf(named) }, cellOf(raw, row, 'reference'));
    }
    if (pixKey === undefined || amountCentavos === undefined) return;
    const payment = `${pixKey.type} ${pixKey.key} ${amountCentavos}`;
    const alike = firstIn(this.#payments, payment, here);
    // Without the general permission, the row is refused for its key and amount; a row with a permission of its own was
    // intended.
    if (reference !== undefined && named === undefined && !allowsDuplicate && allowDuplicates === true) {
      const source = this.#rewritten.firstOf(payment, reference, here);
      if (source !== undefined) {
        this.#rewrittenCode.add(payment, row, reference, source.row);
        if (newReferences !== true) {
          this.problem({ code: 'rewritten_reference', details: firstOf(source) }, cellOf(raw, row, 'reference'));
        }
      }
    }
    if (alike === undefined || allowsDuplicate) return;
    this.#equalCode.add(payment, row, reference, description, alike.row);
    if (allowDuplicates === true) return;
    this.problem({ code: 'duplicate_payout', details: firstOf(alike) }, cellOf(raw, row, 'pixKey'));
  }
}

const WORDS = /^[^\d@]*\p{L}[^\d@]*$/u;

/**
 * Whether a row has headings where the others have a key and an amount, and not those of the header; or, directly below the
 * header, some in columns without one: `Valor` above `Bruto` and `Líquido`.
 */
function isOtherHeader(raw: RawRow, row: number): boolean {
  const [key, amount] = [raw.cell('pixKey').text, raw.cell('amount').text.trim()];
  if (/@|\d{3}/.test(key) || amountOf(raw) !== undefined) return false;
  const cells = Object.entries(raw.cells());
  const isLower = cells.some(([heading, text]) => isUnnamed(heading) && WORDS.test(text));
  if (row === 1 && amount !== '' && isLower) return true;
  const isOther = COLUMN_NAMES.map((name) => raw.cell(name)).some(
    ({ heading, text }) => heading !== undefined && foldText(heading) !== foldText(text),
  );
  const names = columnsOf(cells.map(([, text]) => text));
  return isOther && (namesPayouts(names) || (amount !== '' && columnOf(key) === 'pixKey'));
}

/**
 * Whether all that a row has is a note: it may be about the rows below it, or above. `Atenção:` before it, or a day or a
 * number behind it, are part of it; a number behind `PAGO` may name its row.
 */
function isNoteForAll(raw: RawRow): boolean {
  const texts = Object.values(raw.cells()).filter((text) => text.trim() !== '');
  const at = texts.findLastIndex((text) => /\p{L}/u.test(text));
  const note = texts[at] ?? '';
  const mayNameRow = at === 0 && texts.length > 1 && isNoted(note);
  return !mayNameRow && texts.slice(0, Math.max(0, at)).every(isNoteLabel) && isNotedOfAll(note);
}

function cellOf(raw: RawRow, row: number, column: ColumnName): CellLocation {
  const { heading = column, text, name, line = raw.line } = raw.cell(column);
  return { line, row, ...(name !== undefined && { cell: name }), column: heading, value: text };
}

function firstOf({ row, line }: RowLocation): { readonly firstRow: number; readonly firstLine: number } {
  return { firstRow: row, firstLine: line };
}

function shown(location: CellLocation): CellLocation {
  return location.value === undefined ? location : { ...location, value: location.value.slice(0, SHOWN_VALUE_LENGTH) };
}

/** Only a remittance has records: a sheet with a column of that name says nothing about a payment. */
function storedCells(raw: RawRow): Readonly<Record<string, string>> {
  const cells = Object.entries(raw.cells()).filter(([heading]) => heading !== RECORDS_COLUMN);
  return Object.fromEntries(raw.records === undefined ? cells : [...cells, [RECORDS_COLUMN, raw.records]]);
}
