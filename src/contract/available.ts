import { centavos, type Centavos } from '../pix/centavos.ts';

interface KnownBalance {
  readonly balance: { readonly total: number };
  readonly disputes?: { readonly totalBlockedAmount?: number | null | undefined } | null | undefined;
}

/**
 * What can be sent now: the balance without what disputes block. Negative when they block more than there is; undefined
 * where the service does not say what they block.
 */
export function availableCentavos({ balance, disputes }: KnownBalance): Centavos | undefined {
  const blocked = disputes?.totalBlockedAmount;
  return typeof blocked === 'number' ? centavos(balance.total - blocked) : undefined;
}
