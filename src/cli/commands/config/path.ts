import type { Context } from '../../context/context.ts';
import { selectFields, type Field } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { preferencesPath } from '../../context/preferences.ts';

export const PATH_FIELDS: readonly Field[] = [{ path: 'path', kind: 'text' }];

/** `pix config path`: where it is, whether it is there or not; bare, unless a format with names was asked for. */
export async function run(context: Context): Promise<void> {
  const { environment } = context.host;
  const { flags } = context.session;
  const { text, format, print } = context.screen;
  const selection = selectFields(flags.fields, PATH_FIELDS, text);
  const path = await preferencesPath(environment);
  if (!selection.explicit && (format === 'table' || format === 'tsv')) print(`${path}\n`);
  else await printThing(context, { path }, selection);
}
