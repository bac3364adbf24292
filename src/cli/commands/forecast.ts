import { ofKind } from '../output/fields.ts';
import type { Preflight } from '../../payouts/rules/preflight.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { formatReais } from '../../pix/reais-text.ts';
import type { LabelledValue } from '../output/sheet.ts';
import type { Catalogue } from '../text/translate.ts';

export const FORECAST_FIELDS = [
  ...ofKind('money', 'sent', 'value', 'balance', 'balanceAfter', 'available', 'availableAfter'),
] as const;

/** What sending does to the balance, in machine formats. Centavos; null when the service did not report them. */
export function forecastRow(forecast: Preflight) {
  return {
    sent: forecast.arrivingCentavos ?? null,
    value: forecast.leavingCentavos ?? null,
    balance: forecast.balanceCentavos ?? null,
    balanceAfter: forecast.balanceAfterCentavos ?? null,
    available: forecast.availableCentavos ?? null,
    availableAfter: forecast.availableAfterCentavos ?? null,
  };
}

/** The same for a person. */
export function forecastLines(
  labels: Readonly<Record<'arrives' | 'leaves' | 'remains' | 'availableAfter', string>>,
  [feeLabel, fee]: readonly [string, Centavos | undefined],
  { arrivingCentavos, leavingCentavos, balanceAfterCentavos, availableAfterCentavos }: Preflight,
  { words }: Catalogue,
): LabelledValue[] {
  const known = (amount: Centavos | undefined) => (amount === undefined ? words.unknown : formatReais(amount));
  return [
    [labels.arrives, known(arrivingCentavos)],
    [feeLabel, known(fee)],
    [labels.leaves, known(leavingCentavos)],
    // The balance where the service does not report what of it is blocked.
    availableAfterCentavos === undefined
      ? [labels.remains, known(balanceAfterCentavos)]
      : [labels.availableAfter, known(availableAfterCentavos)],
  ];
}
