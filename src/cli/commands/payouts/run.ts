import type { Balance } from '../../../client/answers.ts';
import type { FeeRule } from '../../../payouts/files/batch-summary.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import type { StagedRun } from '../../../payouts/journal/staging.ts';
import { PixError } from '../../../client/errors.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import { describeFailure } from '../../errors/failure.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { feeRuleOf } from '../../context/payouts/fee-of-profile.ts';
import { lookForOf } from '../../context/payouts/look-for.ts';
import { lookAtBalance } from '../../input/look-at-balance.ts';
import { createPalette } from '../../output/palette.ts';
import type { Output } from '../../output/output.ts';
import { bindPayouts, type AccountFlags } from '../../context/payouts/bind-account.ts';
import { assertConsentPossible, obtainConsent, type ConsentFlags } from './consent.ts';
import { assertPayAgain, rewrittenReferences, reportEarlierRows, unsettledRows } from './earlier-rows.ts';
import { endRun } from './end-of-run.ts';
import { problemTable, reportNotices } from './finding-row.ts';
import { reportOpenReferences } from './unconfirmed-rows.ts';
import { fileFailure, takenReferences } from './judge-file.ts';
import { withPayouts, type BoundPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import {
  counting,
  payableCounter,
  payableOfRun,
  type Payable,
  type PayableCounter,
} from '../../../payouts/rules/payable.ts';
import { showPlan } from './plan-lines.ts';
import { hasRefusedRows, preflightFailure } from './preflight-failure.ts';
import { assertReadable, openPayoutFile, type FileFlags, type PayoutFile } from './read-file.ts';
import { RunApproval } from '../../../payouts/rules/run-approval.ts';
import { isRunToItsEnd } from '../../../payouts/rules/repetition.ts';
import type { RunRow } from './run-row.ts';
import { reportingUnknown } from '../../context/payouts/still-unknown.ts';
import { openPayoutClient, workOnRun } from '../../context/payouts/work-on-run.ts';

export interface RunFlags extends FileFlags, ConsentFlags, AccountFlags {
  readonly again?: boolean;
  readonly resendProvenAbsent?: boolean;
  readonly wait?: boolean;
  /** How long to look for a lost response. */
  readonly lookFor?: string;
}

/** `pix payouts run FILE`: pays the file. A file that was run before is resumed; only `--again` pays it once more. */
export async function run(context: Context, flags: RunFlags, output: Output<RunRow>): Promise<void> {
  assertConsentPossible(context.screen, flags);
  const lookForMs = lookForOf(flags, context.screen);
  await assertReadable(context.screen, flags);
  await context.session.settingsForWriting();
  await withPayouts(context, async (opened) => {
    const feeRule = feeRuleOf(flags, opened.settings);
    const client = await openPayoutClient(context, opened);
    const looking = lookAtBalance(context.screen, client);
    // The balance is only required once the file is read; its error is reported then.
    const balance = await looking.catch(() => undefined);
    const file = openPayoutFile(context, flags, feeRule, balance);
    const payouts = await bindPayouts(context.host, opened, client, { flags }).catch((error: unknown) =>
      failUnbound(context, opened, file, error),
    );
    const { number, newest } = payouts.account;
    const place = { account: number, newestRows: newest.rows, nowMs: context.host.now() };
    const approval = new RunApproval(payouts.journal, place, flags);
    const counter = payableCounter(payouts.journal, place, flags);
    const staged = await stage(payouts, file, counter, { ...flags, ...feeRule });
    const { journal } = payouts;
    try {
      await reportingUnknown(context.screen, journal, staged.run.id, () => looking);
      const { isRepetition } = await consent({
        context,
        output,
        flags,
        payouts,
        file,
        staged,
        approval,
        balance,
        fresh: counter.result(),
      });
      // An earlier command's options are no consent for today.
      const options = { resendsProvenAbsent: flags.resendProvenAbsent === true, waits: flags.wait, lookForMs };
      const work = () => workOnRun(context, payouts, { lock: staged.lock, client, options });
      const summary = await (flags.again === true ? resumable(context.screen, staged.run.id, work) : work());
      await endRun(context, payouts, summary, output, { isRepetition, waits: flags.wait });
    } finally {
      // A run without approval is removed.
      journal.discard(staged.run.id);
      staged.lock.release();
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

function stage(
  { journal, origin, account }: BoundPayouts,
  file: PayoutFile,
  counter: PayableCounter,
  flags: RunFlags & FeeRule,
): Promise<StagedRun> {
  const facts = {
    source: file.source,
    origin,
    account: account.number,
    coverFee: flags.coverFee,
    usesMarks: flags.mark !== false,
    resendsProvenAbsent: flags.resendProvenAbsent === true,
  };
  const rows = counting(file.reading.payouts, counter);
  return journal.stage(facts, rows, () => file.reading.summary().digest, flags.again === true);
}

interface Asking {
  readonly context: Context;
  readonly output: Output<RunRow>;
  readonly flags: RunFlags;
  readonly payouts: BoundPayouts;
  readonly file: PayoutFile;
  readonly staged: StagedRun;
  readonly approval: RunApproval;
  readonly balance: Balance | undefined;
  /** What would be sent if the file is new. */
  readonly fresh: Payable;
}

/**
 * Shows what would happen, and approves the run after your confirmation.
 *
 * @returns whether the file was completed before, so that nothing is sent now
 * @throws CommandError without confirmation
 */
async function consent({ context, output, flags, payouts, file, staged, approval, balance, fresh }: Asking) {
  const { text } = context.screen;
  const { run: record, isKnown } = staged;
  const summary = file.reading.summary();
  reportNotices(context.screen, file.notices);
  const wrong = fileFailure(file, flags, text);
  if (wrong !== undefined) {
    if (summary.problems > 0 && wrong.code === 'rows_invalid') await reportProblems(context.screen, output, file);
    throw wrong;
  }
  if (flags.again === true) {
    payouts.journal.assertRepeatable(summary.digest, payouts.account.number);
    if (fresh.totals.payouts === 0) throw usageError('nothing_to_pay', text.payouts.nothingToPayAgain);
  }
  const payable = isKnown ? payableOfRun(payouts.journal, record.id, flags.resendProvenAbsent === true) : fresh;
  const isRepetition = isKnown && isRunToItsEnd(payouts.journal, record.id, payable);
  if (isRepetition) return { isRepetition };
  if (isKnown) context.screen.notify(text.payouts.resumed(record.id));
  else assertNew(context.screen, fresh, flags);
  const forecast = preflight(payable.totals, balance);
  if (payable.totals.payouts > 0) {
    const plan = {
      source: file.source,
      digest: summary.digest,
      leftOut: summary.invalidRows,
      payable,
      preflight: forecast,
    };
    await showPlan(context, { ...plan, runId: isKnown ? record.id : undefined }, payouts, flags.yes === true);
    const failure = preflightFailure(forecast, text);
    if (failure !== undefined && !hasRefusedRows(payouts.journal, record.id)) throw failure;
  }
  if (isKnown && payable.totals.payouts === 0) {
    context.screen.notify(text.payouts.nothingLeft);
    return { isRepetition };
  }
  if (!isKnown) await assertPayAgain(context, fresh, flags);
  // The sum of the run, not of the file: rows may have been left out.
  await obtainConsent(context, record.amountCentavos, flags);
  if (!isKnown) approval.approve(record.id);
  return { isRepetition };
}

/** Reports earlier runs that paid the same rows as a new file. @throws CommandError when they forbid it */
function assertNew(screen: Screen, fresh: Payable, flags: RunFlags): void {
  reportOpenReferences(screen, fresh.open);
  reportEarlierRows(screen, fresh, flags);
  const wrong =
    takenReferences(screen, fresh, flags.onlyValid === true) ??
    rewrittenReferences(screen, fresh, flags) ??
    unsettledRows(screen, fresh);
  if (wrong !== undefined) throw wrong;
  if (fresh.leftOut.payouts > 0 && fresh.totals.payouts === 0) {
    throw usageError('nothing_to_pay', screen.text.payouts.nothingNew);
  }
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

async function reportProblems(
  { warn }: Screen,
  output: Output<RunRow>,
  { problems, reading }: PayoutFile,
): Promise<void> {
  const palette = await createPalette(false);
  const table = await problemTable(problems, reading.summary().problems, { ...(await output.style()), palette });
  for (const line of table.trimEnd().split('\n')) warn(line);
}
