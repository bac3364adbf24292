const MASK = '…';
const SHOWN_CHARACTERS = 4;
const HIDDEN_CHARACTERS_MINIMUM = 8;
const PREFIX_CHARACTERS_MAXIMUM = 12;

/**
 * An API key as it may be shown: its prefix up to the first underscore, then its last four characters (`pk_…a1b2`). A
 * key that is too short to hide enough in between is masked whole.
 */
export function maskKey(key: string): string {
  const underscore = key.indexOf('_');
  const prefix = underscore >= 0 && underscore < PREFIX_CHARACTERS_MAXIMUM ? key.slice(0, underscore + 1) : '';
  const secret = key.slice(prefix.length);
  const isLongEnough = secret.length >= SHOWN_CHARACTERS + HIDDEN_CHARACTERS_MINIMUM;
  return prefix + MASK + (isLongEnough ? secret.slice(-SHOWN_CHARACTERS) : '');
}
