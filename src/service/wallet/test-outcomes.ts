import type { PixKey } from '../../pix/pix-key.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';

/** In centavos. Few amounts, and of little use otherwise: amounts that are drawn at random rarely meet one. */
const BY_AMOUNT: ReadonlyMap<number, RefusalCode | 'PENDING'> = new Map([
  [444_400, 'PENDING'],
  [444_402, 'AM02'],
  [444_403, 'AC03'],
  [444_405, 'ED05'],
  [444_406, 'AC06'],
]);

/**
 * How a withdrawal to a key of tests, or else of an amount of tests, ends, whatever its account says. Undefined: as its
 * account says.
 */
export function testOutcome({ key }: PixKey, amountCentavos: number): RefusalCode | 'PENDING' | undefined {
  if (key === 'pending@example.com') return 'PENDING';
  const code = /^fail-(\w+)@example\.com$/.exec(key)?.[1]?.toUpperCase() ?? '';
  return isRefusalCode(code) ? code : BY_AMOUNT.get(amountCentavos);
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, code);
}
