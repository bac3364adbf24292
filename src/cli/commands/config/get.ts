import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { readSettingName, settingRow, type SettingRow } from './setting-rows.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { get } from './command.ts';

type GetFlags = OptionsOf<typeof get>;

/** `pix config get NAME`: prints the bare value, unless a format with names is requested. */
export async function run(context: Context, { name }: GetFlags, output: Output<SettingRow>): Promise<void> {
  const { text, format, print } = context.screen;
  const row = await settingRow(context, readSettingName(name, text));
  const isBare = output.chosenFields === undefined && (format === 'table' || format === 'tsv');
  if (isBare) print(`${row.value ?? ''}\n`);
  else await output.one(row);
}
