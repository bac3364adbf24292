import type { ForeignWithdrawals, PayoutErrorCode } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import type { Complaint } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';

type Words = (runId: string, row: string, foreign?: ForeignWithdrawals) => Complaint;

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) => ({
    message: `there is no run ${runId} in this profile`,
    hint: 'see the runs with: pix payouts list; another profile has others: -p NAME',
  }),
  run_locked: (runId) => ({
    message: `another process is working on the run ${runId}; nothing was sent`,
    hint: `wait for it; see how far it is with: pix payouts status ${runId}`,
  }),
  lock_lost: (runId) => ({
    message: `the lock file of the run ${runId} was removed while pix worked on it, so nothing more is sent`,
    hint: `see how it stands with: pix payouts status ${runId}; go on with: pix payouts resume ${runId}`,
  }),
  run_not_approved: (runId) => ({
    message: `the run ${runId} was never approved; nothing was sent`,
    hint: 'run the file again: pix payouts run FILE',
  }),
  already_approved: (runId) => ({
    message: `the same file was approved as run ${runId} meanwhile; nothing was sent`,
    hint: `see how far it is with: pix payouts status ${runId}`,
  }),
  not_run_before: () => ({
    message: 'this file was not run before in this profile, so it can not be paid once more; nothing was sent',
    hint: 'leave out --again if it is right to pay it; see: pix payouts list',
  }),
  run_unfinished: (runId) => ({
    message: `the earlier run of this file (${runId}) is not finished; nothing was sent`,
    hint: `finish it first: pix payouts resume ${runId}; see how it stands: pix payouts status ${runId}`,
  }),
  other_origin: (runId) => ({
    message: `the run ${runId} belongs to another service than the one of this profile; nothing was sent`,
    hint: 'use the profile it was begun with: -p NAME; see: pix payouts list',
  }),
  payout_unknown: (runId, row) => ({
    message: `the run ${runId} has no row ${row}`,
    hint: `see its rows with: pix payouts report ${runId}`,
  }),
  illegal_transition: (runId, row) => ({
    message: `row ${row} of ${runId} is not in a state in which that can be decided`,
    hint: `see how it stands with: pix payouts status ${runId}`,
  }),
  withdrawal_claimed: (runId, row) => ({
    message: `that withdrawal belongs to another payout, so it can't be row ${row} of ${runId}`,
    hint: 'check the id; a withdrawal pays one row',
  }),
  withdrawal_mismatch: (runId, row) => ({
    message: `that withdrawal is not row ${row} of ${runId}: its key or amount is another, or it failed`,
    hint: 'check the id: pix withdraw get ID; if it was not paid: --not-paid',
  }),
  too_early: (runId, row) => ({
    message: `the request of row ${row} of ${runId} may still be carried out; nothing was decided`,
    hint: `look for it first, for some three minutes: pix payouts resume ${runId}`,
  }),
  other_account: (runId) => ({
    message: `the run ${runId} belongs to another account than this key; nothing was sent`,
    hint: 'use a key of the account that it was begun with: -p NAME; see: pix payouts list',
  }),
  account_unclear: (runId) => ({
    message: `nothing shows whether this key belongs to the account of the run ${runId}, whose payments are not cleared up; nothing was sent`,
    hint: `use the key that began ${runId}; or say which account it is: --account ${runId}, or --account new`,
  }),
  foreign_journal: (_runId, _row, foreign) => ({
    message: `${foreignCount(foreign)} from this account by a pix whose journal is not here${newestForeign(foreign)}; nothing was sent`,
    hint: 'another machine pays from this account, or a journal was lost: a file that it has paid would be paid again. Run the file there; or, once you know that none of these payments was made, add --other-journal',
  }),
  cannot_look: () => ({
    message: 'no key may read withdrawals, so a lost answer could never be cleared up; nothing was sent',
    hint: 'use a key with read:withdraws too, or add one: pix keys add NAME',
  }),
};

export const payoutStops: Readonly<Record<StopReason, string>> = {
  interrupted: 'you stopped it',
  insufficient_balance: 'the balance is too small for the next row',
  limit_reached: 'a limit of the account is reached (see: pix balance)',
  verification_wanted: 'the account wants a verification code for every withdrawal, so it can pay no file',
  key_refused: 'the service accepts no key of yours any more (pix keys check)',
  account_blocked: 'the account is blocked; ask the support of the service',
  one_at_a_time: 'another withdrawal stays pending, and the account allows one at a time',
  rate_limited: 'the service keeps refusing with "too many requests"',
  network: 'the service can not be reached',
  lock_lost: 'the lock file of the run was removed, and another process may be working on it',
  foreign_journal: 'another pix, with another journal, has begun to pay from this account',
  outcomes_unknown: 'answers keep getting lost',
};

function foreignCount(foreign: ForeignWithdrawals | undefined): string {
  const count = foreign?.count ?? 0;
  return count === 1 ? '1 withdrawal was made' : `${count} withdrawals were made`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  if (foreign === undefined) return '';
  const { valueCentavos, createdAt, id } = foreign.newest;
  const when = createdAt === null ? '' : `, ${utcMinute(createdAt)}`;
  return ` (the newest: ${formatReais(valueCentavos)}${when}, ${id})`;
}

/** A script reads it, too. */
function utcMinute(createdAt: string): string {
  const moment = new Date(createdAt);
  return Number.isNaN(moment.getTime()) ? createdAt : `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
