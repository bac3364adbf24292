import type { recipients as english } from '../../en/payouts/recipients.ts';
import { count } from '../numbers.ts';
import { payments } from './rows.ts';

export const recipients: typeof english = {
  newRecipient: 'novo',
  sameKeyAs: (row: string) => `mesma chave do nº ${row}`,
  recipientCount: (keys: number, newKeys: number) => {
    if (newKeys === 0) return count(keys);
    if (newKeys === keys) return `${count(keys)}, ${keys === 1 ? 'novo' : 'todos novos'}`;
    return `${count(keys)}, ${newKeys === 1 ? 'um deles novo' : `${count(newKeys)} deles novos`}`;
  },
  moreRecipients: (number: number) =>
    `… e mais ${payments(number)}; veja todos: pix payouts check ARQUIVO --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} sem resultado conhecido; o pix verifica ${number === 1 ? 'este' : 'estes'} primeiro:`,
  feeOnTop: (fee: string) => `A tarifa (${fee} cada) é debitada à parte: cada destinatário recebe o valor do arquivo.`,
  feeTaken: (fee: string) =>
    `Cada destinatário recebe ${fee} a menos que o valor do arquivo. Para a tarifa à parte: --cover-fee`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `A tarifa (${fee} cada) é debitada à parte em ${payments(onTop)}. Recebem ${fee} a menos que o valor do arquivo: ${less.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''}.`,
  namedRow: (row: string, name: string | undefined) => `nº ${row}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'à parte', taken: 'do valor' },
  account: {
    newest: (facts: string) => `último envio ${facts}`,
    noWithdrawals: 'nenhum envio conhecido',
    sameAs: (profiles: string) => `mesma conta de ${profiles}`,
  },
};
