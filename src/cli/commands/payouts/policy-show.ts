import { PayoutError } from '../../../payouts/payout-error.ts';
import type { Context } from '../../context/context.ts';
import { withJournal } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { policyRow, policySheet, type PolicyRow, announcePolicy } from './policy-row.ts';

/** `pix payouts policy show`: sends no request. */
export async function run(context: Context, _flags: object, output: Output<PolicyRow>): Promise<void> {
  await withJournal(context, async ({ journal }) => {
    const policy = journal.policies.current();
    if (policy === undefined) throw new PayoutError('the journal has no policy', { code: 'no_policy' });
    announcePolicy(context.screen, policy);
    await output.one(policyRow(policy), (style) => policySheet(policy, style));
  });
}
