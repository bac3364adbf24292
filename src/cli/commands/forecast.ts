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

/** The same for a person. @param arrives the label of what one recipient receives, or all of them */
export function forecastLines(
  arrives: string,
  [feeLabel, fee]: readonly [string, Centavos | undefined],
  { arrivingCentavos, leavingCentavos, balanceAfterCentavos, availableAfterCentavos }: Preflight,
  { words, fields, labels: { plan } }: Catalogue,
): LabelledValue[] {
  const known = (amount: Centavos | undefined) => (amount === undefined ? words.unknown : formatReais(amount));
  return [
    [arrives, known(arrivingCentavos)],
    [feeLabel, known(fee)],
    [fields.debited, known(leavingCentavos)],
    // The balance where the service does not report what of it is blocked.
    availableAfterCentavos === undefined
      ? [plan.remains, known(balanceAfterCentavos)]
      : [plan.availableAfter, known(availableAfterCentavos)],
  ];
}
