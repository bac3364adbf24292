import type { Standing } from '../../../payouts/approval/approvals.ts';
import { withWithdrawals, historyFor } from '../../../payouts/rules/payment-warnings.ts';
import { payableOfRun, type Payable } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import { withJournal, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { announcePolicy } from './policy.ts';
import { recipientRow, recipientTable, type RecipientPlan } from './recipient-table.ts';
import { STANDING_COLUMNS, standingRow, standingSheet, type StandingRow } from './standing-row.ts';
import { reportWarnings, warningNotices } from './warning-rows.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { pending } from './approval-commands.ts';

type PendingFlags = OptionsOf<typeof pending>;

/** `pix payouts pending [RUN]`: sends no request. */
export async function run(context: Context, { runId }: PendingFlags, output: Output<StandingRow>): Promise<void> {
  const { text } = context.screen;
  await withJournal(context, async (opened) => {
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
  context: Context,
  opened: OpenJournal,
  standing: Standing,
  output: Output<StandingRow>,
): Promise<void> {
  const { screen } = context;
  const payable = await payableOfSubmitted(opened, standing.run.id, context, Number.POSITIVE_INFINITY);
  const plan = recipientsOf(payable);
  const recipients = plan.recipients.first.map((recipient) => recipientRow(recipient, plan));
  if (output.isForPerson) {
    const style = await output.style();
    const table = `${await recipientTable(plan, style, Infinity)}\n`;
    await screen.printLong(table, `${standingSheet(standing, style)}\n${table}`);
  }
  const notices = warningNotices(context, payable);
  await output.one({ ...standingRow(standing), recipients, notices }, (style) => standingSheet(standing, style));
  reportWarnings(screen, payable);
  const { run, missing, needed } = standing;
  const { approval } = screen.text.payouts;
  screen.notify(missing > 0 ? approval.approveWith(run.id, missing) : approval.startWith(run.id, needed));
}

/** What a submitted run would send, as an approver sees it. */
export async function payableOfSubmitted(
  { journal, pastWithdrawals }: OpenJournal,
  runId: string,
  { host }: Pick<Context, 'host'>,
  recipientsMaximum?: number,
): Promise<Payable> {
  const history = withWithdrawals(historyFor(journal, runId, host.now()), await pastWithdrawals());
  return payableOfRun(journal, runId, false, { recipientsMaximum, history });
}

/** The journal alone knows no fees. */
export function recipientsOf({ recipients, totals }: Payable): RecipientPlan {
  return { recipients, totals, preflight: { feePerPayoutCentavos: undefined } };
}
