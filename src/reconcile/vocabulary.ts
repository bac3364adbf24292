import { directionOf } from './pool.ts';
import { IDENTIFIERS, type HereRow, type LedgerRow, type ThereRow } from './row.ts';

const NAMES = [...IDENTIFIERS, 'pixKey'] as const;
type Name = (typeof NAMES)[number];

/**
 * Which names both sides share. Accounting may have references of its own: another reference contradicts a match only
 * where the file has references of the account elsewhere. Received and sent are looked at apart.
 */
export class Vocabulary {
  readonly #shared = new Set<string>();

  constructor(here: readonly HereRow[], there: readonly ThereRow[]) {
    for (const name of NAMES) {
      const known = new Set(here.map((row) => spoken(row, name)));
      known.delete(null);
      for (const row of there) if (known.has(spoken(row, name))) this.#shared.add(`${directionOf(row)} ${name}`);
    }
    // Both are given by the central bank.
    for (const direction of ['in', 'out']) this.#shared.add(`${direction} endToEndId`);
  }

  /**
   * What a row says in the shared names, as a text. Rows of the same side with the same text can be matched with the
   * same rows of the other side.
   */
  signature(row: LedgerRow): string {
    const identifiers = IDENTIFIERS.map((name) => (this.#says(row, name) ? '1' : '0')).join('');
    return `${identifiers} ${this.#says(row, 'pixKey') ? (row.pixKey ?? '') : ''}`;
  }

  #says(row: LedgerRow, name: Name): boolean {
    return textOf(row, name) !== null && this.#shared.has(`${directionOf(row)} ${name}`);
  }
}

/** Whether rows with these signatures may be the same transfer, although no identifier of theirs is equal. */
export function areCompatible(here: string, there: string): boolean {
  const hasBoth = IDENTIFIERS.some((_, index) => here.charAt(index) === '1' && there.charAt(index) === '1');
  if (hasBoth) return false;
  const [hereKey, thereKey] = [here, there].map((signature) => signature.slice(IDENTIFIERS.length + 1));
  return hereKey === '' || thereKey === '' || hereKey === thereKey;
}

function textOf(row: LedgerRow, name: Name): string | null {
  return name === 'pixKey' ? row.pixKey : row.identifiers[name];
}

function spoken(row: LedgerRow, name: Name): string | null {
  const text = textOf(row, name);
  return text === null ? null : `${directionOf(row)} ${text}`;
}
