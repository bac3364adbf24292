import { count } from '../numbers.ts';
import { payments } from './rows.ts';

/** Whom a plan pays, and what they receive. */
export const recipients = {
  newRecipient: 'new',
  sameKeyAs: (row: string) => `same key as row ${row}`,
  recipientCount: (keys: number, newKeys: number) => {
    if (newKeys === 0) return count(keys);
    if (newKeys === keys) return `${count(keys)}, ${keys === 1 ? 'new' : 'all new'}`;
    return `${count(keys)}, ${newKeys === 1 ? 'one of them new' : `${count(newKeys)} of them new`}`;
  },
  moreRecipients: (number: number) =>
    `… and ${payments(number)} more; see them all: pix payouts check FILE --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} without a known outcome; pix checks ${number === 1 ? 'it' : 'them'} first:`,
  feeOnTop: (fee: string) => `The fee (${fee} each) is added on top: each recipient receives the amount in the file.`,
  feeTaken: (fee: string) =>
    `Each recipient receives ${fee} less than the amount in the file. To add the fee on top: --cover-fee`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `The fee (${fee} each) is added on top of ${payments(onTop)}. Receiving ${fee} less than the amount in the file: ${less.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}.`,
  namedRow: (row: string, name: string | undefined) => `row ${row}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'on top', taken: 'from amount' },
  /** What is known of an account, to which the service gives no name. */
  account: {
    newest: (facts: string) => `newest withdrawal ${facts}`,
    noWithdrawals: 'no withdrawals known',
    sameAs: (profiles: string) => `same account as ${profiles}`,
  },
};
