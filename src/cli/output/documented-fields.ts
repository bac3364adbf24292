import * as z from 'zod';
import { timestamp, valueCentavos } from '../../contract/field.ts';
import type { Field, FieldKind, Fields, StatusOf } from './fields.ts';

type DocumentedOf<Row> = Row extends string | number | readonly unknown[]
  ? Row
  : Row extends object
    ? { [Name in keyof Row as string extends Name ? never : Name]: DocumentedOf<Row[Name]> }
    : Row;

export type DocumentedFields<Schema extends z.core.SomeType> = Fields<DocumentedOf<z.output<Schema>>>;

/** Every documented value of a resource, in the contract's order. */
export function documentedFields<Schema extends z.core.SomeType>(schema: Schema): DocumentedFields<Schema> {
  return fieldsBelow(schema, '') as Fields as DocumentedFields<Schema>;
}

function fieldsBelow(schema: z.core.SomeType, path: string): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return fieldsBelow(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.SomeType>(schema.shape).flatMap(([name, field]) =>
      fieldsBelow(field, path === '' ? name : `${path}.${name}`),
    );
  }
  if (path === 'status' && schema instanceof z.ZodEnum) return [{ path, kind: 'status', statusOf: statusOf(schema) }];
  if (path === 'failureReason') return [{ path, kind: 'failure' }];
  if (path === 'pixKeyType') return [{ path, kind: 'keyType' }];
  return [{ path, kind: path.endsWith('Centavos') ? 'money' : kindOf(schema) }];
}

function kindOf(schema: z.core.SomeType): FieldKind {
  if ('money' in schema || schema === valueCentavos) return 'money';
  if (schema === timestamp) return 'time';
  if (schema instanceof z.ZodNumber) return 'count';
  return schema instanceof z.ZodBoolean ? 'flag' : 'text';
}

/** Each resource has a status that no other has, except a withdrawal. */
function statusOf({ options }: z.ZodEnum): StatusOf {
  if (options.includes('ACTIVE')) return 'charge';
  return options.includes('OPEN') ? 'dispute' : 'withdrawal';
}
