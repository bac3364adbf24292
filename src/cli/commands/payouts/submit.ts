import type { Run } from '../../command/command.ts';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import type { SubmittedRules } from '../../../payouts/approval/submissions.ts';
import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { payoutsOf } from '../../context/payouts/bind-account.ts';
import { grantedRules } from '../../../payouts/rules/permissions.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import { termsOf } from '../../context/payouts/permissions.ts';
import { againWord } from './run-sheet.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { openPayoutClient } from '../../context/payouts/work-on-run.ts';
import { sign } from '../../context/signing.ts';
import { groupTally } from '../../../payouts/journal/records.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { announcedPolicy } from './policy.ts';
import { askToRepeat, reportWarnings } from './row-notices.ts';
import { judgeBatch, questionsIn, reportNew, throwAt } from './objections.ts';
import { assertReadable, fileToPay } from './read-file.ts';
import { assertScheduledFor, readDueOn } from './schedule.ts';
import { payableNow } from './plan.ts';
import { notifyNext, printStanding, standingOf, type StandingRow } from './approve.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { submit as declared } from './command.ts';

/** `pix payouts submit FILE`: puts a checked file into the journal, where others approve it. Sends nothing. */
export const run: Run<typeof declared, StandingRow> = async (context, flags, output) => {
  context.host.interruption.throwIfAborted();
  const dueOn = readDueOn(context, flags.on);
  await assertReadable(context.screen, flags);
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    const client = await openPayoutClient(context, opened);
    const given = fileToPay(context, flags, opened, client);
    await payoutsOf(context, opened, client).submit(given, async ({ file, batch, balance }) => {
      const { screen } = context;
      const payable = batch.payable();
      const judged = judgeBatch(screen, file, batch, payable, preflight(payable.totals, balance));
      const { isAtItsEnd, begunRunId } = judged.candidate;
      if (begunRunId === undefined) {
        reportNew(screen, journal, batch.fresh, termsOf(flags));
        // What the policy requires is what a submission is for, and the balance counts when it is sent.
        const objections = judged.objections.filter(({ step }) => step === 'rows' || step === 'question');
        throwAt(screen, { ...judged, objections }, 'rows');
        if (!screen.isInteractive) throwAt(screen, { ...judged, objections }, 'question');
        await askToRepeat(context, batch.fresh, questionsIn(objections));
      } else if (isAtItsEnd) {
        const { approval, leftOutRows } = screen.text.payouts;
        if (batch.summary.invalidRows > 0) screen.warn(leftOutRows(batch.summary.invalidRows));
        const isPaid = groupTally(journal.tally(begunRunId), 'paid').payouts === batch.run.payouts;
        const allow = againWord(batch.run, batch.fresh);
        throw usageError('nothing_to_pay', approval.madeAlready(begunRunId, isPaid, allow));
      }
      if (dueOn !== undefined) {
        if (begunRunId === undefined) journal.staging.schedule(batch.run.id, dueOn);
        else assertScheduledFor(screen, journal, batch.run, dueOn);
      }
      await submit(context, opened, batch, rulesOf(flags, batch));
      const standing = standingOf(journal, batch.run.id);
      const submitted = await payableNow(context, opened, batch.run.id, false);
      await printStanding(context, output, standing, submitted);
      reportWarnings(screen, submitted, { marksNew: false });
      const { payouts, amountCentavos } = standing.run;
      screen.notify(screen.text.payouts.approval.submitted(payouts, formatReais(amountCentavos)));
      notifyNext(screen, standing);
    });
  });
};

/** A run that a named person has submitted is not submitted again. */
async function submit(context: Context, { journal }: OpenPayouts, { run }: StagedBatch, rules: SubmittedRules) {
  const { screen } = context;
  const { approvals } = journal;
  const policy = announcedPolicy(screen, journal);
  const isSubmitted = approvals.submissionOf(run.id) !== undefined;
  if (isSubmitted && (policy === undefined || approvals.standing(run.id).submitters.length > 0)) {
    screen.notify(screen.text.payouts.approval.isSubmitted(run.id));
    return;
  }
  const prepared = approvals.prepareSubmission(run.id, rules);
  const signature = policy === undefined ? null : await sign(context, NAMESPACES.submission, prepared.statement);
  approvals.submit(prepared, signature);
}

/** What was agreed to now is part of what is signed. */
function rulesOf(flags: OptionsOf<typeof declared>, { fresh }: StagedBatch): SubmittedRules {
  const { onlyValid } = flags;
  const { newReferences, again } = grantedRules(fresh, termsOf(flags));
  const isAgreed = (onlyValid !== true && fresh.repeated.newest !== undefined) || fresh.elsewhere !== undefined;
  return {
    ...(onlyValid === true && { onlyValid }),
    ...(newReferences === true && { newReferences }),
    ...(isAgreed && { payAgain: true }),
    ...(again === true && { again }),
  };
}
