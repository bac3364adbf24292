import { PixError } from '../../client/errors.ts';
import { commandError, type ErrorText, EXIT, type CommandError } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import { describeFailure } from '../errors/failure.ts';

/**
 * Sends a request that must not be repeated, once. Any end that does not prove that nothing happened, including Ctrl-C,
 * leaves the outcome unknown, and repeating the request might create something twice. Until the person knows the outcome,
 * the exit report contains this.
 *
 * @param errorTexts `unknown`: the message, given the reason why the outcome is unknown, with a hint how to find out;
 *   `unreported`: the effect of an answer that could not be shown
 * @throws CommandError outcome_unknown (exit 5)
 */
export async function sendOnce<Answer>(
  { host: { interruption }, screen: { text, exitReport } }: Context,
  request: () => Promise<Answer>,
  errorTexts: {
    readonly unknown: (reason: string) => ErrorText;
    readonly unreported: (reason: string, answer: Answer) => ErrorText & { readonly details: object };
  },
): Promise<Answer> {
  await exitReport.prepare();
  interruption.throwIfAborted();
  exitReport.errorFor = (reason) => outcomeUnknown(errorTexts.unknown(reason), { reason: 'interrupted' });
  try {
    const answer = await request();
    exitReport.errorFor = (reason) =>
      commandError(EXIT.unknownOutcome, 'created_untold', errorTexts.unreported(reason, answer));
    return answer;
  } catch (error) {
    if (error instanceof PixError && error.outcome !== 'unknown') {
      exitReport.errorFor = undefined;
      throw error;
    }
    const { code, message, status } = describeFailure(error, text);
    throw outcomeUnknown(errorTexts.unknown(message), { reason: code, status }, error);
  }
}

function outcomeUnknown(errorText: ErrorText, details: object, cause?: unknown): CommandError {
  return commandError(EXIT.unknownOutcome, 'outcome_unknown', errorText, { details, cause });
}
