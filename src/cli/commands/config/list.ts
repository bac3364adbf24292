import { SETTINGS } from './setting-names.ts';
import { SETTING_FIELDS, settingRow, type SettingRow } from './setting-rows.ts';
import type { Context } from '../../context/context.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';

/** `pix config list`: what is in force, and what says so. */
export async function run(context: Context): Promise<void> {
  const selection = selectFields(context.session.flags.fields, SETTING_FIELDS, context.screen.text);
  const rows: SettingRow[] = [];
  for (const name of SETTINGS) rows.push(await settingRow(context, name));
  const source = { batches: [rows], envelope: (items: readonly unknown[]) => ({ settings: items }), emptyNotice: '' };
  await printList(context, source, selection, SETTING_FIELDS);
}
