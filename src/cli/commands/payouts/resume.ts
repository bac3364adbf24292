import type { Run } from '../../command/command.ts';
import type { BoundAccount } from '../../../payouts/accounts/account.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { lookForOf } from '../../input/option-values.ts';
import { accountTerms, payoutsOf, lookAtBalance } from '../../context/payouts/bind-account.ts';
import { endRun } from './end-of-run.ts';
import { permittedResends } from '../../context/payouts/permissions.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { objectionsToSending, resumed } from '../../../payouts/rules/objections.ts';
import { payableOfRun, type Payable } from '../../../payouts/rules/payable.ts';
import { obtainConsent, showPlan, reportOpenRows } from './plan.ts';
import { accountError } from './objections.ts';
import type { RunRow } from './run-sheet.ts';
import { reportWarnings } from './row-notices.ts';
import { withWithdrawals, historyFor } from '../../../payouts/rules/payment-warnings.ts';
import { openPayoutClient, workOnRun, reportingUnknown } from '../../context/payouts/work-on-run.ts';
import type { PixClient } from '../../../client/client.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { resume } from './command.ts';

export const run: Run<typeof resume, RunRow> = async (context, flags, output) => {
  const { runId, wait } = flags;
  const lookForMs = lookForOf(flags, context.screen);
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    const client = await openPayoutClient(context, opened);
    const payouts = payoutsOf(context, opened, client);
    await reportingUnknown(context.screen, () =>
      payouts.resume(runId, accountTerms(flags), async ({ run: record, lock, account }) => {
        const resendsProvenAbsent = permittedResends(journal, runId, flags, context.screen.text);
        const totals = await consent({ context, flags, opened, account, record, client, resendsProvenAbsent });
        (await payouts.submittedApproval(record, account))?.approve(runId);
        const agreed = flags.yes === true ? undefined : totals;
        const options = { resendsProvenAbsent, waits: wait, lookForMs, agreed };
        const summary = await workOnRun(context, opened, { lock, account, client, options });
        await endRun(context, opened, summary, output, { waits: wait });
      }),
    );
  });
};

interface Asking {
  readonly context: Context;
  readonly flags: OptionsOf<typeof resume>;
  readonly opened: OpenPayouts;
  readonly account: BoundAccount;
  readonly record: RunRecord;
  readonly client: Pick<PixClient, 'balance'>;
  readonly resendsProvenAbsent: ReadonlySet<number>;
}

/** Looking up moves no money; sending the remaining rows requires a confirmation. @returns those @throws CommandError */
async function consent({
  context,
  flags,
  opened,
  account,
  record,
  client,
  resendsProvenAbsent,
}: Asking): Promise<Payable['totals']> {
  const { text, isInteractive } = context.screen;
  const { journal } = opened;
  const payable = payableOfRun(journal, record.id, resendsProvenAbsent, {
    history: withWithdrawals(
      historyFor(journal, record.id, context.host.now()),
      await opened.pastWithdrawals(account.newest.rows),
    ),
  });
  const { payouts: rows, sumCentavos } = payable.totals;
  await reportOpenRows(context, journal, record.id);
  if (rows === 0) {
    context.screen.notify(text.payouts.nothingLeft);
    return payable.totals;
  }
  await context.session.settingsForWriting();
  const isEarly = flags.now === true && journal.approvals.days.isToCome(record);
  if (flags.yes !== true && !isInteractive) {
    throw usageError('confirmation_required', text.payouts.resumeNeedsYes(rows));
  }
  const forecast = preflight(payable.totals, await lookAtBalance(context.screen, client));
  const [objection] = objectionsToSending(resumed(journal, record.id, forecast, isEarly));
  if (objection?.why === 'refused') throw objection.error;
  const { source, digest, id: runId } = record;
  await showPlan(
    context,
    { source, digest, runId, payable, preflight: forecast, leftOut: 0 },
    opened.settings,
    flags.yes === true,
  );
  reportWarnings(context.screen, payable);
  if (objection !== undefined) throw accountError(objection.failed, text, runId);
  // Timers resume with --yes alone: what was approved is stored, and no sum of theirs would be newer.
  if (flags.yes !== true) await obtainConsent(context, sumCentavos, {});
  if (isEarly) journal.approvals.allowEarly(record.id);
  return payable.totals;
}
