import type { TableColumn } from '../../output/table-layout.ts';
import { maskedKeyOf, storageOf, type KeyStorage, type StoredKey } from '../../../client/profiles/profiles-file.ts';
import { PERMISSIONS } from '../../../contract/permission.ts';
import type { Context } from '../../context/context.ts';
import { valueAt, type Field, type Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';

/** `admin:all` cannot be detected: such a key shows all other permissions. */
const SHOWN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'admin:all');

/** A stored key as it is shown. */
export interface KeyRow {
  readonly name: string;
  /** Masked. */
  readonly key: string;
  readonly first: boolean;
  /** By name; null if unknown. */
  readonly permissions: Readonly<Record<string, boolean | string | null>>;
  readonly keyPlace: KeyStorage;
}

export const KEY_FIELDS: Fields<KeyRow> = [
  { path: 'name', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'first', kind: 'text' },
  ...SHOWN_PERMISSIONS.map((permission) => ({ path: `permissions.${permission}`, kind: 'text' }) as const),
  { path: 'keyPlace', kind: 'word' },
];

/** Prints keys; for a person, without permissions that are not known of any key, and with words for those of one. */
export async function listKeys<Row extends KeyRow>(
  { screen: { text } }: Pick<Context, 'screen'>,
  output: Output<Row>,
  { profile, rows, fields }: { profile: string; rows: readonly Row[]; fields: Fields<Row> },
): Promise<void> {
  const wordsOf = ({ permissions }: Row) =>
    Object.fromEntries(Object.entries(permissions).map(([name, may]) => [name, may ?? text.keys.notTested]));
  const isKnown = ({ path }: Field) => rows.some((row) => valueAt(row, path) !== null);
  // `pix auth status` says the place, too.
  const columns: readonly TableColumn[] = fields
    .filter(isKnown)
    .map((field) => (field.path === 'keyPlace' ? { ...field, rank: 1, isSaidOnce: true, isExtra: true } : field));
  const shown = output.isForPerson ? rows.map((row) => ({ ...row, permissions: wordsOf(row) })) : rows;
  const envelope = (keys: readonly unknown[]) => ({ profile, keys });
  await output.list({ batches: [shown], envelope, emptyMessage: '' }, columns);
}

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
