import { centavos } from '../../../../pix/centavos.ts';
import type { PolicyProblem } from '../../../../payouts/approval/policy.ts';
import type { PayoutErrorCode, PolicyFacts } from '../../../../payouts/payout-error.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';

type Words = (runId: string, line: string, foreign?: unknown, facts?: PolicyFacts) => ErrorText;

const RESTORE = 'find out who changed the journal: pix payouts log --verify; until then, nothing is sent from it';

const WHAT: Readonly<Record<string, string>> = {
  rows: 'its rows are not those that were submitted',
  run: 'its count or sum is not that of its rows',
  submission: 'its submission is not what was signed',
  approval: 'an approval is not what was signed',
};

/** What is wrong with a policy. */
export const policyProblems = {
  not_json: 'it is not JSON',
  form: 'an entry is missing, unknown or of another form',
  unknown_person: 'a role names a person without keys',
  bad_key: 'not a public SSH key (Ed25519, ECDSA, RSA from 2048 bits, or a hardware key)',
  shared_key: 'two people have the same key',
  too_few_approvers: 'more approvals are needed than there are approvers',
  bad_amount: 'not an amount, such as "50.000,00"',
  bad_recipient: 'not a Pix key; an ambiguous one needs pixKeyType',
  signature: 'no administrator has signed it',
  version: 'its number does not follow the one before',
} satisfies Readonly<Record<PolicyProblem['problem'] | 'signature' | 'version', string>>;

const PROBLEMS: Readonly<Record<string, string>> = policyProblems;

export const policyErrors = {
  approval_required: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `the policy requires ${approvals(facts['needed'])} for ${reais(facts['sumCentavos'])}` +
        (facts['othersCentavos'] === 0 ? '' : ` and the ${reais(facts['othersCentavos'])} sent without one today`) +
        '; nothing was sent',
      'submit the file for approval: pix payouts submit FILE',
    ),
  approvals_missing: (runId, _row, _foreign, facts = {}) =>
    failure(
      facts['submitters'] === ''
        ? `run ${runId} was submitted without the signature of a person whom the policy names; nothing was sent`
        : `run ${runId} has ${facts['given'] ?? 0} of ${approvals(facts['needed'])}; nothing was sent`,
      facts['submitters'] === ''
        ? 'submit it again as one of them: pix payouts submit FILE'
        : `see what is missing: pix payouts pending ${runId}; approve it: pix payouts approve ${runId}`,
    ),
  approval_invalid: (runId, _row, _foreign, facts = {}) =>
    failure(`run ${runId} was changed: ${WHAT[String(facts['what'])] ?? ''}; nothing was sent`, RESTORE),
  cap_exceeded: (_runId, line, _foreign, facts = {}) => capText(line, facts),
  not_due: (runId, _row, _foreign, facts = {}) =>
    failure(
      `run ${runId} is scheduled for ${facts['dueOn'] ?? ''}; nothing was sent`,
      `on that day: pix payouts resume ${runId}; to send it now: pix payouts resume ${runId} --now`,
    ),
  no_policy: () =>
    failure(
      'this profile requires no approval',
      'to require it, an administrator sets a policy: pix payouts policy set FILE',
    ),
  policy_invalid: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `version ${facts['version'] ?? ''} of the policy cannot be used: ${PROBLEMS[String(facts['problem'])] ?? ''}`,
      RESTORE,
    ),
  policy_replaced: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `the journal no longer has version ${facts['version'] ?? ''} of the policy that this machine has seen (${facts['digest'] ?? ''})`,
      RESTORE,
    ),
  not_submitted: (runId) =>
    failure(`run ${runId} was not submitted for approval`, 'list what awaits approval: pix payouts pending'),
  not_submitter: (_runId, _row, _foreign, facts = {}) =>
    failure(
      notNamed('submit', facts['person']),
      `who may submit: ${facts['submitters'] ?? ''}; see: pix payouts policy show`,
    ),
  not_approver: (_runId, _row, _foreign, facts = {}) =>
    failure(
      notNamed('approve', facts['person']),
      `who may approve: ${facts['approvers'] ?? ''}; see: pix payouts policy show`,
    ),
  own_submission: (runId, _row, _foreign, facts = {}) =>
    failure(
      `${facts['person'] ?? ''} has submitted ${runId}, and cannot approve it`,
      'another approver decides: pix payouts policy show',
    ),
  run_rejected: (runId, _row, _foreign, facts = {}) =>
    failure(
      `${facts['person'] ?? ''} has rejected ${runId}: ${facts['reason'] ?? ''}; nothing was sent`,
      'submit the file again: pix payouts submit FILE',
    ),
  run_started: (runId) =>
    failure(
      `run ${runId} has started, so it can no longer be rejected`,
      `see its status with: pix payouts status ${runId}`,
    ),
  not_rejecter: (_runId, _row, _foreign, facts = {}) =>
    failure(notNamed('reject', facts['person']), `who may reject: ${facts['rejecters'] ?? ''}`),
} satisfies Partial<Record<PayoutErrorCode, Words>>;

function capText(line: string, facts: PolicyFacts): ErrorText {
  const hint = 'see the caps: pix payouts policy show';
  const cap = reais(facts['capCentavos']);
  const sum = reais(facts['sumCentavos']);
  switch (facts['cap']) {
    case 'payment':
      return failure(`line ${line} is ${sum}, and the policy allows ${cap} per payment; nothing was sent`, hint);
    case 'recipients':
      return failure(
        `line ${line} goes to ${facts['pixKey'] ?? ''}, which the policy does not list; nothing was sent`,
        hint,
      );
    default:
      return failure(`with this, ${sum} would be sent today, and the policy allows ${cap}; nothing was sent`, hint);
  }
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
  return formatReais(centavos(Number(amount ?? 0)));
}
