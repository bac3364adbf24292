import type { Complaint } from '../../errors/command-error.ts';

const count = (number: number): string => number.toLocaleString('en');

export const exports = {
  exports: {
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
    fileExists: (path: string): Complaint => ({
      message: `${path} exists already, and is left as it is`,
      hint: 'choose another file, or replace it with --force',
    }),
    notAFile: (path: string): Complaint => ({
      message: `${path} is a folder or a device, and no file can take its place`,
      hint: 'choose another file with --out',
    }),
    unwritable: (path: string, reason: string): Complaint => ({
      message: `${path} could not be written: ${reason}`,
      hint: 'check the folder, its permissions and the free space',
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
    rowsOf: { payments: 'payments', withdraws: 'withdrawals' },
    gap: (list: string, first: number, last: number) =>
      first === last ? `${list} no. ${count(first)}` : `${list} no. ${count(first)} to ${count(last)}`,
    moreGaps: (gaps: number) => `${count(gaps)} more gaps`,
    orderMoved: 'certainty, for the order of the service kept moving',
    resuming: (rows: number) => `Going on from an earlier attempt: ${count(rows)} rows are held already.`,
    kept: (rows: number, path: string) =>
      `What was read (${count(rows)} rows) is kept in ${path}: the same command goes on from there.`,
    anew: (list: string) => `The order of the ${list} moved at the service: reading them anew.`,
    done: (rows: number, path: string) => `${count(rows)} rows in ${path}, proven complete.`,
    reading: (list: string, held: number, total: number) =>
      `${list}: ${count(held)} of ${count(total)} (${total === 0 ? 100 : Math.floor((held * 100) / total)}%)`,
    speed: (perSecond: number, left: string) => `, ${count(perSecond)} a second, ${left} left`,
    writing: (path: string) => `writing ${path}`,
  },
  keys: {
    noProfile: {
      message: 'there is no profile that could hold keys',
      hint: 'log in first: pix auth login',
    },
    nameTaken: (name: string, profile: string): Complaint => ({
      message: `profile "${profile}" has a key named "${name}" already`,
      hint: `choose another name, or remove that one first: pix keys remove ${name}`,
    }),
    alreadyThere: (name: string, profile: string): Complaint => ({
      message: `profile "${profile}" holds this key already, as "${name}"`,
      hint: 'to see all of them: pix keys list',
    }),
    unknown: (name: string, known: readonly string[], closest: string | undefined): Complaint => ({
      message: `there is no key named "${name}"`,
      hint: `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
    }),
    otherAccount: (profile: string): Complaint => ({
      message: `the key belongs to another account than profile "${profile}"; nothing was stored`,
      hint: 'keep it in a profile of its own: pix auth login -p NAME',
    }),
    lastKey: (profile: string): Complaint => ({
      message: `it is the only key of profile "${profile}"`,
      hint: `remove it together with the profile: pix auth logout -p ${profile}`,
    }),
    refused: (names: readonly string[]): Complaint => ({
      message: `the service does not accept: ${names.join(', ')}`,
      hint: `revoked keys are removed with: pix keys remove ${names[0] ?? ''}`,
    }),
    added: (name: string, key: string, profile: string) => `Key ${key} is stored as "${name}" in profile "${profile}".`,
    removed: (name: string, profile: string) => `Key "${name}" is removed from profile "${profile}".`,
    accountUnchecked:
      'Whether the key is of the same account could not be checked: it and the first key have nothing to read in common.',
    writesUnknown: 'What a key may write cannot be tried without doing it: unknown until the service refuses it.',
  },
};
