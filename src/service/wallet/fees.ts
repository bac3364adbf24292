import { subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';

/** The total of a payment or withdrawal, and the rest after the fee. Centavos; `value` is `net` plus `fee`. */
export interface Price {
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly netCentavos: Centavos;
}

/**
 * @param coverFee when true, `amountCentavos` is the net, and the fee is added; otherwise the fee is deducted from it
 * @returns a net of zero or less when the amount does not cover the fee
 */
export function price(amountCentavos: Centavos, feeCentavos: Centavos, coverFee: boolean): Price {
  return coverFee
    ? { valueCentavos: sumCentavos(amountCentavos, feeCentavos), feeCentavos, netCentavos: amountCentavos }
    : { valueCentavos: amountCentavos, feeCentavos, netCentavos: subtractCentavos(amountCentavos, feeCentavos) };
}
