import type { Complaint } from '../../../errors/command-error.ts';
import { rows } from './rows.ts';

export const unclear = {
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
  paidTwice: (number: number, runId: string): Complaint => ({
    message: `MONEY MAY HAVE MOVED TWICE for ${rows(number)}`,
    hint: `see the withdrawals with: pix payouts report ${runId} --fields row,id,secondId`,
  }),
};
