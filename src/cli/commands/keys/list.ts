import type { Context } from '../../context/context.ts';
import { KEY_FIELDS, keyRow, listKeys, type KeyRow } from './key-row.ts';
import type { Output } from '../../output/output.ts';

/** `pix keys list`: sends no request. */
export async function run(context: Context, _flags: object, output: Output<KeyRow>): Promise<void> {
  const { profileName, profile } = await context.session.editProfile();
  const rows = profile.keys.map((key, index) => keyRow(key, index === 0));
  await listKeys(context, output, { profile: profileName, rows, fields: KEY_FIELDS });
}
