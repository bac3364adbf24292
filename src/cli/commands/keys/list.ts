import type { Context } from '../../context/context.ts';
import { KEY_FIELDS, keyRow, type KeyRow } from './key-row.ts';
import type { Output } from '../../output/output.ts';

/** `pix keys list`: sends no request. */
export async function run(context: Context, _flags: object, output: Output<KeyRow>): Promise<void> {
  const { profileName, profile } = await context.session.editProfile();
  const rows = profile.keys.map((key, index) => keyRow(key, index === 0));
  await output.list(
    { batches: [rows], envelope: (keys) => ({ profile: profileName, keys }), emptyMessage: '' },
    KEY_FIELDS,
  );
}
