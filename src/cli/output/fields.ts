import { usageError } from '../errors/command-error.ts';
import { closestWord } from '../errors/known-words.ts';
import type { Catalogue } from '../text/translate.ts';

/**
 * How a person sees a value, and what it is: `minute` and `age` are times, shown to the minute or as an age; `day` is a local
 * day; `count` is a number of things; `ordinal` numbers a row, a line or a version, and has no separators; `failure` and
 * `payoutReason` say why something was not paid; `word` and `keyType` are translated; `data` is a list or an object. Machine
 * formats contain the value unchanged.
 */
interface ValueOf {
  money: number;
  count: number;
  ordinal: number;
  duration: number;
  day: string;
  time: string;
  minute: string;
  age: string;
  status: string;
  failure: string;
  payoutReason: string;
  word: string;
  keyType: string;
  text: string;
  flag: boolean;
  data: object;
}

export type FieldKind = keyof ValueOf;

/** The names of a row's values of one type; dots lead into nested ones (`balance.total`). */
type PathOf<Row, Value> = Row extends unknown
  ? string extends keyof Row
    ? string
    : {
        [Name in keyof Row & string]:
          (NonNullable<Row[Name]> extends Value ? Name : never) | InnerPath<Name, NonNullable<Row[Name]>, Value>;
      }[keyof Row & string]
  : never;

type InnerPath<Name extends string, Inner, Value> = Inner extends readonly unknown[] | number
  ? never
  : Inner extends object
    ? `${Name}.${PathOf<Inner, Value>}`
    : never;

/** The resource of a status: each has its own words. */
export type StatusOf = keyof Catalogue['statuses'];

export interface Field<Path extends string = string, Kind extends FieldKind = FieldKind> {
  readonly path: Path;
  readonly kind: Kind;
  /** The resource of the status; for a mixed list, chosen per row. */
  readonly statusOf?: StatusOf | ((row: unknown) => StatusOf);
  /** The name of its label; default: its path. */
  readonly label?: keyof Catalogue['fields'];
}

/** The documented fields of a row, in the order of output. */
export type Fields<Row = unknown> = readonly (unknown extends Row
  ? Field
  : { [Kind in FieldKind]: Field<PathOf<Row, ValueOf[Kind]>, Kind> }[FieldKind])[];

export function ofKind<Kind extends FieldKind, const Path extends string>(
  kind: Kind,
  ...paths: readonly Path[]
): readonly Field<Path, Kind>[] {
  return paths.map((path) => ({ path, kind }));
}

export interface Selection {
  readonly explicit: boolean;
  /** As given, in that order; a path may name a whole object. */
  readonly paths: readonly string[];
  /** One per value. */
  readonly columns: readonly Field[];
}

export function allFields(fields: readonly Field[]): Selection {
  return { explicit: false, paths: fields.map(({ path }) => path), columns: fields };
}

/**
 * Reads `--fields a,b.c`. Without it, every documented field except `hidden` ones (pictures, which are too long for a
 * screen).
 *
 * @throws CommandError (usage) for an unknown name, so that nothing is sent for a response that cannot be shown.
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

/** The value at a dotted path; undefined if there is none. */
export function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), data);
}

/** A copy of the selected paths, in the order of the selection; null for missing ones. */
export function pickFields(data: unknown, selection: Selection): unknown {
  if (!selection.explicit) return data;
  const picked: Record<string, unknown> = {};
  for (const path of selection.paths) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let target = picked;
    for (const name of names) {
      const inner = target[name];
      // An object that was selected before is copied, because it belongs to `data`.
      const next = isObject(inner) ? { ...inner } : {};
      target[name] = next;
      target = next;
    }
    target[last] = valueAt(data, path) ?? null;
  }
  return picked;
}
