import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';

/** The JSON value of fields such as `name=value`. */
export type FieldValue = string | number | boolean | null | FieldValue[] | FieldObject;
export interface FieldObject {
  [name: string]: FieldValue;
}

/** A typed field: its path and its value. */
export interface TypedField {
  /** `['permissions', '']`: an empty name adds an entry to a list. */
  readonly path: readonly string[];
  readonly value: string;
}

const FIELD = /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s;

/** Reads `name=value`, `name[inner]=value` and `name[]=value`. @throws CommandError invalid_field */
export function readField(typed: string, text: Catalogue): TypedField {
  const [, name = '', brackets = '', value = ''] = FIELD.exec(typed) ?? [];
  if (name === '') throw usageError('invalid_field', text.api.badField(typed));
  const inner = Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, one = '']) => one);
  return { path: [name, ...inner], value };
}

/**
 * `true`, `false`, `null` and numbers keep their type; anything else is text. A number with too many digits for a float
 * stays text, because it would be sent changed.
 */
export function typedValue(value: string): string | number | boolean | null {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= 15;
  return isNumber ? Number(value) : value;
}

/** @throws CommandError invalid_field when two fields contradict each other */
export function putTogether(fields: readonly (readonly [TypedField, FieldValue])[], text: Catalogue): FieldObject {
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
