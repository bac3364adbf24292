import type { recipients as english } from '../../en/payouts/recipients.ts';
import { count, payments } from '../numbers.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'destinatário' : 'destinatários'}`;

export const recipients: typeof english = {
  newRecipient: 'novo',
  sameKeyAs: (line: string) => `mesma chave da linha ${line}`,
  paymentsTo: (number: number, keys: number, newKeys: number) => {
    if (newKeys === 0) return keys === number ? count(number) : `${count(number)} para ${recipientsOf(keys)}`;
    if (newKeys === keys) return `${count(number)} para ${recipientsOf(keys)}, ${keys === 1 ? 'novo' : 'todos novos'}`;
    return `${count(number)} para ${recipientsOf(keys)}, ${newKeys === 1 ? 'um deles novo' : `${count(newKeys)} deles novos`}`;
  },
  moreRecipients: (number: number, newKeys: number) =>
    `… e mais ${payments(number)}${newKeys > 0 ? `, para ${count(newKeys)} ${newKeys === 1 ? 'destinatário novo' : 'destinatários novos'}` : ''}; veja todos: --verbose`,
  moreListed: (number: number) => `… e mais ${payments(number)}; veja todos: pix payouts check ARQUIVO --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} sem resultado conhecido; o pix verifica ${number === 1 ? 'este' : 'estes'} primeiro:`,
  feeOnTop: (fee: string) => `A tarifa (${fee} cada) é debitada à parte: cada um recebe o valor do arquivo.`,
  feeTaken: (fee: string) => `Cada um recebe ${fee} a menos que no arquivo; tarifa à parte: --cover-fee`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `A tarifa (${fee} cada) é debitada à parte em ${payments(onTop)}. Recebem ${fee} a menos que o valor do arquivo: ${less.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''}.`,
  namedRow: (line: string, name: string | undefined) => `linha ${line}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'à parte', taken: 'do valor' },
  account: {
    newest: (facts: string) => `último envio ${facts}`,
    noWithdrawals: 'nenhum envio conhecido',
    sameAs: (profiles: string) => `mesma conta de ${profiles}`,
  },
};
