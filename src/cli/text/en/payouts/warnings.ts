import { count, payments } from '../numbers.ts';

/** What deserves a second look about payments. */
export const warnings = {
  firstPayments: (keys: number, rows: readonly string[], more: number) =>
    `note: no earlier payment to ${keys === 1 ? '1 key' : `${count(keys)} keys`} is known: ${rows.join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}`,
  first_payment: (row: string) => `${row}: no earlier payment to its key is known`,
  name_with_new_key: (row: string, key: string, when: string) =>
    `${row}: a new key; the name was paid at ${key} (${when})`,
  unusual_amount: (row: string, usual: string, earlier: number) =>
    `${row} is at least ten times the usual amount of its key: ${usual} (${earlier === 1 ? 'its only payment' : `median of its last ${count(earlier)} payments`})`,
  paid_today: (row: string, place: string) => `${row} repeats a payment of today: same key and amount ${place}`,
  notSentYet: 'not sent yet',
  noted: (message: string) => `note: ${message}`,
  more: (number: number) => `… and ${payments(number)} more like that; see all: --json`,
  withoutIndex: (message: string) => `note: earlier payments are looked for only in the journal: ${message}`,
};
