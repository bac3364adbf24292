import { readSettingName, SETTING_FIELDS, settingRow } from './setting-rows.ts';
import type { Context } from '../../context/context.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix config get NAME`: the value alone, unless a format with names was asked for. */
export async function run(context: Context, { name }: { readonly name: string }): Promise<void> {
  const { flags } = context.session;
  const { text, format } = context.screen;
  const selection = selectFields(flags.fields, SETTING_FIELDS, text);
  const row = await settingRow(context, readSettingName(name, text));
  if (!selection.explicit && (format === 'table' || format === 'tsv')) context.screen.print(`${row.value ?? ''}\n`);
  else await printThing(context, row, selection);
}
