import type { NamedKey } from '../../../client/rate-limit/key-pool.ts';
import { fingerprintOf, fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import { isEntryName } from '../../../client/profiles/profiles.ts';
import type { StoredKey } from '../../../client/profiles/profiles-file.ts';
import { maskKey } from '../../../client/http/redact.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { readApiKey } from '../../input/api-key.ts';
import { keyRow, type KeyRow } from './stored-keys.ts';
import { keyCommandOf, printedKey } from '../../context/key-command.ts';
import { asStoredKey, storeKey, storageInWords, tryReads } from '../../context/stored-keys.ts';
import { unlockKeys, type NamedProfile } from '../../../client/profiles/stored-keys.ts';
import type { Output } from '../../output/output.ts';
import { originOf } from '../../context/settings.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { add } from './command.ts';
import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';

export async function run(context: Context, flags: OptionsOf<typeof add>, output: Output<KeyRow>): Promise<void> {
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
  const storage = await storeKey(
    context,
    `${profileName}/${name}`,
    key,
    { keychain: flags.keychain, command },
    (written) => {
      added = { ...asStoredKey(name, written), permissions };
      profiles.changeKeys(profileName, (keys) => [...keys, added]);
    },
  );
  await output.one(keyRow(added, false), () => '');
  context.screen.notify(text.keys.added(name, maskKey(key), profileName));
  context.screen.notify(text.keyStorage.stored(maskKey(key), storageInWords(storage, profiles.path, context.screen)));
}

/** @returns the detected permissions. @throws CommandError unless it is a valid key of the same account */
async function verify(context: Context, { profile, profileName }: NamedProfile, key: NamedKey) {
  const { text } = context.screen;
  const { baseUrl, requestFieldNames, refusalForm } = profile;
  const service = { baseUrl, requestFieldNames, refusalForm };
  const client = await context.session.openClient({ ...service, apiKeys: [key] });
  if (!(await tryReads(client))) {
    throw commandError(EXIT.access, 'unauthorized', text.auth.keyRefused(originOf(profile.baseUrl)));
  }
  const known = await context.session.openClient({
    ...service,
    apiKeys: await unlockKeys(profile.keys, profileName, context.session.keychain, context.host.interruption),
  });
  const sameness = await isSameAccount(known, client);
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
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
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
