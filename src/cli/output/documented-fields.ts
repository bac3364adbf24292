import * as z from 'zod';
import { count, timestamp, valueCentavos } from '../../contract/field.ts';
import type { Field, FieldKind, Fields } from './fields.ts';

/** Every value that the contract documents for a resource, in its order. */
export function documentedFields<Schema extends z.core.SomeType>(schema: Schema): Fields<z.output<Schema>> {
  return fieldsBelow(schema, '') as Fields as Fields<z.output<Schema>>;
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
  return [{ path, kind: kindOf(schema, path) }];
}

function kindOf(schema: z.core.SomeType, path: string): FieldKind {
  if ('money' in schema || schema === valueCentavos) return 'money';
  if (schema === count) return 'count';
  if (schema === timestamp) return 'time';
  return path === 'status' ? 'status' : 'text';
}
