import { gzipSync } from 'node:zlib';

const CONTENT_SECURITY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Without a referrer, a browser would send `Origin: null` with a form, which the service refuses. */
const SAFETY = {
  'Content-Security-Policy': CONTENT_SECURITY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

interface Answer {
  readonly type: string;
  readonly status?: number;
  /** Default: never stored. */
  readonly cache?: string;
  readonly cookies?: readonly string[];
}

/** Texts are compressed for browsers that ask for it: an exposed service may be far away. */
export function textAnswer(request: Request, text: string, { type, status = 200, cache, cookies }: Answer): Response {
  const isPacked = /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');
  const headers = headersOf({ 'Content-Type': `${type}; charset=utf-8`, Vary: 'Accept-Encoding' }, cache, cookies);
  if (!isPacked) return new Response(text, { status, headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response(new Uint8Array(gzipSync(text)), { status, headers });
}

/** After a form: the browser asks for the page again, and reloading it repeats nothing. */
export function redirect(to: string, cookies: readonly string[] = []): Response {
  return new Response(null, { status: 303, headers: headersOf({ Location: to }, undefined, cookies) });
}

export function streamAnswer(stream: ReadableStream<Uint8Array>, headers: Readonly<Record<string, string>>): Response {
  return new Response(stream, { headers: headersOf(headers) });
}

function headersOf(
  own: Readonly<Record<string, string>>,
  cache = 'no-store',
  cookies: readonly string[] = [],
): Headers {
  const headers = new Headers({ ...SAFETY, 'Cache-Control': cache, ...own });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/** Only a path of this service: a link must not lead a visitor elsewhere. */
export function ownPath(path = ''): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
