import { createHash } from 'node:crypto';
import type { Payout } from '../payout.ts';

/**
 * The text that a person signs: a title, and a line for each fact in its order, `name: JSON`. A value cannot contain a line break, so
 * no two lists of facts make the same text.
 */
export function statementOf(title: string, facts: Readonly<Record<string, string | number | boolean | null>>): string {
  return [title, ...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)]
    .map((line) => `${line}\n`)
    .join('');
}

/** `sha256:` and 64 hexadecimal digits. */
export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Identifies in the log what was stored: the text that was signed, its signature, and what was stored beside both. */
export function recordOf(statement: string, signature: string | null, ...beside: readonly number[]): string {
  return digestOf(JSON.stringify([statement, signature, ...beside]));
}

/** The namespaces of `ssh-keygen -Y sign`: a signature of one kind is none of another. */
export const NAMESPACES = {
  policy: 'pix-policy',
  submission: 'pix-submission',
  approval: 'pix-payout',
  rejection: 'pix-rejection',
} as const;
export type Namespace = (typeof NAMESPACES)[keyof typeof NAMESPACES];

/** The digest of everything that a person sees or pays in the rows of a run, also of what no payment contains. */
export function rowsDigest(payouts: Iterable<Payout>): string {
  const hash = createHash('sha256');
  for (const payout of payouts) {
    const { row, line, reference, name, taxId, pixKeyType, pixKey, amountCentavos, coverFee, description } = payout;
    const texts = [reference, name, taxId, pixKeyType, pixKey, description].map((text) => text ?? null);
    const facts = [row, line, amountCentavos, coverFee, ...texts, Object.entries(payout.cells)];
    hash.update(`${JSON.stringify(facts)}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}
