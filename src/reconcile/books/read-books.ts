import { isCnab240 } from '../../cnab/is-cnab240.ts';
import { openSource } from '../../payouts/files/archive-source.ts';
import { collected, toUtf8 } from '../../payouts/files/encoding.ts';
import type { Decision, DecisionProblem, DecisionWord } from '../decision.ts';
import { BookError } from './book-error.ts';
import { readCamt } from './camt.ts';
import { readCnab240 } from './cnab240.ts';
import { readOfx } from './ofx.ts';
import type { Side } from './side.ts';
import type { StatedRows } from './stated-row.ts';
import { bookColumns, decisionColumns } from './table-columns.ts';
import { tableRows } from './table-rows.ts';
import { textTable, workbookTable, type Table } from './table.ts';
import { foldText } from '../../payouts/files/column-names.ts';

const tooLarge = () => new BookError('too_large');

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
  const head = text.slice(0, 4_096).trimStart();
  if (/^OFXHEADER|^<\?OFX|<OFX>/i.test(head)) return { form: 'ofx', rows: readOfx(text, assumed) };
  if (/^<(?:\?xml|[\w:]*Document\b)/.test(head)) return { form: 'camt', rows: readCamt(text, assumed) };
  if (isCnab240(head)) return { form: 'cnab240', rows: readCnab240(text, assumed) };
  if (/^[<{[]/.test(head)) throw new BookError('unknown_form');
  return { form: 'csv', rows: tableRows(textTable(text, bookColumns), assumed) };
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
