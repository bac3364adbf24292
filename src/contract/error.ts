import * as z from 'zod';
import { PERMISSIONS } from './operation.ts';
import { amountCentavos } from './field.ts';

/** Every refusal of the service: its stable code and its HTTP status. */
export const ERROR_STATUS = {
  validation_failed: 400,
  invalid_json: 400,
  below_minimum: 400,
  insufficient_balance: 400,
  limit_exceeded: 400,
  withdrawal_in_progress: 400,
  verification_required: 400,
  verification_invalid: 400,
  invalid_transition: 400,
  unauthorized: 401,
  permission_missing: 403,
  account_blocked: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/**
 * The body of every refusal. `error` is the HTTP reason phrase; the fields after `code` appear with some codes only.
 */
export const errorBody = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.enum(ERROR_CODES),
  details: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
  requiredPermission: z.enum(PERMISSIONS).optional(),
  balance: amountCentavos().optional(),
  required: amountCentavos().optional(),
  limit: amountCentavos().optional(),
  remaining: amountCentavos().optional(),
  period: z.enum(['transaction', 'day', 'month']).optional(),
  retryAfter: z.int().min(0).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
