import { rows } from './rows.ts';

export const reporting = {
  sheet: {
    run: 'Run',
    file: 'File',
    at: 'Service',
    approved: 'Approved',
    digest: 'Digest',
    all: 'All rows',
  },
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
  noRetryRows: 'No row was definitely not paid: the file would be empty, and was not written.',
  notSought: (number: number, runId: string) =>
    `${rows(number)} not in it yet: pix has not looked for copies of the request that may have been paid. To look: pix payouts resume ${runId}`,
  notSentYet: (number: number, runId: string) =>
    `${rows(number)} not sent yet are not in it: pix payouts resume ${runId} sends them.`,
};
