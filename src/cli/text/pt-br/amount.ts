import { failure } from '../../errors/command-error.ts';
import type { AmountTexts } from '../shapes.ts';
import type { amount as english } from '../en/amount.ts';

export const AMOUNT_REASONS: AmountTexts = {
  empty: 'está vazio',
  not_a_number: 'não é um valor em reais',
  sign: 'o valor não pode ser negativo',
  exponent: 'não use notação científica',
  too_many_decimals: 'tem mais de duas casas decimais',
  too_large: 'é grande demais',
};

export const amount: typeof english = {
  refused: (typed, reason, flag) =>
    failure(
      `valor inválido${flag === undefined ? '' : ` para ${flag}`}: "${typed}": ${AMOUNT_REASONS[reason]}`,
      'escreva reais como 10 ou 10,50 ou 1.234,56',
    ),
  ambiguous: (typed, grouped, decimal) =>
    failure(
      `"${typed}" pode ser ${grouped} ou ${decimal}`,
      `escreva ${grouped.replace('R$ ', '')} ou ${decimal.replace('R$ ', '')}`,
    ),
  belowMinimum: (amount, minimum) =>
    failure(`${amount} está abaixo do mínimo de ${minimum}`, `use ${minimum} ou mais; nada foi enviado`),
};
