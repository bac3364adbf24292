import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import type { KnownParties } from './receipt.ts';

/** What the journal knows of a withdrawal's payment. */
export function partiesOf(payout: PayoutRecord | undefined): KnownParties {
  if (payout === undefined) return {};
  const { name, taxId, description, reference } = payout;
  return { recipient: name, recipientTaxId: taxId, description, reference };
}
