import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** The status typed after `--status`, in any case. @throws CommandError naming those that there are. */
export function readStatus<Status extends string>(typed: string, statuses: readonly Status[], text: Catalogue): Status {
  const wanted = typed.trim().toUpperCase();
  const status = statuses.find((known) => known === wanted);
  if (status !== undefined) return status;
  throw usageError(
    'invalid_status',
    text.usage.unknownValue('--status', typed, statuses, closestWord(wanted, statuses)),
  );
}
