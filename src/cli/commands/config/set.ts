import { readSettingName, settingRow } from '../../config/setting-rows.ts';
import { storeSetting } from '../../config/store-setting.ts';
import type { Context } from '../../context.ts';

/** `pix config set NAME VALUE` */
export async function run(
  context: Context,
  { name: typedName, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  const { text } = context;
  const name = readSettingName(typedName, text);
  const kept = await storeSetting(context, name, value);
  context.notify(kept === undefined ? text.config.removed(name) : text.config.stored(name, kept));
  const { source } = await settingRow(context, name);
  if (source === 'environment' && name !== 'language') context.notify(text.config.overridden(name));
}
