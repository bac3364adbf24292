import type { Complaint } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const exports = {
  help: {
    commands: {
      group: 'Write every row to a file, proven complete, with a manifest beside it',
      payments: 'Export all payments, oldest first',
      withdraws: 'Export all withdrawals, oldest first',
      statement: 'Export what came in and went out: completed payments and withdrawals, oldest first',
    },
    options: {
      out: { value: 'file', description: 'the file to write; its manifest becomes FILE.manifest.json' },
      format: {
        value: 'csv|ndjson|excel-br|ofx',
        description: 'by default what the name of the file ends in, else csv; ofx for statements alone',
      },
    },
  },
  fields: {
    kind: 'Export',
    format: 'Format',
    rows: 'Rows',
    proven: 'Proven complete',
    firstId: 'First id',
    lastId: 'Last id',
    sha256: 'SHA-256',
    file: 'File',
    postedAt: 'Posted',
    netAmount: 'Net amount',
    balanceAfter: 'Balance after',
  },
  missingOut: {
    message: '--out is missing: the file that the rows go to',
    hint: 'add it: pix export payments --out payments.csv',
  },
  noStandardOutput: {
    message: '--out names a file: its manifest lies beside it, and its state until it is complete',
    hint: 'to write rows to stdout: pix payments list --all --output csv',
  },
  ofxIsForStatements: {
    message: 'only a statement can be written as OFX',
    hint: 'pix export statement --format ofx --out statement.ofx',
  },
  ofxHasNoFields: { message: '--fields does not go with OFX, whose fields are fixed', hint: 'leave out --fields' },
  notAFile: (path: string): Complaint => ({
    message: `${path} is a folder or a device, and no file can take its place`,
    hint: 'choose another file with --out',
  }),
  stateLocked: (path: string): Complaint => ({
    message: `another process is exporting to this file (it holds ${path})`,
    hint: 'wait for it, or choose another file with --out',
  }),
  stateUnusable: (path: string): Complaint => ({
    message: `what an earlier export left cannot be used: ${path}`,
    hint: 'move it away, and begin anew with the same command',
  }),
  unstatedEntry: (id: string, field: string): Complaint => ({
    message: `${id} is settled, but the service tells no ${field}: it cannot stand in a statement`,
    hint: 'export the lists instead: pix export payments, pix export withdraws',
  }),
  notProven: (rows: number, missing: string): Complaint => ({
    message: `the export is NOT proven complete; ${count(rows)} rows were written, without: ${missing}`,
    hint: 'repeat the same command with --force: only what is missing is read again',
  }),
  entryTypes: { PAYMENT: 'Pix received', WITHDRAWAL: 'Pix sent' },
  gap: (list: string, first: number, last: number) =>
    first === last ? `${list} no. ${count(first)}` : `${list} no. ${count(first)} to ${count(last)}`,
  moreGaps: (gaps: number) => `${count(gaps)} more gaps`,
  orderMoved: 'certainty, for the order of the service kept moving',
  resuming: (rows: number) => `Going on from an earlier attempt: ${count(rows)} rows are held already.`,
  kept: (rows: number, path: string) =>
    `What was read (${count(rows)} rows) is kept in ${path}: the same command goes on from there.`,
  anew: (list: string) => `The order of the ${list} moved at the service: reading them anew.`,
  done: (rows: number, path: string) => `${count(rows)} rows in ${path}, proven complete.`,
  writing: (path: string) => `writing ${path}`,
};
