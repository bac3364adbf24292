import { readSettingName, SETTING_FIELDS, settingRow } from './setting-rows.ts';
import { storeSetting } from './store-setting.ts';
import type { Context } from '../../context/context.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix config set NAME VALUE`: tells what is kept, which is not in force where the environment says otherwise. */
export async function run(
  context: Context,
  { name: typedName, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, SETTING_FIELDS, text);
  const name = readSettingName(typedName, text);
  const kept = await storeSetting(context, name, value);
  const row = { name, value: kept ?? null, source: kept === undefined ? 'default' : 'config' };
  await printThing(context, row, selection, () => '');
  context.screen.notify(kept === undefined ? text.config.removed(name) : text.config.stored(name, kept));
  const { source } = await settingRow(context, name);
  if (source === 'environment' && name !== 'language') context.screen.notify(text.config.overridden(name));
}
