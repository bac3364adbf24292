import type { Standing } from '../../../payouts/approval/approvals.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { payableOfRun } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { announcePolicy } from './announce-policy.ts';
import { recipientRow, recipientTable, type RecipientPlan } from './recipient-table.ts';
import { STANDING_COLUMNS, standingRow, standingSheet, type StandingRow } from './standing-row.ts';

interface PendingFlags {
  readonly runId?: string;
}

/** `pix payouts pending [RUN]`: sends no request. */
export async function run(context: Context, { runId }: PendingFlags, output: Output<StandingRow>): Promise<void> {
  const { text } = context.screen;
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    announcePolicy(context.screen, journal.policies.current());
    if (runId !== undefined) {
      journal.run(runId);
      await showOne(context, opened, journal.approvals.standing(runId), output);
      return;
    }
    const rows = journal.approvals.pending().map(standingRow);
    const { nonePending } = text.payouts.approval;
    const envelope = (runs: readonly unknown[]) => ({ runs });
    await output.list({ batches: [rows], envelope, emptyMessage: nonePending }, STANDING_COLUMNS);
  });
}

async function showOne(
  { screen }: Context,
  { journal }: OpenPayouts,
  standing: Standing,
  output: Output<StandingRow>,
): Promise<void> {
  const plan = recipientsOf(payableOfRun(journal, standing.run.id, false, Number.POSITIVE_INFINITY));
  const recipients = plan.recipients.first.map((recipient) => recipientRow(recipient, plan));
  if (screen.format === 'table' && output.chosenFields === undefined) {
    const style = await output.style();
    await screen.printLong(`${await recipientTable(plan, style)}\n`);
  }
  await output.one({ ...standingRow(standing), recipients }, (style) => standingSheet(standing, style));
  const { run, missing, needed } = standing;
  const { approval } = screen.text.payouts;
  screen.notify(missing > 0 ? approval.approveWith(run.id, missing) : approval.startWith(run.id, needed));
}

/** The journal alone knows no fees. */
export function recipientsOf({ recipients, totals }: Payable): RecipientPlan {
  return { recipients, totals, preflight: { feePerPayoutCentavos: undefined } };
}
