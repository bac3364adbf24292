import { readFile } from 'node:fs/promises';
import { isSystemError } from '../../../files/system-error.ts';
import { RAW_METHODS, type RawMethod, type RawRequest } from '../../../client/http/addresses.ts';
import { usageError } from '../../errors/command-error.ts';
import { oneOf } from '../../input/option-values.ts';
import type { Context } from '../../context/context.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { api } from './command.ts';

export type RequestFlags = OptionsOf<typeof api>;

/**
 * The request that was typed. Fields go into the body as JSON, or into the query of a GET and of a request with a body
 * from a file.
 *
 * @throws CommandError invalid_method, invalid_field, file_unreadable
 */
export async function readRequest(context: Context, flags: RequestFlags): Promise<RawRequest> {
  const { text } = context.screen;
  const { path, rawField = [], field = [], input } = flags;
  const method = readMethod(flags.method, text);
  const texts = rawField.map((typed) => readField(typed, text));
  const others = field.map((typed) => readField(typed, text));
  const fields: (readonly [TypedField, string | number | boolean | null])[] = texts.map(
    (one) => [one, one.value] as const,
  );
  for (const one of others) {
    const isFile = one.value.startsWith('@');
    const read = isFile
      ? new TextDecoder().decode(await readInput(context, one.value.slice(1)))
      : typedValue(one.value);
    fields.push([one, read]);
  }
  if (method === 'GET' || input !== undefined) {
    const query = fields.map(([one, value]) => [nameInQuery(one), String(value)] as const);
    const body = input === undefined ? undefined : await readInput(context, input);
    return { method, path, query, body };
  }
  if (fields.length === 0) return { method, path };
  const body = new Uint8Array(Buffer.from(JSON.stringify(putTogether(fields, text))));
  return { method, path, body };
}

function readMethod(typed: string, text: Catalogue): RawMethod {
  return oneOf(RAW_METHODS, typed, text.api.help.method.value.toUpperCase(), 'invalid_method', text);
}

function nameInQuery({ path: [name = '', ...inner] }: TypedField): string {
  return name + inner.map((one) => `[${one}]`).join('');
}

async function readInput(
  { host: { stdin }, screen: { text } }: Context,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin.bytes()) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw usageError('file_unreadable', text.api.unreadable(path, plainCause(error, text)));
  }
}

/** The JSON value of fields such as `name=value`. */
type FieldValue = string | number | boolean | null | FieldValue[] | FieldObject;
interface FieldObject {
  [name: string]: FieldValue;
}

interface TypedField {
  /** `['permissions', '']`: an empty name adds an entry to a list. */
  readonly path: readonly string[];
  readonly value: string;
}

const FIELD = /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s;

/** Reads `name=value`, `name[inner]=value` and `name[]=value`. @throws CommandError invalid_field */
function readField(typed: string, text: Catalogue): TypedField {
  const [, name = '', brackets = '', value = ''] = FIELD.exec(typed) ?? [];
  if (name === '') throw usageError('invalid_field', text.api.badField(typed));
  const inner = Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, one = '']) => one);
  return { path: [name, ...inner], value };
}

/**
 * `true`, `false`, `null` and numbers keep their type; anything else is text. A number with too many digits for a float
 * stays text, because it would be sent changed.
 */
function typedValue(value: string): string | number | boolean | null {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= 15;
  return isNumber ? Number(value) : value;
}

/** @throws CommandError invalid_field when two fields contradict each other */
function putTogether(fields: readonly (readonly [TypedField, FieldValue])[], text: Catalogue): FieldObject {
  const whole = emptyObject();
  for (const [{ path }, value] of fields) put(whole, path, value, () => clash(path, text));
  return whole;
}

/** Without a prototype: `__proto__` is a name like any other. */
const emptyObject = (): FieldObject => ({ __proto__: null });

function clash([name = '']: readonly string[], text: Catalogue) {
  return usageError('invalid_field', text.api.fieldsClash(name));
}

function put(
  target: FieldObject | FieldValue[],
  path: readonly string[],
  value: FieldValue,
  refuse: () => Error,
): void {
  const [name = '', ...rest] = path;
  if (Array.isArray(target) !== (name === '')) throw refuse();
  const existing = Array.isArray(target) ? undefined : target[name];
  const isLast = rest.length === 0;
  if (isLast && existing !== undefined) throw refuse();
  const next: FieldValue = isLast ? value : (existing ?? (rest[0] === '' ? [] : emptyObject()));
  if (Array.isArray(target)) target.push(next);
  else target[name] = next;
  if (isLast) return;
  if (typeof next !== 'object' || next === null) throw refuse();
  put(next, rest, value, refuse);
}
