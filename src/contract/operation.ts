import type * as z from 'zod';
import type { RateLimitName } from './limits.ts';

/** One operation of the API, described for clients, the service, the OpenAPI document and tests. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{id}` stands for the id of a resource. */
  readonly path: string;
  readonly summary: string;
  /** `main-key`: a key with `admin:all`. `anyone`: no key is required. */
  readonly access: Permission | 'main-key' | 'administrator' | 'anyone';
  readonly rateLimit: RateLimitName;
  /** How long the service may repeat a list answer. */
  readonly cacheSeconds?: number;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** What a key may do. `admin:all` implies every other. */
export const PERMISSIONS = [
  'read:payments',
  'read:withdraws',
  'read:balance',
  'write:withdraw:create',
  'write:payment:create',
  'admin:all',
] as const;
/** What a key may do. `admin:all` implies every other. */
export type Permission = (typeof PERMISSIONS)[number];
