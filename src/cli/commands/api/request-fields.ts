import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';

/** What a request carries, put together from `name=value`. */
export type FieldValue = string | number | boolean | null | FieldValue[] | FieldObject;
export interface FieldObject {
  [name: string]: FieldValue;
}

/** A field as it was typed: where it goes, and what it is. */
export interface TypedField {
  /** `['permissions', '']`: an empty name is one more entry of a list. */
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
 * `true`, `false`, `null` and numbers as what they are, and anything else as text. A number that would not come out as
 * it was typed (too many digits for a float) stays text.
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

/** Of no kind: `__proto__` is a name like any other. */
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
