import { parsed, repeated } from '../command/options.ts';
import { readPermission } from '../context/payouts/permissions.ts';
import { readDuration } from '../input/option-values.ts';

/** The longest time: a response that arrives later counts as lost. */
const LONGEST_MS = 86_400_000;

/** What a refusal says would allow it. */
export const allow = repeated(parsed(({ payouts: { help } }) => help.options.allow, readPermission));

/** How long to look for a lost response, in milliseconds. */
export const lookFor = parsed(
  ({ payouts: { help } }) => help.options.lookFor,
  (typed, name, texts) => readDuration(typed, name, LONGEST_MS, texts),
);
