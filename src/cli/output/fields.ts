import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/**
 * How people are shown a value: `minute` and `age` are moments, to the minute and by the time passed; `count` is a number
 * of things, `failure` and `payoutReason` say why
 * something was not paid; `word` and `keyType` are one of a few words, which people read in their language. Machine formats carry it as it is.
 */
export type FieldKind =
  | 'money'
  | 'count'
  | 'time'
  | 'minute'
  | 'age'
  | 'duration'
  | 'status'
  | 'failure'
  | 'payoutReason'
  | 'word'
  | 'keyType'
  | 'text';

/** The names of a row's values, with dots where one is within another (`balance.total`). */
type PathOf<Row> = Row extends unknown
  ? string extends keyof Row
    ? string
    : { [Name in keyof Row & string]: Name | InnerPath<Name, NonNullable<Row[Name]>> }[keyof Row & string]
  : never;

type InnerPath<Name extends string, Value> = Value extends readonly unknown[] | number
  ? never
  : Value extends object
    ? `${Name}.${PathOf<Value>}`
    : never;

/** Whose status it is: each has words of its own. */
export type StatusOf = keyof Catalogue['statuses'];

/** A documented field of a row. */
export interface Field<Path extends string = string> {
  readonly path: Path;
  readonly kind: FieldKind;
  /** Whose status it is; a row of mixed ones says it itself. */
  readonly statusOf?: StatusOf | ((row: unknown) => StatusOf);
}

/** The documented fields of a row, in the order in which they are printed. */
export type Fields<Row = unknown> = readonly Field<unknown extends Row ? string : PathOf<Row>>[];

export interface Selection {
  /** Whether `--fields` named them. */
  readonly explicit: boolean;
  /** As named, in that order; a name may stand for a whole object. */
  readonly paths: readonly string[];
  /** One for each value. */
  readonly columns: readonly Field[];
}

/** Every field, where `--fields` has no say. */
export function allFields(fields: readonly Field[]): Selection {
  return { explicit: false, paths: fields.map(({ path }) => path), columns: fields };
}

/**
 * Reads `--fields a,b.c`. Without it, every documented field but `hidden` ones (pictures, that would drown the rest).
 *
 * @throws CommandError (usage) when a name is unknown, so that nothing is sent for a response that cannot be shown.
 */
export function selectFields(
  requested: string | undefined,
  fields: readonly Field[],
  text: Catalogue,
  hidden: readonly string[] = [],
): Selection {
  if (requested === undefined) {
    return allFields(fields.filter((field) => !hidden.includes(field.path)));
  }
  const paths = requested.split(',').map((name) => name.trim());
  const columns = paths.flatMap((path) => {
    const matching = fields.filter((field) => field.path === path || field.path.startsWith(`${path}.`));
    if (matching.length > 0) return matching;
    const known = fields.map((field) => field.path);
    throw usageError('unknown_field', text.usage.unknownField(path, known, closestWord(path, known)), {
      fields: known,
    });
  });
  return { explicit: true, paths, columns };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The value at a dotted path; undefined where there is none. */
export function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), data);
}

/** A copy of `data` with the selected paths alone, in the order of the selection; null for what is missing. */
export function pickFields(data: unknown, selection: Selection): unknown {
  if (!selection.explicit) return data;
  const picked: Record<string, unknown> = {};
  for (const path of selection.paths) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let target = picked;
    for (const name of names) {
      const inner = target[name];
      // A whole object that was selected before is copied, for it belongs to `data`.
      const next = isObject(inner) ? { ...inner } : {};
      target[name] = next;
      target = next;
    }
    target[last] = valueAt(data, path) ?? null;
  }
  return picked;
}
