import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { SETTING_FIELDS, SETTINGS, settingRow, type SettingRow } from './setting-rows.ts';

/** `pix config list`: the active values and their sources. */
export async function run(context: Context, _flags: object, output: Output<SettingRow>): Promise<void> {
  const rows: SettingRow[] = [];
  for (const name of SETTINGS) rows.push(await settingRow(context, name));
  const source = { batches: [rows], envelope: (items: readonly unknown[]) => ({ settings: items }), emptyMessage: '' };
  await output.list(source, SETTING_FIELDS);
}
