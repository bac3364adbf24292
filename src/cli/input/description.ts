import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../contract/limits.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** @param maximum lower if something is appended */
export function readDescription(
  typed: string | undefined,
  text: Catalogue,
  maximum = DESCRIPTION_CHARACTERS_MAXIMUM,
): string | undefined {
  const description = typed?.trim();
  if (description === undefined || description === '') return undefined;
  if (description.length > maximum) {
    throw usageError('invalid_description', text.usage.longDescription(description.length, maximum));
  }
  if (/\p{Cc}/u.test(description)) throw usageError('invalid_description', text.usage.controlsInDescription);
  return description;
}
