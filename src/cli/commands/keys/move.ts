import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { Context } from '../../context/context.ts';
import {
  asStoredKey,
  forgetKeys,
  keepKey,
  storageInWords,
  storageOf,
  type KeyStorage,
} from '../../context/keys/keep-key.ts';
import { KEY_FIELDS, keyRow, type KeyRow } from './key-row.ts';
import { unlockKeys } from '../../../client/profiles/stored-keys.ts';
import type { Output } from '../../output/output.ts';

interface MoveFlags {
  readonly place: KeyStorage;
}

/** `pix keys move PLACE`: a key leaves its old place once it is safe in the new one. */
export async function run(context: Context, { place }: MoveFlags, output: Output<KeyRow>): Promise<void> {
  const { text } = context.screen;
  const { profiles, profileName, profile } = await context.session.editProfile();
  const moving = profile.keys.filter((stored) => storageOf(stored) !== place);
  const words = storageInWords(place, profiles.path, context.screen);
  for (const stored of moving) {
    const { name, permissions } = stored;
    const [unlocked] = await unlockKeys([stored], profileName, context.session.keychain);
    if (unlocked === undefined) continue;
    const storage = { keychain: place === 'keychain' };
    await keepKey(context, `${profileName}/${name}`, unlocked.key, storage, (kept) => {
      profiles.changeKeys(profileName, (keys) =>
        keys.map((other) =>
          fingerprintOfStored(other) === fingerprintOfStored(stored)
            ? { ...asStoredKey(name, kept), ...(permissions !== undefined && { permissions }) }
            : other,
        ),
      );
    });
    await forgetKeys(context, [stored]);
  }
  if (context.screen.format !== 'table' || output.chosenFields !== undefined) {
    const rows = (profiles.get(profileName)?.keys ?? []).map((key, index) => keyRow(key, index === 0));
    const envelope = (keys: readonly unknown[]) => ({ profile: profileName, keys });
    await output.list({ batches: [rows], envelope, emptyNotice: '' }, KEY_FIELDS);
  }
  if (moving.length === 0) context.screen.notify(text.keys.nothingToMove(profileName, words));
  else context.screen.notify(text.keys.moved(moving.length, profileName, words));
}
