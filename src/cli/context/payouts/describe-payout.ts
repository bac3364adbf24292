import type { Payout } from '../../../payouts/payout.ts';
import { formatReais } from '../../output/money.ts';
import type { Catalogue } from '../../text/translate.ts';

/** `Row 17 (F-0017, Maria Silva, R$ 25,00)` */
export function describePayout(
  { row, reference, name, pixKey, amountCentavos }: Payout,
  { payouts }: Catalogue,
): string {
  const names = [reference, name].filter((part) => part !== undefined);
  const who = names.length === 0 ? pixKey : names.join(', ');
  return payouts.rowOf(String(row), who, formatReais(amountCentavos));
}
