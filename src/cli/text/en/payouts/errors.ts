import type { ForeignWithdrawals, PayoutErrorCode, PolicyFacts } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../../pix/reais-text.ts';
import { withdrawalFacts } from '../../payout-facts.ts';
import { labels } from '../labels.ts';
import type { PolicyProblem } from '../../../../payouts/approval/policy.ts';

type Words = (runId: string, line: string, foreign?: ForeignWithdrawals, facts?: PolicyFacts) => ErrorText;

const RESTORE = 'find out who changed the journal: pix payouts log --verify; until then, nothing is sent from it';

const WHAT: Readonly<Record<string, string>> = labels.changedParts;

/** What is wrong with a policy. */
export const policyProblems = {
  not_json: 'it is not JSON',
  form: 'an entry is missing, unknown or of another form',
  unknown_person: 'a role names a person without keys',
  bad_key: 'not a public SSH key (Ed25519, ECDSA, RSA from 2048 bits, or a hardware key)',
  shared_key: 'two people have the same key',
  too_few_approvers: 'more approvals are needed than there are approvers other than the submitter',
  bad_amount: 'not an amount, such as "50.000,00"',
  bad_recipient: 'not a Pix key; an ambiguous one needs pixKeyType',
  signature: 'no administrator has signed it',
  version: 'its number does not follow the one before',
} satisfies Readonly<Record<PolicyProblem['problem'] | 'signature' | 'version', string>>;

const PROBLEMS: Readonly<Record<string, string>> = policyProblems;

/** Of a payment, of its recipient, or of a day. */
const CAPS: Readonly<Record<string, (line: string, facts: PolicyFacts) => string>> = {
  payment: (line, { sumCentavos, capCentavos }) =>
    `line ${line} is ${reais(sumCentavos)}, and the policy allows ${reais(capCentavos)} per payment`,
  recipients: (line, { pixKey = '' }) => `line ${line} goes to ${pixKey}, which the policy does not list`,
  day: (_line, { sumCentavos, capCentavos }) =>
    `with this, ${reais(sumCentavos)} would be sent in one day, and the policy allows ${reais(capCentavos)}`,
  approvers: (_line, { needed, person = '', approvers }) =>
    `this needs ${approvals(needed)} by others than ${person}, and the policy names ${approvers === '' ? 'none' : `only ${approvers}`}`,
};

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) => failure`
    run not found: ${runId}
    see the runs: pix payouts list (of another profile: -p NAME)`,
  run_locked: (runId) => failure`
    another process is working on run ${runId}; nothing was sent
    wait for it, or a minute if its machine has stopped; see its progress with: pix payouts status ${runId}`,
  lock_lost: (runId) => failure`
    the lock of run ${runId} was lost while pix worked on it, so sending stopped
    see its status with: pix payouts status ${runId}; resume with: pix payouts resume ${runId}`,
  run_not_approved: (runId) => failure`
    run ${runId} was never approved; nothing was sent
    run the file again: pix payouts run FILE`,
  already_approved: (runId, _row, _foreign, { submitted, withdrawal } = {}) =>
    submitted === undefined
      ? failure`
        the same payment was just approved in run ${runId}; nothing was sent
        see its progress with: pix payouts status ${runId}`
      : failure`
        ${withdrawal === undefined ? `run ${runId}` : `withdrawal ${withdrawal}, made outside this journal,`} has paid the same, which was not known when ${submitted} was submitted; nothing was sent
        reject ${submitted}: pix payouts reject ${submitted} --reason TEXT; then submit the file again with --only-valid, or say there that it is due once more; use a key that may read withdrawals`,
  plan_changed: (runId) => failure`
    more of run ${runId} is due now than was shown: another payment has failed in the meantime; nothing was sent
    see what is due, and confirm it: pix payouts resume ${runId}`,
  not_run_before: () => failure`
    this file was never run in this profile, so there is nothing to pay again; nothing was sent
    to pay it for the first time, leave out --allow again; see: pix payouts list`,
  run_unfinished: (runId) => failure`
    the earlier run of this file (${runId}) is not finished; nothing was sent
    finish it first: pix payouts resume ${runId}; see its status: pix payouts status ${runId}`,
  remittance_used: (runId, _row, _foreign, { number = '' } = {}) => failure`
    run ${runId} has a remittance with the number ${number}; nothing was sent
    give the file a new number (NSA); see what became of it: pix payouts report ${runId}`,
  other_origin: (runId) => failure`
    run ${runId} belongs to another service than this profile; nothing was sent
    use the profile that started it: -p NAME; see: pix payouts list`,
  payout_unknown: (runId, line) => failure`
    run ${runId} has no line ${line}
    see its rows with: pix payouts report ${runId}`,
  illegal_transition: (runId, line) => failure`
    line ${line} of ${runId} cannot be resolved in its current status
    see its status with: pix payouts status ${runId}`,
  withdrawal_claimed: (runId, line) => failure`
    that withdrawal already pays another payment, so it cannot pay line ${line} of ${runId}
    check the ID; a withdrawal pays one row`,
  withdrawal_mismatch: (runId, line) => failure`
    that withdrawal is not line ${line} of ${runId}: its key or amount differs, or it failed
    check the ID: pix withdraw get ID; if the row was not paid: --not-paid`,
  too_early: (runId, line) => failure`
    the service may still process the request for line ${line} of ${runId}; nothing was changed
    check for about three minutes first: pix payouts resume ${runId}`,
  other_account: (runId) => failure`
    run ${runId} belongs to another account than this key; nothing was sent
    use a key of the account that started it: -p NAME; see: pix payouts list`,
  account_unclear: (runId) => failure`
    pix cannot see whether this key belongs to the account of run ${runId}; nothing was sent
    use the key that started ${runId}; or say whether it is that account: --account ${runId}, otherwise --account new`,
  foreign_journal: (runId, line, foreign) =>
    foreign?.isOfRow === true
      ? failure`
        ${byHand(runId, line, foreign)}; nothing was sent
        before you resume, name the row that it has paid: pix payouts resolve ${runId} ${line || 'LINE'} --paid ${foreign.newest.id}; if it has paid none: --allow journal:${foreign.code}`
      : failure`
        another journal of pix pays from this account${newestForeign(foreign)}; nothing was sent
        another machine pays from this account, or this one under another address of the service (localhost, 127.0.0.1), or a journal was lost, or restored from a backup: a file paid there would be paid again. Run the file there, or name what a restored run had paid: pix payouts resolve RUN LINE --paid ID; or, if you are sure that none of its payments was made: --allow journal:${foreign?.code ?? ''}`,
  cannot_look: () => failure`
    no key may read withdrawals, so pix could not check a payment without a response; nothing was sent
    use a key with read:withdraws too, or add one: pix keys add NAME`,
  approval_required: (_runId, _row, _foreign, facts = {}) => failure`
    the policy requires ${approvals(facts['needed'])} for ${reais(facts['sumCentavos'])}${facts['othersCentavos'] === 0 ? '' : ` and the ${reais(facts['othersCentavos'])} sent without one today`}; nothing was sent
    submit the file for approval, with the same options: pix payouts submit FILE`,
  approvals_missing: (runId, _row, _foreign, facts = {}) =>
    facts['submitters'] === ''
      ? failure`
        run ${runId} was submitted without the signature of a person whom the policy names; nothing was sent
        submit it again as one of them: pix payouts submit FILE`
      : failure`
        run ${runId} has ${facts['given'] ?? 0} of ${approvals(facts['needed'])}; nothing was sent
        see what is missing: pix payouts pending ${runId}; approve it: pix payouts approve ${runId}`,
  approval_invalid: (runId, _row, _foreign, facts = {}) => failure`
    run ${runId} was changed: ${WHAT[String(facts['what'])] ?? ''}; nothing was sent
    ${RESTORE}`,
  cap_exceeded: (_runId, line, _foreign, facts = {}) => failure`
    ${CAPS[String(facts['cap'])]?.(line, facts) ?? ''}; nothing was sent
    ${facts['waitingRun'] === undefined ? '' : `this includes what run ${facts['waitingRun']} has not sent yet; to leave a payment of it out: pix payouts resolve ${facts['waitingRun']} LINE --not-paid; `}see the policy: pix payouts policy show`,
  not_due: (runId, _row, _foreign, facts = {}) => failure`
    run ${runId} is scheduled for ${facts['dueOn'] ?? ''}; nothing was sent
    on that day: pix payouts resume ${runId}; to send it now: pix payouts resume ${runId} --now`,
  no_policy: () => failure`
    this profile requires no approval
    to require it, an administrator sets a policy: pix payouts policy init`,
  policy_invalid: (_runId, _row, _foreign, facts = {}) => failure`
    version ${facts['version'] ?? ''} of the policy cannot be used: ${PROBLEMS[String(facts['problem'])] ?? ''}
    ${facts['administrators'] === undefined ? RESTORE : `who may sign it: ${facts['administrators']}`}`,
  policy_replaced: (_runId, _row, _foreign, facts = {}) => failure`
    the journal no longer has version ${facts['version'] ?? ''} of the policy that this machine has seen (${facts['digest'] ?? ''})
    ${RESTORE}`,
  pin_unreadable: (_runId, _row, _foreign, facts = {}) => failure`
    ${facts['path'] ?? ''} cannot be read: it says which policy this machine has seen; nothing is sent
    restore that file, or remove it and compare the code of the policy with the administrator: pix payouts policy show`,
  not_submitted: (runId) => failure`
    run ${runId} was not submitted for approval
    list what awaits approval: pix payouts pending`,
  not_submitter: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('submit', facts['person'])}
    who may submit: ${facts['submitters'] ?? ''}; see: pix payouts policy show`,
  not_approver: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('approve', facts['person'])}
    who may approve: ${facts['approvers'] ?? ''}; see: pix payouts policy show`,
  own_submission: (runId, _row, _foreign, facts = {}) => failure`
    ${facts['person'] ?? ''} has submitted ${runId}, and cannot approve it
    another approver decides: pix payouts policy show`,
  run_rejected: (runId, _row, _foreign, facts = {}) => failure`
    ${facts['person'] ?? ''} has rejected ${runId}: ${facts['reason'] ?? ''}; nothing was sent
    submit the file again: pix payouts submit FILE`,
  run_started: (runId) => failure`
    run ${runId} has started, so it can no longer be rejected
    see its status with: pix payouts status ${runId}`,
  not_rejecter: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('reject', facts['person'])}
    who may reject: ${facts['rejecters'] ?? ''}`,
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

/** What a run that sends has met, or one that is resumed. */
export function byHand(runId: string, line: string, foreign: ForeignWithdrawals | undefined): string {
  const which = line === '' ? '' : `line ${line} `;
  return `a withdrawal of this account, made by hand or by another program, may be ${which}of run ${runId}${newestForeign(foreign)}`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  return foreign === undefined ? '' : ` (the latest: ${withdrawalFacts(foreign.newest, 'sv-SE')})`;
}

function approvals(needed: string | number | undefined): string {
  return needed === 1 ? '1 approval' : `${needed ?? ''} approvals`;
}

function notNamed(verb: string, person: string | number | undefined): string {
  return person === '' || person === undefined
    ? `the policy names no person with this key, so it cannot ${verb}`
    : `the policy does not let ${person} ${verb}`;
}

function reais(amount: string | number | undefined): string {
  return formatReais(Number(amount ?? 0));
}

/** Why a payment has its status. */
export const payoutReasons = {
  moneyCameBack: (why: string) => `${why}; the money came back`,
  moneyNeverLeft: (why: string) => `${why}; the money never left`,
  reasons: {
    no_response: 'no response from the service',
    interrupted: 'interrupted before the response arrived',
    unexpected: 'interrupted by an error before the response arrived',
    contract_broken: 'the service sent an unexpected response',
    answer_contradicts: 'the response describes another payment',
    answer_outdated: 'the response names an older withdrawal',
    withdrawal_claimed: 'the response names a withdrawal of another payment',
    found_by_mark: 'found by its mark: no clear response had arrived',
    proven_absent: 'the service has no withdrawal for it',
    ambiguous: 'some withdrawal could be this payment',
    other_mark: 'its withdrawal carries the mark of another payment',
    redirect_refused: 'the service redirected the request',
  },
  moneyIsBack: (advice: string) => `${advice}; the money was returned to your balance`,
};
