import { isCanonicalPixKey, parsePixKey, type PixKeyType } from '../../pix/pix-key.ts';

/** What hides letters; in an e-mail address an asterisk is one itself. */
const HIDING = /[*•…]/u;

/**
 * Whether a key that a service tells is the payout's. How a service writes keys is its own affair: with punctuation, in
 * capitals, or with digits hidden; then it is `unclear`.
 */
export function compareKeys(
  told: string | null | undefined,
  { pixKey, pixKeyType }: { readonly pixKey: string; readonly pixKeyType: PixKeyType },
): 'same' | 'other' | 'unclear' {
  if (told === null || told === undefined) return 'unclear';
  if (told === pixKey) return 'same';
  if (HIDING.test(told)) return 'unclear';
  if (isCanonicalPixKey(pixKeyType, told)) return 'other';
  const parsed = parsePixKey(told, pixKeyType);
  const key = parsed.ok ? parsed.key : parsed.reason === 'ambiguous' ? undefined : parsed.wellFormed?.key;
  if (key === undefined) return 'unclear';
  return key === pixKey ? 'same' : 'other';
}
