import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { forgetKeys } from '../../context/keys/store-key.ts';
import { keyRow, type KeyRow } from './key-row.ts';
import { keyNamed } from '../../../client/profiles/stored-keys.ts';
import type { Output } from '../../output/output.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { remove } from './command.ts';

type RemoveFlags = OptionsOf<typeof remove>;

export async function run(context: Context, { name }: RemoveFlags, output: Output<KeyRow>): Promise<void> {
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
