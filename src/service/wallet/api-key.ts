import { hash } from 'node:crypto';
import type { Permission } from '../../contract/operation.ts';
import type { Account } from './account.ts';

/** A key as it is stored: its digest identifies the key, but the key cannot be computed from it. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly digest: Uint8Array;
  readonly masked: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: number;
}

/** A key, and what of its account each answer to it depends on. */
export interface CallerKey extends ApiKey, Pick<Account, 'listCache' | 'clockAheadMs'> {}

/** SHA-256 of a key. The key is long and random, so an unsalted hash of it cannot be reversed. */
export function digestOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Main keys may do everything on their account, and issue other keys. */
export function isMainKey({ permissions }: ApiKey): boolean {
  return permissions.includes('admin:all');
}
