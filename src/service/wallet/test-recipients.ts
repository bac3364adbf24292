import type { PixKey } from '../../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';

/** How a withdrawal to a key of tests ends, whatever its account says. Undefined: as its account says. */
export function outcomeAt({ key }: PixKey): RefusalCode | 'PENDING' | undefined {
  if (key === 'pending@example.com') return 'PENDING';
  const code = /^fail-(\w+)@example\.com$/.exec(key)?.[1]?.toUpperCase() ?? '';
  return isRefusalCode(code) ? code : undefined;
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, code);
}
