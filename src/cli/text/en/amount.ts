import { failure } from '../../errors/command-error.ts';
import type { AmountTexts } from '../shapes.ts';

export const AMOUNT_REASONS: AmountTexts = {
  empty: 'it is empty',
  not_a_number: 'not an amount',
  sign: 'it must not be negative',
  exponent: 'scientific notation is not allowed',
  too_many_decimals: 'it has more than two decimals',
  too_large: 'it is too large',
};

export const amount = {
  refused: (typed: string, reason: keyof AmountTexts, flag?: string) =>
    failure(
      `invalid ${flag === undefined ? 'amount' : 'value'} "${typed}"${flag === undefined ? '' : ` for ${flag}`}: ${AMOUNT_REASONS[reason]}`,
      'write reais like 10 or 10,50 or 1.234,56',
    ),
  ambiguous: (typed: string, grouped: string, decimal: string) =>
    failure(
      `"${typed}" may mean ${grouped} or ${decimal}`,
      `write it out: ${grouped.replace('R$ ', '')} or ${decimal.replace('R$ ', '')}`,
    ),
  belowMinimum: (amount: string, minimum: string) =>
    failure(`${amount} is below the minimum of ${minimum}`, `use ${minimum} or more; nothing was sent`),
};
