import { PixError } from '../../../client/errors.ts';
import { PayoutError, type PayoutErrorCode } from '../../../payouts/payout-error.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Screen } from '../screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { describeFailure } from '../../errors/failure.ts';
import { groupTally } from '../../../payouts/rules/state-groups.ts';

/** Errors that require a person's action, without another request. */
const NEEDS_A_PERSON: readonly PayoutErrorCode[] = ['account_unclear', 'foreign_journal', 'other_account'];

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
    if (!(error instanceof PixError || (error instanceof PayoutError && !NEEDS_A_PERSON.includes(error.code)))) {
      throw error;
    }
    const open = groupTally(journal.tally(runId), 'open').payouts;
    if (open === 0) throw error;
    const failure = describeFailure(error, text);
    throw new CommandError({
      ...text.payouts.runUnknownBecause(open, runId, failure.message),
      code: 'outcome_unknown',
      exitCode: EXIT.unknownOutcome,
      details: { run: runId, stop: failure.code },
      cause: error,
    });
  }
}
