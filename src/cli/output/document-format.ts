import { usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import type { CommandSession } from '../context/session.ts';
import type { OutputFormat } from '../text/topic-names.ts';

/** The requested format; undefined when the default applies. */
export function askedFormat({ flags }: Pick<CommandSession, 'flags'>): OutputFormat | undefined {
  return flags.output ?? (flags.json === true ? 'json' : undefined);
}

/**
 * For documents with a format of their own: other formats are refused rather than ignored.
 *
 * @param forms values of `--output` that match
 * @throws CommandError (usage) conflicting_options
 */
export function refuseOtherForms(context: Context, forms: readonly OutputFormat[]): void {
  const { flags } = context.session;
  const { text } = context.screen;
  const format = askedFormat(context.session);
  const isOther = format !== undefined && !forms.includes(format);
  if (!isOther && flags.fields === undefined) return;
  const asked = isOther ? `--output ${format}` : '--fields';
  throw usageError('conflicting_options', text.usage.ownForm(asked, isOther ? forms : []));
}
