import { hash } from 'node:crypto';
import type { Term } from '../term.ts';
import { traitsOf } from './traits.ts';
import type { WalletEntry } from '../wallet-entry.ts';

/** Hexadecimal digits that a number holds exactly. */
const DIGITS = 13;

/** One number for whatever a row can be found by. Two that share one are told apart by the row itself. */
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

/** By which the one payment or withdrawal is found that was asked for. */
export function identifierHashes({ identifier }: Pick<Term, 'identifier'>): readonly number[] {
  return identifier === undefined ? [] : [hashOf('id', identifier)];
}

/** By which all others are found that do not differ in their words alone. */
export function sharedHashes({ identifier, pixKeys, amountCentavos }: Term): readonly number[] {
  const amounts = amountCentavos === undefined ? [] : [hashOf('amount', amountCentavos)];
  return [...keyHashes([...pixKeys, ...(identifier === undefined ? [] : [identifier])]), ...amounts];
}

/** @param keys in canonical form */
export function keyHashes(keys: readonly string[]): readonly number[] {
  return Array.from(new Set(keys), (key) => hashOf('key', key));
}
