import { ERROR_STATUS, type ErrorCode } from '../../../contract/error.ts';
import { BODY_BYTES_MAXIMUM, WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { OperationName } from '../../../contract/operations.ts';
import { formatReaisPlain } from '../../../pix/amount-text.ts';
import type { RefusalFacts } from '../../wallet/refusal.ts';

const BODY_TOO_LARGE = `The body is larger than ${BODY_BYTES_MAXIMUM / 1024} KiB`;

interface DocumentedRefusal {
  readonly meaning: string;
  readonly message: string;
  readonly facts?: RefusalFacts | undefined;
}

export const REFUSALS: Readonly<Record<ErrorCode, DocumentedRefusal>> = {
  validation_failed: {
    meaning: 'The request is wrong; where a parameter or a field is, `details` names each',
    message: 'limit: Too big: expected number to be <=100',
    facts: { details: [{ path: 'limit', message: 'Too big: expected number to be <=100' }] },
  },
  invalid_json: { meaning: 'The body is not JSON', message: 'The body is not JSON: Unexpected end of JSON input' },
  below_minimum: {
    meaning: 'The amount is below the minimum, or nothing is left of it after the fee',
    message: `The minimum withdrawal is R$ ${formatReaisPlain(WITHDRAWAL_MINIMUM)}`,
  },
  insufficient_balance: {
    meaning: 'The balance does not cover the value; nothing was debited',
    message: 'The balance does not cover the withdrawal',
    facts: { balance: 1000, required: 1284 },
  },
  limit_exceeded: {
    meaning: 'The value does not fit into a limit of the account',
    message: 'The withdrawal exceeds the daily limit of the account',
    facts: { limit: 10_000_000, remaining: 500, period: 'day' },
  },
  withdrawal_in_progress: {
    meaning: 'The account takes one withdrawal at a time, and another is PENDING',
    message: 'Another withdrawal is in progress',
  },
  verification_required: {
    meaning: 'Transfer security is enabled on the account: a verification code is needed',
    message: 'A verification code is needed',
  },
  verification_invalid: {
    meaning: 'The verification code is wrong, expired, used, or was made for another amount',
    message: 'The verification code is not valid',
  },
  invalid_transition: {
    meaning: 'The state of the resource does not allow it',
    message: 'Only an OPEN dispute can be accepted',
  },
  unauthorized: { meaning: 'No API key was sent, or an unknown one', message: 'The API key is not known' },
  permission_missing: {
    meaning: 'The API key lacks the permission that `requiredPermission` names',
    message: 'The API key lacks the permission read:payments',
    facts: { requiredPermission: 'read:payments' },
  },
  account_blocked: { meaning: 'The account is blocked', message: 'The account is blocked: no money can leave it' },
  origin_refused: {
    meaning: 'The request comes from a web page of another origin, or names another host',
    message: 'Requests from web pages of other origins are refused',
  },
  not_found: {
    meaning: 'There is nothing with that id on the account',
    message: 'There is no such payment',
  },
  method_not_allowed: { meaning: 'The path has other methods; `Allow` names them', message: 'Use GET, HEAD here' },
  body_too_large: { meaning: BODY_TOO_LARGE, message: BODY_TOO_LARGE },
  unsupported_media_type: {
    meaning: 'The body was not sent as application/json',
    message: 'The body must be sent with Content-Type: application/json',
  },
  too_many_requests: {
    meaning: 'The rate limit is reached; wait for `retryAfter` seconds',
    message: 'Wait 1 second before the next request: the limit of 10 is reached',
    facts: { retryAfter: 1 },
  },
  internal_error: { meaning: 'The service failed', message: 'The service failed to answer' },
};

/** Refusals by rules of the wallet, in addition to those of every operation of the same form. */
const RULES: Partial<Record<OperationName, readonly ErrorCode[]>> = {
  createPayment: ['below_minimum', 'account_blocked'],
  createWithdrawal: [
    'below_minimum',
    'insufficient_balance',
    'limit_exceeded',
    'withdrawal_in_progress',
    'verification_required',
    'verification_invalid',
    'account_blocked',
  ],
  requestTransferCode: ['below_minimum', 'account_blocked'],
  deleteApiKey: ['invalid_transition'],
  openDispute: ['not_found', 'invalid_transition'],
  acceptDispute: ['invalid_transition'],
  refuseDispute: ['invalid_transition'],
};

/** Every code that an operation may be refused with, by status. */
export function refusalsOf(name: OperationName, operation: Operation): [number, ErrorCode[]][] {
  const { body, access, path } = operation;
  const codes: ErrorCode[] = [
    'validation_failed',
    ...(body === undefined ? [] : (['invalid_json', 'body_too_large', 'unsupported_media_type'] as const)),
    ...(RULES[name] ?? []),
    ...(access === 'anyone' ? [] : (['unauthorized', 'permission_missing'] as const)),
    'origin_refused',
    ...(path.includes('{id}') ? (['not_found'] as const) : []),
    'too_many_requests',
    'internal_error',
  ];
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((one, other) => one - other);
  return statuses.map((status) => [status, codes.filter((code) => ERROR_STATUS[code] === status)]);
}
