import type { Complaint } from '../../../errors/command-error.ts';
import { count } from '../numbers.ts';
import { rows } from './rows.ts';

export const running = {
  rows,
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
  cancelled: { message: 'cancelled; nothing was sent' },
  resumed: (runId: string) => `This file was run before: going on with ${runId}.`,
  nothingLeft: 'Nothing is left to send.',
  resumeNow: (number: number, sum: string) => `Send the ${rows(number)} that are left (${sum}) now?`,
  resumeNeedsYes: (number: number): Complaint => ({
    message: `${rows(number)} would be sent, and there is nobody to confirm it; nothing was sent`,
    hint: 'add --yes to send them',
  }),
  progress: (sent: number, all: number, sum: string) => `${count(sent)} of ${count(all)} sent, ${sum}`,
  progressSpeed: (perSecond: number, left: string) => `${perSecond.toFixed(1)} a second, ${left} left`,
  progressUnknown: (number: number) => `${count(number)} unconfirmed`,
  progressLooking: (left: string) => `looking for the withdrawal, ${left} left`,
  waitingFor: {
    network: (seconds: string) => `the service can't be reached; trying again in ${seconds} s`,
    rate_limit: (seconds: string) => `the service asks for a pause of ${seconds} s`,
    one_at_a_time: (seconds: string) =>
      `the account allows one withdrawal at a time: waiting for the one under way, ${seconds} s`,
  },
  stoppedSending: (reason: string) => `Sending has stopped: ${reason}.`,
  looking: (who: string, until: string, left: string, runId: string) =>
    `No response for ${who}: the money may have moved, so pix is not sending again, but looking for the withdrawal, until ${until} at the latest (${left}). To stop looking: Ctrl-C; to look again later: pix payouts resume ${runId}`,
  andMoreRows: (number: number) => ` and ${rows(number)} more`,
  lookingForOne: (until: string, left: string, runId: string) =>
    `No response: the money may have moved, so pix is not sending again, but looking for the withdrawal, until ${until} at the latest (${left}). To stop looking: Ctrl-C; to look again later: pix payouts resume ${runId}`,
  foundRow: (row: string, id: string) => `Found: ${row} was sent, as ${id}.`,
  lookingAtRefused: (number: number, until: string) =>
    `${rows(number)} refused: pix checks that no copy of the request was paid before it sends again, until ${until} at the latest. Ctrl-C leaves it for later.`,
  lookingAtHeld: 'Looking again for payments on hold.',
  lookFailed: (reason: string) => `Looking failed this time, and is tried again: ${reason}`,
  stopping: 'Stopping: no more is sent, and answers under way are waited for. Ctrl-C again does not wait.',
  alreadyPaid: (number: number) => `${rows(number)} not sent: earlier runs hold their references.`,
  allPaid: (number: number, sum: string) => `Done: ${rows(number)} paid, ${sum}.`,
  stillPending: (number: number, runId: string) =>
    `${rows(number)} pending; to see how ${number === 1 ? 'it ends' : 'they end'}: pix payouts status ${runId} --refresh`,
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
};
