import { centavos, type Centavos } from '../pix/centavos.ts';

interface KnownBalance {
  readonly balance: { readonly total: number };
  readonly disputes?: { readonly totalBlockedAmount?: number | null | undefined } | null | undefined;
}

/**
 * What can be sent now: the balance without the amount that disputes block. Negative when disputes block more than the
 * balance; undefined when the service does not report what they block.
 */
export function availableCentavos({ balance, disputes }: KnownBalance): Centavos | undefined {
  const blocked = disputes?.totalBlockedAmount;
  return typeof blocked === 'number' ? centavos(balance.total - blocked) : undefined;
}
