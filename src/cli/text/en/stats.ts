import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const stats = {
  help: {
    days: '<number> how many days to look back, today included (default 30)',
  },
  receivedCount: (rows: number) => `${count(rows)} Pix received`,
  sentCount: (rows: number) => `${count(rows)} completed ${rows === 1 ? 'withdrawal' : 'withdrawals'}`,
  week: 'Week of',
  unreadable: {
    payments: 'The key may not read charges: what was received is not shown.',
    withdraws: 'The key may not read withdrawals: what was sent is not shown.',
  },
  feesUnknown: (rows: number) =>
    `The service does not report the fee of ${count(rows)} of these; they are missing from the fee and net totals.`,
  nothingReadable: failure`
    the key may read neither charges nor withdrawals
    use a key with the permission read:payments or read:withdraws; see: pix keys check`,
  incomplete: (lists: string) => failure`
    some data could not be read for certain (${lists}): totals may be too low
    try again; for a verified file: pix export statement --out FILE`,
};
