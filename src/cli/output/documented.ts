import type { z } from 'zod';
import type { DocumentedFields } from './documented-fields.ts';

/** The documented fields of a resource, loaded on demand. */
export function documented<Schema extends z.core.SomeType>(schema: () => Promise<Schema>) {
  return async (): Promise<DocumentedFields<Schema>> => {
    const { documentedFields } = await import('./documented-fields.ts');
    return documentedFields<Schema>(await schema());
  };
}
