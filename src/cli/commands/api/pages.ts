import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';
import type { RawRequest } from '../../../client/http/raw-request.ts';
import { valueAt } from '../../output/fields.ts';

/** The first page of a list. Without a limit in the request, it asks for the largest page. */
export function firstPage(request: RawRequest): RawRequest {
  return wordsOf(request).has('limit') ? request : withWord(request, 'limit', String(PAGE_LIMIT_MAXIMUM));
}

/** The request for the next page; undefined after the last page, and after an answer that is no page. */
export function nextPage(request: RawRequest, bytes: Uint8Array): RawRequest | undefined {
  const data = valueAt(documentOf(bytes), 'data');
  const [offset, total] = [valueAt(data, 'pagination.offset'), valueAt(data, 'pagination.total')];
  if (typeof data !== 'object' || data === null || typeof offset !== 'number' || typeof total !== 'number') {
    return undefined;
  }
  const rows: unknown = Object.values(data).find((value) => Array.isArray(value));
  const end = offset + (Array.isArray(rows) ? rows.length : 0);
  return end > offset && end < total ? withWord(request, 'offset', String(end)) : undefined;
}

function documentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function wordsOf({ path, query = [] }: RawRequest): URLSearchParams {
  const [, ...search] = path.split('?');
  const words = new URLSearchParams(search.join('?'));
  for (const [name, value] of query) words.append(name, value);
  return words;
}

function withWord(request: RawRequest, name: string, value: string): RawRequest {
  const words = wordsOf(request);
  words.set(name, value);
  const [route = ''] = request.path.split('?');
  return { ...request, path: route, query: [...words] };
}
