import type { Balance } from '../../../client/answers.ts';
import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import { PixError } from '../../../client/errors.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { CommandError } from '../../errors/command-error.ts';
import { describeFailure } from '../../errors/failure.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { lookForOf } from '../../input/option-values.ts';
import type { Output } from '../../output/output.ts';
import { bindPayouts, meetForeign, lookAtBalance } from '../../context/payouts/bind-account.ts';
import { assertConsentPossible, obtainConsent } from './consent.ts';
import { askToRepeat } from './earlier-rows.ts';
import { endRun } from './end-of-run.ts';
import { judgeBatch, questionsIn, reportNew, throwAt, stageFile } from './judge-batch.ts';
import { withPayouts, type BoundPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { permissionsOf, permittedResends, termsOf } from '../../context/payouts/permissions.ts';
import { showPlan } from './plan-lines.ts';
import { assertReadable, openPayoutFile, type PayoutFile, feeRuleOf } from './read-file.ts';
import type { RunRow } from './run-row.ts';
import { assertScheduledFor, onAnyDay, readDueOn, reportScheduled } from './schedule.ts';
import { reportWarnings } from './warning-rows.ts';
import { openPayoutClient, workOnRun, reportingUnknown } from '../../context/payouts/work-on-run.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { run as declared } from './command.ts';
import type { Payout } from '../../../payouts/payout.ts';
import type { AccountSettings } from '../../context/state-folder.ts';

export type RunFlags = OptionsOf<typeof declared>;

/** How a rehearsal differs from a run. */
export interface Rehearsed {
  /** Reads the file as for the account that is rehearsed. */
  readonly reader: { readonly context: Context; readonly account: AccountSettings };
  /** The payout as its twin pays it. */
  readonly replaced: (payout: Payout) => Payout;
}

/** `pix payouts run FILE`: pays the file. A file that was run before is resumed; only `--allow again:CODE` pays it once more. */
export async function run(context: Context, flags: RunFlags, output: Output<RunRow>): Promise<void> {
  assertConsentPossible(context.screen, flags);
  await payFile(context, flags, output);
}

/** @param rehearsed undefined: real money is sent */
export async function payFile(
  context: Context,
  flags: RunFlags,
  output: Output<RunRow>,
  rehearsed?: Rehearsed,
): Promise<void> {
  const lookForMs = lookForOf(flags, context.screen);
  const dueOn = readDueOn(context, flags.on);
  await assertReadable(context.screen, flags);
  await context.session.settingsForWriting();
  await withPayouts(context, async (opened) => {
    const feeRule = feeRuleOf(flags, opened.settings);
    const client = await openPayoutClient(context, opened);
    const looking = lookAtBalance(context.screen, client);
    // The balance is only required once the file is read; its error is reported then.
    const balance = await looking.catch(() => undefined);
    const reader = rehearsed?.reader ?? { context, account: opened.settings };
    const read = await openPayoutFile(reader.context, flags, { feeRule, balance, account: reader.account });
    const file = rehearsed === undefined ? read : withPayoutsOf(read, rehearsed.replaced);
    const payouts = await bindPayouts(context.host, opened, client, flags).catch((error: unknown) =>
      failUnbound(context, opened, file, error),
    );
    const batch = await stageFile(context, payouts, { flags, file, feeRule });
    try {
      await reportingUnknown(context.screen, payouts.journal, batch.run.id, () => looking);
      await meetForeign(payouts, flags, batch.run.digest);
      const resendsProvenAbsent = permittedResends(payouts.journal, batch.run.id, flags, context.screen.text);
      const repeated = await consent({
        ...{ context, flags, payouts, file, batch, balance, resendsProvenAbsent, dueOn },
        isAsked: rehearsed === undefined,
      });
      if (dueOn !== undefined && repeated === undefined) {
        await reportScheduled(context, payouts.journal, batch.run.id, output, batch.summary.invalidRows);
        return;
      }
      const options = { resendsProvenAbsent, waits: flags.wait, lookForMs };
      const work = () => workOnRun(context, payouts, { lock: batch.lock, client, options });
      const summary = await (permissionsOf(flags).names('again')
        ? resumable(context.screen, batch.run.id, work)
        : work());
      await endRun(context, payouts, summary, output, {
        repeated,
        waits: flags.wait,
        leftOut: batch.summary.invalidRows,
      });
    } finally {
      batch.close();
    }
  });
}

/** Reports rows that an earlier run left unconfirmed, even when the account cannot be read. */
async function failUnbound(
  context: Context,
  { journal, knownAccount }: OpenPayouts,
  { reading }: PayoutFile,
  error: unknown,
): Promise<never> {
  if (!(error instanceof PixError) || knownAccount === undefined) throw error;
  const rows = reading.payouts[Symbol.asyncIterator]();
  while ((await rows.next()).done !== true) context.host.interruption.throwIfAborted();
  const known = journal.runOfDigest(reading.summary().digest, knownAccount);
  if (known === undefined) throw error;
  return reportingUnknown(context.screen, journal, known.id, () => Promise.reject(error));
}

/** The same file with other recipients: its lines, its digest and its problems stay. */
function withPayoutsOf(file: PayoutFile, replaced: Rehearsed['replaced']): PayoutFile {
  async function* payouts() {
    for await (const payout of file.reading.payouts) yield replaced(payout);
  }
  return { ...file, reading: { payouts: payouts(), summary: () => file.reading.summary() } };
}

interface Asking {
  readonly context: Context;
  readonly flags: RunFlags;
  readonly payouts: BoundPayouts;
  readonly file: PayoutFile;
  readonly batch: StagedBatch;
  readonly balance: Balance | undefined;
  readonly resendsProvenAbsent: ReadonlySet<number>;
  /** The day before which nothing is sent. */
  readonly dueOn: string | undefined;
  /** False: nothing is paid, so no sum is typed. */
  readonly isAsked: boolean;
}

/**
 * Shows what would happen, and approves the run after your confirmation.
 *
 * @returns what would be paid if the file were new: it was completed before, so that nothing is sent now
 * @throws CommandError without confirmation
 */
async function consent({ context, flags, payouts, file, batch, balance, resendsProvenAbsent, dueOn, isAsked }: Asking) {
  const { screen } = context;
  const { text } = screen;
  const { run: record, isKnown, isSubmitted, summary, fresh } = batch;
  const payable = batch.payable(resendsProvenAbsent);
  const forecast = preflight(payable.totals, balance);
  const judged = judgeBatch(screen, file, batch, {
    payable,
    forecast: dueOn === undefined ? forecast : onAnyDay(forecast),
    dueOn,
  });
  const { isAtItsEnd, begunRunId: runId } = judged.candidate;
  if (isAtItsEnd) return fresh;
  if (isKnown && dueOn !== undefined) {
    assertScheduledFor(screen, payouts.journal, record, dueOn);
    return undefined;
  }
  if (isKnown) {
    if (!payouts.journal.approvals.days.isToCome(record)) screen.notify(text.payouts.resumed(record.id));
  } else if (isSubmitted) screen.notify(text.payouts.approval.isSubmitted(record.id));
  else reportNew(screen, payouts.journal, fresh, termsOf(flags));
  // Before a person types a sum that may not be sent.
  throwAt(screen, judged, 'rows', 'policy');
  if (payable.totals.payouts > 0) {
    const { source } = file;
    const plan = { source, digest: summary.digest, leftOut: summary.invalidRows, payable, preflight: forecast, runId };
    await showPlan(context, plan, payouts.settings, flags.yes === true);
    reportWarnings(screen, payable);
    if (dueOn !== undefined) screen.notify(text.payouts.schedule.planned(dueOn));
    throwAt(screen, judged, 'balance');
  }
  if (isKnown && payable.totals.payouts === 0) {
    screen.notify(text.payouts.nothingLeft);
    return undefined;
  }
  if (flags.yes === true || !screen.isInteractive) throwAt(screen, judged, 'question');
  await askToRepeat(context, fresh, questionsIn(judged.objections));
  // Of the run, not of the file: rows may have been left out. Where it sends nothing now, there is no other sum to show.
  const { payouts: sending, sumCentavos } = payable.totals;
  if (isAsked) await obtainConsent(context, record.amountCentavos, flags, sending > 0 ? sumCentavos : undefined);
  if (dueOn === undefined) batch.approve();
  else {
    payouts.journal.transaction(() => {
      payouts.journal.staging.schedule(record.id, dueOn);
      batch.approve();
    });
  }
  return undefined;
}

/** Adds the run to an error, because repeating the command could pay again once the run is complete. */
async function resumable<Result>({ text }: Screen, runId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PixError || error instanceof PayoutError)) throw error;
    const { details, ...failure } = describeFailure(error, text);
    const hint = text.payouts.hints.resume(runId);
    throw new CommandError({ ...failure, hint, details: details ?? { run: runId }, cause: error });
  }
}
