import type { Run } from '../../command/command.ts';
import type { Balance } from '../../../client/answers.ts';
import type { StagedFile } from '../../../payouts/account-payouts.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import { PixError } from '../../../client/errors.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import { describeFailure, NothingSent, withNothingSent } from '../../errors/failure.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import type { Output } from '../../output/output.ts';
import { accountTerms, payoutsOf, lookAtBalance } from '../../context/payouts/bind-account.ts';
import { assertConsentPossible, obtainConsent, payableNow, showPlan } from './plan.ts';
import { askToRepeat, reportWarnings } from './row-notices.ts';
import { endRun } from './end-of-run.ts';
import { accountError, judgeBatch, questionsIn, reportNew, throwAt } from './objections.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { permissionsOf, permittedResends, termsOf } from '../../context/payouts/permissions.ts';
import { assertReadable, fileToPay, type AccountReader, type PayoutFile } from './read-file.ts';
import type { RunRow } from './run-rows.ts';
import { assertScheduledFor, onAnyDay, readDueOn, reportScheduled } from './schedule.ts';
import { isUnsent, openPayoutClient, workOnRun, reportingUnknown } from '../../context/payouts/work-on-run.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { BatchReading } from '../../../payouts/files/batch-summary.ts';
import type { resume, run as declared } from './command.ts';
import type { Payout } from '../../../payouts/payout.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { objectionsToSending, resumed } from '../../../payouts/rules/objections.ts';
import { groupTally, type RunRecord } from '../../../payouts/journal/records.ts';
import type { PixClient } from '../../../client/client.ts';

type RunFlags = OptionsOf<typeof declared>;

/** How a rehearsal differs from a run. */
interface Rehearsed {
  /** Reads the file as for the account that is rehearsed. */
  readonly reader: AccountReader;
  /** The payout as its twin pays it. */
  readonly replaced: (payout: Payout) => Payout;
}

/** `pix payouts run FILE`: pays the file. A file that was run before is resumed; only `--allow again:CODE` pays it once more. */
export const run: Run<typeof declared, RunRow> = async (context, flags, output) => {
  assertConsentPossible(context.screen, flags);
  await payFile(context, flags, output);
};

/** @param rehearsed undefined: real money is sent */
export async function payFile(context: Context, flags: RunFlags, output: Output<RunRow>, rehearsed?: Rehearsed) {
  const dueOn = readDueOn(context, flags.on);
  await assertReadable(context.screen, flags);
  await context.session.settingsForWriting();
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    const client = await openPayoutClient(context, opened);
    const given = fileToPay(context, flags, opened, client, rehearsed?.reader);
    const payouts = payoutsOf(context, opened, client);
    let reading: BatchReading | undefined;
    const read = async (balance: Balance | undefined) => {
      const file = await given.read(balance);
      reading = file.reading;
      return rehearsed === undefined ? file : withPayoutsOf(file, rehearsed.replaced);
    };
    // Not where an earlier command has sent some of the file.
    const isCertain = () => {
      const digest = reading?.summary().digest;
      const before = journal.runs().filter((known) => known.digest === digest);
      return journal.unconfirmed().length === 0 && before.every(({ id }) => isUnsent(journal, id));
    };
    const pay = async (staged: StagedFile<PayoutFile>) => {
      const { batch, account } = staged;
      const { id } = batch.run;
      const leftOut = batch.summary.invalidRows;
      const resendsProvenAbsent = permittedResends(journal, id, flags, context.screen.text);
      const asking = { resendsProvenAbsent, dueOn, isAsked: rehearsed === undefined };
      const { repeated, agreed } = await consent(context, flags, opened, staged, asking);
      if (dueOn !== undefined && repeated === undefined) {
        await reportScheduled(context, journal, id, output, leftOut);
        return;
      }
      const options = { resendsProvenAbsent, waits: flags.wait, lookForMs: flags.lookFor, agreed };
      const work = () => workOnRun(context, opened, { lock: batch.lock, account, client, options });
      const summary = await (permissionsOf(flags).names('again') ? resumable(context.screen, id, work) : work());
      await endRun(context, opened, summary, output, { repeated, waits: flags.wait, leftOut });
    };
    await reportingUnknown(context.screen, () =>
      payouts.pay({ ...given, read }, pay, context.host.interruption).catch((error: unknown) => {
        throw error instanceof PixError ? withNothingSent(error, isCertain) : error;
      }),
    );
  });
}

/** The same file with other recipients: its lines, its digest and its problems stay. */
function withPayoutsOf(file: PayoutFile, replaced: Rehearsed['replaced']): PayoutFile {
  async function* payouts() {
    for await (const payout of file.reading.payouts) yield replaced(payout);
  }
  return { ...file, reading: { payouts: payouts(), summary: () => file.reading.summary() } };
}

interface Asking {
  readonly resendsProvenAbsent: ReadonlySet<number>;
  /** The day before which nothing is sent. */
  readonly dueOn: string | undefined;
  /** False: nothing is paid, so no sum is typed. */
  readonly isAsked: boolean;
}

/**
 * Shows what would happen, and approves the run after your confirmation.
 *
 * @returns `repeated`: what would be paid if the file were new; it was completed before, so that nothing is sent now.
 *   `agreed`: what is sent at most; undefined where the whole run was agreed to
 * @throws CommandError without confirmation
 */
async function consent(
  context: Context,
  flags: RunFlags,
  { journal, settings }: OpenPayouts,
  { file, batch, balance }: StagedFile<PayoutFile>,
  { resendsProvenAbsent, dueOn, isAsked }: Asking,
): Promise<{ readonly repeated?: Payable; readonly agreed?: Payable['totals'] }> {
  const { screen } = context;
  const { text } = screen;
  const { run: record, isKnown, isSubmitted, summary, fresh } = batch;
  const payable = batch.payable(resendsProvenAbsent);
  const agreed = flags.yes === true && flags.confirmTotal !== undefined ? {} : { agreed: payable.totals };
  const forecast = preflight(payable.totals, balance);
  const ofThatDay = dueOn === undefined ? forecast : onAnyDay(forecast);
  const judged = judgeBatch(screen, file, batch, payable, ofThatDay, dueOn);
  const { isAtItsEnd, begunRunId: runId } = judged.candidate;
  if (isAtItsEnd) return { repeated: fresh };
  if (isKnown && dueOn !== undefined) {
    assertScheduledFor(screen, journal, record, dueOn);
    return {};
  }
  if (isKnown) {
    if (!journal.approvals.days.isToCome(record)) screen.notify(text.payouts.resumed(record.id));
  } else if (isSubmitted) screen.notify(text.payouts.approval.isSubmitted(record.id));
  else reportNew(screen, journal, fresh, termsOf(flags));
  // Before a person types a sum that may not be sent.
  throwAt(screen, judged, 'rows', 'policy');
  if (payable.totals.payouts > 0) {
    const { source } = file;
    const plan = { source, digest: summary.digest, leftOut: summary.invalidRows, payable, preflight: forecast, runId };
    await showPlan(context, plan, settings, flags.yes === true);
    reportWarnings(screen, payable);
    if (dueOn !== undefined) screen.notify(text.payouts.schedule.planned(dueOn));
    throwAt(screen, judged, 'balance');
  }
  if (isKnown && payable.totals.payouts === 0) {
    screen.notify(text.payouts.nothingLeft);
    return agreed;
  }
  if (flags.yes === true || !screen.isInteractive) throwAt(screen, judged, 'question');
  await askToRepeat(context, fresh, questionsIn(judged.objections));
  // Of the run, not of the file: rows may have been left out. What is scheduled may be more on its day.
  const { payouts: sending, sumCentavos } = payable.totals;
  const shown = sending > 0 || dueOn === undefined ? sumCentavos : record.amountCentavos;
  if (isAsked) await obtainConsent(context, record.amountCentavos, flags, shown);
  if (dueOn === undefined) batch.approve();
  else {
    journal.transaction(() => {
      journal.staging.schedule(record.id, dueOn);
      batch.approve();
    });
  }
  return agreed;
}

/** Adds the run to an error, because repeating the command could pay again once the run is complete. */
async function resumable<Result>({ text }: Screen, runId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (![NothingSent, PixError, PayoutError].some((kind) => error instanceof kind)) throw error;
    const { details, ...failure } = describeFailure(error, text);
    const hint = text.payouts.hints.resume(runId);
    throw new CommandError({ ...failure, hint, details: details ?? { run: runId }, cause: error });
  }
}

/** `pix payouts resume RUN`: looks for what is unconfirmed, and sends the rest. */
export const runResume: Run<typeof resume, RunRow> = async (context, flags, output) => {
  const { runId, wait, lookFor: lookForMs } = flags;
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    const client = await openPayoutClient(context, opened);
    const payouts = payoutsOf(context, opened, client);
    const resuming = () =>
      payouts.resume(runId, accountTerms(flags), async ({ run: record, lock, account }) => {
        const resendsProvenAbsent = permittedResends(journal, runId, flags, context.screen.text);
        const payable = await payableNow(context, opened, runId, resendsProvenAbsent, { newest: account.newest.rows });
        await consentToRest(context, flags, opened, record, payable, client);
        (await payouts.submittedApproval(record, account))?.approve(runId);
        const agreed = flags.yes === true ? undefined : payable.totals;
        const options = { resendsProvenAbsent, waits: wait, lookForMs, agreed };
        const summary = await workOnRun(context, opened, { lock, account, client, options });
        await endRun(context, opened, summary, output, { waits: wait });
      });
    await reportingUnknown(context.screen, () =>
      resuming().catch((error: unknown) => {
        throw withNothingSent(error, () => isUnsent(journal, runId));
      }),
    );
  });
};

/** Looking up moves no money; sending the remaining rows requires a confirmation. @throws CommandError */
async function consentToRest(
  context: Context,
  flags: OptionsOf<typeof resume>,
  { journal, settings }: OpenPayouts,
  record: RunRecord,
  payable: Payable,
  client: Pick<PixClient, 'balance'>,
): Promise<void> {
  const { text, isInteractive } = context.screen;
  const { source, digest, id: runId } = record;
  const { payouts: rows, sumCentavos } = payable.totals;
  // They are named when they are looked for.
  const open = groupTally(journal.tally(runId), 'open').payouts;
  if (open > 0) context.screen.notify(text.payouts.openRows(open));
  if (rows === 0) {
    context.screen.notify(text.payouts.nothingLeft);
    return;
  }
  await context.session.settingsForWriting();
  const isEarly = flags.now === true && journal.approvals.days.isToCome(record);
  if (flags.yes !== true && !isInteractive) {
    throw usageError('confirmation_required', text.payouts.resumeNeedsYes(rows));
  }
  const forecast = preflight(payable.totals, await lookAtBalance(context.screen, client));
  const [objection] = objectionsToSending(resumed(journal, runId, forecast, isEarly));
  if (objection?.why === 'refused') throw objection.error;
  const plan = { source, digest, runId, payable, preflight: forecast, leftOut: 0 };
  await showPlan(context, plan, settings, flags.yes === true);
  reportWarnings(context.screen, payable);
  if (objection !== undefined) throw accountError(objection.failed, text, runId);
  // Timers resume with --yes alone: what was approved is stored, and no sum of theirs would be newer.
  if (flags.yes !== true) await obtainConsent(context, sumCentavos, {});
  if (isEarly) journal.approvals.allowEarly(runId);
}
