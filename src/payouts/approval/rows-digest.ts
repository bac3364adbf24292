import { createHash } from 'node:crypto';
import type { Payout } from '../payout.ts';

/** The digest of everything that a person sees or pays in the rows of a run, also of what no payment contains. */
export function rowsDigest(payouts: Iterable<Payout>): string {
  const hash = createHash('sha256');
  for (const payout of payouts) hash.update(`${lineOf(payout)}\n`);
  return `sha256:${hash.digest('hex')}`;
}

function lineOf(payout: Payout): string {
  const { row, line, reference, name, taxId, pixKeyType, pixKey, amountCentavos, coverFee, description, cells } =
    payout;
  const texts = [reference, name, taxId, pixKeyType, pixKey, description].map((text) => text ?? null);
  return JSON.stringify([row, line, amountCentavos, coverFee, ...texts, Object.entries(cells)]);
}
