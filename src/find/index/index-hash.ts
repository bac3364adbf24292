import { hash } from 'node:crypto';
import type { Term } from '../term.ts';
import { traitsOf } from './traits.ts';
import type { WalletEntry } from '../wallet-entry.ts';

/** Hexadecimal digits that a JavaScript number represents exactly. */
const DIGITS = 13;

/** One number for each id, key or amount of a row. On a collision, the row itself shows which one it is. */
function hashOf(kind: 'id' | 'key' | 'amount', value: string | number): number {
  return Number.parseInt(hash('sha256', `${kind} ${value}`).slice(0, DIGITS), 16);
}

export function hashesOf(entry: WalletEntry): Set<number> {
  const { identifiers, pixKey, amounts } = traitsOf(entry);
  return new Set([
    ...identifiers.map(([, value]) => hashOf('id', value)),
    ...(pixKey === undefined ? [] : [hashOf('key', pixKey)]),
    ...amounts.map(([, centavos]) => hashOf('amount', centavos)),
  ]);
}

/** Hashes of ids, each of which belongs to one payment or withdrawal. */
export function identifierHashes({ identifier }: Pick<Term, 'identifier'>): readonly number[] {
  return identifier === undefined ? [] : [hashOf('id', identifier)];
}

/** Hashes of keys and amounts, which many rows share. Words are searched without hashes. */
export function sharedHashes({ identifier, pixKeys, amountCentavos }: Term): readonly number[] {
  const amounts = amountCentavos === undefined ? [] : [hashOf('amount', amountCentavos)];
  return [...keyHashes([...pixKeys, ...(identifier === undefined ? [] : [identifier])]), ...amounts];
}

/** @param keys in canonical form */
export function keyHashes(keys: readonly string[]): readonly number[] {
  return Array.from(new Set(keys), (key) => hashOf('key', key));
}
