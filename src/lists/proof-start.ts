import * as z from 'zod';

/** A `ProofStart` as it was kept in a file: what it says holds for as long as the list only grows. */
export const proofStart = z.object({
  asOf: z.number(),
  total: z.int(),
  firstNumber: z.int(),
  endNumber: z.int(),
  newestId: z.string().optional(),
});
