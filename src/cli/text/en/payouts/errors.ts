import type { ForeignWithdrawals, PayoutErrorCode, PolicyFacts } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';
import { policyErrors } from './policy-errors.ts';

type Words = (runId: string, line: string, foreign?: ForeignWithdrawals, facts?: PolicyFacts) => ErrorText;

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) =>
    failure(
      `run not found: ${runId}`,
      'list the runs of this profile with: pix payouts list; use another profile with: -p NAME',
    ),
  run_locked: (runId) =>
    failure(
      `another process is working on run ${runId}; nothing was sent`,
      `wait for it; see its progress with: pix payouts status ${runId}`,
    ),
  lock_lost: (runId) =>
    failure(
      `the lock of run ${runId} was lost while pix worked on it, so sending stopped`,
      `see its status with: pix payouts status ${runId}; resume with: pix payouts resume ${runId}`,
    ),
  run_not_approved: (runId) =>
    failure(`run ${runId} was never approved; nothing was sent`, 'run the file again: pix payouts run FILE'),
  already_approved: (runId, _row, _foreign, { submitted } = {}) =>
    submitted === undefined
      ? failure(
          `the same payment was just approved in run ${runId}; nothing was sent`,
          `see its progress with: pix payouts status ${runId}`,
        )
      : failure(
          `run ${runId} has paid the same since ${submitted} was submitted; nothing was sent`,
          `reject ${submitted}: pix payouts reject ${submitted} --reason TEXT; then submit the file again with --only-valid, and say there that it is due once more`,
        ),
  not_run_before: () =>
    failure(
      'this file was never run in this profile, so there is nothing to pay again; nothing was sent',
      'to pay it for the first time, leave out --allow again; see: pix payouts list',
    ),
  run_unfinished: (runId) =>
    failure(
      `the earlier run of this file (${runId}) is not finished; nothing was sent`,
      `finish it first: pix payouts resume ${runId}; see its status: pix payouts status ${runId}`,
    ),
  remittance_used: (runId, _row, _foreign, { number = '' } = {}) =>
    failure(
      `run ${runId} has paid a remittance with the number ${number}; nothing was sent`,
      `give the file a new number (NSA); see what was paid: pix payouts report ${runId}`,
    ),
  other_origin: (runId) =>
    failure(
      `run ${runId} belongs to another service than this profile; nothing was sent`,
      'use the profile that started it: -p NAME; see: pix payouts list',
    ),
  payout_unknown: (runId, line) =>
    failure(`run ${runId} has no line ${line}`, `see its rows with: pix payouts report ${runId}`),
  illegal_transition: (runId, line) =>
    failure(
      `line ${line} of ${runId} cannot be resolved in its current status`,
      `see its status with: pix payouts status ${runId}`,
    ),
  withdrawal_claimed: (runId, line) =>
    failure(
      `that withdrawal already pays another payment, so it cannot pay line ${line} of ${runId}`,
      'check the ID; a withdrawal pays one row',
    ),
  withdrawal_mismatch: (runId, line) =>
    failure(
      `that withdrawal is not line ${line} of ${runId}: its key or amount differs, or it failed`,
      'check the ID: pix withdraw get ID; if the row was not paid: --not-paid',
    ),
  too_early: (runId, line) =>
    failure(
      `the service may still process the request for line ${line} of ${runId}; nothing was changed`,
      `check for about three minutes first: pix payouts resume ${runId}`,
    ),
  other_account: (runId) =>
    failure(
      `run ${runId} belongs to another account than this key; nothing was sent`,
      'use a key of the account that started it: -p NAME; see: pix payouts list',
    ),
  account_unclear: (runId) =>
    failure(
      `pix cannot see whether this key belongs to the account of run ${runId}; nothing was sent`,
      `use the key that started ${runId}; or say whether it is that account: --account ${runId}, otherwise --account new`,
    ),
  foreign_journal: (_runId, _row, foreign) =>
    failure(
      `${foreignCount(foreign)} from this account by another journal of pix${newestForeign(foreign)}; nothing was sent`,
      `another machine pays from this account, or a journal was lost: a file paid there would be paid again. Run the file there; or, if you are sure that none of its payments was made: --allow journal:${foreign?.code ?? ''}`,
    ),
  cannot_look: () =>
    failure(
      'no key may read withdrawals, so pix could not check a payment without a response; nothing was sent',
      'use a key with read:withdraws too, or add one: pix keys add NAME',
    ),
  ...policyErrors,
};

export const payoutStops: Readonly<Record<StopReason, string>> = {
  interrupted: 'you stopped it',
  insufficient_balance: 'insufficient balance for the next payment',
  limit_reached: 'a limit of the account was reached (see: pix balance)',
  verification_wanted: 'the account requires a verification code for each withdrawal, so it cannot pay from a file',
  key_refused: 'the service no longer accepts any of your keys (pix keys check)',
  account_blocked: 'the account is blocked; contact the support of the service',
  one_at_a_time: 'another withdrawal is still processing, and the account allows one at a time',
  rate_limited: 'the service keeps rejecting requests because of its rate limit',
  network: 'the service cannot be reached',
  lock_lost: 'the lock of the run was lost, and another process may be working on it',
  foreign_journal:
    'another machine or program started to pay from this account; the payments that were not sent may have been made there',
  policy: 'the policy, or the day of the run, does not allow it now (pix payouts pending)',
  answer_contradicts:
    'the service reports another price than requested: it may charge the fee otherwise (--cover-fee adds it on top)',
  outcomes_unknown: 'responses keep getting lost',
};

function foreignCount(foreign: ForeignWithdrawals | undefined): string {
  const count = foreign?.count ?? 0;
  return count === 1 ? '1 withdrawal was made' : `${count} withdrawals were made`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  if (foreign === undefined) return '';
  const { valueCentavos, createdAt, id } = foreign.newest;
  const when = createdAt === null ? '' : `, ${utcMinute(createdAt)}`;
  return ` (the latest: ${formatReais(valueCentavos)}${when}, ${id})`;
}

/** A script reads it, too. */
function utcMinute(createdAt: string): string {
  const moment = new Date(createdAt);
  return Number.isNaN(moment.getTime()) ? createdAt : `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
