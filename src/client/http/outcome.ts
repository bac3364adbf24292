import { ApiError, type Outcome, type RequestProblem, TransportError, type TransportErrorCode } from '../errors.ts';
import { printableLine, redactUrl } from './redact.ts';
import { REFUSAL_FORM_DEFAULT, type RefusalForm } from './refusal-forms.ts';
import { answeredAtIn, type HttpAnswer } from './answer.ts';
import { centavos } from '../../pix/centavos.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/limits.ts';

/**
 * When may a request that moves money be sent again? Only this file classifies that. A failure counts as `not-sent` or
 * `refused` only when it is certain; everything else is `unknown`.
 */

const CERTIFICATE_CODES = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Errors of connecting: the service cannot have received anything. */
const NOT_SENT_CODES: Readonly<Record<string, TransportErrorCode>> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  PIX_PROXY_REFUSED: 'proxy_refused',
};

/** undici's message when a proxy refuses a tunnel; its code has other meanings, too. */
const PROXY_REFUSAL = /^Proxy response \(\d+\)/;

/** These codes occur while connecting and later; only with the system call `connect` was nothing sent. */
const CONNECT_CODES: Readonly<Record<string, TransportErrorCode>> = {
  ETIMEDOUT: 'connect_timeout',
  EHOSTUNREACH: 'network_unreachable',
  ENETUNREACH: 'network_unreachable',
  EADDRNOTAVAIL: 'network_unreachable',
};

const LOST_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']);
const PARSER_CODE = /^HPE_|^UND_ERR_HEADERS_OVERFLOW$/;
const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const MESSAGES: Readonly<Record<TransportErrorCode, string>> = {
  connection_refused: 'nothing accepts connections there',
  host_not_found: 'the host name is unknown',
  certificate_invalid: 'its certificate is not trusted',
  connect_timeout: 'no connection in time',
  network_unreachable: 'the network does not lead there',
  tls_failed: 'no secure connection could be made',
  connection_lost: 'the connection was lost before an answer came',
  answer_cut: 'the answer was cut off',
  not_http: 'what answers there does not speak HTTP',
  timed_out: 'no whole answer in time',
  proxy_refused: 'no connection through the proxy',
  connection_failed: 'the connection failed',
};

/**
 * How far a request has come: before connecting, nothing of it can have been sent. A replaced transport does not report
 * when it has connected: then everything counts as `request` until the answer begins.
 */
export type Phase = 'connecting' | 'request' | 'body';

/** Classifies a network error. Source: errors of fetch and `node:http` measured on Node 20 to 26. */
export function transportError(
  error: unknown,
  facts: { host: string; phase: Phase; timedOut: boolean; isProxied?: boolean },
): TransportError {
  const causes = rootCauses(error);
  const notSentCode = facts.phase === 'connecting' ? earlyFailure(causes, facts) : provenFailure(causes, facts);
  const code = notSentCode ?? lateFailure(causes, facts);
  return new TransportError(`${facts.host}: ${MESSAGES[code]}`, {
    code,
    outcome: notSentCode === undefined ? 'unknown' : 'not-sent',
    host: facts.host,
    isOfProxy: facts.isProxied === true && code === 'network_unreachable',
    cause: error,
  });
}

/** The error before connecting, whatever its cause. */
function earlyFailure(
  causes: readonly unknown[],
  { timedOut, isProxied = false }: { timedOut: boolean; isProxied?: boolean },
): TransportErrorCode {
  if (timedOut) return 'connect_timeout';
  const [named] = causes.flatMap((cause) => connectionFailure(cause) ?? []);
  // At that point, only the proxy itself was looked up and connected to: the address of the service is not at fault.
  if (isProxied && (named === 'connection_refused' || named === 'host_not_found')) return 'proxy_refused';
  return named ?? (causes.some(isTlsFailure) ? 'tls_failed' : 'connection_failed');
}

/** From the error alone: every attempted address must have failed in a way that proves that nothing was sent. */
function provenFailure(
  causes: readonly unknown[],
  { phase, timedOut }: { phase: Phase; timedOut: boolean },
): TransportErrorCode | undefined {
  const failures = causes.map(connectionFailure);
  return phase === 'request' && !timedOut && !failures.includes(undefined) ? failures[0] : undefined;
}

/** Trying several addresses of a host leaves several errors in one. */
function rootCauses(error: unknown): readonly unknown[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(rootCauses);
  if (error instanceof Error && error.cause !== undefined) return rootCauses(error.cause);
  return [error];
}

function connectionFailure(cause: unknown): TransportErrorCode | undefined {
  const { code, syscall, message } = systemFacts(cause);
  if (code === 'UND_ERR_ABORTED' && PROXY_REFUSAL.test(message)) return 'proxy_refused';
  if (CERTIFICATE_CODES.has(code)) return 'certificate_invalid';
  return NOT_SENT_CODES[code] ?? (syscall === 'connect' ? CONNECT_CODES[code] : undefined);
}

function lateFailure(causes: readonly unknown[], facts: { phase: string; timedOut: boolean }): TransportErrorCode {
  const isSome = (matches: (code: string, name: string) => boolean) =>
    causes.map(systemFacts).some(({ code, name }) => matches(code, name));
  if (facts.timedOut || isSome((code) => TIMEOUT_CODES.has(code))) return 'timed_out';
  // From Node 24 on, the parser's error has no code.
  if (isSome((code, name) => name === 'HTTPParserError' || PARSER_CODE.test(code))) return 'not_http';
  if (facts.phase === 'body') return 'answer_cut';
  if (causes.some(isTlsFailure)) return 'tls_failed';
  return isSome((code) => LOST_CODES.has(code)) ? 'connection_lost' : 'connection_failed';
}

function isTlsFailure(cause: unknown): boolean {
  const { code } = systemFacts(cause);
  return code.startsWith('ERR_SSL_') || code === 'EPROTO';
}

function systemFacts(cause: unknown): { code: string; syscall: string; name: string; message: string } {
  const fact = (key: string): string => {
    const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code: fact('code'), syscall: fact('syscall'), name: fact('name'), message: fact('message') };
}

const CODES_OF_STATUSES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  409: 'conflict',
  422: 'bad_request',
  429: 'too_many_requests',
};

/**
 * The error for an unsuccessful answer.
 *
 * @param body the answer's JSON; undefined when it is none
 * @param clean removes secrets from the service's message
 * @param form the form of the service's refusals
 */
export function apiError(
  answer: { status: number; headers: Headers },
  body: unknown,
  clean: (text: string) => string,
  form: RefusalForm = REFUSAL_FORM_DEFAULT,
): ApiError {
  const { status } = answer;
  const refusal = readRefusal(body);
  const shown = (words = '') => printableLine(clean(words)) || undefined;
  const serviceMessage = shown(refusal?.message ?? refusal?.error);
  const outcome: Outcome = isOwnRefusal(answer, refusal, form) ? 'refused' : 'unknown';
  return new ApiError(serviceMessage ?? `the service answered with status ${status}`, {
    status,
    outcome,
    code: refusal?.code ?? CODES_OF_STATUSES[status] ?? (status >= 500 ? 'service_failed' : `status_${status}`),
    serviceMessage,
    requiredPermission: shown(refusal?.requiredPermission),
    details: refusal?.details?.map((detail) => ({
      path: shown(detail.path) ?? '',
      message: shown(detail.message) ?? '',
    })),
    retryAfterSeconds: refusal?.retryAfter ?? retryAfterSeconds(answer.headers),
    balanceCentavos: refusal?.balance,
    requiredCentavos: refusal?.required,
    limitCentavos: refusal?.limit,
    remainingCentavos: refusal?.remaining,
    period: shown(refusal?.period),
  });
}

/** The `Retry-After` header: seconds, or a date by the sender's clock. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const waitMs = Date.parse(value) - (answeredAtIn(headers) ?? Number.NaN);
  return Number.isNaN(waitMs) ? undefined : Math.max(0, Math.ceil(waitMs / 1_000));
}

const REDIRECTS_MAXIMUM = 5;

/**
 * The target of a redirected read: never another origin, because the key would be sent there, and never for a request
 * that moves money.
 *
 * @param from.redirects number of redirects so far, including this one
 * @throws {ApiError} `redirect_refused`
 */
export function redirectTarget(
  { status, headers }: HttpAnswer,
  from: { readonly method: string; readonly url: URL; readonly redirects: number },
  secrets: readonly string[],
): URL {
  const location = headers.get('Location') ?? '';
  const isAddress = location !== '' && URL.canParse(location, from.url.href);
  const target = isAddress ? new URL(location, from.url) : undefined;
  const mayFollow = from.method === 'GET' && from.redirects <= REDIRECTS_MAXIMUM;
  if (mayFollow && target?.origin === from.url.origin) return target;
  const redirectedTo = target === undefined ? undefined : redactUrl(target.origin + target.pathname, secrets);
  const message = `the service points elsewhere (${redirectedTo ?? 'nowhere'}); that is not followed`;
  throw new ApiError(message, { status, code: 'redirect_refused', outcome: 'unknown', redirectedTo });
}

/** Statuses with which the API refuses before anything has happened. */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 422, 429]);

/**
 * The parsed JSON of a refusal, of which other services may send less, or in other types. It takes no schema, which a
 * client would load for it.
 *
 * @returns undefined when it is no object
 */
function readRefusal(body: unknown) {
  if (!isRecord(body)) return undefined;
  const { data, code, details, retryAfter } = body;
  return {
    success: body['success'],
    // The created resource, which a refusal does not contain.
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
    // Seconds.
    retryAfter:
      typeof retryAfter === 'number' && retryAfter >= 0 && Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRefusedField = (value: unknown): value is RequestProblem =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const centavosOf = (value: unknown) => (Number.isSafeInteger(value) ? centavos(Number(value)) : undefined);

/**
 * Whether the API itself has refused, which means that nothing has happened. An answer in another form may come from a
 * gateway, which does not know what the request has done behind it.
 */
function isOwnRefusal(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  refusal: ReturnType<typeof readRefusal>,
  form: RefusalForm,
): boolean {
  if (refusal === undefined || !REFUSAL_STATUSES.has(status)) return false;
  // A body that contradicts its status proves nothing.
  if (refusal.success === true || refusal.hasResource) return false;
  const words = [refusal.error, refusal.message].filter((said = '') => said.trim() !== '').length;
  if (form === 'message') return refusal.success === false || words > 0;
  const rateHeaders = ['Retry-After', ...Object.values(RATE_LIMIT_HEADERS)];
  const saysHowLong = refusal.retryAfter !== undefined || rateHeaders.some((name) => headers.has(name));
  return refusal.success === false && words === 2 && (status !== 429 || saysHowLong);
}
