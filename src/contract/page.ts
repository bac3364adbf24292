import * as z from 'zod';
import { position } from './field.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAXIMUM } from './limits.ts';

/** As text, in a query. */
export const wholeNumberText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, 0 or more')
  .transform(Number);

/** Query parameters of every list: text, as in a URL. */
export function pageQuery<Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
  return z.object({
    status: z.enum(statuses).optional(),
    limit: wholeNumberText
      .pipe(z.int().min(1).max(PAGE_LIMIT_MAXIMUM))
      .default(PAGE_LIMIT_DEFAULT)
      .describe(`Rows to answer, 1 to ${PAGE_LIMIT_MAXIMUM}`),
    offset: wholeNumberText
      .pipe(z.int().min(0).max(999_999_999_999_999))
      .default(0)
      .describe('Rows to skip, from the newest'),
  });
}

/** The position of a page in its list. `total` follows the status filter. */
export const pagination = z.looseObject({ total: position, limit: position, offset: position, hasMore: z.boolean() });
