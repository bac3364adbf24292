import type { Context } from '../../context/context.ts';
import { KEY_FIELDS, keyRow } from './key-row.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';

/** `pix keys list`: asks nobody. */
export async function run(context: Context): Promise<void> {
  const selection = selectFields(context.session.flags.fields, KEY_FIELDS, context.screen.text);
  const { profileName, profile } = await context.session.editProfile();
  const rows = profile.keys.map((key, index) => keyRow(key, index === 0));
  await printList(
    context,
    { batches: [rows], envelope: (keys) => ({ profile: profileName, keys }), emptyNotice: '' },
    selection,
    KEY_FIELDS,
  );
}
