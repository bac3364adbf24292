import { words } from '../../../contract/words/en.ts';
import { failure } from '../../errors/command-error.ts';
import type { RefusalTexts } from '../shapes.ts';
import type { RefusalCode } from '../../../pix/refusal-codes.ts';

const PERIODS: Readonly<Record<string, string>> = {
  transaction: 'per transaction',
  day: 'for the day',
  month: 'for the month',
};

export const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => failure`
    ${problems === undefined ? 'the service rejected the request as invalid' : `the service rejected the request as invalid (${problems})`}
    check the values of the options`,
  invalid_json: () => failure`
    the service could not read the request
    is there a proxy that changes requests? --verbose shows them`,
  below_minimum: () => failure`the amount is below the minimum \n a withdrawal is at least R$ 5,00, a charge R$ 1,00`,
  insufficient_balance: ({ balance, required }) => failure`
    ${balance === undefined || required === undefined ? 'insufficient balance' : `insufficient balance: ${required} requested, ${balance} available`}
    choose a smaller amount; see the balance with: pix balance`,
  limit_exceeded: ({ limit, remaining, period = '' }) => failure`
    ${limit === undefined ? 'the total debited exceeds a limit of the account' : `the total debited exceeds the limit ${PERIODS[period] ?? ''} of ${limit}${remaining === undefined || remaining === limit ? '' : `: ${remaining} available`}`}
    see the limits with: pix balance`,
  withdrawal_in_progress: () => failure`
    another withdrawal is still processing, and the account allows one at a time
    wait for it: pix withdraw list --status PENDING`,
  verification_required: () => failure`
    the account requires a verification code for withdrawals
    request one with "pix withdraw request-code" for the same --amount and --cover-fee, then repeat the command with --code`,
  verification_invalid: () => failure`
    the verification code is wrong, used or expired
    a code is valid for one withdrawal of one amount; request a new one with: pix withdraw request-code`,
  invalid_transition: () => failure`
    the current status does not allow this
    look it up again: the status may have changed`,
  unauthorized: () => failure`
    invalid or revoked API key
    see where the key comes from: pix auth status; replace it: pix auth login`,
  permission_missing: ({ permission }) => failure`
    ${permission === undefined ? 'the API key has no permission for this' : `the API key lacks the permission ${permission}`}
    use a key that has it: pix auth login, or another profile with -p`,
  account_blocked: () => failure`the account is blocked \n only the service can unblock it: contact its support`,
  origin_refused: () => failure`
    the service rejects requests through this address
    use the address that the service documents (--base-url)`,
  not_found: () => failure`
    not found at this address of the service
    is it the address of the service? see: pix auth status`,
  method_not_allowed: () => failure`
    the service does not allow this at this address
    is it the address of the service? see: pix auth status`,
  body_too_large: () => failure`the request is too large for the service \n use a shorter description`,
  unsupported_media_type: () => failure`
    the service could not read the request
    is there a proxy that changes requests? --verbose shows them`,
  too_many_requests: ({ retryAfterSeconds }) => failure`
    too many requests for this key
    ${retryAfterSeconds === undefined ? 'wait a moment, then repeat the command' : `wait ${retryAfterSeconds} s, then repeat the command`}`,
  internal_error: () => failure`the service had an internal error \n try again later; --verbose shows the request`,
};

const reasons = words.refusalCodes;

/** Why a bank rejected a withdrawal, and what to do then. */
export const refusalCodes = {
  AB03: { why: reasons.AB03, advice: 'try again later' },
  AC03: { why: reasons.AC03, advice: 'ask the recipient for another key' },
  AC06: { why: reasons.AC06, advice: 'ask for another key' },
  AC07: { why: reasons.AC07, advice: 'ask for another key' },
  AG03: { why: reasons.AG03, advice: 'ask for another key' },
  AM02: { why: reasons.AM02, advice: 'ask the recipient, or send less' },
  BE01: { why: reasons.BE01, advice: 'check the key with the recipient' },
  DS04: { why: reasons.DS04, advice: 'the recipient can ask the bank why' },
  DUPL: { why: reasons.DUPL, advice: 'look for the first one before you try again: pix withdraw list' },
  ED05: { why: reasons.ED05, advice: 'try again later' },
  FRAD: { why: reasons.FRAD, advice: 'verify the recipient, and contact the support of the service' },
  RR04: { why: reasons.RR04, advice: 'contact the support of the service' },
} satisfies Readonly<Record<RefusalCode, { readonly why: string; readonly advice: string }>>;
