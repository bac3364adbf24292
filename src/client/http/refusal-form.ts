import { centavos, type Centavos } from '../../pix/centavos.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/rate-limit.ts';
import type { RefusalForm } from './refusal-forms.ts';

/** Statuses with which the API refuses before anything has happened. */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 422, 429]);

/** The body of a refusal. Every field is optional: other services may send fewer, or in other types. */
export interface RefusalBody {
  readonly success: unknown;
  /** The created resource, which a refusal does not contain. */
  readonly hasResource: boolean;
  readonly error: string | undefined;
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly details: readonly RefusedField[] | undefined;
  readonly requiredPermission: string | undefined;
  readonly balance: Centavos | undefined;
  readonly required: Centavos | undefined;
  readonly limit: Centavos | undefined;
  readonly remaining: Centavos | undefined;
  readonly period: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

interface RefusedField {
  readonly path: string;
  readonly message: string;
}

/** The parsed JSON of a refusal. It takes no schema, which a client would load for it. @returns undefined when it is no object */
export function readRefusal(body: unknown): RefusalBody | undefined {
  if (!isRecord(body)) return undefined;
  const { data, code, details, retryAfter } = body;
  return {
    success: body['success'],
    hasResource: isRecord(data) && ['string', 'number'].includes(typeof data['id']),
    error: textOf(body['error']),
    message: textOf(body['message']),
    code: typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined,
    details: Array.isArray(details) && details.every(isRefusedField) ? details : undefined,
    requiredPermission: textOf(body['requiredPermission']),
    balance: centavosOf(body['balance']),
    required: centavosOf(body['required']),
    limit: centavosOf(body['limit']),
    remaining: centavosOf(body['remaining']),
    period: textOf(body['period']),
    retryAfter:
      typeof retryAfter === 'number' && retryAfter >= 0 && Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRefusedField = (value: unknown): value is RefusedField =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const centavosOf = (value: unknown) => (Number.isSafeInteger(value) ? centavos(Number(value)) : undefined);

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
  if (refusal.success === true || refusal.hasResource) return false;
  const words = [refusal.error, refusal.message].filter((said = '') => said.trim() !== '').length;
  if (form === 'message') return refusal.success === false || words > 0;
  const saysHowLong = refusal.retryAfter !== undefined || hasRateHeader(headers);
  return refusal.success === false && words === 2 && (status !== 429 || saysHowLong);
}

function hasRateHeader(headers: Headers): boolean {
  return ['Retry-After', ...Object.values(RATE_LIMIT_HEADERS)].some((name) => headers.has(name));
}
