import { isCanonicalPixKey, parsePixKey, type PixKeyType } from '../../pix/pix-key.ts';

/** Masking characters; in an e-mail address an asterisk is a valid character. */
const HIDING = /[*•…]/u;

/**
 * Whether a key in the service's answer is the payout's. Services may write keys with punctuation or in capitals. A key
 * with masked digits is `unclear`.
 */
export function compareKeys(
  answered: string | null | undefined,
  { pixKey, pixKeyType }: { readonly pixKey: string; readonly pixKeyType: PixKeyType },
): 'same' | 'other' | 'unclear' {
  if (answered === null || answered === undefined) return 'unclear';
  if (answered === pixKey) return 'same';
  if (HIDING.test(answered)) return 'unclear';
  if (isCanonicalPixKey(pixKeyType, answered)) return 'other';
  const parsed = parsePixKey(answered, pixKeyType);
  const key = parsed.ok ? parsed.key : 'wellFormed' in parsed ? parsed.wellFormed.key : undefined;
  if (key === undefined) return 'unclear';
  return key === pixKey ? 'same' : 'other';
}
