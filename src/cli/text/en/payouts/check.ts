import { failure } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';
import { inEnglish } from '../../../../contract/words/pairs.ts';
import { PLAN } from '../../payout-labels.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'recipient' : 'recipients'}`;

export const check = {
  plan: inEnglish(PLAN),
  wouldSend: (number: number, sum: string) => `File OK: ${payments(number)}, ${sum}. Nothing was sent.`,
  rowsWrong: (wrong: number, all: number) =>
    failure(
      `${count(wrong)} of ${rows(all)} ${wrong === 1 ? 'is' : 'are'} invalid; nothing was sent`,
      'correct the file, or leave invalid rows out: --only-valid',
    ),
  rowsListed: (message: string) => `${message}. The others: --only-valid`,
  fileWrong: (problem: string) =>
    failure(`invalid file: ${problem}; nothing was sent`, 'see an example: pix payouts template --examples'),
  digestDiffers: (wanted: string, found: string) =>
    failure(
      `this is not the approved file: its file code is ${found}, not ${wanted}; nothing was sent`,
      'use the approved file, or have this one approved',
    ),
  invalidDigest: (typed: string) =>
    failure(
      `invalid file code "${typed}"`,
      'it is sha256: and 64 hexadecimal digits, as pix payouts check --verbose shows it',
    ),
  fileUnreadable: (path: string, reason: string) =>
    failure(`cannot read ${path}: ${reason}`, 'check the name and the permissions; - reads standard input'),
  standardInput: 'standard input',
  noticed: (words: string, lines: readonly number[], more: number) => {
    const places =
      lines.length === 0 ? '' : ` (line ${lines.join(', ')}${more > 0 ? `, and ${count(more)} more` : ''})`;
    return `note: ${words}${places}`;
  },
  lineNumber: (line: string) => `Line ${line}`,
  numberGoesBack: (number: number, newest: number) =>
    `The number of the remittance (NSA) goes backwards: ${number}, after ${newest}.`,
  whatIsColumn: (name: string, example: string) => `What is the column "${name}" (${example})?`,
  columnMeanings: { name: "the recipient's name", reference: 'the payment reference', neither: 'neither of them' },
  unusedColumns: (names: readonly string[]) =>
    `The ${names.length === 1 ? 'column' : 'columns'} "${names.join('", "')}" ${names.length === 1 ? 'is' : 'are'} not used.`,
  moreProblems: (number: number) => `… and ${count(number)} more; list them all with: --output csv`,
  severalDays: (problem: string) =>
    failure(`${problem}; nothing was sent`, 'pay what is due on or before a day: --due today'),
  nothingDue: failure('nothing is due on or before that day; nothing was sent', 'choose a later day for --due'),
  nothingToPay: failure('the file contains no valid payment', 'see the expected columns: pix payouts template'),
  preflight: {
    fee: (needed: string, available: string) =>
      failure(
        `the fee uses up the smallest amount (${available}); the minimum is ${needed}`,
        'charge the fees on top of the amounts: --cover-fee',
      ),
    per_transaction: (needed: string, available: string) =>
      failure(
        `the largest payment (${needed}) exceeds the limit per transaction (${available})`,
        'see the limits with: pix balance',
      ),
    balance: (needed: string, available: string) =>
      failure(`insufficient balance: ${needed} requested, ${available} available`, 'see the balance with: pix balance'),
    daily: (needed: string, available: string) =>
      failure(
        `the payments (${needed}) exceed what is left of the daily limit (${available})`,
        'split the file, or pay it on another day; see the limits with: pix balance',
      ),
    monthly: (needed: string, available: string) =>
      failure(
        `the payments (${needed}) exceed what is left of the monthly limit (${available})`,
        'split the file, or have the limit raised; see the limits with: pix balance',
      ),
  },
  accountShortForRun: (runId: string) =>
    `on another day, or once the account allows it: pix payouts resume ${runId}; to leave a payment out, for another file: pix payouts resolve ${runId} LINE --not-paid`,
  equalHint: (allow: string) => `to pay rows with the same key and amount: --allow ${allow}`,
  rewrittenHint: (allow: string) => `if these are different payments: --allow ${allow}`,
  templateWritten: (path: string) => `Template written to ${path}. Fill it in, then: pix payouts check ${path}`,
  // Whom a plan pays, and what they receive.
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
  moreListed: (number: number) => `… and ${payments(number)} more; see them all: --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} without a known outcome; pix checks ${number === 1 ? 'it' : 'them'} first:`,
  feeOnTop: (fee: string) => `The fee (${fee} each) is added on top: each receives the amount in the file.`,
  feeOtherwise: (runId: string, isOnTop: boolean) =>
    failure(
      `run ${runId} of this file ${isOnTop ? 'takes its fees from the amounts' : 'has its fees added on top'}, and keeps that; nothing was sent`,
      `to resume it as it is, leave out ${isOnTop ? '--cover-fee' : '--no-cover-fee'}: pix payouts resume ${runId}`,
    ),
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
