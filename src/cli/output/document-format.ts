import { usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import type { Session } from '../context/session.ts';
import type { OutputFormat } from './format.ts';

/** The format that was asked for on the command line; undefined where the surroundings choose it. */
export function askedFormat({ flags }: Pick<Session, 'flags'>): OutputFormat | undefined {
  return flags.output ?? (flags.json === true ? 'json' : undefined);
}

/**
 * For what is printed as a document in a form of its own: another format is refused, rather than given as if
 * it were that.
 *
 * @param forms the formats of `--output` that it is in
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
