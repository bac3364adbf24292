import { count } from './numbers.ts';
import { labels } from './labels.ts';
import { failure } from '../../errors/command-error.ts';
import { words as shared } from '../../../contract/words/en.ts';

export const words = {
  error: 'error',
  hint: 'hint',
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',
  yesNo: '(y/N)',
  yesWords: ['y', 'yes'],
  copied: (what: string) => `Copied to the clipboard: ${what}`,
  notCopied: 'Nothing was copied: there is no terminal and no clipboard.',
  machine: { ...labels.machine, ...shared.ledgerKinds },
};

/** Whose status it is decides its word: a charge is not paid, a withdrawal fails. */
export const statuses = {
  ...shared.statuses,
  payout: labels.payoutStatuses,
  reconciliation: labels.reconciliationStatuses,
};

export const lists = {
  help: {
    status: '<status> only rows with this status',
    limit: '<number> maximum number of rows (default 50)',
    all: 'all rows',
    offset: '<number> rows to skip, from the newest',
    since: '<when> since this day: 2026-07-14, yesterday, july, 7d; or time: "2026-07-14 09:30", 24h',
    month: '<month> only this month: 2026-07, 07/2026, july',
    by: '<created|settled> the time that must be in the span: of creation (default), or when the balance changed',
    until: '<when> until this date, inclusive',
    before:
      '<when> until the end of this day; with a time, before it: the next export can begin with --since at the same time',
    watch: '<seconds> keep showing rows that are new or whose status changed, every 5 seconds by default',
  },
  names: { payments: 'charges', withdraws: 'withdrawals' },
  none: {
    payments: (filters: string) => `No charges found${filters}.`,
    withdraws: (filters: string) => `No withdrawals found${filters}.`,
  },
  ago: (length: string) => `${length} ago`,
  ahead: (length: string) => `in ${length}`,
  hidden: (names: string) => `not shown: ${names} (-o csv)`,
  shown: (rows: number, all: string, ofShown: string) =>
    `Showing ${count(rows)}${ofShown === '' ? '' : ` (${ofShown})`} of ${all}`,
  counted: {
    payments: (rows: number) => (rows === 1 ? '1 charge' : `${count(rows)} charges`),
    withdraws: (rows: number) => (rows === 1 ? '1 withdrawal' : `${count(rows)} withdrawals`),
  },
  someWithin: (counted: string) => `Showing ${counted}; --all shows all`,
  watchingRows: (seconds: number) => `Watching for changes every ${seconds} s. Press Ctrl-C to stop.`,
  changedAt: (time: string) => `Status changed at ${time}:`,
  newAt: (time: string) => `New at ${time}:`,
  watchFailed: (reason: string) => `${reason}; retrying`,
  watchResumed: (time: string) => `reading again since ${time}`,
  total: 'Total',
};

const receiptCount = (receipts: number) => `${count(receipts)} ${receipts === 1 ? 'receipt' : 'receipts'}`;

export const receipts = {
  options: {
    format: '<format> pdf, html or text; by default from the ending of --out',
    formatOfMany: '<format> pdf (default), html or text',
    out: '<file> write to this file, ending in .pdf, .html or .txt',
    folder: '<folder> folder for the receipts; created if missing',
    holder: '<name> name of the account holder on the receipt',
    replace: 'write receipts again that the folder already has',
  },
  remarks: {
    paid: 'Completed, as reported by the service.',
    pending: 'Nothing proves yet that the money arrived. Make the receipt once the withdrawal is completed.',
    rewritten: 'Codes such as [U+0151] are characters that this PDF font lacks. The receipt as HTML shows them.',
  },
  noneOfFailed: (message: string) => `no receipt: ${message}`,
  noneOfCharge: (status: string, id: string) => failure`
    no receipt: the charge is not paid (${status})
    see it with: pix payments get ${id}`,
  written: (path: string) => `Written to ${path}`,
  notPaid: 'This withdrawal is not completed: the document is not a receipt, and is marked as such.',
  rewritten: (path: string) =>
    `${path} shows characters that its font lacks as codes such as [U+0151]. To show them: --format html`,
  unknownEnding: (file: string) => failure`
    unsupported file type: ${file}
    choose a file that ends in .pdf, .html or .txt, or set --format`,
  needsFile: failure`--out is required for a PDF \n add for example: --out receipt.pdf`,
  needsFolder: failure`--out is required \n add a folder for the receipts: --out receipts`,
  notFolder: (path: string) => failure`not a folder: ${path} \n choose another one with --out`,
  writing: (done: number, all: number) => `Writing receipts: ${done} of ${all}`,
  done: (written: number, existing: number, folder: string) =>
    `${receiptCount(written)} written to ${folder}${existing === 0 ? '' : `, ${existing} already there`}.`,
  nonePaid: 'No payment of this run is paid yet; nothing to write.',
  left: (processing: number, runId: string) =>
    `Still processing or unconfirmed, so without receipt: ${processing}. Run this command again after: pix payouts status ${runId} --refresh`,
  differs: (line: number, id: string, status: string) =>
    `Line ${line}: no receipt, because the service reports ${id} as ${status}.`,
  someDiffer: (count: number) => failure`
    ${count === 1 ? '1 payment is' : `${count} payments are`} not completed according to the service; no receipt for them
    see them with: pix withdraw get ID`,
};
