import type { Command } from './command/command.ts';
import { assertTimeZone } from './context/time-zone.ts';
import type { Context } from './context/context.ts';
import { selectFields, type Selection } from './output/fields.ts';
import { Output } from './output/output.ts';

/** For a document of its own form. */
const NO_FIELDS: Selection = { explicit: false, paths: [], columns: [] };

/** Selects the fields, so that nothing is sent for an unknown name, and runs the command. */
export async function runCommand(
  context: Context,
  { load, fields, hiddenFields, showsMoney = false }: Command,
  options: object,
  given: ReadonlySet<string>,
): Promise<void> {
  assertTimeZone(context.host, context.screen);
  if (showsMoney) context.session.announcesAccount = true;
  const asked = { options: given, format: context.screen.format };
  const [command, known = []] = await Promise.all([load(), fields?.(asked)]);
  const { flags } = context.session;
  const selection =
    fields === undefined ? NO_FIELDS : selectFields(flags.fields, known, context.screen.text, hiddenFields);
  if (flags.jq !== undefined) {
    const { jsonFilter } = await import('./output/json-filter.ts');
    context.screen.filterWith(await jsonFilter(flags.jq, context));
  }
  try {
    await command.run(context, options, new Output(context.screen, selection));
  } finally {
    context.screen.showProgress('');
  }
}
