import { failure } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';
import { POLICY_FORM } from '../../payout-facts.ts';
import { approval, rejection } from './approval.ts';
import { findings, warnings } from './findings.ts';
import { journal, running, schedule } from './run.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'recipient' : 'recipients'}`;

export const payouts = {
  help: {
    commands: {
      check: 'Check a file and the account for it; sends nothing',
      run: 'Pay the rows of a file; running the same file again resumes it and never pays twice',
      rehearse: 'Pay a file on a twin of the account: it comes from the index, and nothing is sent',
      resume: 'Resume a run and send what is left; first, check unconfirmed payments',
      status: 'Show the status of a run and what needs your decision; the latest without ID',
      list: 'List all runs, newest first',
      report: 'Report the outcome of each payment of a run',
      receipts: 'Write a receipt for each paid payment of a run',
      resolve: 'Record whether an unconfirmed payment was made',
      submit: 'Submit a checked file for approval; sends nothing',
      pending: 'Show what awaits approval or its start; with a run, every recipient of it',
      approve: 'Approve a run: show it, and sign it with your SSH key',
      reject: 'Withdraw a submitted run: it is never sent, and its file can be submitted again',
      policy: 'Set who submits and approves, and what is never paid',
      policyShow: 'Show the policy, and who has signed it',
      policyInit: 'Ask who submits and approves, and write the policy',
      policySet: 'Set a policy, signed by an administrator; with their SSH key',
      log: 'Show who did what, and when',
      timer: 'Write a timer that resumes a run on its day; installs nothing',
      template: 'Write an empty file to fill in',
      journal: 'Show, move or export the journal of what was paid',
      journalStatus: 'Show where the journal is, and unfinished runs',
      journalMove: 'Move the journal to PostgreSQL, or back; several machines can share it',
      journalExport: 'Write everything in the journal as NDJSON',
    },
    options: {
      fault:
        '<"kind …"> make a request fail there: "reset-after --times 1" (as "pix mock faults add"; can be repeated)',
      rehearsedAt: '<time> as if it were this time: 2026-12-05, 2026-12-05 08:00 (default: now)',
      file: '<file> .xlsx, CSV, TSV, a file with ; as Excel in Brazil saves it, NDJSON, or a CNAB 240 remittance; - reads standard input',
      journalTarget: '<target> postgres://USER@HOST/DATABASE, or local for the folder of this machine',
      sheet: '<name> sheet of an .xlsx file; default: the only one with payments',
      run: '<run> ID of the run (pix payouts list)',
      line: '<line> line of the file, as every screen shows it; with --not-paid several: 3,7',
      on: '<day> send nothing before this day: 2026-12-05, tomorrow or last-business-day; then resume the run',
      scheduler: '<systemd|cron|task-scheduler> what starts it (required)',
      timerAt: '<time> when on that day, in Brasília (default 09:00)',
      timerOut: '<folder> write its files here, instead of to stdout',
      now: 'send it before the day that it was scheduled for',
      due: '<day> only rows that are due on or before this day, by the column of due dates: today, 2026-12-05',
      onlyValid: 'leave out invalid rows and those that may have been paid before, instead of rejecting the whole file',
      allow:
        '<kind:code> allow what a refusal has shown, in the words that it prints: again, repeated, equal, reference, journal or absent, and its code (repeatable)',
      forceKey: 'accept well-formed keys with wrong check digits',
      noCoverFee: 'charge the fees to the recipients, even if the profile or rows say otherwise',
      coverFee: 'charge the fees on top, so that the recipients receive the full amounts, whatever the rows say',
      digest: '<sha256:…> reject the file unless it has this file code',
      noAccount: 'check only the file, without a key or the network',
      rows: 'print the rows that would be paid, new recipients marked (machine formats)',
      confirmTotal: '<amount> the sum of the file, in reais (required without a terminal)',
      noMark: 'do not add a #px… mark to descriptions (lost responses are then harder to resolve)',
      wait: 'wait until every withdrawal is completed or has failed',
      lookFor:
        '<duration> after a lost response, look for the withdrawal for at most this long, such as 20s or 2m (default: until it is certain, some 3 minutes); what is not found stays unconfirmed',
      account: '<run|new> which account pays, if pix cannot recognise it: the account of this run, or a new one',
      refresh: 'ask the service for the outcome of withdrawals that were processing',
      format: '<csv|xlsx|excel-br|json|cnab240> default: from the file extension, or on stdout from --output; else csv',
      templateFormat:
        '<csv|xlsx|excel-br> default: from the file extension, else csv (in Portuguese, excel-br: CSV with ; and decimal commas)',
      examples: 'include example rows (delete them before you pay)',
      out: '<file> write to this file instead of stdout',
      retryFile: 'only payments that were certainly not made, in a file that can be run again',
      paid: '<id> it was paid, by the withdrawal with this ID',
      notPaid: 'it was not paid; its reference can be used again',
      policyOut: '<file> the file to write (default policy.json)',
      policyFile: `<file> the policy, in JSON: ${POLICY_FORM}`,
      reason: '<text> why; it is stored in the log',
      verify: 'check that no entry was changed or removed',
    },
  },
  ...running,
  ...journal,
  ...findings,
  approval,
  rejection,
  schedule,
  warnings,
  balanceUnchecked: 'The key may not read the balance: balance, limits and fee were not checked.',
  wouldSend: (number: number, sum: string) => `File OK: ${payments(number)}, ${sum}. Nothing was sent.`,
  rowsWrong: (wrong: number, all: number) => failure`
    ${count(wrong)} of ${rows(all)} ${wrong === 1 ? 'is' : 'are'} invalid; nothing was sent
    correct the file, or leave invalid rows out: --only-valid`,
  sumWrong: () => failure`
    the rows do not add up to the total in the file; nothing was sent
    add the row that is missing, or correct an amount or the total`,
  rowsListed: (message: string) => `${message}. The others: --only-valid`,
  fileWrong: (problem: string) => failure`
    invalid file: ${problem}; nothing was sent
    see an example: pix payouts template --examples`,
  digestDiffers: (wanted: string, found: string) => failure`
    this is not the approved file: its file code is ${found}, not ${wanted}; nothing was sent
    use the approved file, or have this one approved`,
  invalidDigest: (typed: string) => failure`
    invalid file code "${typed}"
    it is sha256: and 64 hexadecimal digits, as pix payouts check --verbose shows it`,
  standardInput: 'standard input',
  noticed: (words: string, lines: readonly number[], more: number) => {
    const word = lines.length === 1 ? 'line' : 'lines';
    const places =
      lines.length === 0 ? '' : ` (${word} ${lines.join(', ')}${more > 0 ? `, and ${count(more)} more` : ''})`;
    return `note: ${words}${places}`;
  },
  lineNumber: (line: string) => `Line ${line}`,
  numberGoesBack: (number: number, newest: number) =>
    `The number of the remittance (NSA) goes backwards: ${number}, after ${newest}.`,
  whatIsColumn: (name: string, example: string) => `What is the column "${name}" (${example})?`,
  unusedColumns: (names: readonly string[]) =>
    `The ${names.length === 1 ? 'column' : 'columns'} "${names.join('", "')}" ${names.length === 1 ? 'is' : 'are'} not used.`,
  moreProblems: (number: number) => `… and ${count(number)} more; list them all with: --output csv`,
  severalDays: (problem: string) => failure`
    ${problem}; nothing was sent
    pay what is due on or before a day: --due today`,
  nothingDue: failure`nothing is due on or before that day; nothing was sent \n choose a later day for --due`,
  nothingToPay: failure`the file contains no valid payment \n see the expected columns: pix payouts template`,
  preflight: {
    fee: (needed: string, available: string) => failure`
      the fee uses up the smallest amount (${available}); the minimum is ${needed}
      charge the fees on top of the amounts: --cover-fee`,
    per_transaction: (needed: string, available: string) => failure`
      the largest payment (${needed}) exceeds the limit per transaction (${available})
      see the limits with: pix balance`,
    balance: (needed: string, available: string) => failure`
      insufficient balance: ${needed} requested, ${available} available
      see the balance with: pix balance`,
    daily: (needed: string, available: string) => failure`
      the payments (${needed}) exceed what is left of the daily limit (${available})
      split the file, or pay it on another day; see the limits with: pix balance`,
    monthly: (needed: string, available: string) => failure`
      the payments (${needed}) exceed what is left of the monthly limit (${available})
      split the file, or have the limit raised; see the limits with: pix balance`,
  },
  accountShortForRun: (runId: string) =>
    `on another day, or once the account allows it: pix payouts resume ${runId}; to leave a payment out, for another file: pix payouts resolve ${runId} LINE --not-paid`,
  equalHint: (allow: string) => `to pay rows with the same key and amount: --allow ${allow}`,
  rewrittenHint: (allow: string) => `if these are different payments: --allow ${allow}`,
  templateWritten: (path: string, word: string) =>
    `Template written to ${path}. Fill it in, then: pix payouts check ${word}`,
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
    `${payments(number)} without a known outcome; pix checks ${number === 1 ? 'it' : 'them'} first.`,
  feeOnTop: (fee: string) => `The fee (${fee} each) is added on top: each receives the amount in the file.`,
  feeOtherwise: (runId: string, isOnTop: boolean) => failure`
    run ${runId} of this file ${isOnTop ? 'takes its fees from the amounts' : 'has its fees added on top'}, and keeps that; nothing was sent
    to resume it as it is, leave out ${isOnTop ? '--cover-fee' : '--no-cover-fee'}: pix payouts resume ${runId}`,
  feeTaken: (fee: string, isOpen: boolean) =>
    `Each receives ${fee} less than the amount in the file${isOpen ? '; fee on top: --cover-fee' : ''}`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `The fee (${fee} each) is added on top of ${payments(onTop)}. Receiving ${fee} less than the amount in the file: ${less.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}.`,
  namedRow: (line: string, name: string | undefined) => `line ${line}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'on top', taken: 'from amount' },
  knownFile: (runId: string) => `This file was run before, as ${runId}: running it again resumes that run.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `This file was already paid on ${when}, as ${runId} (${payments(number)}, ${sum}). Nothing was sent now.`,
  validPaidBefore: (number: number, sum: string, when: string, runId: string) =>
    `The valid rows of this file were already paid on ${when}, as ${runId} (${payments(number)}, ${sum}). Nothing was sent now.`,
  leftOutRows: (number: number) =>
    `${rows(number)} with errors ${number === 1 ? 'was' : 'were'} left out and not paid: pix payouts check FILE names them.`,
  ranBefore: (when: string, runId: string) =>
    `This file was already run on ${when}, as ${runId}, and nothing is left to send. Nothing was sent now.`,
  payAgain: (allow: string | undefined) =>
    `To pay it once more${allow === undefined ? ', give the payments new references.' : `: --allow ${allow}`}`,
  nothingToPayAgain: failure`
    every reference was already used by earlier runs; nothing was sent
    to pay once more, give the payments new references and run the file without --allow again`,
  retryFee: (option: string) =>
    `These payments were ${option === '--cover-fee' ? 'made with the fee added on top' : 'made with the fee taken from the amount'}, which the file does not say: run it with ${option}.`,
  retryNeedsAgain:
    'It contains every payment of the run, so it is the same file: pix payouts run says what allows it, or change it.',
  notAllowed: (word: string) => failure`
    what ${word} allowed is not what is there now; nothing was sent
    run the command without ${word} to see what is there, and what allows it`,
  inRun: (runId: string, when: string) => `in ${runId} (${when})`,
  madeElsewhere: (withdrawalId: string, when: string) => `outside this journal (withdrawal ${withdrawalId}, ${when})`,
  alikePaid: (number: number, sum: string, place: string) =>
    `note: ${payments(number)} (${sum}) may have been made before: the same key and amount were paid, the latest ${place}. With references on both, pix can distinguish them.`,
  repeatedRow: (row: string, place: string) =>
    `${row}: the same key and amount were paid ${place}, and no reference distinguishes the two payments`,
  payAgainQuestion: (number: number, sum: string) =>
    `${payments(number)} (${sum}) may have been made before. Pay ${number === 1 ? 'it' : 'them'} again?`,
  cancelledPaidBefore: failure`cancelled; nothing was sent \n to make only the other payments: --only-valid`,
  paidBeforeNeedsWord: (number: number, sum: string, place: string, allow: string) => failure`
    ${payments(number)} (${sum}) may have been made before, the latest ${place}; nothing was sent
    to make only the other payments: --only-valid; to pay ${number === 1 ? 'it' : 'them'} again: --allow ${allow}`,
  paidElsewhere: (number: number, sum: string, place: string) =>
    `note: ${payments(number)} (${sum}) of this file may have been made from another account, ${place}.`,
  payElsewhereQuestion: (number: number, sum: string, place: string) =>
    `${payments(number)} (${sum}) may have been made from another account, ${place}. Pay from this account, too?`,
  paidElsewhereNeedsWord: (number: number, sum: string, place: string, allow: string) => failure`
    ${payments(number)} (${sum}) may have been made from another account, ${place}; nothing was sent
    check the profile: pix auth status; if they are due from this account, too: --allow ${allow}`,
  cancelledElsewhere: failure`cancelled; nothing was sent \n to choose the account, use its profile: -p NAME`,
  equalUnsettled: (number: number, sum: string, runId: string) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'has' : 'have'} the reference, or the key and amount, of ${number === 1 ? 'a payment' : 'payments'} of ${runId} that ${number === 1 ? 'is' : 'are'} not settled; nothing was sent
    finish that run first: pix payouts resume ${runId}; to make only the other payments: --only-valid`,
  rewrittenReference: (row: string, earlier: string, place: string) =>
    `${row}: the same key and amount were sent as "${earlier}" ${place}. A spreadsheet may have changed that reference.`,
  referencesRewritten: (number: number, allow: string) => failure`
    ${payments(number)} may have been made before, under ${number === 1 ? 'a reference' : 'references'} that a spreadsheet changed; nothing was sent
    restore the references, or leave such rows out: --only-valid; if these are new payments: --allow ${allow}`,
  paidLately: (row: string, place: string) =>
    `note: ${row} has a new reference, but the same key and amount were paid ${place}.`,
  moreEarlier: (number: number) => `… and ${payments(number)} more like that; pix payouts check --json has them all`,
  nothingNew: failure`
    nothing to pay: every payment may have been made before; nothing was sent
    if some are new payments, run the file without --only-valid: pix names what allows them`,
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: its reference belongs to another payment, of ${amount} to ${key} (${runId}), so it is not sent.`,
  referencesOfOthers: 'reference of another payment',
  referencesTaken: (number: number) => failure`
    ${payments(number)} ${number === 1 ? 'has a reference that belongs' : 'have references that belong'} to another payment; nothing was sent
    give each payment a reference of its own, or leave such rows out: --only-valid`,
  secondWithdrawal: (line: string, first: string, second: string) =>
    `ALERT: ${whichOf(line)} MAY HAVE BEEN PAID TWICE, by ${first} and by ${second}: both carry one of its marks. Check both, and ask for one of them back.`,
  foreignSecond: (line: string, amount: string, first: string, second: string) =>
    `ALERT: ${whichOf(line)} (${amount}) MAY HAVE BEEN PAID TWICE, by ${first} and by ${second}, which was made by hand, by another machine or program, or by a gateway that repeated the request. Check both, and ask for one of them back.`,
  otherMark: (line: string, id: string, mark: string) =>
    `ALERT: ${whichOf(line)} counts as paid by ${id}, but that withdrawal carries the mark of another payment (${mark}). Check with the recipient before you pay it again.`,
  unconfirmed: {
    refused: (row: string) => `${row}: rejected, but a copy may have been paid; the check is not finished`,
    absent: (row: string) => `${row}: not found at the service`,
    ambiguous: (row: string) => `${row}: some withdrawal could be this payment, but none is certain to be`,
    unknown: (row: string) => `${row}: not confirmed yet`,
  },
  decide: {
    absent: (runId: string, line: number | undefined, allow: string) =>
      `Not found: the service has no withdrawal for it. To send again: pix payouts resume ${runId} --allow ${allow}; to leave unpaid: pix payouts resolve ${runId} ${line ?? 'LINE'} --not-paid`,
    ambiguous: (runId: string, line: number | undefined) =>
      `Compare the withdrawals (pix withdraw list), then: pix payouts resolve ${runId} ${line ?? 'LINE'} --paid ID, or --not-paid`,
  },
  rowOf: (line: string, who: string, sum: string) => `Line ${line} (${who}, ${sum})`,
  rowWithin: (line: string, who: string, sum: string) => `line ${line} (${who}, ${sum})`,
  moreUnconfirmed: (number: number, runId: string) =>
    `… and ${payments(number)} more: pix payouts report ${runId} --format csv`,
  unconfirmedIn: (runId: string, number: number, sum: string) =>
    `UNCONFIRMED in ${runId}: ${payments(number)} (${sum}).`,
  moreUnconfirmedRuns: (number: number) =>
    `… and ${count(number)} more ${number === 1 ? 'run' : 'runs'} with unconfirmed payments: pix payouts list`,
  runAbsent: (number: number, runId: string, allow: string) => failure`
    ${payments(number)} ${number === 1 ? 'was' : 'were'} not found at the service, and ${number === 1 ? 'was' : 'were'} not sent again
    do not pay by other means; to send again: pix payouts resume ${runId} --allow ${allow}`,
  runUnknown: (number: number, runId: string) => failure`
    MONEY MAY HAVE MOVED: ${payments(number)} not confirmed
    do not pay by other means; see what to do with: pix payouts status ${runId}`,
  refusedUnknown: (number: number, runId: string) => failure`
    the service rejected ${payments(number)}, but a copy of the request may have been paid, and pix has not finished checking
    to finish the check, and then send what was not paid: pix payouts resume ${runId}; until then do not pay by other means`,
  paidByOther: (number: number, runId: string) => failure`
    ${payments(number)} may not have been made: the withdrawals carry the marks of other payments
    compare them: pix payouts report ${runId} --fields row,id,mark,reason; ask the recipients before you pay again`,
  runUnknownBecause: (number: number, runId: string, reason: string) => failure`
    MONEY MAY HAVE MOVED: ${payments(number)} not confirmed, and the check failed: ${reason}
    do not pay by other means; once this is fixed: pix payouts resume ${runId}`,
  paidTwice: (number: number, runId: string) => failure`
    MONEY MAY HAVE MOVED TWICE for ${payments(number)}
    compare the two withdrawals that each ALERT names: pix withdraw get ID; see also: pix payouts report ${runId} --fields row,id,secondId`,
};

/** A single payment is in no file. */
function whichOf(line: string): string {
  return line === '' ? 'this payment' : `line ${line}`;
}
