import { subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';

/** The total of a transaction, and what is left of it after the fee. Centavos; `value` is `net` plus `fee`. */
export interface Price {
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly netCentavos: Centavos;
}

/**
 * @param coverFee when true, `amountCentavos` is the net and the fee comes on top of it; else the fee is taken out of it
 * @returns a net of zero or less when the amount does not even pay the fee
 */
export function price(amountCentavos: Centavos, feeCentavos: Centavos, coverFee: boolean): Price {
  return coverFee
    ? { valueCentavos: sumCentavos(amountCentavos, feeCentavos), feeCentavos, netCentavos: amountCentavos }
    : { valueCentavos: amountCentavos, feeCentavos, netCentavos: subtractCentavos(amountCentavos, feeCentavos) };
}
