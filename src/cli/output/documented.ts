import type { z } from 'zod';
import type { Fields } from './fields.ts';

/** The documented fields of a resource, loaded on demand. */
export function documented<Schema extends z.core.SomeType>(schema: () => Promise<Schema>) {
  return async (): Promise<Fields<z.output<Schema>>> => {
    const { documentedFields } = await import('./documented-fields.ts');
    return documentedFields<Schema>(await schema());
  };
}
