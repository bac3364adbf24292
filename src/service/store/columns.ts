import { centavos, type Centavos } from '../../pix/centavos.ts';
import { bytesOf, integerOf, textOf, wordOf } from '../../sql/row.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';

/** Columns, each with what is written in it. */
export type Values<Value> = Readonly<Record<string, (value: Value) => SqlValue>>;

/** How a value is stored: in which columns, and the way there and back. */
export interface Stored<Value> {
  readonly columns: Values<Value>;
  readonly read: (row: SqlRow) => Value;
}

/** How each field of a record is stored. */
export type Fields<Value> = { readonly [Name in keyof Value]-?: Stored<Value[Name]> };

export function text(name: string): Stored<string> {
  return { columns: { [name]: (value) => value }, read: (row) => textOf(row, name) };
}

export function integer(name: string): Stored<number> {
  return { columns: { [name]: (value) => value }, read: (row) => integerOf(row, name) };
}

export function amount(name: string): Stored<Centavos> {
  return { columns: { [name]: (value) => value }, read: (row) => centavos(integerOf(row, name)) };
}

export function flag(name: string): Stored<boolean> {
  return { columns: { [name]: Number }, read: (row) => integerOf(row, name) === 1 };
}

export function bytes(name: string): Stored<Uint8Array> {
  return { columns: { [name]: (value) => Buffer.from(value) }, read: (row) => bytesOf(row, name) };
}

export function word<Word extends string>(name: string, words: readonly Word[]): Stored<Word> {
  return { columns: { [name]: (value) => value }, read: (row) => wordOf(row, name, words) };
}

/** A value whose columns are all null when it is. */
export function nullable<Value>({ columns, read }: Stored<Value>): Stored<Value | null> {
  const [first = ''] = Object.keys(columns);
  const written = Object.entries(columns).map(([name, valueOf]) => [
    name,
    (value: Value | null) => (value === null ? null : valueOf(value)),
  ]);
  return {
    columns: Object.fromEntries(written) as Values<Value | null>,
    read: (row) => (row[first] === null ? null : read(row)),
  };
}

/** A record in the columns of its fields. */
export function record<Value extends object>(fields: Fields<Value>): Stored<Value> {
  const names = Object.keys(fields) as (keyof Value)[];
  const columns = names.flatMap((field) =>
    Object.entries(fields[field].columns).map(([name, valueOf]) => [name, (value: Value) => valueOf(value[field])]),
  );
  return {
    columns: Object.fromEntries(columns) as Values<Value>,
    read(row) {
      const value: Partial<Value> = {};
      for (const name of names) value[name] = fields[name].read(row);
      return value as Value;
    },
  };
}

/** Fields that have the names of their columns. */
export function named<Name extends string>(...names: readonly Name[]): Values<Readonly<Record<Name, SqlValue>>> {
  return Object.fromEntries(names.map((name) => [name, (value: Readonly<Record<Name, SqlValue>>) => value[name]]));
}

export function only<Value>(columns: Values<Value>, ...names: readonly string[]): Values<Value> {
  const valueOf = (name: string) => {
    const found = columns[name];
    if (found === undefined) throw new TypeError(`there is no column ${name}`);
    return found;
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
