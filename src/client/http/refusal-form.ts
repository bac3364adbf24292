import * as z from 'zod';
import { centavos } from '../../pix/centavos.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/rate-limit.ts';
import type { RefusalForm } from './refusal-forms.ts';

/** Statuses with which the API refuses before anything has happened. */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 422, 429]);

const text = z.string().optional().catch(undefined);
const amountCentavos = z.int().transform(centavos).optional().catch(undefined);

/** The error body, with optional fields: other services may send fewer, or in other types. */
const refusalBody = z.looseObject({
  success: z.unknown().optional(),
  /** The created resource, which a refusal does not contain. */
  data: z
    .object({ id: z.union([z.string(), z.number()]) })
    .optional()
    .catch(undefined),
  error: text,
  message: text,
  code: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .catch(undefined),
  details: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
  requiredPermission: text,
  balance: amountCentavos,
  required: amountCentavos,
  limit: amountCentavos,
  remaining: amountCentavos,
  period: text,
  retryAfter: z.number().min(0).optional().catch(undefined),
});
export type RefusalBody = z.output<typeof refusalBody>;

/** The parsed JSON of a refusal. @returns undefined when it is no object */
export function readRefusal(body: unknown): RefusalBody | undefined {
  return refusalBody.safeParse(body).data;
}

/**
 * Whether the API itself has refused, which means that nothing has happened. An answer in another form may come from a
 * gateway, which does not know what the request has done behind it.
 */
export function isOwnRefusal(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  refusal: RefusalBody | undefined,
  form: RefusalForm,
): boolean {
  if (refusal === undefined || !REFUSAL_STATUSES.has(status)) return false;
  // A body that contradicts its status proves nothing.
  if (refusal.success === true || refusal.data !== undefined) return false;
  const words = [refusal.error, refusal.message].filter((said = '') => said.trim() !== '').length;
  if (form === 'message') return refusal.success === false || words > 0;
  const saysHowLong = refusal.retryAfter !== undefined || hasRateHeader(headers);
  return refusal.success === false && words === 2 && (status !== 429 || saysHowLong);
}

function hasRateHeader(headers: Headers): boolean {
  return ['Retry-After', ...Object.values(RATE_LIMIT_HEADERS)].some((name) => headers.has(name));
}
