import { maskedKeyOf, type StoredKey } from '../../../client/profiles/profiles-file.ts';
import { PERMISSIONS } from '../../../contract/permission.ts';
import type { Fields } from '../../output/fields.ts';
import { storageOf, type KeyStorage } from '../../context/keys/store-key.ts';

/** `admin:all` cannot be detected: such a key shows all other permissions. */
const SHOWN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'admin:all');

/** A stored key as it is shown. */
export interface KeyRow {
  readonly name: string;
  /** Masked. */
  readonly key: string;
  readonly first: boolean;
  /** By name; null if unknown. */
  readonly permissions: Readonly<Record<string, boolean | null>>;
  readonly keyPlace: KeyStorage;
}

export const KEY_FIELDS: Fields<KeyRow> = [
  { path: 'name', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'first', kind: 'text' },
  ...SHOWN_PERMISSIONS.map((permission) => ({ path: `permissions.${permission}`, kind: 'text' }) as const),
  { path: 'keyPlace', kind: 'word' },
];

export function keyRow(stored: StoredKey, isFirst: boolean): KeyRow {
  const { name, permissions } = stored;
  return {
    name,
    key: maskedKeyOf(stored),
    first: isFirst,
    permissions: Object.fromEntries(
      SHOWN_PERMISSIONS.map((permission) => [permission, permissions?.[permission] ?? null]),
    ),
    keyPlace: storageOf(stored),
  };
}
