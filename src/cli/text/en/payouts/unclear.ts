import { failure } from '../../../errors/command-error.ts';
import { count, payments } from '../numbers.ts';

export const unclear = {
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
