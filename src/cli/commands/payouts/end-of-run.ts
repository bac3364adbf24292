import type { RunSummary, StopReason } from '../../../payouts/engine/run-events.ts';
import { sumCentavos } from '../../../pix/centavos.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT, type ExitCode } from '../../errors/exit-code.ts';
import { describeFailure } from '../../errors/failure.ts';
import { formatReais } from '../../output/money.ts';
import type { Output } from '../../output/output.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { ClosedPipe } from '../../context/host.ts';
import { otherHolderLine, reportUnconfirmedRows } from './unconfirmed-rows.ts';
import type { OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { reportRepetition } from './repetition.ts';
import { rowsTakenElsewhere, type NotSentRows } from '../../../payouts/rules/reference-holder.ts';
import { groupTally } from '../../../payouts/rules/state-groups.ts';
import { runRow, type RunRow } from './run-row.ts';
import { runSheet } from './run-sheet.ts';

/** Rows listed one by one. */
const SHOWN_MAXIMUM = 10;

/**
 * Reports a run on stdout and to a person, and throws unless every row is paid, now or earlier. Pending rows count as
 * paid.
 *
 * @param isRepetition the file was completed before, so this command has sent nothing
 * @param waits whether pending rows are followed to their end; then they do not count as paid
 * @throws CommandError outcome_unknown, paid_twice (5), interrupted (130), partly_paid (3), or why nothing was paid (1,
 *   4)
 */
export async function endRun(
  context: Context,
  { journal }: OpenPayouts,
  summary: RunSummary,
  output: Output<RunRow>,
  {
    isRepetition = false,
    waits = false,
  }: { readonly isRepetition?: boolean; readonly waits?: boolean | undefined } = {},
): Promise<void> {
  const { text, notify, warn, exitReport } = context.screen;
  const { run, tally } = summary;
  const elsewhere = rowsTakenElsewhere(journal, run.id);
  const failure =
    failureOf(context.screen, summary, { ...elsewhere, ...doubtsOf(journal, run.id) }) ??
    (waits ? notFollowed(context.screen, summary) : undefined);
  // The stream may fail after everything was written, even when the command has ended.
  exitReport.errorFor = (reason) => unreported(context.screen, summary, failure, reason);
  let unwritten: CommandError | undefined;
  try {
    await output.one(runRow(run, tally), (style) => runSheet(run, tally, style));
  } catch (error) {
    // A closed stdout must not look like success.
    if (!(error instanceof ClosedPipe))
      unwritten = unreported(context.screen, summary, failure, reasonOf(error, context.screen));
  }
  reportUnconfirmedRows(context.screen, journal, run.id);
  for (const { payout, holder } of elsewhere.other.slice(0, SHOWN_MAXIMUM)) warn(otherHolderLine(payout, holder, text));
  if (elsewhere.paid > 0) notify(text.payouts.alreadyPaid(elsewhere.paid));
  if (tally.accepted.payouts > 0) notify(text.payouts.stillPending(tally.accepted.payouts, run.id));
  if (isRepetition) reportRepetition(context.screen, journal, summary);
  const thrown = unwritten ?? failure;
  if (thrown !== undefined) throw thrown;
  const paid = groupTally(tally, 'paid');
  if (paid.payouts > 0 && !isRepetition) notify(text.payouts.allPaid(paid.payouts, formatReais(paid.amountCentavos)));
}

/** The outcome is known, but could not be printed. Repeating the command is never the way to see it. */
function unreported(
  { text }: Screen,
  { run, tally, stop }: RunSummary,
  failure: CommandError | undefined,
  reason: string,
): CommandError {
  const [paid, pending] = [groupTally(tally, 'paid'), groupTally(tally, 'pending')];
  const sum = formatReais(sumCentavos(paid.amountCentavos, pending.amountCentavos));
  const errorText = text.payouts.runUnreported(paid.payouts + pending.payouts, sum, run.id, reason);
  return new CommandError({
    message: failure === undefined ? errorText.message : `${failure.message}; ${errorText.message}`,
    hint: failure?.hint ?? errorText.hint,
    code: failure?.code ?? 'output_lost',
    exitCode: failure?.exitCode ?? EXIT.partlyDone,
    details: failure?.details ?? { run: run.id, stop: stop?.reason ?? null },
    cause: failure,
  });
}

function reasonOf(error: unknown, { text }: Screen): string {
  return error instanceof Error ? plainCause(error, text) : String(error);
}

/** Doubtful rows of a run, in addition to unknown ones. */
interface Doubts {
  /** Refused rows, which are looked up before they are sent again. */
  readonly refused: number;
  /** Rows paid by a withdrawal with the mark of another payment. */
  readonly otherMarks: number;
}

function doubtsOf(journal: OpenPayouts['journal'], runId: string): Doubts {
  const refused = [...journal.payouts(runId, { states: ['unknown'], isRefused: true })].length;
  return { refused, otherMarks: journal.withOtherMarks(runId) };
}

function failureOf(
  { text }: Screen,
  { run, tally, alarms, stop }: RunSummary,
  elsewhere: NotSentRows & Doubts,
): CommandError | undefined {
  const words = text.payouts;
  const fail = (code: string, exitCode: ExitCode, errorText: { message: string; hint?: string }, cause?: unknown) =>
    new CommandError({ ...errorText, code, exitCode, details: { run: run.id, stop: stop?.reason ?? null }, cause });
  const [paid, pending] = [groupTally(tally, 'paid'), groupTally(tally, 'pending')];
  const [notPaid, notSent] = [groupTally(tally, 'notPaid'), groupTally(tally, 'notSent')];
  const open = groupTally(tally, 'open');
  const wentOut = paid.payouts + pending.payouts;
  const taken = elsewhere.other.length;
  const missing = notPaid.payouts + notSent.payouts + taken + elsewhere.free;
  const [openElsewhere] = elsewhere.open;

  if (alarms > 0) return fail('paid_twice', EXIT.unknownOutcome, words.paidTwice(alarms, run.id));
  if (open.payouts > 0 && open.payouts === elsewhere.refused) {
    return fail('outcome_unknown', EXIT.unknownOutcome, words.refusedUnknown(open.payouts, run.id));
  }
  if (open.payouts === 0 && elsewhere.otherMarks > 0) {
    return fail('outcome_unknown', EXIT.unknownOutcome, words.paidByOther(elsewhere.otherMarks, run.id));
  }
  if (open.payouts > 0) return fail('outcome_unknown', EXIT.unknownOutcome, words.runUnknown(open.payouts, run.id));
  if (openElsewhere !== undefined) {
    const errorText = words.runUnknown(elsewhere.open.length, openElsewhere.holder.runId);
    return fail('outcome_unknown', EXIT.unknownOutcome, errorText);
  }
  if (stop?.reason === 'interrupted') {
    const sum = formatReais(sumCentavos(paid.amountCentavos, pending.amountCentavos));
    const errorText =
      notSent.payouts === 0
        ? words.followingInterrupted(pending.payouts, run.id)
        : words.runInterrupted(wentOut, sum, notSent.payouts, run.id);
    return fail('interrupted', EXIT.interrupted, errorText);
  }
  if (missing === 0) return undefined;
  if (wentOut === 0 && stop !== undefined) {
    const reason = stop.error === undefined ? words.stops[stop.reason] : describeFailure(stop.error, text).message;
    return fail(stop.reason, exitCodeOf(stop.reason), words.runStopped(reason, run.id), stop.error);
  }
  const details = (['failed', 'refused', 'resolved_unpaid', 'planned'] as const)
    .filter((state) => tally[state].payouts > 0)
    .map((state) => `${text.statuses.payout[state].toLowerCase()}: ${tally[state].payouts}`);
  if (taken > 0) details.push(`${words.referencesOfOthers}: ${taken}`);
  const hint = notSent.payouts + elsewhere.free > 0 ? words.hints.resume(run.id) : words.hints.retryFile(run.id);
  const all = wentOut + missing;
  return fail('partly_paid', EXIT.partlyDone, words.runPartly(missing, all, details.join(', '), hint));
}

/** Their end is unknown, because the service could not be reached any more. */
function notFollowed({ text }: Screen, { run, tally }: RunSummary): CommandError | undefined {
  const { payouts } = groupTally(tally, 'pending');
  if (payouts === 0) return undefined;
  const errorText = text.payouts.notFollowed(payouts, run.id);
  return new CommandError({ ...errorText, code: 'not_followed', exitCode: EXIT.partlyDone, details: { run: run.id } });
}

function exitCodeOf(reason: StopReason): ExitCode {
  return reason === 'key_refused' ? EXIT.access : EXIT.failed;
}
