import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';
import { inEnglish } from '../../../contract/words/pairs.ts';
import { RECEIPT_LABELS } from '../labels.ts';

const receiptCount = (receipts: number) => `${count(receipts)} ${receipts === 1 ? 'receipt' : 'receipts'}`;

export const receipts = {
  options: {
    format: { value: 'format', description: 'pdf, html or text; by default from the ending of --out' },
    formatOfMany: { value: 'format', description: 'pdf (default), html or text' },
    out: { value: 'file', description: 'write to this file, ending in .pdf, .html or .txt' },
    folder: { value: 'folder', description: 'folder for the receipts; created if missing' },
    holder: { value: 'name', description: 'name of the account holder on the receipt' },
    replace: 'write receipts again that the folder already has',
  },
  titles: {
    paid: 'Receipt: Pix sent',
    pending: 'NOT A RECEIPT: this withdrawal is not completed',
    received: 'Receipt: Pix received',
  },
  remarks: {
    paid: 'Completed, as reported by the service.',
    pending: 'Nothing proves yet that the money arrived. Make the receipt once the withdrawal is completed.',
    rewritten: 'Codes such as [U+0151] are characters that this PDF font lacks. The receipt as HTML shows them.',
  },
  labels: inEnglish(RECEIPT_LABELS),
  noneOfFailed: (message: string) => `no receipt: ${message}`,
  noneOfCharge: (status: string, id: string) =>
    failure(`no receipt: the charge is not paid (${status})`, `see it with: pix payments get ${id}`),
  written: (path: string) => `Written to ${path}`,
  notPaid: 'This withdrawal is not completed: the document is not a receipt, and is marked as such.',
  rewritten: (path: string) =>
    `${path} shows characters that its font lacks as codes such as [U+0151]. To show them: --format html`,
  unknownEnding: (file: string) =>
    failure(`unsupported file type: ${file}`, 'choose a file that ends in .pdf, .html or .txt, or set --format'),
  needsFile: failure('--out is required for a PDF', 'add for example: --out receipt.pdf'),
  needsFolder: failure('--out is required', 'add a folder for the receipts: --out receipts'),
  notFolder: (path: string) => failure(`not a folder: ${path}`, 'choose another one with --out'),
  writing: (done: number, all: number) => `Writing receipts: ${done} of ${all}`,
  done: (written: number, existing: number, folder: string) =>
    `${receiptCount(written)} written to ${folder}${existing === 0 ? '' : `, ${existing} already there`}.`,
  nonePaid: 'No payment of this run is paid yet; nothing to write.',
  left: (processing: number, runId: string) =>
    `Still processing or unconfirmed, so without receipt: ${processing}. Run this command again after: pix payouts status ${runId} --refresh`,
  differs: (line: number, id: string, status: string) =>
    `Line ${line}: no receipt, because the service reports ${id} as ${status}.`,
  someDiffer: (count: number) =>
    failure(
      `${count === 1 ? '1 payment is' : `${count} payments are`} not completed according to the service; no receipt for them`,
      'see them with: pix withdraw get ID',
    ),
};
