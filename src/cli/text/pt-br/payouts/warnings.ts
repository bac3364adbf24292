import type { warnings as english } from '../../en/payouts/warnings.ts';
import { count, payments } from '../numbers.ts';

export const warnings: typeof english = {
  firstPayments: (keys, rows, more) =>
    `nota: nenhum pagamento anterior conhecido para ${count(keys)} ${keys === 1 ? 'chave' : 'chaves'}: ${rows.join('; ')}${more > 0 ? `; e mais ${count(more)}` : ''}`,
  first_payment: (row) => `${row}: nenhum pagamento anterior conhecido para esta chave`,
  name_with_new_key: (row, key, when) => `${row}: chave nova; o nome já recebeu em ${key} (${when})`,
  unusual_amount: (row, usual, earlier) =>
    `${row} é pelo menos dez vezes o valor habitual da chave: ${usual} (${earlier === 1 ? 'único pagamento até agora' : `mediana dos últimos ${count(earlier)} pagamentos`})`,
  paid_today: (row, place) => `${row} repete um pagamento de hoje: mesma chave e mesmo valor ${place}`,
  notSentYet: 'ainda não enviado',
  noted: (message) => `nota: ${message}`,
  more: (number) => `… e mais ${payments(number)} na mesma situação; veja todos: --json`,
  withoutIndex: (message) => `nota: pagamentos anteriores consultados só no registro de pagamentos: ${message}`,
};
