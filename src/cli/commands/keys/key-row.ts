import { maskedKeyOf, type StoredKey } from '../../../client/profiles/profiles-file.ts';
import { PERMISSIONS } from '../../../contract/permission.ts';
import type { Field } from '../../output/fields.ts';
import { placeOf } from './keep-key.ts';

/** `admin:all` can't be seen: it shows as all the others. */
const SHOWN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'admin:all');

/** What is shown of a stored key. The key itself only masked. */
export const KEY_FIELDS: readonly Field[] = [
  { path: 'name', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'first', kind: 'text' },
  ...SHOWN_PERMISSIONS.map((permission): Field => ({ path: `permissions.${permission}`, kind: 'text' })),
  { path: 'keyPlace', kind: 'word' },
];

/** With permissions true, false, or null where nobody knows. */
export function keyRow(stored: StoredKey, isFirst: boolean) {
  const { name, permissions } = stored;
  return {
    name,
    key: maskedKeyOf(stored),
    first: isFirst,
    permissions: Object.fromEntries(
      SHOWN_PERMISSIONS.map((permission) => [permission, permissions?.[permission] ?? null]),
    ),
    keyPlace: placeOf(stored),
  };
}
