import { usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import type { OutputFormat } from './format.ts';

/** The format that was asked for on the command line; undefined where the surroundings choose it. */
export function askedFormat({ flags }: Pick<Context, 'flags'>): OutputFormat | undefined {
  return flags.output ?? (flags.json === true ? 'json' : undefined);
}

/**
 * For what is printed as a document in a form of its own: whoever asks for another is told, rather than given it as if
 * it were that.
 *
 * @param forms the formats of `--output` that it is in
 * @throws CommandError (usage) conflicting_options
 */
export function refuseOtherForms(context: Pick<Context, 'flags' | 'text'>, forms: readonly OutputFormat[]): void {
  const { flags, text } = context;
  const format = askedFormat(context);
  const isOther = format !== undefined && !forms.includes(format);
  if (!isOther && flags.fields === undefined) return;
  const asked = isOther ? `--output ${format}` : '--fields';
  throw usageError('conflicting_options', text.usage.ownForm(asked, isOther ? forms : []));
}
