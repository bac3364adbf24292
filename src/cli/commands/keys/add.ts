import { isEntryName } from '../../../client/profiles.ts';
import { maskKey } from '../../../client/redact.ts';
import { CommandError, usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { readApiKey } from '../../input/api-key.ts';
import { KEY_FIELDS, keyRow } from '../../keys/key-row.ts';
import { isSameAccount } from '../../keys/same-account.ts';
import { openKeyRing, type KeyRing } from '../../keys/stored-keys.ts';
import { tryReads } from '../../keys/try-reads.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { originOf } from '../../settings.ts';

export interface AddFlags {
  readonly name: string;
}

/** `pix keys add NAME` */
export async function run(context: Context, { name }: AddFlags): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, KEY_FIELDS, text);
  const ring = await openKeyRing(context);
  const { profiles, profileName, profile } = ring;
  if (!isEntryName(name)) throw usageError('invalid_key_name', text.configuration.invalid_key_name(''));
  if (profile.keys.some((key) => key.name === name)) {
    throw usageError('key_name_taken', text.keys.nameTaken(name, profileName));
  }
  const key = await readApiKey(context);
  const twin = profile.keys.find((stored) => stored.key === key);
  if (twin !== undefined) throw usageError('duplicate_key', text.keys.alreadyThere(twin.name, profileName));

  const permissions = await verify(context, ring, { name, key });
  const added = { name, key, permissions };
  profiles.changeKeys(profileName, (keys) => [...keys, added]);
  await printThing(context, keyRow(added, false), selection, () => '');
  context.notify(text.keys.added(name, maskKey(key), profileName));
}

/** @returns what the key may do, as far as that is seen. @throws CommandError unless it is a good key of the same account */
async function verify(context: Context, { profile, profileName }: KeyRing, key: { name: string; key: string }) {
  const { text } = context;
  const service = { baseUrl: profile.baseUrl, requestFieldNames: profile.requestFieldNames };
  const client = await context.openClient({ ...service, apiKeys: [key] });
  if (!(await tryReads(client))) {
    const complaint = text.auth.keyRefused(originOf(profile.baseUrl));
    throw new CommandError({ ...complaint, code: 'unauthorized', exitCode: EXIT.access });
  }
  const known = await context.openClient({ ...service, apiKeys: profile.keys });
  const sameness = await isSameAccount(known, client);
  if (sameness === 'other') throw usageError('other_account', text.keys.otherAccount(profileName));
  if (sameness === 'unknown') context.notify(text.keys.accountUnchecked);
  return client.keys()[0]?.permissions ?? {};
}
