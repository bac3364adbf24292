import { createHash } from 'node:crypto';
import type { Payout } from '../payout.ts';

/** What of a payout makes it this payout and no other. */
type CanonicalPayout = Pick<Payout, 'reference' | 'pixKeyType' | 'pixKey' | 'amountCentavos' | 'description'>;

/** Names the canonical form; another form gets another name, and so other digests. */
const FORM = 'pix-payouts/1';
const BUFFER_LENGTH = 1 << 16;

/**
 * The digest of a batch, computed while its rows pass by.
 *
 * The canonical form is UTF-8 text: a line `pix-payouts/1`, then a line for each payout, in order, holding the JSON array
 * `[reference, key type, key, centavos, description]` without spaces, null where there is none; each line ends in \n.
 * Texts are trimmed and in NFC. The file's format, encoding, columns and spelling of amounts leave no trace in it.
 */
export interface BatchDigest {
  add(payout: CanonicalPayout): void;
  /** `sha256:` and 64 hexadecimal digits, over what was added so far. */
  value(): string;
}

export function batchDigest(): BatchDigest {
  const hash = createHash('sha256');
  let waiting = `${FORM}\n`;
  return {
    add(payout) {
      waiting += `${canonicalLine(payout)}\n`;
      if (waiting.length < BUFFER_LENGTH) return;
      hash.update(waiting);
      waiting = '';
    },
    value: () => `sha256:${hash.copy().update(waiting).digest('hex')}`,
  };
}

function canonicalLine({ reference, pixKeyType, pixKey, amountCentavos, description }: CanonicalPayout): string {
  return JSON.stringify([reference ?? null, pixKeyType, pixKey, amountCentavos, description ?? null]);
}
