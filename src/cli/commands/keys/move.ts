import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { Context } from '../../context/context.ts';
import { asStoredKey, forgetKeys, keepKey, placeInWords, placeOf } from './keep-key.ts';
import type { KeyPlace } from './key-place.ts';
import { KEY_FIELDS, keyRow } from './key-row.ts';
import { unlockKeys } from '../../../client/profiles/stored-keys.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';

export interface MoveFlags {
  readonly place: KeyPlace;
}

/** `pix keys move PLACE`: a key leaves its old place once it is safe in the new one. */
export async function run(context: Context, { place }: MoveFlags): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, KEY_FIELDS, text);
  const { profiles, profileName, profile } = await context.session.editProfile();
  const moving = profile.keys.filter((stored) => placeOf(stored) !== place);
  const words = placeInWords(place, profiles.path, context.screen);
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
  if (context.screen.format !== 'table' || selection.explicit) {
    const rows = (profiles.get(profileName)?.keys ?? []).map((key, index) => keyRow(key, index === 0));
    const envelope = (keys: readonly unknown[]) => ({ profile: profileName, keys });
    await printList(context, { batches: [rows], envelope, emptyNotice: '' }, selection, KEY_FIELDS);
  }
  if (moving.length === 0) context.screen.notify(text.keys.nothingToMove(profileName, words));
  else context.screen.notify(text.keys.moved(moving.length, profileName, words));
}
