import { hash } from 'node:crypto';
import type { Centavos } from '../../pix/centavos.ts';
import type { ThereRow, UnreadRow } from '../row.ts';

/** A row of a file as it was read. */
export interface StatedRow {
  readonly line: number;
  /** The local day; undefined when the row states none that can be read. */
  readonly day: string | undefined;
  readonly amount: Centavos | undefined;
  readonly reference?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly id?: string | undefined;
  readonly pixKey?: string | undefined;
  /** What a person knows the row by. An end-to-end ID is recognised in it. */
  readonly text: string;
}

/** E of a payment, D of a return: kind, institution, minute, and eleven characters of its own. */
const END_TO_END_ID = /(?<![A-Za-z0-9])[ED]\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/g;
const KEY_LENGTH = 12;

/** Rows with names that stay the same when the file is written again, in whatever order. */
export class StatedRows {
  readonly read: Omit<ThereRow, 'isWithin'>[] = [];
  readonly unread: UnreadRow[] = [];
  readonly #keys = new Map<string, number>();

  add(row: StatedRow): void {
    const { line, day, amount, text } = row;
    const names = [row.id, row.reference, row.endToEndId, row.pixKey].map((name) => name ?? '');
    const key = this.#keyOf(JSON.stringify([day ?? '', amount ?? '', ...names, text]));
    if (amount === undefined || day === undefined) {
      this.unread.push({ line, key, flaw: amount === undefined ? 'amount' : 'day', text });
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
        endToEndId: row.endToEndId ?? endToEndIdIn(`${text} ${names.join(' ')}`),
        // In our OFX, a return has an ID of its own.
        id: row.id?.replace(/-return$/, '') ?? null,
      },
    });
  }

  #keyOf(contents: string): string {
    const digest = hash('sha256', contents).slice(0, KEY_LENGTH);
    const times = (this.#keys.get(digest) ?? 0) + 1;
    this.#keys.set(digest, times);
    return times === 1 ? digest : `${digest}-${times}`;
  }
}

/** The only end-to-end ID in a text. */
function endToEndIdIn(text: string): string | null {
  const found = new Set(text.match(END_TO_END_ID));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}
