import type { Operation } from '../../contract/operation.ts';
import { type ApiError, PixError, ConfigurationError } from '../errors.ts';

export const RAW_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** The methods of a request to any route. */
export type RawMethod = (typeof RAW_METHODS)[number];

/** A request to any route of the service, with its own path and fields. */
export interface RawRequest {
  /** A GET is retried; anything else is sent once. */
  readonly method: RawMethod;
  /** `/api/v1/user/balance?…` below the base URL, or a whole address; another origin is refused. */
  readonly path: string;
  /** Added to the query in the path. */
  readonly query?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Sent unchanged, as `application/json`. */
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/** The unchanged answer. */
export interface RawAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, by name in any case. */
  readonly headers: Headers;
  /** The whole body, decompressed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The error of an unsuccessful answer; its `outcome` shows whether the request may have been processed. */
  readonly error: ApiError | undefined;
}

/** @throws {PixError} `other_origin`: a key is only sent to its own service */
export function rawUrl(baseUrl: URL, { path, query = [] }: RawRequest): URL {
  const url = URL.canParse(path) ? new URL(path) : urlOfPath(baseUrl, path);
  if (url.origin !== baseUrl.origin || url.username !== '' || url.password !== '') {
    const message = 'the address is not one of the service';
    throw new PixError(message, { code: 'other_origin', outcome: 'not-sent' });
  }
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

function urlOfPath(baseUrl: URL, path: string): URL {
  const [route = '', ...search] = path.split('?');
  const url = urlBelow(baseUrl, route.startsWith('/') ? route : `/${route}`);
  url.search = search.join('?');
  return url;
}

/** The permission that a known route requires, to choose a key; an unknown route requires none. */
export async function accessOf({ method }: RawRequest, { pathname }: URL): Promise<Operation['access']> {
  const { operations } = await import('../../contract/operations.ts');
  const rows: readonly Operation[] = Object.values(operations);
  const known = rows.find((row) => row.method === method && isPathOf(row, pathname));
  return known?.access ?? 'anyone';
}

function isPathOf({ path }: Operation, pathname: string): boolean {
  const [before = '', after] = path.split('{id}');
  if (after === undefined) return pathname.endsWith(before);
  const start = pathname.lastIndexOf(before);
  return start >= 0 && pathname.endsWith(after) && !pathname.slice(start + before.length).includes('/');
}

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
