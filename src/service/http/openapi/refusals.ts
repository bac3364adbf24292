import { ERROR_STATUS, type ErrorCode } from '../../../contract/error.ts';
import { BODY_BYTES_MAXIMUM } from '../../../contract/limits.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { OperationName } from '../../../contract/operations.ts';
import type { RefusalFacts } from '../../wallet/refusal.ts';

interface DocumentedRefusal {
  readonly meaning: string;
  /** An example of its further fields. */
  readonly facts?: RefusalFacts | undefined;
}

export const REFUSALS: Readonly<Record<ErrorCode, DocumentedRefusal>> = {
  validation_failed: {
    meaning: 'The request is wrong; where a parameter or a field is, `details` names each',
    facts: { details: [{ path: 'limit', message: 'Too big: expected number to be <=100' }] },
  },
  invalid_json: { meaning: 'The body is not JSON' },
  below_minimum: { meaning: 'The amount is below the minimum, or nothing is left of it after the fee' },
  insufficient_balance: {
    meaning: 'The balance does not cover the value; nothing was debited',
    facts: { balance: 1000, required: 1284 },
  },
  limit_exceeded: {
    meaning: 'The value does not fit into a limit of the account',
    facts: { limit: 10_000_000, remaining: 500, period: 'day' },
  },
  withdrawal_in_progress: { meaning: 'The account takes one withdrawal at a time, and another is PENDING' },
  verification_required: {
    meaning: 'Transfer security is enabled on the account: a verification code is needed',
  },
  verification_invalid: {
    meaning: 'The verification code is wrong, expired, used, or was made for another amount',
  },
  invalid_transition: { meaning: 'The state of the resource does not allow it' },
  unauthorized: { meaning: 'No API key was sent, or an unknown one' },
  permission_missing: {
    meaning: 'The API key lacks the permission that `requiredPermission` names',
    facts: { requiredPermission: 'read:payments' },
  },
  account_blocked: { meaning: 'The account is blocked' },
  origin_refused: { meaning: 'The request comes from a web page of another origin, or names another host' },
  not_found: { meaning: 'There is nothing with that id on the account' },
  method_not_allowed: { meaning: 'The path has other methods; `Allow` names them' },
  body_too_large: { meaning: `The body is larger than ${BODY_BYTES_MAXIMUM / 1024} KiB` },
  unsupported_media_type: { meaning: 'The body was not sent as application/json' },
  too_many_requests: { meaning: 'The rate limit is reached; wait for `retryAfter` seconds', facts: { retryAfter: 1 } },
  internal_error: { meaning: 'The service failed' },
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
