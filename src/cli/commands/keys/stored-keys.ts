import type { TableColumn } from '../../output/table-layout.ts';
import { maskedKeyOf, storageOf, type KeyStorage, type StoredKey } from '../../../client/profiles/profiles-file.ts';
import { PERMISSIONS } from '../../../contract/operation.ts';
import type { Context } from '../../context/context.ts';
import { ofKind, valueAt, type Field, type Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';
import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import { forgetKeys, asStoredKey, storeKey, storageInWords, tryReads } from '../../context/stored-keys.ts';
import { keyNamed, unlockKeys } from '../../../client/profiles/stored-keys.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { remove, move } from './command.ts';

/** `admin:all` cannot be detected: such a key shows all other permissions. */
const SHOWN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'admin:all');

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
  ...ofKind('text', 'name', 'key', 'first'),
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
  await output.list({ batches: [shown], envelope: (keys) => ({ profile, keys }), emptyMessage: '' }, columns);
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

/** `pix keys list`: sends no request. */
export async function runList(context: Context, _flags: object, output: Output<KeyRow>): Promise<void> {
  const { profileName, profile } = await context.session.editProfile();
  const rows = profile.keys.map((key, index) => keyRow(key, index === 0));
  await listKeys(context, output, { profile: profileName, rows, fields: KEY_FIELDS });
}

type RemoveFlags = OptionsOf<typeof remove>;

export async function runRemove(context: Context, { name }: RemoveFlags, output: Output<KeyRow>): Promise<void> {
  const { text } = context.screen;
  const ring = await context.session.editProfile();
  const { profiles, profileName, profile } = ring;
  const removed = keyNamed(name, ring);
  if (profile.keys.length === 1) throw usageError('last_key', text.keys.lastKey(profileName));
  profiles.changeKeys(profileName, (keys) =>
    keys.filter((stored) => fingerprintOfStored(stored) !== fingerprintOfStored(removed)),
  );
  await forgetKeys(context, [removed]);
  await output.one(keyRow(removed, profile.keys[0] === removed), () => '');
  context.screen.notify(text.keys.removed(name, profileName));
}

type MoveFlags = OptionsOf<typeof move>;

/** `pix keys move STORAGE`: removes a key from its old storage once the new one has it. */
export async function runMove(context: Context, { storage }: MoveFlags, output: Output<KeyRow>): Promise<void> {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const moving = profile.keys.filter((stored) => storageOf(stored) !== storage);
  const words = storageInWords(storage, profiles.path, context.screen);
  for (const stored of moving) {
    const { name, permissions } = stored;
    const [unlocked] = await unlockKeys([stored], profileName, context.session.keychain, context.host.interruption);
    if (unlocked === undefined) continue;
    const flags = { keychain: storage === 'keychain' };
    await storeKey(context, `${profileName}/${name}`, unlocked.key, flags, (written) => {
      profiles.changeKeys(profileName, (keys) =>
        keys.map((other) =>
          fingerprintOfStored(other) === fingerprintOfStored(stored)
            ? { ...asStoredKey(name, written), ...(permissions !== undefined && { permissions }) }
            : other,
        ),
      );
    });
    await forgetKeys(context, [stored]);
  }
  if (context.screen.format !== 'table' || output.chosenFields !== undefined) {
    const rows = (profiles.get(profileName)?.keys ?? []).map((key, index) => keyRow(key, index === 0));
    const envelope = (keys: readonly unknown[]) => ({ profile: profileName, keys });
    await output.list({ batches: [rows], envelope, emptyMessage: '' }, KEY_FIELDS);
  }
  if (moving.length === 0) context.screen.notify(text.keys.nothingToMove(profileName, words));
  else context.screen.notify(text.keys.moved(moving.length, profileName, words));
}

interface CheckedRow extends KeyRow {
  readonly accepted: boolean;
}

export const FIELDS: Fields<CheckedRow> = KEY_FIELDS.flatMap((field) =>
  field.path === 'first' ? [field, { path: 'accepted', kind: 'text' } as const] : [field],
);

interface CheckedKey {
  readonly key: StoredKey;
  readonly isAccepted: boolean;
}

/** `pix keys check`: tests what each key may read, and stores the result. */
export async function runCheck(context: Context, _flags: object, output: Output<CheckedRow>): Promise<void> {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const checked: CheckedKey[] = [];
  for (const stored of profile.keys) {
    const { baseUrl, requestFieldNames, refusalForm } = profile;
    const apiKeys = await unlockKeys([stored], profileName, context.session.keychain, context.host.interruption);
    // A separate client for each key: with several keys, a client may use another one.
    const client = await context.session.openClient({ baseUrl, requestFieldNames, refusalForm, apiKeys });
    const isAccepted = await tryReads(client);
    checked.push({ key: { ...stored, permissions: client.keys()[0]?.permissions }, isAccepted });
  }
  profiles.changeKeys(profileName, (keys) =>
    keys.map((stored) => {
      const seen = checked.find(({ key }) => fingerprintOfStored(key) === fingerprintOfStored(stored));
      return seen === undefined ? stored : { ...stored, permissions: seen.key.permissions };
    }),
  );

  const rows = checked.map(({ key, isAccepted }, index) => ({ ...keyRow(key, index === 0), accepted: isAccepted }));
  await listKeys(context, output, { profile: profileName, rows, fields: FIELDS });
  context.screen.notify(text.keys.writesUnknown);
  const refused = checked.filter(({ isAccepted }) => !isAccepted).map(({ key }) => key.name);
  if (refused.length > 0) {
    throw commandError(EXIT.access, 'keys_refused', text.keys.refused(refused), { details: { names: refused } });
  }
}
