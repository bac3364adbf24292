import { isCnab240 } from '../../cnab/record.ts';
import { openSource, collected, toUtf8 } from '../../payouts/files/encoding.ts';
import type { Decision, DecisionProblem, DecisionWord } from '../row.ts';
import { readCamt } from './camt.ts';
import { readOfx } from './ofx.ts';
import type { Side } from './typed-values.ts';
import { StatedRows, BookError, endToEndIdIn, placeBalances, type BalanceStep } from './stated-row.ts';
import { bookColumns, decisionColumns } from './table-columns.ts';
import { tableRows } from './table-rows.ts';
import { textTable, workbookTable, type Table } from './table.ts';
import { foldText } from '../../payouts/files/column-names.ts';
import { readReturn, readStatements } from '../../cnab/statement.ts';
import { centavos, NOTHING } from '../../pix/centavos.ts';

const tooLarge = () => new BookError('too_large');

/** The beginning of a text tells its form. */
const HEAD_LENGTH = 4_096;

type BookForm = 'ofx' | 'camt' | 'cnab240' | 'xlsx' | 'csv';

export interface Books {
  readonly form: BookForm;
  readonly rows: StatedRows;
}

export interface BookOptions {
  readonly sheet?: string | undefined;
  /** What the person says that all amounts are. */
  readonly assumed?: Side | undefined;
}

/** Reads a file of the accounting side. Its contents tell its format, not its name. @throws {BookError} */
export async function readBooks(source: AsyncIterable<Uint8Array>, options: BookOptions = {}): Promise<Books> {
  const { sheet, assumed } = options;
  const { isArchive, bytes } = await openSource(source);
  const books = isArchive
    ? {
        form: 'xlsx' as const,
        rows: tableRows(await workbookTable(await collected(bytes, tooLarge), sheet, bookColumns), assumed),
      }
    : textBooks(await textOf(bytes), assumed);
  if (books.rows.read.length + books.rows.unread.length === 0) throw new BookError('no_rows');
  return books;
}

function textBooks(text: string, assumed: Side | undefined): Books {
  const head = text.slice(0, HEAD_LENGTH).trimStart();
  if (/^OFXHEADER|^<\?OFX|<OFX>/i.test(head)) return { form: 'ofx', rows: readOfx(text, assumed) };
  if (/^<(?:\?xml|[\w:]*Document\b)/.test(head)) return { form: 'camt', rows: readCamt(text, assumed) };
  if (isCnab240(head)) return { form: 'cnab240', rows: readCnab240(text, assumed) };
  if (/^[<{[]/.test(head)) throw new BookError('unknown_form');
  const table = isBare(text)
    ? textTable(`${BARE_HEADINGS}${END_OF_LINE.exec(text)?.[0] ?? '\n'}${text}`, bookColumns, 1)
    : textTable(text, bookColumns);
  return { form: 'csv', rows: tableRows(table, assumed) };
}

/** A day, a text and an amount without headings, as Itaú writes them. */
const BARE_ROW = /^\d\d\/\d\d\/\d{4};[^;]*;\s*[-\u2212]?[\d.]+,\d\d\s*$/;
const BARE_HEADINGS = 'Data;Histórico;Valor';
const END_OF_LINE = /\r\n|\r|\n/;

/** Whether half of the lines are such rows, and none of the others, which may be damaged, is a heading. */
function isBare(text: string): boolean {
  const lines = text
    .slice(0, HEAD_LENGTH)
    .split(END_OF_LINE)
    .filter((line) => line.trim() !== '');
  const rows = lines.filter((line) => BARE_ROW.test(line)).length;
  return rows > 0 && rows * 2 >= lines.length && lines.every((line) => /\d/.test(line));
}

/** The decisions in a report to which a person added them, or in any table with these columns. @throws {BookError} */
export async function readDecisions(source: AsyncIterable<Uint8Array>): Promise<{
  readonly decisions: readonly Decision[];
  readonly problems: readonly DecisionProblem[];
}> {
  const { isArchive, bytes } = await openSource(source);
  const table = isArchive
    ? await workbookTable(await collected(bytes, tooLarge), undefined, decisionColumns)
    : textTable(await textOf(bytes), decisionColumns);
  return decisionsOf(table);
}

const WORDS: Readonly<Record<string, DecisionWord>> = {
  match: 'match',
  same: 'match',
  conciliar: 'match',
  conciliado: 'match',
  mesmo: 'match',
  accept: 'accept',
  accepted: 'accept',
  aceitar: 'accept',
  aceito: 'accept',
  ok: 'accept',
};

function decisionsOf({ columns, lines }: Table<NonNullable<ReturnType<typeof decisionColumns>>>) {
  const decisions: Decision[] = [];
  const problems: DecisionProblem[] = [];
  for (const { line, cells } of lines) {
    const textIn = (index: number | undefined) => cells[index ?? -1]?.text.trim() ?? '';
    const typed = textIn(columns.decision);
    if (typed === '') continue;
    const word = WORDS[foldText(typed)];
    const [here, there] = [textIn(columns.here), textIn(columns.there)];
    const isWhole = word === 'match' ? here !== '' && there !== '' : here + there !== '';
    if (word === undefined) problems.push({ line, flaw: 'word' });
    else if (!isWhole) problems.push({ line, flaw: 'sides' });
    else {
      const note = textIn(columns.note);
      decisions.push({ here: here === '' ? null : here, there: there === '' ? null : there, word, note, line });
    }
  }
  return { decisions, problems };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const { chunks, found } = toUtf8(bytes);
  const text = (await collected(chunks, tooLarge)).toString();
  if (found.binary !== undefined) throw new BookError('unknown_form');
  return text;
}

/** Of a charge or of a withdrawal, as `pix export statement` writes it. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The entries of CNAB 240 statements (segment E), or the payments that a return states as made. @throws {BookError} */
function readCnab240(text: string, assumed?: Side): StatedRows {
  const rows = new StatedRows(assumed);
  const statements = readStatements(text);
  if (statements === undefined) {
    const payments = readReturn(text);
    if (payments === undefined || payments.some(({ centavos: amount }) => Number.isNaN(amount))) {
      throw new BookError('damaged');
    }
    for (const { line, day, centavos: amount, reference, name, information } of payments) {
      const named = ID.test(information) ? { id: information } : { endToEndId: endToEndIdIn(information) ?? undefined };
      rows.add({ line, day, amount: centavos(amount), reference, text: name, ...named });
    }
    return rows;
  }
  for (const { opening, closing, entries } of statements) {
    const steps = entries.map(({ line, day, history, centavos: amount }): BalanceStep => {
      return { line, day, text: history, amount: centavos(amount) };
    });
    const balanceOf = ({ line, day, centavos: balance }: typeof opening, text: string): BalanceStep => {
      return { line, day, text, amount: NOTHING, balance: centavos(balance) };
    };
    placeBalances(rows, steps, {
      opening: balanceOf(opening, 'Saldo Inicial'),
      closing: balanceOf(closing, 'Saldo Final'),
    });
    for (const { line, day, centavos: amount, history, document } of entries) {
      const named = ID.test(document) ? { id: document } : { reference: document === '' ? undefined : document };
      rows.add({ line, day, amount: centavos(amount), text: history, ...named });
    }
  }
  return rows;
}
