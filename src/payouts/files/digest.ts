import { createHash } from 'node:crypto';
import type { Payout } from '../payout.ts';

/** What of a payout makes it this payout and no other, besides what its row says of the fee. */
type CanonicalPayout = Pick<Payout, 'reference' | 'pixKeyType' | 'pixKey' | 'amountCentavos' | 'description'>;

/** The name of the canonical form; another form needs another name, and so has other digests. */
const FORM = 'pix-payouts/1';

interface Stated {
  readonly coverFee?: boolean | undefined;
  readonly dueOn?: string | undefined;
}

/**
 * The digest of a batch, computed while its rows pass by.
 *
 * The canonical form is UTF-8 text: a line `pix-payouts/1`, then a line for each payout, in order, holding the JSON array
 * `[reference, key type, key, centavos, description]` without spaces, null where there is none; each line ends in \n. Where
 * the row itself says whether the fee is added on top, that is a further member, true or false: what the run says of the
 * others is not the file's. So is the day on which it is due, such as `2026-12-05`. Texts are trimmed and in NFC. The file's format, encoding, columns and spelling of amounts leave no trace in it.
 */
export class BatchDigest {
  readonly #hash = createHash('sha256').update(`${FORM}\n`);

  /** Call it before the first payout, for a file with a number of its own: a line with the JSON array of what names it. */
  name(names: readonly (string | number)[]): void {
    this.#hash.update(`${JSON.stringify(names)}\n`);
  }

  /** @param stated what the row says of the fee, and of the day on which it is due; undefined when it says nothing */
  add(payout: CanonicalPayout, { coverFee, dueOn }: Stated = {}): void {
    const { reference, pixKeyType, pixKey, amountCentavos, description } = payout;
    const fee = coverFee === undefined ? [] : [coverFee];
    // Instalments may differ by their days alone.
    const day = dueOn === undefined || dueOn === '' ? [] : [dueOn];
    const members = [reference ?? null, pixKeyType, pixKey, amountCentavos, description ?? null, ...fee, ...day];
    this.#hash.update(`${JSON.stringify(members)}\n`);
  }

  /** `sha256:` and 64 hexadecimal digits, over everything added so far. */
  value(): string {
    return `sha256:${this.#hash.copy().digest('hex')}`;
  }
}
