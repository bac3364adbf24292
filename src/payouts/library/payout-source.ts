import { formatReaisPlain } from '../../pix/amount-text.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';

/** One payment that a script asks for. */
export interface PayoutOrder {
  /** What is paid, in centavos; at least R$ 5,00. */
  readonly amountCentavos: Centavos;
  /** The recipient's Pix key, as people write it. */
  readonly pixKey: string;
  /** The type of that key; required where the key can be read in two ways. */
  readonly pixKeyType?: PixKeyType | undefined;
  /** The script's own name for the payment. A reference is paid once, whichever file or run it comes in. */
  readonly reference?: string | undefined;
  /** The name of the recipient: stored, and shown in plans and reports. */
  readonly name?: string | undefined;
  /** CPF or CNPJ of the recipient: its check digits are checked, and compared with a key that is one. */
  readonly taxId?: string | undefined;
  /** Free text that the recipient sees; 140 characters, less those of the mark. */
  readonly description?: string | undefined;
  /** The fee is added on top of the amount. Default: as the plan says. */
  readonly coverFee?: boolean | undefined;
}

/**
 * What is paid: rows, the text of a file (CSV or NDJSON), or its bytes (those, in any usual encoding, or a workbook). The
 * columns are those of `pix payouts template`.
 */
export type PayoutSource = string | Uint8Array | readonly PayoutOrder[];

/** The bytes of the file that a source is. Rows become NDJSON, whose amounts keep their digits. */
export async function* bytesOf(source: PayoutSource): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  if (typeof source === 'string') yield Buffer.from(source);
  else if (source instanceof Uint8Array) yield source;
  else for (const order of source) yield Buffer.from(`${lineOf(order)}\n`);
}

/** @throws {RangeError} for an amount that is no whole number of centavos */
function lineOf({ amountCentavos, coverFee, ...texts }: PayoutOrder): string {
  const members = {
    reference: texts.reference,
    name: texts.name,
    tax_id: texts.taxId,
    pix_key_type: texts.pixKeyType,
    pix_key: texts.pixKey,
    description: texts.description,
    cover_fee: coverFee === undefined ? undefined : coverFee ? 'yes' : 'no',
  };
  return `{"amount":${formatReaisPlain(centavos(amountCentavos))},${JSON.stringify(members).slice(1)}`;
}
