import { count, payments } from '../numbers.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'recipient' : 'recipients'}`;

/** Whom a plan pays, and what they receive. */
export const recipients = {
  newRecipient: 'new',
  sameKeyAs: (line: string) => `same key as line ${line}`,
  /** How many payments, and how many recipients, if those are fewer or new. */
  paymentsTo: (number: number, keys: number, newKeys: number) => {
    if (newKeys === 0) return keys === number ? count(number) : `${count(number)} to ${recipientsOf(keys)}`;
    if (newKeys === keys) return `${count(number)} to ${recipientsOf(keys)}, ${keys === 1 ? 'new' : 'all new'}`;
    return `${count(number)} to ${recipientsOf(keys)}, ${count(newKeys)} of them new`;
  },
  moreRecipients: (number: number, newKeys: number) =>
    `… and ${count(number)} more ${number === 1 ? 'payment' : 'payments'}${newKeys > 0 ? `, to ${count(newKeys)} new ${newKeys === 1 ? 'recipient' : 'recipients'}` : ''}; see all: --verbose`,
  moreListed: (number: number) => `… and ${payments(number)} more; see them all: pix payouts check FILE --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} without a known outcome; pix checks ${number === 1 ? 'it' : 'them'} first:`,
  feeOnTop: (fee: string) => `The fee (${fee} each) is added on top: each receives the amount in the file.`,
  feeTaken: (fee: string) => `Each receives ${fee} less than the amount in the file; fee on top: --cover-fee`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `The fee (${fee} each) is added on top of ${payments(onTop)}. Receiving ${fee} less than the amount in the file: ${less.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}.`,
  namedRow: (line: string, name: string | undefined) => `line ${line}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'on top', taken: 'from amount' },
  /** What is known of an account, to which the service gives no name. */
  account: {
    newest: (facts: string) => `newest withdrawal ${facts}`,
    noWithdrawals: 'no withdrawals known',
    sameAs: (profiles: string) => `same account as ${profiles}`,
  },
};
