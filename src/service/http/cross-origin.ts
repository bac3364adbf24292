import { CONTROL_TOKEN_HEADER } from '../../contract/control.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/rate-limit.ts';
import type { OriginGuard } from './origin-guard.ts';

const PREFLIGHT_SECONDS = 600;
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': `Authorization, Content-Type, X-API-Key, ${CONTROL_TOKEN_HEADER}`,
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
};
const READABLE_HEADERS = [...Object.values(RATE_LIMIT_HEADERS), 'Age', 'Date', 'Retry-After', 'X-Cache'].join(', ');

/** Lets web pages of allowed origins read answers. Source: https://fetch.spec.whatwg.org/#http-cors-protocol */
export async function withCrossOrigin(
  guard: OriginGuard,
  { method, headers }: Request,
  respond: () => Promise<Response>,
): Promise<Response> {
  const origin = headers.get('Origin');
  if (origin === null || !guard.isAllowedOrigin(origin)) return respond();
  const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
  const response = isPreflight ? new Response(null, { status: 204, headers: PREFLIGHT_HEADERS }) : await respond();
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', READABLE_HEADERS);
  response.headers.append('Vary', 'Origin');
  return response;
}
