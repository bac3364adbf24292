import type { Operation } from '../../contract/operation.ts';
import { ConfigurationError, PixError } from '../errors.ts';

/**
 * Parses the address of a service: `https://…` or `http://…`, optionally with a path prefix.
 *
 * @throws {ConfigurationError} `invalid_base_url`
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? serviceUrl(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw invalid('it has to begin with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') throw invalid('it must not carry a user name or a password');
  if (url.search !== '' || url.hash !== '') throw invalid('it must not carry a query or a fragment');
  return url;
}

/**
 * A valid address in its only spelling, because a service's journal and its policy are found by it. URLs already unify
 * capitals, default ports and international names; a final dot names the same host, too.
 */
export function serviceUrl(text: string): URL {
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.+$/, '');
  return url;
}

/** The message omits the address, which may contain secrets. */
function invalid(reason: string): ConfigurationError {
  return new ConfigurationError(`the base URL is not valid: ${reason}`, { code: 'invalid_base_url' });
}

/** `path` (which begins with a slash) appended to the base URL's path. */
export function urlBelow(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  // Assigned instead of resolved: a path that begins with two slashes would name another host.
  url.pathname = baseUrl.pathname.replace(/\/+$/, '') + path;
  return url;
}

/** The path of an operation, below the base URL. @throws {PixError} `invalid_id` */
export function operationPath({ path }: Operation, id = ''): string {
  if (path.includes('{id}') && ['', '.', '..'].includes(id)) {
    throw new PixError(`"${id}" is not an id`, { code: 'invalid_id', outcome: 'not-sent' });
  }
  return path.replace('{id}', () => encodeURIComponent(id)).slice(1);
}
