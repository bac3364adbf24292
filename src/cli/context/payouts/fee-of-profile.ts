import type { FeeRule } from '../../../payouts/files/batch-summary.ts';
import type { Settings } from '../settings.ts';

/** Who bears the fees: an option decides for every row of a file, the profile only for rows that do not specify it. */
export function feeRuleOf(
  { coverFee }: { readonly coverFee?: boolean | undefined },
  settings: Pick<Settings, 'coverFee'> | undefined,
): FeeRule {
  if (coverFee !== undefined) return { coverFee, isForced: true };
  return { coverFee: settings?.coverFee ?? false };
}
