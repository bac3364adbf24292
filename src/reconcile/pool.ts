import { grouped } from '../pix/grouped.ts';
import { type HereRow, type Identifier, type ThereRow, IDENTIFIERS, type LedgerRow } from './row.ts';

/** Why two rows are the same transfer. */
export type MatchRule = Identifier | 'amount_day_key' | 'amount_day' | 'amount_key' | 'amount_near_day' | 'decision';

/** The rows that are not matched yet, and what became of the others. */
export class Pool {
  /** An entry and a row of the file that are the same transfer. */
  readonly pairs: { readonly here: HereRow; readonly there: ThereRow; readonly rule: MatchRule }[] = [];
  readonly ambiguities: (Bucket & { readonly rule: MatchRule })[] = [];
  readonly #here: Set<HereRow>;
  readonly #there: Set<ThereRow>;

  constructor(here: readonly HereRow[], there: readonly ThereRow[]) {
    this.#here = new Set(here);
    this.#there = new Set(there);
  }

  here(): readonly HereRow[] {
    return [...this.#here];
  }

  there(): readonly ThereRow[] {
    return [...this.#there];
  }

  pair(here: HereRow, there: ThereRow, rule: MatchRule): void {
    this.pairs.push({ here, there, rule });
    this.take([here], [there]);
  }

  leaveToPerson(here: readonly HereRow[], there: readonly ThereRow[], rule: MatchRule): void {
    this.ambiguities.push({ here, there, rule });
    this.take(here, there);
  }

  take(here: readonly HereRow[], there: readonly ThereRow[]): void {
    for (const row of here) this.#here.delete(row);
    for (const row of there) this.#there.delete(row);
  }

  /** The remaining rows of both sides by a text; rows without one are left out, and so are texts of one side alone. */
  buckets(textOf: (row: HereRow | ThereRow) => string | null): readonly Bucket[] {
    const thereByText = grouped(this.#there, textOf);
    return Array.from(grouped(this.#here, textOf), ([text, here]) => ({
      here,
      there: thereByText.get(text) ?? [],
    })).filter(({ there }) => there.length > 0);
  }
}

export interface Bucket {
  readonly here: readonly HereRow[];
  readonly there: readonly ThereRow[];
}

/** The direction of a transfer: what was received is never matched with what was sent. */
export function directionOf({ amount }: { readonly amount: number }): 'in' | 'out' {
  return amount < 0 ? 'out' : 'in';
}

const NAMES = [...IDENTIFIERS, 'pixKey'] as const;
type Name = (typeof NAMES)[number];

/**
 * Which names both sides share. Accounting may have references of its own: another reference contradicts a match only
 * where the file has references of the account elsewhere. Received and sent are looked at apart.
 */
export class Vocabulary {
  readonly #shared = new Set<string>();

  constructor(here: readonly HereRow[], there: readonly ThereRow[], hasOwnIds = false) {
    for (const name of NAMES) {
      const known = new Set(here.map((row) => spoken(row, name)));
      known.delete(null);
      for (const row of there) if (known.has(spoken(row, name))) this.#shared.add(`${directionOf(row)} ${name}`);
    }
    for (const direction of ['in', 'out']) {
      // Both are given by the central bank.
      this.#shared.add(`${direction} endToEndId`);
      if (hasOwnIds) this.#shared.add(`${direction} id`);
    }
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
