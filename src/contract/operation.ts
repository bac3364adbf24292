import type * as z from 'zod';
import type { Permission } from './permission.ts';
import type { RateLimitName } from './rate-limit.ts';

/** One operation of the API: all that a client, a server, a document or a test needs to know of it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` where the id of a resource goes. */
  readonly path: string;
  readonly summary: string;
  /** `main-key`: a key that holds `admin:all`. `anyone`: no key is asked for. */
  readonly access: Permission | 'main-key' | 'administrator' | 'anyone';
  readonly rateLimit: RateLimitName;
  /** How long a list answer may be repeated. */
  readonly cacheSeconds?: number;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}
