import type * as z from 'zod';
import { Refusal } from '../wallet/refusal.ts';

/** Parses a query or a body. @throws {Refusal} `validation_failed`, naming every wrong field */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const details = outcome.error.issues.flatMap((issue) => detailsOf(issue, value));
  const [first] = details;
  const message = first === undefined ? 'The request is invalid' : `${first.path || 'the body'}: ${first.message}`;
  throw new Refusal('validation_failed', message, { details });
}

function detailsOf(issue: z.core.$ZodIssue, value: unknown) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }));
  }
  const path = issue.path.join('.');
  const isMissing = path !== '' && valueAt(value, issue.path) === undefined && issue.code !== 'custom';
  return [{ path, message: isMissing ? 'is required' : issue.message }];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  );
}
