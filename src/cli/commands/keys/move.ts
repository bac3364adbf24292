import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { Context } from '../../context/context.ts';
import { storageOf } from '../../../client/profiles/profiles-file.ts';
import { asStoredKey, forgetKeys, storeKey, storageInWords } from '../../context/keys/store-key.ts';
import { KEY_FIELDS, keyRow, type KeyRow } from './key-row.ts';
import { unlockKeys } from '../../../client/profiles/stored-keys.ts';
import type { Output } from '../../output/output.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { move } from './command.ts';

type MoveFlags = OptionsOf<typeof move>;

/** `pix keys move STORAGE`: removes a key from its old storage once the new one has it. */
export async function run(context: Context, { storage }: MoveFlags, output: Output<KeyRow>): Promise<void> {
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
