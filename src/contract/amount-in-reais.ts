import * as z from 'zod';
import { centavosFromJsonReais } from '../pix/amount-text.ts';

/**
 * An amount of a request body, in reais: a JSON number, or text such as "12.34" or "12,34". Read as centavos.
 * Refuses more than two decimals, zero, negatives and exponents.
 */
export const amountInReais = z
  .union([z.number().meta({ exclusiveMinimum: 0 }), z.string().meta({ pattern: '^[0-9]+([.,][0-9]{1,2})?$' })])
  .transform((value, context) => {
    const amount = centavosFromJsonReais(value);
    if (amount === undefined) {
      context.addIssue({ code: 'custom', message: 'must be an amount in reais above zero with at most two decimals' });
      return z.NEVER;
    }
    return amount;
  });
