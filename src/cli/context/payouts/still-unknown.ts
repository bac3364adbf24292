import type { Journal } from '../../../payouts/journal/journal.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Screen } from '../screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { describeFailure } from '../../errors/failure.ts';
import { openDespite } from '../../../payouts/engine/run-outcome.ts';

/**
 * A failure to reach the service must not hide that payouts of a run have no confirmed outcome: then the command ends
 * with those, and the failure is given as the reason.
 *
 * @throws CommandError outcome_unknown (exit 5); otherwise what `work` throws
 */
export async function reportingUnknown<Result>(
  { text }: Pick<Screen, 'text'>,
  journal: Pick<Journal, 'tally'>,
  runId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const found = openDespite(error, journal, runId);
    if (found === undefined) throw error;
    const failure = describeFailure(found.failure, text);
    throw new CommandError({
      ...text.payouts.runUnknownBecause(found.open, runId, failure.message),
      code: 'outcome_unknown',
      exitCode: EXIT.unknownOutcome,
      details: { run: runId, stop: failure.code },
      cause: error,
    });
  }
}
