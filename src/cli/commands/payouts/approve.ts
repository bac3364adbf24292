import { assertMayApprove, personOf } from '../../../payouts/approval/policy.ts';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import { withJournal, runOfThisService, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import { ownKey, sign } from '../../context/signing.ts';
import { createPalette } from '../../output/palette.ts';
import type { Output } from '../../output/output.ts';
import { announcePolicy } from './policy.ts';
import { assertConsentPossible, obtainConsent, type ConsentFlags } from './consent.ts';
import { payableOfSubmitted, recipientsOf } from './pending.ts';
import { showRecipients } from './recipient-table.ts';
import { reportWarnings, warningNotices } from './warning-rows.ts';
import { standingRow, standingSheet, type StandingRow } from './standing-row.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { approve } from './approval-commands.ts';

export type ApproveFlags = OptionsOf<typeof approve>;

/** `pix payouts approve RUN`: shows the run, asks for its sum, and signs it with the person's SSH key. Sends nothing. */
export async function run(context: Context, flags: ApproveFlags, output: Output<StandingRow>): Promise<void> {
  const { runId } = flags;
  assertConsentPossible(context.screen, flags);
  await withJournal(context, async (opened) => {
    const { journal } = opened;
    const record = runOfThisService(opened, runId);
    assertApprover(context, opened, runId);
    const payable = await show(context, opened, runId, flags);
    await obtainConsent(context, record.amountCentavos, flags);
    const prepared = journal.approvals.prepareApproval(runId);
    const person = journal.approvals.approve(prepared, await sign(context, NAMESPACES.approval, prepared.statement));
    const standing = journal.approvals.standing(runId);
    const notices = warningNotices(context, payable);
    await output.one({ ...standingRow(standing), notices }, (style) => standingSheet(standing, style));
    const { approval } = context.screen.text.payouts;
    const { missing, needed } = standing;
    context.screen.notify(approval.approved(runId, person));
    context.screen.notify(missing > 0 ? approval.stillMissing(missing) : approval.startWith(runId, needed));
  });
}

/** Before a person reads a plan that is not theirs to approve; the signature decides. */
function assertApprover(context: Context, { journal }: OpenJournal, runId: string): void {
  const policy = journal.policies.current();
  if (policy === undefined) throw new PayoutError('the journal has no policy', { code: 'no_policy', runId });
  announcePolicy(context.screen, policy);
  const { submitters } = journal.approvals.standing(runId);
  const key = ownKey(context);
  if (key !== undefined) assertMayApprove(policy.policy, runId, personOf(policy.policy, key), submitters);
}

async function show(context: Context, opened: OpenJournal, runId: string, { yes }: ConsentFlags): Promise<Payable> {
  const { screen, host } = context;
  const { text, language, messageColumns: columns } = screen;
  const payable = await payableOfSubmitted(opened, runId, context);
  if (yes !== true) await showRecipients(context, recipientsOf(payable), true);
  const style = { text, language, columns, now: host.now(), palette: await createPalette(false) };
  for (const line of standingSheet(opened.journal.approvals.standing(runId), style).trimEnd().split('\n')) {
    if (yes === true) screen.notify(line);
    else screen.warn(line);
  }
  reportWarnings(screen, payable);
  return payable;
}
