import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { forgetKeys } from './keep-key.ts';
import { KEY_FIELDS, keyRow } from './key-row.ts';
import { keyNamed } from '../../../client/profiles/stored-keys.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

export interface RemoveFlags {
  readonly name: string;
}

/** `pix keys remove NAME` */
export async function run(context: Context, { name }: RemoveFlags): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, KEY_FIELDS, text);
  const ring = await context.session.editProfile();
  const { profiles, profileName, profile } = ring;
  const removed = keyNamed(name, ring);
  if (profile.keys.length === 1) throw usageError('last_key', text.keys.lastKey(profileName));
  profiles.changeKeys(profileName, (keys) =>
    keys.filter((stored) => fingerprintOfStored(stored) !== fingerprintOfStored(removed)),
  );
  await forgetKeys(context, [removed]);
  await printThing(context, keyRow(removed, profile.keys[0] === removed), selection, () => '');
  context.screen.notify(text.keys.removed(name, profileName));
}
