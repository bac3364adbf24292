import * as z from 'zod';
import { centavosFromJsonReais, formatReaisPlain } from '../pix/amount-text.ts';
import { centavos, type Centavos } from '../pix/centavos.ts';
import { AMOUNT_MAXIMUM } from './limits.ts';

const ZERO_AS_TEXT = /^0+([.,]0{1,2})?$/;

/** @param numbers the JSON Schema of the numbers that are accepted */
function inReais(
  numbers: { readonly exclusiveMinimum: 0 } | { readonly minimum: 0 },
  read: (value: number | string) => Centavos | undefined,
  range: string,
) {
  return z
    .union([z.number().meta(numbers), z.string().meta({ pattern: '^[0-9]+([.,][0-9]{1,2})?$' })])
    .transform((value, context) => {
      const amount = read(value);
      if (amount === undefined) {
        context.addIssue({ code: 'custom', message: `must be an amount in reais ${range} with at most two decimals` });
        return z.NEVER;
      }
      return amount;
    });
}

/**
 * An amount of a request body, in reais: a JSON number, or text such as "12.34" or "12,34". Read as centavos.
 * Refuses more than two decimals, zero, negatives and exponents.
 */
export const amountInReais = inReais({ exclusiveMinimum: 0 }, centavosFromJsonReais, 'above zero');

/** Like {@link amountInReais}, but zero is accepted: a plan without a fee, a limit that allows no withdrawal. */
export const amountInReaisOrZero = inReais(
  { minimum: 0 },
  (value) => {
    const isZero = typeof value === 'number' ? value === 0 : ZERO_AS_TEXT.test(value);
    return isZero ? centavos(0) : centavosFromJsonReais(value);
  },
  'from zero on',
);

/** A fee to be set. Small enough that an amount plus the fee is still an exact number. */
export const feeInReais = amountInReaisOrZero.refine(
  (fee) => fee <= AMOUNT_MAXIMUM,
  `must be at most ${formatReaisPlain(AMOUNT_MAXIMUM)}`,
);
