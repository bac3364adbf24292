import { failure } from '../../../errors/command-error.ts';
import { count, payments } from '../numbers.ts';

export const reporting = {
  sheet: {
    paid: (number: number, sum: string, place: string) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid: number, all: number, sum: string, total: string, place: string) =>
      `Paid: ${count(paid)} of ${count(all)}, ${sum} of ${total} (${place})`,
    place: (file: string, runId: string) => `${file}, run ${runId}`,
    receipts: (runId: string) => `Receipts: pix payouts receipts ${runId} --out FOLDER`,
    check: (runId: string) => `Check: pix payouts resume ${runId}`,
    outcome: (runId: string) => `See the outcome: pix payouts status ${runId} --refresh`,
    recorded: (when: string) => `recorded ${when}`,
    run: 'Run',
    file: 'File',
    at: 'Service',
    confirmed: 'Confirmed',
    approved: 'Approved',
    digest: 'File code',
    all: 'Total',
    fee: 'Fee',
    feeOnTop: (onTop: number, all: number) =>
      onTop === all ? 'added on top' : `added on top of ${payments(onTop)}, taken from the amount of the others`,
  },
  moreUnpaid: (number: number, runId: string) => `… and ${count(number)} more: pix payouts report ${runId}`,
  noRuns: 'No runs yet. Start with: pix payouts check FILE',
  noLatestRun: failure('no runs yet', 'start with: pix payouts check FILE'),
  needsOutcome: failure('--paid or --not-paid is required', 'pix payouts resolve RUN LINE --paid ID, or --not-paid'),
  resolvePaid: (row: string, id: string, amount: string, key: string, when: string) =>
    `${row}: mark as PAID, by withdrawal ${id}: ${amount} to ${key} on ${when}?`,
  wholeId: 'this command takes the whole ID only; pix withdraw get ID --fields id shows it',
  resolveNotPaid: (row: string) => `${row}: mark as NOT PAID? Its reference can then be used again.`,
  resolveNeedsYes: failure(
    'confirmation required, but no terminal is attached; nothing was changed',
    'add --yes to confirm',
  ),
  resolved: (row: string, status: string) => `${row}: ${status}.`,
  unchanged: { message: 'cancelled; nothing was changed' },
  sheetName: 'Payments',
  totalPaid: 'Total paid',
  reported: (number: number, path: string) => `${payments(number)} written to ${path}.`,
  noFinalRows: 'No payment has a final outcome yet; nothing to write.',
  leftForReturn: (lines: readonly number[]) =>
    `${payments(lines.length)} left for the next return, because the outcome is not final (line ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure('a return with accents is only written to a file', 'add its name: --out FILE.ret'),
  notRemittance: (runId: string) =>
    failure(
      `run ${runId} was not paid from one CNAB 240 remittance`,
      'another format: --format csv|xlsx|excel-br|json',
    ),
  noRetryRows: 'No payment is known to be unpaid; nothing to write.',
  notSought: (number: number, runId: string) =>
    `${payments(number)} left out for now: pix has not checked yet whether a copy of the request was paid. To check: pix payouts resume ${runId}`,
  notSentYet: (number: number, runId: string) =>
    `${payments(number)} left out: not sent yet. To send: pix payouts resume ${runId}`,
};
