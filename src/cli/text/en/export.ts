import { failure } from '../../errors/command-error.ts';
import { count, rows as rowsOf } from './numbers.ts';

const exports = {
  help: {
    commands: {
      payments: 'Export all charges, oldest first',
      withdraws: 'Export all withdrawals, oldest first',
      statement: 'Export the statement, with opening and closing balance; by settlement',
    },
    options: {
      out: '<file> the file to write; its manifest is FILE.manifest.json',
      format:
        '<csv|ndjson|xlsx|excel-br|ofx|cnab240> default: from the file extension, csv without one; ofx and cnab240 only for statements',
    },
  },
  missingOut: failure`--out is required: the file to write \n add it: pix export payments --out payments.csv`,
  noStandardOutput: failure`
    --out must be a file; its manifest is written next to it
    to write rows to stdout: pix payments list --all --output csv`,
  unknownEnding: (file: string) => failure`
    unsupported file type: ${file}
    choose a file that ends in .csv, .xlsx, .ndjson or .ofx, or set --format`,
  ofxIsForStatements: failure`
    only statements can be written as OFX or CNAB 240
    pix export statement --format ofx --out statement.ofx`,
  ofxHasNoFields: failure`--fields cannot be used with OFX and CNAB 240, which have fixed fields \n leave out --fields`,
  notAFile: (path: string) => failure`${path} is a folder or a device, not a file \n choose another file with --out`,
  stateLocked: (path: string) => failure`
    another process is exporting to this file (it uses ${path})
    wait for it, or choose another file with --out`,
  stateUnusable: (path: string) => failure`
    the state of an earlier export cannot be used: ${path}
    move it away, then start again with the same command`,
  unstatedEntry: (id: string, field: string) => failure`
    ${id} is completed, but the service does not report its ${field}, so it cannot be included in a statement
    export the lists instead: pix export payments, pix export withdraws`,
  notProven: (rows: number, missing: string) => failure`
    the export may be INCOMPLETE; written: ${rowsOf(rows)}, without: ${missing}
    repeat the same command with --force: only what is missing is read again`,
  sheetNames: { payments: 'Charges', withdraws: 'Withdrawals', statement: 'Statement' },
  entryTypes: { PAYMENT: 'Pix received', WITHDRAWAL: 'Pix sent', RETURN: 'Pix returned', DISPUTE: 'Dispute (MED)' },
  balanceLines: {
    opening: 'Opening balance',
    gap: 'Unexplained difference',
    closing: 'Closing balance',
    undatedDisputes: 'Disputes without a date, up to',
  },
  bases: { proven: 'proven', derived: 'derived from the entries' },
  opening: (amount: string, basis: string) => `Opening balance: ${amount} (${basis}).`,
  closing: (amount: string, basis: string, moment: string) => `Closing balance: ${amount} (${basis}), as of ${moment}.`,
  undatedDisputes: (amount: string, moment: string) =>
    `Disputes of ${amount} ended before ${moment}. The service reports neither when nor which were accepted: balances before then may be too low by up to this amount.`,
  noBalances:
    'The opening and closing balance are not known: pix sync notes the balance, and --offline then states it.',
  balanceGap: (amount: string, from: string, to: string) => `${amount} between ${from} and ${to}`,
  notBalanced: (gaps: string) => failure`
    the balance has an unexplained difference: ${gaps}
    the file is written, and its manifest lists the gaps; ask the support of the service what changed the balance`,
  balanceMoved: failure`
    the balance changed while the lists were read, so the balance at the end of the period is not certain
    repeat the command, or use: pix sync, then pix export statement --offline`,
  indexEnds: (until: string) => failure`
    the index ends on ${until}: the file has no later entries
    update it with: pix sync, and repeat the command with --force`,
  noNote: failure`
    an OFX statement requires the balance, and the index has no note of it
    create one with: pix sync (the key requires the permission read:balance)`,
  gap: (list: string, first: number, last: number) =>
    first === last ? `${list} no. ${count(first)}` : `${list} no. ${count(first)} to ${count(last)}`,
  moreGaps: (gaps: number) => `${count(gaps)} more ${gaps === 1 ? 'gap' : 'gaps'}`,
  orderMoved: 'confirmation (the list changed while it was read)',
  resuming: (rows: number) => `Resuming after ${rowsOf(rows)}.`,
  stored: (rows: number, path: string) =>
    `What was read (${rowsOf(rows)}) is stored in ${path}: the same command resumes there.`,
  startingOver: (list: string) => `The list of ${list} changed while it was read; starting over.`,
  done: (rows: number, path: string) => `${rowsOf(rows)} in ${path}, verified complete.`,
  writing: (path: string) => `writing ${path}`,
  written: (path: string, rows: number) => `writing ${path}: ${rowsOf(rows)}`,
};

export { exports as export };
