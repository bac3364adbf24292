import type { Lack } from '../../../payouts/journal/journal-database.ts';
import type { Complaint } from '../../errors/command-error.ts';
import { payoutErrors, payoutStops } from './payouts-errors.ts';
import { payoutsHelp } from './payouts-help.ts';
import { payoutFindings } from './payouts-problems.ts';
import { singlePayout } from './payouts-single.ts';

const count = (number: number): string => number.toLocaleString('en');
const rows = (number: number): string => `${count(number)} ${number === 1 ? 'row' : 'rows'}`;

export const payoutStatuses = {
  planned: 'Not sent',
  duplicate: 'Reference used before',
  sending: 'Being sent',
  paid: 'Paid',
  accepted: 'Pending',
  failed: 'Failed',
  refused: 'Refused',
  unknown: 'UNKNOWN',
  absent: 'Held: absent',
  ambiguous: 'Held: unclear',
  resolved_paid: 'Paid (decided)',
  resolved_unpaid: 'Not paid (decided)',
};

export const payoutFields = {
  row: 'Row',
  line: 'Line',
  column: 'Column',
  message: 'What is wrong',
  reference: 'Reference',
  taxId: 'CPF/CNPJ',
  reason: 'Reason',
  code: 'Code',
  time: 'Time',
  attempts: 'Attempts',
  mark: 'Mark',
  secondId: 'Second withdrawal',
  resolvedBy: 'Decided by',
  run: 'Run',
  service: 'Service',
  digest: 'Digest',
  approvedAt: 'Approved',
  'paid.rows': 'Paid',
  'pending.rows': 'Pending',
  'notPaid.rows': 'Not paid',
  'notSent.rows': 'Not sent',
  'open.rows': 'Unknown',
};

export const payouts = {
  stateFolder: {
    unwritable: (path: string, reason: string): Complaint => ({
      message: `the folder for what pix remembers cannot be used: ${reason}`,
      hint: `check owner and free space of ${path}, or choose another place with PIX_CONFIG_DIR`,
    }),
  },
  payouts: {
    ...payoutsHelp,
    ...payoutFindings,
    single: singlePayout,
    errors: payoutErrors,
    stops: payoutStops,
    rows,
    journalFailed: (reason: string): Complaint => ({
      message: `the journal of payouts can not be written, so nothing more is sent: ${reason}`,
      hint: 'check the free space; then see how the run stands: pix payouts list, and go on with it: pix payouts resume RUN',
    }),
    journalUnusable: (path: string, reason: string): Complaint => ({
      message: `the journal of payouts can not be used: ${reason}`,
      hint: `it is ${path}; without it nobody knows what was paid: restore it from a backup before you pay`,
    }),
    lacks: {
      missing: 'the file is gone or empty, though its runs have left traces beside it',
      older: 'it is an older copy, or lacks what was written last',
      replaced: 'it is another journal than the one that was here',
    } satisfies Readonly<Record<Lack, string>>,
    journalIncomplete: (folder: string, reason: string): Complaint => ({
      message: `the journal of payouts is incomplete: ${reason}; nothing was sent`,
      hint: `restore payouts.sqlite, with its payouts.sqlite-wal, in ${folder}. To begin without it, which can pay again what it paid, move that whole folder away`,
    }),
    otherJournalPays: (number: number, when: string, sum: string, id: string) =>
      `${number === 1 ? '1 withdrawal was' : `${count(number)} withdrawals were`} made from this account by a pix whose journal is not here (the newest: ${sum}, ${when}, ${id}): what it has paid is not known here.`,
    sheet: {
      run: 'Run',
      file: 'File',
      at: 'Service',
      approved: 'Approved',
      digest: 'Digest',
      all: 'All rows',
    },
    plan: {
      file: 'File',
      digest: 'Digest',
      rows: 'Rows to pay',
      sum: 'Sum',
      arrives: 'Arrives',
      fees: 'Fees',
      leaves: 'Leaves the balance',
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
    typeSum: (sum: string) => `Type the sum (${sum}) to pay, or nothing to cancel:`,
    sumDiffers: (typed: string, sum: string) => `"${typed}" is not ${sum}`,
    needsConsent: {
      message: 'there is nobody to confirm it, so no money moves; nothing was sent',
      hint: 'add --yes and --confirm-total SUM to pay',
    },
    totalDiffers: (typed: string, sum: string): Complaint => ({
      message: `--confirm-total says ${typed}, and the file comes to ${sum}; nothing was sent`,
      hint: 'check that it is the right file: pix payouts check FILE',
    }),
    digestDiffers: (wanted: string, found: string): Complaint => ({
      message: `the file is not the one that was approved: its digest is ${found}, not ${wanted}; nothing was sent`,
      hint: 'have this file checked and approved, or use the one that was: pix payouts check FILE',
    }),
    cancelled: { message: 'cancelled; nothing was sent' },
    rowsWrong: (wrong: number, all: number) => ({
      message: `${rows(wrong)} of ${count(all)} ${wrong === 1 ? 'is' : 'are'} wrong; nothing was sent`,
      hint: 'correct the file, or leave wrong rows out: --only-valid',
    }),
    fileWrong: (problem: string) => ({
      message: `the file can not be paid: ${problem}; nothing was sent`,
      hint: 'see what it should look like: pix payouts template --examples',
    }),
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
    knownFile: (runId: string) => `This file was run before, as ${runId}: running it again goes on with that run.`,
    paidBefore: (number: number, sum: string, when: string, runId: string) =>
      `This file was paid before, on ${when}, as ${runId} (${rows(number)}, ${sum}). Nothing was sent now.`,
    ranBefore: (when: string, runId: string) =>
      `This file was run before, on ${when}, as ${runId}, and nothing of it is left to send. Nothing was sent now.`,
    payAgain: 'If it is to be paid once more: the same command with --again.',
    finishedFile: (when: string, runId: string) =>
      `This file was run before, on ${when}, as ${runId}, and nothing of it is left to send: pix payouts run sends nothing, unless it is given --again.`,
    nothingToPayAgain: {
      message: 'nothing would be paid: earlier runs hold the reference of every row; nothing was sent',
      hint: 'give rows that are to be paid once more new references, and run the file without --again',
    },
    retryNeedsAgain: 'All rows of the run are in it, so it is the same file: run it with --again, or change something.',
    alikePaid: (number: number, sum: string, runId: string, when: string) =>
      `note: ${rows(number)} without a reference have the same key and amount as payments of earlier runs (${sum}; the newest: ${runId}, ${when}). With a reference pix can tell them apart.`,
    repeatedRow: (row: string, runId: string, when: string) =>
      `${row} has no reference, and the same key and amount as a payment of ${runId} (${when})`,
    payAgainQuestion: (number: number, sum: string) =>
      `${rows(number)} (${sum}) may have been paid before. Pay ${number === 1 ? 'it' : 'them'} again?`,
    cancelledPaidBefore: {
      message: 'cancelled; nothing was sent',
      hint: 'to pay only the other rows: --only-valid',
    },
    paidBeforeNeedsWord: (number: number, sum: string, runId: string, when: string): Complaint => ({
      message: `${rows(number)} without a reference (${sum}) may have been paid before (the newest in ${runId}, ${when}); nothing was sent`,
      hint: `to pay only the other rows: --only-valid; to pay ${number === 1 ? 'it' : 'them'} again: --pay-again`,
    }),
    rewrittenReference: (row: string, earlier: string, runId: string, when: string) =>
      `${row}: the same key and amount were sent as "${earlier}" in ${runId} (${when}). A spreadsheet may have rewritten that reference.`,
    referencesRewritten: (number: number): Complaint => ({
      message: `${rows(number)} may have been paid before, under ${number === 1 ? 'a reference' : 'references'} that a spreadsheet has rewritten since; nothing was sent`,
      hint: 'restore the references, or leave such rows out: --only-valid; if they are new payments: --new-references',
    }),
    paidLately: (row: string, runId: string, when: string) =>
      `note: ${row} has a new reference, but the same key and amount as a payment of ${runId} (${when}).`,
    moreEarlier: (number: number) => `… and ${rows(number)} more like that: pix payouts check FILE --json`,
    nothingNew: {
      message: 'there is nothing to pay: every row may have been paid before; nothing was sent',
      hint: 'if they are new payments: --new-references for rows with a reference, --pay-again for the others',
    },
    duplicatesHint:
      'to pay rows with the same key and amount: --allow-duplicates, or --allow-duplicate ROW for one of them',
    newReferencesHint: 'if the references are of several payments: --new-references',
    nothingToPay: {
      message: 'there is no row to pay in the file',
      hint: 'see what it should look like: pix payouts template',
    },
    moreProblems: (number: number) => `… and ${count(number)} more; all of them: --output csv`,
    fileUnreadable: (path: string, reason: string): Complaint => ({
      message: `${path} can not be read: ${reason}`,
      hint: 'check the name and the permissions; - reads standard input',
    }),
    standardInput: 'standard input',
    invalidDigest: (typed: string): Complaint => ({
      message: `"${typed}" is not a digest`,
      hint: 'it is sha256: and 64 hexadecimal digits, as pix payouts check tells it',
    }),
    noticed: (words: string, lines: readonly number[], more: number) => {
      const places =
        lines.length === 0 ? '' : ` (line ${lines.join(', ')}${more > 0 ? `, and ${count(more)} more` : ''})`;
      return `note: ${words}${places}`;
    },
    wouldSend: (number: number, sum: string) => `The file is right: ${rows(number)}, ${sum}. Nothing was sent.`,
    resumed: (runId: string) => `This file was run before: going on with ${runId}.`,
    nothingLeft: 'Nothing is left to send.',
    resumeNow: (number: number, sum: string) => `Send the ${rows(number)} that are left (${sum}) now?`,
    resumeNeedsYes: (number: number): Complaint => ({
      message: `${rows(number)} would be sent, and there is nobody to confirm it; nothing was sent`,
      hint: 'add --yes to send them',
    }),
    progress: (done: number, all: number, sum: string) => `${count(done)} of ${count(all)} · ${sum} sent`,
    progressSpeed: (perSecond: number, left: string) => ` · ${perSecond.toFixed(1)} a second, ${left} left`,
    progressUnknown: (number: number) => ` · ${count(number)} unknown`,
    waitingFor: {
      network: (seconds: string) => `the service can't be reached; trying again in ${seconds} s`,
      rate_limit: (seconds: string) => `the service asks for a pause of ${seconds} s`,
      one_at_a_time: (seconds: string) =>
        `the account allows one withdrawal at a time: waiting for the one under way, ${seconds} s`,
    },
    stoppedSending: (reason: string) => `Sending has stopped: ${reason}.`,
    looking: (number: number, until: string) =>
      `The answer for ${rows(number)} was lost: looking for the withdrawal, until ${until} at the latest. Ctrl-C leaves it for later.`,
    lookingAtRefused: (number: number, until: string) =>
      `${rows(number)} refused: pix checks that no copy of the request was paid before it sends again, until ${until} at the latest. Ctrl-C leaves it for later.`,
    lookingAtHeld: 'Looking again for payments on hold.',
    lookFailed: (reason: string) => `Looking failed this time, and is tried again: ${reason}`,
    stopping: 'Stopping: no more is sent, and answers under way are waited for. Ctrl-C again does not wait.',
    secondWithdrawal: (row: string, first: string, second: string) =>
      `ALARM: row ${row} MAY HAVE BEEN PAID TWICE, by ${first} and by ${second}: both carry a mark of it. Look at both, and ask for one of them back.`,
    otherMark: (row: string, id: string, mark: string) =>
      `ALARM: row ${row} counts as paid by ${id}, but that withdrawal carries the mark of another payment (${mark}). Check with the recipient before you pay it again.`,
    held: {
      refused: (row: string, runId: string) =>
        `${row}: refused, and pix has not finished looking for a copy of the request that may have been paid. To look again: pix payouts resume ${runId}`,
      absent: (row: string, runId: string, number: number) =>
        `${row}: the service has no withdrawal for it. To send it again: pix payouts resume ${runId} --resend-proven-absent; to leave it unpaid: pix payouts resolve ${runId} ${number} --not-paid`,
      ambiguous: (row: string, runId: string, number: number) =>
        `${row}: withdrawals are there that may be it, and nothing proves which. Compare them (pix withdraw list), then: pix payouts resolve ${runId} ${number} --paid ID, or --not-paid`,
      unknown: (row: string, runId: string) =>
        `${row}: nobody knows yet whether it was paid. To look again: pix payouts resume ${runId}`,
    },
    heldRow: (row: string, who: string, sum: string) => `Row ${row} (${who}, ${sum})`,
    moreHeld: (number: number, runId: string) => `… and ${rows(number)} more: pix payouts report ${runId} --format csv`,
    runUnknown: (number: number, runId: string): Complaint => ({
      message: `MONEY MAY HAVE MOVED: nobody knows whether ${rows(number)} ${number === 1 ? 'was' : 'were'} paid`,
      hint: `do not pay them in another way; see what to do with: pix payouts status ${runId}`,
    }),
    refusedUnknown: (number: number, runId: string): Complaint => ({
      message: `the service refused ${rows(number)}; pix has not finished looking for a copy of the request that may have been paid`,
      hint: `to look on, and then send what was not paid: pix payouts resume ${runId}; until then do not pay in another way`,
    }),
    paidByOther: (number: number, runId: string): Complaint => ({
      message: `${rows(number)} may not have been paid: the withdrawals carry the marks of other payments`,
      hint: `compare them: pix payouts report ${runId} --fields row,id,mark,reason; ask the recipients before you pay again`,
    }),
    runUnknownBecause: (number: number, runId: string, reason: string): Complaint => ({
      message: `MONEY MAY HAVE MOVED: nobody knows whether ${rows(number)} ${number === 1 ? 'was' : 'were'} paid, and it could not be cleared up: ${reason}`,
      hint: `do not pay them in another way; when that is mended: pix payouts resume ${runId}`,
    }),
    referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
      `${row}: its reference belongs to another payment, of ${amount} to ${key} (${runId}), so this row is not sent.`,
    referencesOfOthers: 'reference of another payment',
    referencesTaken: (number: number): Complaint => ({
      message: `${rows(number)} ${number === 1 ? 'has a reference that belongs' : 'have references that belong'} to another payment; nothing was sent`,
      hint: 'give each payment a reference of its own, or leave such rows out: --only-valid',
    }),
    paidTwice: (number: number, runId: string): Complaint => ({
      message: `MONEY MAY HAVE MOVED TWICE for ${rows(number)}`,
      hint: `see the withdrawals with: pix payouts report ${runId} --fields row,id,secondId`,
    }),
    runPartly: (missing: number, all: number, details: string, hint: string): Complaint => ({
      message: `${count(missing)} of ${rows(all)} ${missing === 1 ? 'was' : 'were'} not paid (${details})`,
      hint,
    }),
    hints: {
      resume: (runId: string) => `go on with: pix payouts resume ${runId}`,
      retryFile: (runId: string) =>
        `why: pix payouts report ${runId}; a file with these rows alone: pix payouts report ${runId} --retry-file --out FILE`,
    },
    runStopped: (reason: string, runId: string): Complaint => ({
      message: `nothing was paid: ${reason}`,
      hint: `when that is mended, go on with: pix payouts resume ${runId}`,
    }),
    runInterrupted: (done: number, sum: string, left: number, runId: string): Complaint => ({
      message: `stopped: ${rows(done)} (${sum}) went out, ${rows(left)} did not`,
      hint: `go on with: pix payouts resume ${runId}`,
    }),
    followingInterrupted: (pending: number, runId: string): Complaint => ({
      message: `interrupted; all rows went out, and ${rows(pending)} ${pending === 1 ? 'is' : 'are'} pending`,
      hint: `to see how they end: pix payouts status ${runId} --refresh`,
    }),
    notFollowed: (pending: number, runId: string): Complaint => ({
      message: `all rows went out, but ${rows(pending)} could not be followed to the end`,
      hint: `do not pay them in another way; see how they end: pix payouts status ${runId} --refresh`,
    }),
    runUntold: (number: number, sum: string, runId: string, reason: string) => ({
      message: `${rows(number)} (${sum}) went out, and the result could not be written to the end: ${reason}`,
      hint: `do not run it again to see the result: pix payouts status ${runId}`,
    }),
    leftUnderWay: (reason: string, runId: string): Complaint => ({
      message: `MONEY MAY HAVE MOVED: it ended (${reason}) while answers were awaited`,
      hint: `do not pay in another way; clear it up with: pix payouts resume ${runId}`,
    }),
    allPaid: (number: number, sum: string) => `Done: ${rows(number)} paid, ${sum}.`,
    stillPending: (number: number, runId: string) =>
      `${rows(number)} pending; to see how ${number === 1 ? 'it ends' : 'they end'}: pix payouts status ${runId} --refresh`,
    alreadyPaid: (number: number) => `${rows(number)} not sent: earlier runs hold their references.`,
    noRuns: 'There are no runs yet. Begin with: pix payouts check FILE',
    noLatestRun: { message: 'there are no runs yet', hint: 'begin with: pix payouts check FILE' },
    needsOutcome: {
      message: 'say how it ended',
      hint: 'pix payouts resolve RUN ROW --paid ID, or --not-paid',
    },
    resolvePaid: (row: string, id: string) => `${row}: decide that it was PAID, by withdrawal ${id}?`,
    resolveNotPaid: (row: string) => `${row}: decide that it was NOT PAID? Then it may be sent again elsewhere.`,
    resolveNeedsYes: {
      message: 'there is nobody to confirm it; nothing was decided',
      hint: 'add --yes to decide it',
    },
    resolved: (row: string, status: string) => `${row}: ${status}.`,
    unchanged: { message: 'cancelled; nothing was decided' },
    reported: (number: number, path: string) => `${rows(number)} written to ${path}.`,
    templateWritten: (path: string) =>
      `Template written to ${path}. Check it when it is filled in: pix payouts check ${path}`,
    noRetryRows: 'No row was definitely not paid: the file would be empty, and was not written.',
    notSought: (number: number, runId: string) =>
      `${rows(number)} not in it yet: pix has not looked for copies of the request that may have been paid. To look: pix payouts resume ${runId}`,
    notSentYet: (number: number, runId: string) =>
      `${rows(number)} not sent yet are not in it: pix payouts resume ${runId} sends them.`,
  },
};
