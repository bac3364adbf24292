import { hash } from 'node:crypto';
import type { Centavos } from '../../pix/centavos.ts';
import type { LeftOutRow, ThereRow, UnreadFlaw, UnreadRow } from '../row.ts';
import type { Side } from './statement-words.ts';

/**
 * `unknown_form`: none of the formats that are read; `run_report`: written by `pix payouts report`; `no_columns`: no line names a day and an amount; `ambiguous_sheet`:
 * several sheets do; `no_sheet`: none has that name; `damaged`, or cut off; `too_large`; `foreign_currency`: not only reais;
 * `no_rows`; `no_sides`: nothing says which amounts came in.
 */
type BookFlaw =
  | 'unknown_form'
  | 'run_report'
  | 'no_columns'
  | 'ambiguous_sheet'
  | 'no_sheet'
  | 'damaged'
  | 'too_large'
  | 'foreign_currency'
  | 'no_rows'
  | 'no_sides';

/** A file of the accounting side that cannot be compared. */
export class BookError extends Error {
  override readonly name = 'BookError';
  readonly flaw: BookFlaw;
  /** Sheets, or a currency. */
  readonly names: readonly string[];

  constructor(flaw: BookFlaw, names: readonly string[] = [], cause?: unknown) {
    super(`the file cannot be compared: ${flaw}`, { cause });
    this.flaw = flaw;
    this.names = names;
  }
}

export interface StatedRow {
  readonly line: number;
  /** The local day; undefined when the row states none that can be read. */
  readonly day: string | undefined;
  readonly amount: Centavos | undefined;
  readonly reference?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly id?: string | undefined;
  readonly pixKey?: string | undefined;
  /** Why its amount is compared with nothing, although it is stated. */
  readonly flaw?: UnreadFlaw | undefined;
  /** What a person knows the row by. An end-to-end ID is recognised in it. */
  readonly text: string;
  /** All of its texts, in which one is recognised, too. They are no part of its key. */
  readonly texts?: string | undefined;
}

/** E of a payment, D of a return: kind, institution, minute, and eleven characters of its own. */
const END_TO_END_ID = /(?<![A-Za-z0-9])[ED]\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/g;
const KEY_LENGTH = 12;

/** A balance that nothing in the file proves. */
export interface StatedBalance {
  readonly line: number;
  /** At some moment of this day. */
  readonly day: string;
  readonly amount: Centavos;
  readonly text: string;
  /** Whether it has the form of a movement of money. */
  readonly isRow: boolean;
}

/** Rows with names that stay the same when the file is written again, in whatever order. */
export class StatedRows {
  readonly read: Omit<ThereRow, 'isWithin'>[] = [];
  readonly unread: UnreadRow[] = [];
  readonly leftOut: LeftOutRow[] = [];
  /** The account may prove them. */
  readonly balances: StatedBalance[] = [];
  /** What the person says that all amounts are. */
  readonly assumed: Side | undefined;
  /** Whether pix has written the file, so that its IDs are those of the service. */
  hasOwnIds = false;
  readonly #keys = new Map<string, number>();

  constructor(assumed?: Side) {
    this.assumed = assumed;
  }

  add(row: StatedRow): void {
    const { line, day, amount, text } = row;
    const names = [row.id, row.reference, row.endToEndId, row.pixKey].map((name) => name ?? '');
    const key = this.#keyOf(JSON.stringify([day ?? '', amount ?? '', ...names, text]));
    const isStated = amount !== undefined && amount !== 0 && this.assumed !== undefined;
    const isContradicted = isStated && (this.assumed === 'out') !== amount < 0;
    const flaw = row.flaw ?? (isContradicted ? 'side' : undefined);
    if (flaw !== undefined || amount === undefined || day === undefined) {
      this.unread.push({ line, key, flaw: flaw ?? (amount === undefined ? 'amount' : 'day'), text, day });
      return;
    }
    this.read.push({
      key,
      line,
      day,
      amount,
      text,
      pixKey: row.pixKey ?? null,
      identifiers: {
        reference: row.reference ?? null,
        endToEndId: row.endToEndId ?? endToEndIdIn(row.texts ?? '') ?? endToEndIdIn(`${text} ${names.join(' ')}`),
        // In our OFX, a return has an ID of its own.
        id: row.id?.replace(/-return$/, '') ?? null,
      },
    });
  }

  /** A sum or a balance that is not what the rows come to. */
  addWrongSum(stated: Omit<UnreadRow, 'key' | 'flaw'>, flaw: UnreadFlaw): void {
    const { line, day, text, stated: amount, expected } = stated;
    const key = this.#keyOf(JSON.stringify([flaw, day ?? '', amount ?? '', expected ?? '', text]));
    this.unread.push({ line, key, flaw, text, day, stated: amount, expected });
  }

  #keyOf(contents: string): string {
    const digest = hash('sha256', contents).slice(0, KEY_LENGTH);
    const times = (this.#keys.get(digest) ?? 0) + 1;
    this.#keys.set(digest, times);
    return times === 1 ? digest : `${digest}-${times}`;
  }
}

/** The only end-to-end ID in a text. */
export function endToEndIdIn(text: string): string | null {
  const found = new Set(text.match(END_TO_END_ID));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}
