import type { Complaint } from '../../../errors/command-error.ts';
import { count } from '../numbers.ts';
import { rows } from './rows.ts';

export const check = {
  plan: {
    file: 'File',
    digest: 'Digest',
    rows: 'Rows to pay',
    sum: 'Sum',
    arrives: 'Arrives',
    fees: 'Fees',
    leaves: 'Leaves the balance',
    recipients: 'Recipients',
    available: 'Available now',
    balance: 'Balance now',
    remains: 'Remains',
    alreadyPaid: 'Already paid',
    leftOut: 'Left out',
    run: 'Run',
    thisMachine: 'this machine',
    alreadyPaidNote: 'by earlier runs: not sent again',
    leftOutNote: 'wrong rows (--only-valid)',
    leftOutEarlierNote: 'may have been paid before (--only-valid)',
  },
  wouldSend: (number: number, sum: string) => `The file is right: ${rows(number)}, ${sum}. Nothing was sent.`,
  rowsWrong: (wrong: number, all: number) => ({
    message: `${rows(wrong)} of ${count(all)} ${wrong === 1 ? 'is' : 'are'} wrong; nothing was sent`,
    hint: 'correct the file, or leave wrong rows out: --only-valid',
  }),
  fileWrong: (problem: string) => ({
    message: `the file can not be paid: ${problem}; nothing was sent`,
    hint: 'see what it should look like: pix payouts template --examples',
  }),
  digestDiffers: (wanted: string, found: string): Complaint => ({
    message: `the file is not the one that was approved: its digest is ${found}, not ${wanted}; nothing was sent`,
    hint: 'have this file checked and approved, or use the one that was: pix payouts check FILE',
  }),
  invalidDigest: (typed: string): Complaint => ({
    message: `"${typed}" is not a digest`,
    hint: 'it is sha256: and 64 hexadecimal digits, as pix payouts check tells it',
  }),
  fileUnreadable: (path: string, reason: string): Complaint => ({
    message: `${path} can not be read: ${reason}`,
    hint: 'check the name and the permissions; - reads standard input',
  }),
  standardInput: 'standard input',
  noticed: (words: string, lines: readonly number[], more: number) => {
    const places =
      lines.length === 0 ? '' : ` (line ${lines.join(', ')}${more > 0 ? `, and ${count(more)} more` : ''})`;
    return `note: ${words}${places}`;
  },
  moreProblems: (number: number) => `… and ${count(number)} more; all of them: --output csv`,
  nothingToPay: {
    message: 'there is no row to pay in the file',
    hint: 'see what it should look like: pix payouts template',
  },
  preflight: {
    fee: (needed: string, available: string): Complaint => ({
      message: `the smallest amount (${available}) does not reach ${needed}, what is left when the fee is paid: nothing would arrive`,
      hint: 'have the fees taken on top of the amounts: --cover-fee',
    }),
    per_transaction: (needed: string, available: string): Complaint => ({
      message: `the largest payment takes ${needed}, and one may take ${available} at most`,
      hint: 'see the limits with: pix balance',
    }),
    balance: (needed: string, available: string): Complaint => ({
      message: `the balance is too small: ${needed} would leave it, and ${available} are there`,
      hint: 'see what is there with: pix balance',
    }),
    daily: (needed: string, available: string): Complaint => ({
      message: `${needed} would leave the balance, and the limit for the day leaves ${available}`,
      hint: 'split the file, or pay it on another day; see the limits with: pix balance',
    }),
    monthly: (needed: string, available: string): Complaint => ({
      message: `${needed} would leave the balance, and the limit for the month leaves ${available}`,
      hint: 'split the file, or have the limit raised; see the limits with: pix balance',
    }),
  },
  duplicatesHint:
    'to pay rows with the same key and amount: --allow-duplicates, or --allow-duplicate ROW for one of them',
  newReferencesHint: 'if the references are of several payments: --new-references',
  templateWritten: (path: string) =>
    `Template written to ${path}. Check it when it is filled in: pix payouts check ${path}`,
};
