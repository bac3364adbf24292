import { failure } from '../../../errors/command-error.ts';
import { payments, rows, count } from '../numbers.ts';

export const earlierPayments = {
  knownFile: (runId: string) => `This file was run before, as ${runId}: running it again resumes that run.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `This file was already paid on ${when}, as ${runId} (${payments(number)}, ${sum}). Nothing was sent now.`,
  validPaidBefore: (number: number, sum: string, when: string, runId: string) =>
    `The valid rows of this file were already paid on ${when}, as ${runId} (${payments(number)}, ${sum}). Nothing was sent now.`,
  leftOutRows: (number: number) =>
    `${rows(number)} with errors ${number === 1 ? 'was' : 'were'} left out and not paid: pix payouts check names them.`,
  ranBefore: (when: string, runId: string) =>
    `This file was already run on ${when}, as ${runId}, and nothing is left to send. Nothing was sent now.`,
  payAgain: (allow: string | undefined) =>
    `To pay it once more${allow === undefined ? ', give the payments new references.' : `: --allow ${allow}`}`,
  nothingToPayAgain: failure(
    'every reference was already used by earlier runs; nothing was sent',
    'to pay once more, give the payments new references and run the file without --allow again',
  ),
  retryFee: (option: string) =>
    `These payments were ${option === '--cover-fee' ? 'made with the fee added on top' : 'made with the fee taken from the amount'}, which the file does not say: run it with ${option}.`,
  retryNeedsAgain:
    'It contains every payment of the run, so it is the same file: pix payouts run says what allows it, or change it.',
  notAllowed: (word: string) =>
    failure(
      `what ${word} allowed is not what is there now; nothing was sent`,
      `run the command without ${word} to see what is there, and what allows it`,
    ),
  inRun: (runId: string, when: string) => `in ${runId} (${when})`,
  madeElsewhere: (withdrawalId: string, when: string) => `outside this journal (withdrawal ${withdrawalId}, ${when})`,
  alikePaid: (number: number, sum: string, place: string) =>
    `note: ${payments(number)} (${sum}) may have been made before: the same key and amount were paid, the latest ${place}. With references on both, pix can distinguish them.`,
  repeatedRow: (row: string, place: string) =>
    `${row}: the same key and amount were paid ${place}, and no reference distinguishes the two payments`,
  payAgainQuestion: (number: number, sum: string) =>
    `${payments(number)} (${sum}) may have been made before. Pay ${number === 1 ? 'it' : 'them'} again?`,
  cancelledPaidBefore: failure('cancelled; nothing was sent', 'to make only the other payments: --only-valid'),
  paidBeforeNeedsWord: (number: number, sum: string, place: string, allow: string) =>
    failure(
      `${payments(number)} (${sum}) may have been made before, the latest ${place}; nothing was sent`,
      `to make only the other payments: --only-valid; to pay ${number === 1 ? 'it' : 'them'} again: --allow ${allow}`,
    ),
  paidElsewhere: (number: number, sum: string, place: string) =>
    `note: ${payments(number)} (${sum}) of this file may have been made from another account, ${place}.`,
  payElsewhereQuestion: (number: number, sum: string, place: string) =>
    `${payments(number)} (${sum}) may have been made from another account, ${place}. Pay from this account, too?`,
  paidElsewhereNeedsWord: (number: number, sum: string, place: string, allow: string) =>
    failure(
      `${payments(number)} (${sum}) may have been made from another account, ${place}; nothing was sent`,
      `check the profile: pix auth status; if they are due from this account, too: --allow ${allow}`,
    ),
  cancelledElsewhere: failure('cancelled; nothing was sent', 'to choose the account, use its profile: -p NAME'),
  equalUnsettled: (number: number, sum: string, runId: string) =>
    failure(
      `${payments(number)} (${sum}) ${number === 1 ? 'has' : 'have'} the reference, or the key and amount, of ${number === 1 ? 'a payment' : 'payments'} of ${runId} that ${number === 1 ? 'is' : 'are'} not settled; nothing was sent`,
      `finish that run first: pix payouts resume ${runId}; to make only the other payments: --only-valid`,
    ),
  rewrittenReference: (row: string, earlier: string, place: string) =>
    `${row}: the same key and amount were sent as "${earlier}" ${place}. A spreadsheet may have changed that reference.`,
  referencesRewritten: (number: number, allow: string) =>
    failure(
      `${payments(number)} may have been made before, under ${number === 1 ? 'a reference' : 'references'} that a spreadsheet changed; nothing was sent`,
      `restore the references, or leave such rows out: --only-valid; if these are new payments: --allow ${allow}`,
    ),
  paidLately: (row: string, place: string) =>
    `note: ${row} has a new reference, but the same key and amount were paid ${place}.`,
  moreEarlier: (number: number) => `… and ${payments(number)} more like that; pix payouts check --json has them all`,
  nothingNew: failure(
    'nothing to pay: every payment may have been made before; nothing was sent',
    'if some are new payments, run the file without --only-valid: pix names what allows them',
  ),
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: its reference belongs to another payment, of ${amount} to ${key} (${runId}), so it is not sent.`,
  referencesOfOthers: 'reference of another payment',
  referencesTaken: (number: number) =>
    failure(
      `${payments(number)} ${number === 1 ? 'has a reference that belongs' : 'have references that belong'} to another payment; nothing was sent`,
      'give each payment a reference of its own, or leave such rows out: --only-valid',
    ),
  secondWithdrawal: (line: string, first: string, second: string) =>
    `ALERT: line ${line} MAY HAVE BEEN PAID TWICE, by ${first} and by ${second}: both carry one of its marks. Check both, and ask for one of them back.`,
  foreignSecond: (line: string, amount: string, first: string, second: string) =>
    `ALERT: line ${line} (${amount}) MAY HAVE BEEN PAID TWICE, by ${first} and by ${second}, which another machine made for the same key and amount. Check both, and ask for one of them back.`,
  otherMark: (line: string, id: string, mark: string) =>
    `ALERT: line ${line} counts as paid by ${id}, but that withdrawal carries the mark of another payment (${mark}). Check with the recipient before you pay it again.`,
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
  runAbsent: (number: number, runId: string, allow: string) =>
    failure(
      `${payments(number)} ${number === 1 ? 'was' : 'were'} not found at the service, and ${number === 1 ? 'was' : 'were'} not sent again`,
      `do not pay by other means; to send again: pix payouts resume ${runId} --allow ${allow}`,
    ),
  runUnknown: (number: number, runId: string) =>
    failure(
      `MONEY MAY HAVE MOVED: ${payments(number)} not confirmed`,
      `do not pay by other means; see what to do with: pix payouts status ${runId}`,
    ),
  refusedUnknown: (number: number, runId: string) =>
    failure(
      `the service rejected ${payments(number)}, but a copy of the request may have been paid, and pix has not finished checking`,
      `to finish the check, and then send what was not paid: pix payouts resume ${runId}; until then do not pay by other means`,
    ),
  paidByOther: (number: number, runId: string) =>
    failure(
      `${payments(number)} may not have been made: the withdrawals carry the marks of other payments`,
      `compare them: pix payouts report ${runId} --fields row,id,mark,reason; ask the recipients before you pay again`,
    ),
  runUnknownBecause: (number: number, runId: string, reason: string) =>
    failure(
      `MONEY MAY HAVE MOVED: ${payments(number)} not confirmed, and the check failed: ${reason}`,
      `do not pay by other means; once this is fixed: pix payouts resume ${runId}`,
    ),
  paidTwice: (number: number, runId: string) =>
    failure(
      `MONEY MAY HAVE MOVED TWICE for ${payments(number)}`,
      `see the withdrawals with: pix payouts report ${runId} --fields row,id,secondId`,
    ),
};
