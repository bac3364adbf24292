import { centavos, type Centavos } from '../../pix/centavos.ts';
import { flag as flagDefinition, type Table } from '../../sql/printed-schema.ts';
import { bytesOf, integerOf, textOf, wordOf } from '../../sql/row.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';

/** Columns, each with what is written in it. */
export type Values<Value> = Readonly<Record<string, (value: Value) => SqlValue>>;

/** How a value is stored: in which columns, and the way there and back. */
export interface Stored<Value> {
  readonly columns: Values<Value>;
  /** Of its columns, for the table that it has. */
  readonly definitions: Table['columns'];
  readonly read: (row: SqlRow) => Value;
}

/** How each field of a record is stored. */
export type Fields<Value> = { readonly [Name in keyof Value]-?: Stored<Value[Name]> };

/** @param constraints besides its type, here and below: besides that it is not null */
export function id(name: string, ...constraints: readonly string[]): Stored<string> {
  const definitions = { [name]: `id ${constraints.join(' ')}` as const };
  return { columns: { [name]: (value) => value }, definitions, read: (row) => textOf(row, name) };
}

export function text(name: string, ...constraints: readonly string[]): Stored<string> {
  const definitions = { [name]: `text ${['NOT NULL', ...constraints].join(' ')}` as const };
  return { columns: { [name]: (value) => value }, definitions, read: (row) => textOf(row, name) };
}

export function integer(name: string, ...constraints: readonly string[]): Stored<number> {
  const definitions = { [name]: `integer ${['NOT NULL', ...constraints].join(' ')}` as const };
  return { columns: { [name]: (value) => value }, definitions, read: (row) => integerOf(row, name) };
}

export function amount(name: string, ...constraints: readonly string[]): Stored<Centavos> {
  return { ...integer(name, ...constraints), read: (row) => centavos(integerOf(row, name)) };
}

export function flag(name: string): Stored<boolean> {
  const definitions = { [name]: flagDefinition(name) };
  return { columns: { [name]: Number }, definitions, read: (row) => integerOf(row, name) === 1 };
}

/** SHA-256. */
export function digest(...constraints: readonly string[]): Stored<Uint8Array> {
  const rest = [...constraints, 'CHECK (length(digest) = 32)'].join(' ');
  const definitions = { digest: `bytes NOT NULL ${rest}` as const };
  return { columns: { digest: (value) => Buffer.from(value) }, definitions, read: (row) => bytesOf(row, 'digest') };
}

export function word<Word extends string>(name: string, words: readonly Word[], ...constraints: readonly string[]) {
  const { columns, definitions } = text(name, ...constraints);
  return { columns, definitions, read: (row: SqlRow) => wordOf(row, name, words) } satisfies Stored<Word>;
}

/** A word that the database knows, too. */
export function status<Word extends string>(words: readonly Word[]) {
  return word('status', words, `CHECK (status IN (${words.map((one) => `'${one}'`).join(', ')}))`);
}

/** A value whose columns are all null when it is. */
export function nullable<Value>({ columns, definitions, read }: Stored<Value>): Stored<Value | null> {
  const [first = ''] = Object.keys(columns);
  const written = Object.entries(columns).map(([name, valueOf]) => [
    name,
    (value: Value | null) => (value === null ? null : valueOf(value)),
  ]);
  const defined = Object.entries(definitions).map(([name, definition]) => [name, definition.replace(' NOT NULL', '')]);
  return {
    columns: Object.fromEntries(written) as Values<Value | null>,
    definitions: Object.fromEntries(defined) as Table['columns'],
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
    definitions: Object.assign({}, ...names.map((field) => fields[field].definitions)) as Table['columns'],
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
