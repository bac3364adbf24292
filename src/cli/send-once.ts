import { PixError } from '../client/errors.ts';
import { CommandError, type Complaint } from './command-error.ts';
import type { Context } from './context.ts';
import { EXIT } from './exit-code.ts';
import { describeFailure } from './failure.ts';

/**
 * Makes a request that changes something, once. Whatever then ends it without saying that nothing happened, Ctrl-C
 * included, leaves the outcome unknown, and a repetition might do it twice.
 *
 * @param complaint what may have happened, given why nobody knows, and how to find out
 * @throws CommandError outcome_unknown (exit 5)
 */
export async function sendOnce<Answer>(
  { interruption, text }: Context,
  request: () => Promise<Answer>,
  complaint: (reason: string) => Complaint,
): Promise<Answer> {
  interruption.throwIfAborted();
  try {
    return await request();
  } catch (error) {
    if (error instanceof PixError && error.outcome !== 'unknown') throw error;
    const { code, message, status } = describeFailure(error, text);
    throw new CommandError({
      ...complaint(message),
      code: 'outcome_unknown',
      exitCode: EXIT.unknownOutcome,
      details: { reason: code, ...(status === undefined ? {} : { status }) },
      cause: error,
    });
  }
}
