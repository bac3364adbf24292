import { hash } from 'node:crypto';
import type { Permission } from '../../contract/permission.ts';

/** A key as it is stored: the digest recognises a key, but the key can't be computed from it. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly digest: Uint8Array;
  /** As it may be shown. */
  readonly masked: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: number;
}

/** SHA-256 of a key. The key is long and random: a plain hash of it can't be guessed back. */
export function digestOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Main keys may do everything on their account, and issue others. */
export function isMainKey({ permissions }: ApiKey): boolean {
  return permissions.includes('admin:all');
}
