import type { RunSummary } from '../../../payouts/engine/run-events.ts';
import { sumCentavos } from '../../../pix/centavos.ts';
import { commandError, EXIT, CommandError, type ExitCode } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { describeFailure } from '../../errors/failure.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Output } from '../../output/output.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { ClosedPipe } from '../../context/host.ts';
import type { OpenPayouts } from '../../context/payouts/open-payouts.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { permissionWord } from '../../context/payouts/permissions.ts';
import { absentCode } from '../../../payouts/rules/permissions.ts';
import { rowsTakenElsewhere } from '../../../payouts/rules/duplicates/verdict.ts';
import { shortfallOf, type RunShortfall } from '../../../payouts/engine/run-outcome.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { groupTally, type RunRecord, type RunTally } from '../../../payouts/journal/records.ts';
import { runRow, type RunRow } from './run-rows.ts';
import {
  reportRepetition,
  reportUnconfirmedRows,
  notifySheet,
  retryEnding,
  runSheet,
  repeatedSince,
} from './run-sheet.ts';
import { otherHolderLine } from './row-notices.ts';

/** Rows listed one by one. */
const SHOWN_MAXIMUM = 10;

interface Ending {
  /** What would be paid if the file were new: it was completed before, so this command has sent nothing. */
  readonly repeated?: Payable | undefined;
  /** Whether pending rows are followed to their end; then they do not count as paid. */
  readonly waits?: boolean | undefined;
  /** Rows of the file with errors. */
  readonly leftOut?: number;
}

/**
 * Reports a run on stdout and to a person, and throws unless every row is paid, now or earlier. Pending rows count as
 * paid.
 *
 * @throws CommandError outcome_unknown, paid_twice (5), interrupted (130), partly_paid (3), or why nothing was paid (1,
 *   4)
 */
export async function endRun(
  context: Context,
  { journal }: OpenPayouts,
  summary: RunSummary,
  output: Output<RunRow>,
  { repeated, waits = false, leftOut = 0 }: Ending = {},
): Promise<void> {
  const { text, warn, exitReport } = context.screen;
  const { run, tally } = summary;
  const elsewhere = rowsTakenElsewhere(journal, run.id);
  const shortfall = shortfallOf(journal, summary, { waits, elsewhere });
  const failure = shortfall && failureOf(context.screen, journal, summary, shortfall, elsewhere.other.length);
  // The stream may fail after everything was written, even when the command has ended.
  exitReport.errorFor = (reason) => unreported(context.screen, summary, failure, reason);
  const isVerbose = context.session.flags.verbose === true;
  // After a repetition, the earlier payments are reported below.
  const sheet = (style: HumanStyle) =>
    repeated === undefined ? runSheet(journal, run, tally, style, { isVerbose, leftOut }) : '';
  let unwritten: CommandError | undefined;
  try {
    await output.one(runRow(journal, run, tally), sheet);
  } catch (error) {
    // A closed stdout must not look like success.
    const reason = error instanceof Error ? plainCause(error, text) : String(error);
    if (!(error instanceof ClosedPipe)) unwritten = unreported(context.screen, summary, failure, reason);
  }
  notifySheet(context.screen, output, sheet);
  reportUnconfirmedRows(context.screen, journal, run.id, true);
  for (const { payout, holder } of elsewhere.other.slice(0, SHOWN_MAXIMUM)) warn(otherHolderLine(payout, holder, text));
  // An error names them itself.
  if (failure === undefined) for (const line of repeatedSince(journal, run.id, text).lines) warn(line);
  if (repeated !== undefined) reportRepetition(context.screen, journal, run, { fresh: repeated, leftOut });
  const thrown = unwritten ?? failure;
  if (thrown !== undefined) throw thrown;
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

function failureOf(
  { text }: Screen,
  journal: Journal,
  summary: RunSummary,
  shortfall: RunShortfall,
  taken: number,
): CommandError {
  const { run, tally, stop } = summary;
  const words = text.payouts;
  const facts = { run: run.id, stop: stop?.reason ?? null };
  const { line, foreign } = stop?.foreign ?? {};
  const onward =
    line === undefined || foreign === undefined
      ? words.hints.resume(run.id)
      : words.hints.resolve(run.id, line, foreign.newest.id);
  const fail = (code: string, exitCode: ExitCode, errorText: { message: string; hint?: string }, cause?: unknown) =>
    commandError(exitCode, code, errorText, { details: facts, cause });
  switch (shortfall.code) {
    case 'paid_twice':
      return fail('paid_twice', EXIT.unknownOutcome, words.paidTwice(shortfall.payouts, run.id));
    case 'outcome_unknown':
      return fail('outcome_unknown', EXIT.unknownOutcome, unknownText(words, journal, summary, shortfall));
    case 'interrupted': {
      const { sent, pending, notSent } = shortfall;
      const errorText =
        notSent === 0
          ? words.followingInterrupted(pending, run.id)
          : words.runInterrupted(sent.payouts, formatReais(sent.amountCentavos), notSent, run.id);
      return fail('interrupted', EXIT.interrupted, errorText);
    }
    case 'stopped': {
      const { reason, error } = shortfall.stop;
      const said = error === undefined ? text.payoutStops[reason] : describeFailure(error, text).message;
      const exitCode = reason === 'key_refused' ? EXIT.access : EXIT.failed;
      const { message, hint } = words.runStopped(said, run.id);
      return fail(reason, exitCode, { message, hint: line === undefined ? hint : onward }, error);
    }
    case 'partly_paid': {
      const details = (['failed', 'refused', 'resolved_unpaid', 'planned'] as const)
        .filter((state) => tally[state].payouts > 0)
        .map((state) => `${text.statuses.payout[state].toLowerCase()}: ${tally[state].payouts}`);
      if (taken > 0) details.push(`${words.referencesOfOthers}: ${taken}`);
      const { missing, all } = shortfall;
      const hint = shortfall.isResumable ? onward : unpaidHint(journal, run, tally, text);
      return fail('partly_paid', EXIT.partlyDone, words.runPartly(missing, all, details.join(', '), hint));
    }
    case 'not_followed': {
      const { code, payouts } = shortfall;
      return commandError(EXIT.partlyDone, code, words.notFollowed(payouts, run.id), { details: { run: run.id } });
    }
  }
}

/** Without a row that no other run has paid since there is no file to write: theirs are the references of others. */
function unpaidHint(journal: Journal, run: RunRecord, tally: RunTally, text: HumanStyle['text']): string {
  const { hints } = text.payouts;
  const { rows, lines } = repeatedSince(journal, run.id, text);
  if (groupTally(tally, 'notPaid').payouts > rows.size) return hints.retryFile(run.id, retryEnding(run));
  return lines.length > 0 ? lines.join('; ') : hints.ownReferences;
}

function unknownText(
  words: Screen['text']['payouts'],
  journal: Journal,
  { run, tally }: RunSummary,
  { why, payouts, runId }: Extract<RunShortfall, { readonly code: 'outcome_unknown' }>,
) {
  // If all of the open rows are proven absent, it is known that no money moved.
  const isAbsent = groupTally(tally, 'open').payouts === tally.absent.payouts && journal.withOtherMarks(run.id) === 0;
  if (why === 'open' && isAbsent) {
    return words.runAbsent(payouts, runId, permissionWord('absent', absentCode(journal, run.id)));
  }
  if (why === 'refused') return words.refusedUnknown(payouts, runId);
  return why === 'other_mark' ? words.paidByOther(payouts, runId) : words.runUnknown(payouts, runId);
}
