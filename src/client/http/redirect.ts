import { ApiError } from '../errors.ts';
import type { HttpAnswer } from './call.ts';
import { redactUrl } from './redact.ts';

const REDIRECTS_MAXIMUM = 5;

/**
 * Where a read goes on: never to another origin, for the key goes with it, and a request with money behind it never.
 *
 * @param from.redirects how many answers have pointed elsewhere by now, this one included
 * @throws {ApiError} `redirect_refused`
 */
export function redirectTarget(
  { status, headers }: HttpAnswer,
  from: { readonly method: string; readonly url: URL; readonly redirects: number },
  secrets: readonly string[],
): URL {
  const location = headers.get('Location') ?? '';
  const target = URL.canParse(location, from.url.href) ? new URL(location, from.url) : undefined;
  const mayFollow = from.method === 'GET' && from.redirects <= REDIRECTS_MAXIMUM;
  if (mayFollow && location !== '' && target?.origin === from.url.origin) return target;
  const redirectedTo = target === undefined ? undefined : redactUrl(target.origin + target.pathname, secrets);
  const message = `the service points elsewhere (${redirectedTo ?? 'nowhere'}); that is not followed`;
  throw new ApiError(message, { status, code: 'redirect_refused', outcome: 'unknown', redirectedTo });
}
