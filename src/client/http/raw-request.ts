import type { Operation } from '../../contract/operation.ts';
import { urlBelow } from './base-url.ts';
import { type ApiError, PixError } from '../errors.ts';

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
