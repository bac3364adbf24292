import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { readSettingName, settingRow, type SettingRow } from './setting-rows.ts';
import { storeSetting } from './store-setting.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { set } from './command.ts';

type SetFlags = OptionsOf<typeof set>;

/** `pix config set NAME VALUE`: reports the stored value, which the environment may override. */
export async function run(context: Context, flags: SetFlags, output: Output<SettingRow>): Promise<void> {
  const { text, notify } = context.screen;
  const name = readSettingName(flags.name, text);
  const stored = await storeSetting(context, name, flags.value);
  await output.one({ name, value: stored ?? null, source: stored === undefined ? 'default' : 'config' }, () => '');
  notify(stored === undefined ? text.config.removed(name) : text.config.stored(name, stored));
  const { source } = await settingRow(context, name);
  if (stored !== undefined && source === 'environment') notify(text.config.overridden(name));
}
