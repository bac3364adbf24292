import { failure } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';

interface LostResponse {
  /** Whether a response arrived that is not clear. */
  readonly isAnswered: boolean;
  /** Whether an earlier command sent the request. */
  readonly isEarlier: boolean;
}

export const running = {
  rows,
  payments,
  typeSum: (sum: string) => `To confirm, type the sum (${sum}). Enter cancels:`,
  sumDiffers: (typed: string, sum: string) => `"${typed}" is not ${sum}`,
  needsConsent: failure(
    'confirmation required, but no terminal is attached; nothing was sent',
    'add --yes and --confirm-total SUM to pay',
  ),
  totalDiffers: (typed: string, sum: string) =>
    failure(
      `--confirm-total is ${typed}, but the sum of the file is ${sum}; nothing was sent`,
      'check that it is the right file: pix payouts check FILE',
    ),
  cancelled: { message: 'cancelled; nothing was sent' },
  resumed: (runId: string) => `This file was run before: resuming ${runId}.`,
  nothingLeft: 'Nothing is left to send.',
  resumeNow: (number: number, sum: string) => `Send the remaining ${payments(number)} (${sum}) now?`,
  resumeNeedsYes: (number: number) =>
    failure(
      `confirmation required to send ${payments(number)}, but no terminal is attached; nothing was sent`,
      'add --yes to send',
    ),
  progress: (sent: number, all: number, sum: string) => `${count(sent)} of ${count(all)} sent, ${sum}`,
  progressSpeed: (perSecond: number, left: string) => `${perSecond.toFixed(1)} per second, ${left} left`,
  progressUnderWay: (number: number) => `${count(number)} under way`,
  progressUnknown: (number: number) => `${count(number)} unconfirmed`,
  progressAwaiting: (number: number, left: string) =>
    `awaiting ${count(number)} ${number === 1 ? 'response' : 'responses'}, ${left} left at most`,
  progressLooking: (left: string) => `checking, ${left} left`,
  waitingFor: {
    network: (seconds: string) => `the service cannot be reached; retrying in ${seconds} s`,
    rate_limit: (seconds: string) => `rate limit reached; waiting ${seconds} s`,
    one_at_a_time: (seconds: string) =>
      `the account allows one withdrawal at a time; waiting ${seconds} s for the current one`,
  },
  stoppedSending: (reason: string) => `Sending stopped: ${reason}.`,
  noResponse: (who: string, { isAnswered, isEarlier }: LostResponse) => {
    const whose = who === '' ? '' : ` for ${who}`;
    if (!isEarlier)
      return `${isAnswered ? 'No clear response' : 'No response'}${whose}. The money may have moved, so pix does not send again`;
    return `Nothing was sent now${whose}: an earlier command received no ${isAnswered ? 'clear ' : ''}response. The money may have moved`;
  },
  looking: (lost: string, number: number, until: string, left: string, runId: string) =>
    `${lost}: checking whether the ${number === 1 ? 'payment was' : 'payments were'} made, until ${until} at the latest (${left}). Ctrl-C leaves the check for later: pix payouts resume ${runId}`,
  andMorePayments: (number: number) => ` and ${payments(number)} more`,
  foundPayment: (payment: string, id: string) => `Found: ${payment} was sent, with ID ${id}.`,
  lookingAtRefused: (number: number, until: string) =>
    `${payments(number)} rejected: before pix sends again, it checks that no copy of the request was paid, until ${until} at the latest. Ctrl-C leaves the check for later.`,
  checkingOnHold: 'Checking again the payments that need your decision.',
  lookFailed: (reason: string) => `The check failed and will be repeated: ${reason}`,
  stopping: 'Stopping: nothing more is sent; waiting for the last responses. Press Ctrl-C again to quit now.',
  runPartly: (missing: number, all: number, details: string, hint: string) =>
    failure(`${count(missing)} of ${payments(all)} ${missing === 1 ? 'was' : 'were'} not made (${details})`, hint),
  hints: {
    resume: (runId: string) => `resume with: pix payouts resume ${runId}`,
    retryFile: (runId: string) =>
      `see why: pix payouts report ${runId}; write a file of only these: pix payouts report ${runId} --retry-file --out FILE`,
  },
  runStopped: (reason: string, runId: string) =>
    failure(`nothing was paid: ${reason}`, `once this is fixed: pix payouts resume ${runId}`),
  runInterrupted: (done: number, sum: string, left: number, runId: string) =>
    failure(
      `stopped: ${payments(done)} (${sum}) sent, ${count(left)} not sent`,
      `resume with: pix payouts resume ${runId}`,
    ),
  followingInterrupted: (pending: number, runId: string) =>
    failure(
      `interrupted; everything was sent${pending === 0 ? '' : `, and ${payments(pending)} ${pending === 1 ? 'is' : 'are'} still processing`}`,
      `to see the outcome: pix payouts status ${runId} --refresh`,
    ),
  notFollowed: (pending: number, runId: string) =>
    failure(
      `everything was sent, but the outcome of ${payments(pending)} is not known yet`,
      `do not pay by other means; see the outcome with: pix payouts status ${runId} --refresh`,
    ),
  runUnreported: (number: number, sum: string, runId: string, reason: string) =>
    failure(
      `${payments(number)} (${sum}) sent, but the result could not be written completely: ${reason}`,
      `do not run it again to see the result; see it with: pix payouts status ${runId}`,
    ),
  leftUnderWay: (reason: string, runId: string, underWay: number) =>
    failure(
      `MONEY MAY HAVE MOVED: stopped (${reason}) before all responses arrived${underWay === 0 ? '' : `; without a response: ${payments(underWay)}`}`,
      `do not pay by other means; check with: pix payouts resume ${runId}`,
    ),
};
