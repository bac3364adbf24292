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
