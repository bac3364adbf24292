import { usageError } from '../command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** What Pix itself carries. Source: BCB, Manual de Padrões para Iniciação do Pix. */
const LENGTH_MAXIMUM = 140;

/** @param maximum less where something is appended to it */
export function readDescription(
  typed: string | undefined,
  text: Catalogue,
  maximum = LENGTH_MAXIMUM,
): string | undefined {
  const description = typed?.trim();
  if (description === undefined || description === '') return undefined;
  if (description.length > maximum) {
    throw usageError('invalid_description', text.usage.longDescription(description.length, maximum));
  }
  if (/\p{Cc}/u.test(description)) throw usageError('invalid_description', text.usage.controlsInDescription);
  return description;
}
