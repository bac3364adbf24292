import type { Complaint } from '../../../errors/command-error.ts';
import { rows } from './rows.ts';

export const earlierPayments = {
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
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: its reference belongs to another payment, of ${amount} to ${key} (${runId}), so this row is not sent.`,
  referencesOfOthers: 'reference of another payment',
  referencesTaken: (number: number): Complaint => ({
    message: `${rows(number)} ${number === 1 ? 'has a reference that belongs' : 'have references that belong'} to another payment; nothing was sent`,
    hint: 'give each payment a reference of its own, or leave such rows out: --only-valid',
  }),
};
