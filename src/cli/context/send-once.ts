import { PixError } from '../../client/errors.ts';
import { CommandError, type Complaint } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import { EXIT } from '../errors/exit-code.ts';
import { describeFailure } from '../errors/failure.ts';
import { formatReais } from '../output/money.ts';

/**
 * Makes a request that creates something, once. Whatever then ends it without saying that nothing happened, Ctrl-C
 * included, leaves the outcome unknown, and a repetition might do it twice. As long as the person does not know how it
 * ended, that is left as last words.
 *
 * @param complaint what may have happened, given why it is unknown, and how to find out
 * @throws CommandError outcome_unknown (exit 5)
 */
export async function sendOnce<Answer extends { readonly id: string; readonly value: number }>(
  context: Context,
  request: () => Promise<Answer>,
  complaint: (reason: string) => Complaint,
): Promise<Answer> {
  const { text } = context.screen;
  return sendWatched(context, request, {
    unknown: complaint,
    untold: (reason, { id, value }) => ({
      ...text.errors.createdUntold(id, formatReais(value), reason),
      details: { id, value },
    }),
  });
}

/** The same for any request that must not be repeated, with other words for what may have happened, and what has. */
export async function sendWatched<Answer>(
  { host: { interruption }, screen: { text, exitReport } }: Context,
  request: () => Promise<Answer>,
  complaints: {
    readonly unknown: (reason: string) => Complaint;
    readonly untold: (reason: string, answer: Answer) => Complaint & { readonly details: object };
  },
): Promise<Answer> {
  await exitReport.prepare();
  interruption.throwIfAborted();
  exitReport.complain = (reason) => outcomeUnknown(complaints.unknown(reason), { reason: 'interrupted' });
  try {
    const answer = await request();
    exitReport.complain = (reason) =>
      new CommandError({
        ...complaints.untold(reason, answer),
        code: 'created_untold',
        exitCode: EXIT.unknownOutcome,
      });
    return answer;
  } catch (error) {
    if (error instanceof PixError && error.outcome !== 'unknown') {
      exitReport.complain = undefined;
      throw error;
    }
    const { code, message, status } = describeFailure(error, text);
    throw outcomeUnknown(
      complaints.unknown(message),
      { reason: code, ...(status === undefined ? {} : { status }) },
      error,
    );
  }
}

function outcomeUnknown(complaint: Complaint, details: object, cause?: unknown): CommandError {
  return new CommandError({
    ...complaint,
    code: 'outcome_unknown',
    exitCode: EXIT.unknownOutcome,
    details,
    cause,
  });
}
