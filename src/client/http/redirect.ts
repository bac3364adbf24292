import { ApiError } from '../errors.ts';
import type { HttpAnswer } from './answer.ts';
import { redactUrl } from './redact.ts';

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
  const target = URL.canParse(location, from.url.href) ? new URL(location, from.url) : undefined;
  const mayFollow = from.method === 'GET' && from.redirects <= REDIRECTS_MAXIMUM;
  if (mayFollow && location !== '' && target?.origin === from.url.origin) return target;
  const redirectedTo = target === undefined ? undefined : redactUrl(target.origin + target.pathname, secrets);
  const message = `the service points elsewhere (${redirectedTo ?? 'nowhere'}); that is not followed`;
  throw new ApiError(message, { status, code: 'redirect_refused', outcome: 'unknown', redirectedTo });
}
