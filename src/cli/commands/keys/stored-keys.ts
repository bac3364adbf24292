import type { Run } from '../../command/command.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { maskedKeyOf, storageOf, type KeyStorage, type StoredKey } from '../../../client/profiles/profiles-file.ts';
import { PERMISSIONS } from '../../../contract/operation.ts';
import type { Context } from '../../context/context.ts';
import { ofKind, valueAt, type Field, type Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';
import { fingerprintOfStored, fingerprintOf } from '../../../client/profiles/key-fingerprint.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import { forgetKeys, asStoredKey, storeKey, storageInWords, tryReads } from '../../context/stored-keys.ts';
import { keyNamed, unlockKeys, type NamedProfile } from '../../../client/profiles/stored-keys.ts';
import type { remove, move, add } from './command.ts';
import type { NamedKey } from '../../../client/rate-limit/key-pool.ts';
import { isEntryName } from '../../../client/profiles/profiles.ts';
import { maskKey } from '../../../client/http/redact.ts';
import { readApiKey, keyCommandOf, printedKey } from '../../input/api-key.ts';
import { originOf } from '../../context/settings.ts';
import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError, isForbidden } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';

/** `admin:all` cannot be detected: such a key shows all other permissions. */
const SHOWN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'admin:all');

interface KeyRow {
  readonly name: string;
  /** Masked. */
  readonly key: string;
  readonly first: boolean;
  /** By name; null if unknown. */
  readonly permissions: Readonly<Record<string, boolean | string | null>>;
  readonly keyPlace: KeyStorage;
}

export const KEY_FIELDS: Fields<KeyRow> = [
  ...ofKind('text', 'name', 'key'),
  { path: 'first', kind: 'flag' },
  ...SHOWN_PERMISSIONS.map((permission) => ({ path: `permissions.${permission}`, kind: 'flag' }) as const),
  { path: 'keyPlace', kind: 'word' },
];

/** Prints keys; for a person, without permissions that are not known of any key, and with words for those of one. */
async function listKeys<Row extends KeyRow>(
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
    .map((field) => (field.path === 'keyPlace' ? { ...field, rank: 1, isExtra: true } : field));
  const shown = output.isForPerson ? rows.map((row) => ({ ...row, permissions: wordsOf(row) })) : rows;
  await output.list({ batches: [shown], envelope: (keys) => ({ profile, keys }), emptyMessage: '' }, columns);
}

function keyRow(stored: StoredKey, isFirst: boolean): KeyRow {
  const { name, permissions: known } = stored;
  const permissions = Object.fromEntries(
    SHOWN_PERMISSIONS.map((permission) => [permission, known?.[permission] ?? null]),
  );
  return { name, key: maskedKeyOf(stored), first: isFirst, permissions, keyPlace: storageOf(stored) };
}

/** `pix keys list`: sends no request. */
export async function runList(context: Context, _flags: object, output: Output<KeyRow>): Promise<void> {
  const { profileName, profile } = await context.session.editProfile();
  const rows = profile.keys.map((key, index) => keyRow(key, index === 0));
  await listKeys(context, output, { profile: profileName, rows, fields: KEY_FIELDS });
}

export const runRemove: Run<typeof remove, KeyRow> = async (context, { name }, output) => {
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
};

/** `pix keys move STORAGE`: removes a key from its old storage once the new one has it. */
export const runMove: Run<typeof move, KeyRow> = async (context, { storage }, output) => {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const moving = profile.keys.filter((stored) => storageOf(stored) !== storage);
  const words = storageInWords(storage, profiles.path, context.screen);
  for (const stored of moving) {
    const { name, permissions } = stored;
    const [moved] = await unlocked(context, profileName, [stored]);
    if (moved === undefined) continue;
    const flags = { keychain: storage === 'keychain' };
    await storeKey(context, `${profileName}/${name}`, moved.key, flags, (written) => {
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
  if (!output.isForPerson) {
    const rows = (profiles.get(profileName)?.keys ?? []).map((key, index) => keyRow(key, index === 0));
    await listKeys(context, output, { profile: profileName, rows, fields: KEY_FIELDS });
  }
  if (moving.length === 0) context.screen.notify(text.keys.nothingToMove(profileName, words));
  else context.screen.notify(text.keys.moved(moving.length, profileName, words));
};

interface CheckedRow extends KeyRow {
  readonly accepted: boolean;
}

export const FIELDS: Fields<CheckedRow> = KEY_FIELDS.flatMap((field): Fields<CheckedRow> =>
  field.path === 'first' ? [field, { path: 'accepted', kind: 'flag' }] : [field],
);

/** `pix keys check`: tests what each key may read, and stores the result. */
export async function runCheck(context: Context, _flags: object, output: Output<CheckedRow>): Promise<void> {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const checked: { readonly key: StoredKey; readonly isAccepted: boolean }[] = [];
  for (const stored of profile.keys) {
    const apiKeys = await unlocked(context, profileName, [stored]);
    // A separate client for each key: with several keys, a client may use another one.
    const client = await context.session.openClient({ ...profile, apiKeys });
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

export const runAdd: Run<typeof add, KeyRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const { name } = flags;
  const ring = await context.session.editProfile();
  const { profiles, profileName, profile } = ring;
  if (!isEntryName(name)) throw usageError('invalid_key_name', text.configuration.invalid_key_name(''));
  if (profile.keys.some((key) => key.name === name)) {
    throw usageError('key_name_taken', text.keys.nameTaken(name, profileName));
  }
  const command = keyCommandOf(context, flags);
  const key = command === undefined ? await readApiKey(context) : await printedKey(context, command);
  const twin = profile.keys.find((stored) => fingerprintOfStored(stored) === fingerprintOf(key));
  if (twin !== undefined) throw usageError('duplicate_key', text.keys.alreadyThere(twin.name, profileName));

  const permissions = await verify(context, ring, { name, key });
  let added: StoredKey = { name, key, permissions };
  const { keychain } = flags;
  const storage = await storeKey(context, `${profileName}/${name}`, key, { keychain, command }, (written) => {
    added = { ...asStoredKey(name, written), permissions };
    profiles.changeKeys(profileName, (keys) => [...keys, added]);
  });
  await output.one(keyRow(added, false), () => '');
  context.screen.notify(text.keys.added(name, maskKey(key), profileName));
  context.screen.notify(text.keyStorage.stored(maskKey(key), storageInWords(storage, profiles.path, context.screen)));
};

function unlocked({ session, host }: Context, profileName: string, keys: readonly StoredKey[]) {
  return unlockKeys(keys, profileName, session.keychain, host.interruption);
}

/** @returns the detected permissions. @throws CommandError unless it is a valid key of the same account */
async function verify(context: Context, { profile, profileName }: NamedProfile, key: NamedKey) {
  const { text } = context.screen;
  const client = await context.session.openClient({ ...profile, apiKeys: [key] });
  if (!(await tryReads(client))) {
    throw commandError(EXIT.access, 'unauthorized', text.auth.keyRefused(originOf(profile.baseUrl)));
  }
  const apiKeys = await unlocked(context, profileName, profile.keys);
  const sameness = await isSameAccount(await context.session.openClient({ ...profile, apiKeys }), client);
  if (sameness === 'other') throw usageError('other_account', text.keys.otherAccount(profileName));
  if (sameness === 'unknown') context.screen.notify(text.keys.accountUnchecked);
  return client.keys()[0]?.permissions ?? {};
}

type Sameness = 'same' | 'other' | 'unknown';
type Rows = Page<{ readonly id: string }, unknown>;

/**
 * Whether two clients' keys belong to one account. Compares what both may read: rows with the same number have the same
 * id only within one account; otherwise the balance.
 */
async function isSameAccount(known: PixClient, added: PixClient): Promise<Sameness> {
  for (const list of ['payments', 'withdraws'] as const) {
    const newest = (client: PixClient): Promise<Rows> => client[list].page({ limit: PAGE_LIMIT_MAXIMUM });
    const [ours, theirs] = [await readable(newest(known)), await readable(newest(added))];
    const sameness = ours === undefined || theirs === undefined ? 'unknown' : byRows(ours, theirs);
    if (sameness !== 'unknown') return sameness;
  }
  const before = await readable(known.balance());
  const theirs = before && (await readable(added.balance()));
  const after = theirs && (await readable(known.balance()));
  return before && theirs && after ? byBalance(before, theirs, after) : 'unknown';
}

/** @returns undefined without the permission */
async function readable<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isForbidden(error) || (error instanceof ApiError && error.status === 401)) return undefined;
    throw error;
  }
}

/** Compares by row numbers, counted from the oldest, because rows may be added between the two answers. */
function byRows(ours: Rows, theirs: Rows): Sameness {
  const number = ({ pagination }: Rows, index: number): number => pagination.total - 1 - (pagination.offset + index);
  const idByNumber = new Map(ours.items.map(({ id }, index) => [number(ours, index), id]));
  for (const [index, { id }] of theirs.items.entries()) {
    const knownId = idByNumber.get(number(theirs, index));
    if (knownId !== undefined) return knownId === id ? 'same' : 'other';
  }
  return 'unknown';
}

/** Balances are compared only if ours did not change in the meantime and shows earlier activity. */
function byBalance(before: Balance, theirs: Balance, after: Balance): Sameness {
  const facts = ({ balance, statistics, limits, plan }: Balance) => JSON.stringify([balance, statistics, limits, plan]);
  if (facts(before) !== facts(after)) return 'unknown';
  if (facts(theirs) !== facts(before)) return 'other';
  return (before.statistics.totalPayments ?? 0) > 0 ? 'same' : 'unknown';
}
