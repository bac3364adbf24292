import type { RefusalTexts } from '../shapes.ts';

const PERIODS: Readonly<Record<string, string>> = {
  transaction: 'per transaction',
  day: 'for the day',
  month: 'for the month',
};

export const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => ({
    message:
      problems === undefined
        ? 'the service rejected the request as invalid'
        : `the service rejected the request as invalid (${problems})`,
    hint: 'check the values of the options',
  }),
  invalid_json: () => ({
    message: 'the service could not read the request',
    hint: 'is there a proxy that changes requests? --verbose shows them',
  }),
  below_minimum: () => ({
    message: 'the amount is below the minimum',
    hint: 'a withdrawal is at least R$ 5,00, a charge R$ 1,00',
  }),
  insufficient_balance: ({ balance, required }) => ({
    message:
      balance === undefined || required === undefined
        ? 'insufficient balance'
        : `insufficient balance: ${required} requested, ${balance} available`,
    hint: 'choose a smaller amount; see the balance with: pix balance',
  }),
  limit_exceeded: ({ limit, remaining, period = '' }) => ({
    message:
      limit === undefined
        ? 'the amount exceeds a limit of the account'
        : `the amount exceeds the limit ${PERIODS[period] ?? ''} of ${limit}${remaining === undefined ? '' : `: ${remaining} available`}`,
    hint: 'see the limits with: pix balance',
  }),
  withdrawal_in_progress: () => ({
    message: 'another withdrawal is still processing, and the account allows one at a time',
    hint: 'wait for it: pix withdraw list --status PENDING',
  }),
  verification_required: () => ({
    message: 'the account requires a verification code for withdrawals',
    hint: 'request one with "pix withdraw request-code" for the same --amount and --cover-fee, then repeat the command with --code',
  }),
  verification_invalid: () => ({
    message: 'the verification code is wrong, used or expired',
    hint: 'a code is valid for one withdrawal of one amount; request a new one with: pix withdraw request-code',
  }),
  invalid_transition: () => ({
    message: 'the current status does not allow this',
    hint: 'look it up again: the status may have changed',
  }),
  unauthorized: () => ({
    message: 'invalid or revoked API key',
    hint: `is it the key of this service? see where it comes from: pix auth status; then correct PIX_API_KEY, or store another key: pix auth login`,
  }),
  permission_missing: ({ permission }) => ({
    message:
      permission === undefined
        ? 'the API key has no permission for this'
        : `the API key lacks the permission ${permission}`,
    hint: 'use a key that has it: pix auth login, or another profile with -p',
  }),
  account_blocked: () => ({
    message: 'the account is blocked',
    hint: 'only the service can unblock it: contact its support',
  }),
  origin_refused: () => ({
    message: 'the service rejects requests through this address',
    hint: 'use the address that the service documents (--base-url)',
  }),
  not_found: () => ({
    message: 'not found at this address of the service',
    hint: 'is it the address of the service? see: pix auth status',
  }),
  method_not_allowed: () => ({
    message: 'the service does not allow this at this address',
    hint: 'is it the address of the service? see: pix auth status',
  }),
  body_too_large: () => ({ message: 'the request is too large for the service', hint: 'use a shorter description' }),
  unsupported_media_type: () => ({
    message: 'the service could not read the request',
    hint: 'is there a proxy that changes requests? --verbose shows them',
  }),
  too_many_requests: ({ retryAfterSeconds }) => ({
    message: 'too many requests for this key; nothing was done',
    hint:
      retryAfterSeconds === undefined
        ? 'wait a moment, then repeat the command'
        : `wait ${retryAfterSeconds} s, then repeat the command`,
  }),
  internal_error: () => ({
    message: 'the service had an internal error',
    hint: 'try again later; --verbose shows the request',
  }),
};
