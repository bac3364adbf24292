import type { recipients as english } from '../../en/payouts/recipients.ts';
import { count } from '../numbers.ts';
import { rows } from './rows.ts';

export const recipients: typeof english = {
  newRecipient: 'novo',
  sameKeyAs: (row: string) => `mesma chave da linha ${row}`,
  recipientCount: (keys: number, newKeys: number) => {
    if (newKeys === 0) return count(keys);
    if (newKeys === keys) return `${count(keys)}, ${keys === 1 ? 'novo' : 'todos novos'}`;
    return `${count(keys)}, ${newKeys === 1 ? 'um deles novo' : `${count(newKeys)} deles novos`}`;
  },
  moreRecipients: (number: number) => `… e mais ${rows(number)}; todas: pix payouts check ARQUIVO --rows -o csv`,
  openRows: (number: number) =>
    `${rows(number)} ainda em aberto; o pix procura por ${number === 1 ? 'ela' : 'elas'} antes:`,
  feeTaken: (fee: string) =>
    `Cada destinatário recebe ${fee} a menos que o valor do arquivo. Para a tarifa à parte: --cover-fee`,
};
