import type { LoggedRequest } from './source.ts';

/** What would reorder or hide the rest of a text. */
const CONTROLS = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON with such characters as escapes: it means the same. */
export function visible(json: string): string {
  return json.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The request as a command line of curl. The log has no key: the environment gives it. */
export function curlOf({ method, path, requestBody }: LoggedRequest, origin: string): string {
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(origin + path)];
  words.push('-H', '"X-API-Key: $PIX_API_KEY"');
  if (requestBody) {
    words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(visible(requestBody)));
  }
  return words.join(' ');
}

/** The same as a command line of pix, with a field for each value of the body. */
export function pixOf({ method, path, requestBody }: LoggedRequest): string {
  const command = ['pix', 'api', method, quoted(path)];
  if (method === 'GET') return command.join(' ');
  const body = requestBody ?? '';
  const fields = visible(body) === body ? fieldsOf(body) : undefined;
  if (fields === undefined) {
    return `printf %s ${quoted(visible(body))} | ${[...command, '--input', '-', '--yes'].join(' ')}`;
  }
  return [...command, ...fields, '--yes'].join(' ');
}

/** Undefined for a body that has other values than texts, numbers and truth values. */
function fieldsOf(body: string): string[] | undefined {
  if (body === '') return [];
  const parsed = jsonOf(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const fields = Object.entries(parsed);
  if (fields.some(([name, value]) => !/^\w+$/.test(name) || typeof value === 'object')) return undefined;
  return fields.flatMap(([name, value]) => [
    typeof value === 'string' ? '-f' : '-F',
    quoted(`${name}=${String(value)}`),
  ]);
}

/** Undefined for what is no JSON, such as a body that was cut. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
