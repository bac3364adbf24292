import { CommandError, EXIT } from '../../errors/command-error.ts';
import { failureWords, refusalCodeIn } from '../../output/reason-words.ts';
import type { Catalogue } from '../../text/translate.ts';

interface FailedWithdrawal {
  readonly id: string;
  readonly failureReason?: string | null | undefined;
}

/**
 * The error for a FAILED withdrawal: the reason, what to do, and that the money was returned.
 *
 * @param say adds the subject to the message when it is not obvious
 */
export function withdrawalFailed(
  { id, failureReason = null }: FailedWithdrawal,
  text: Catalogue,
  say = (message: string) => message,
): CommandError {
  const errorText = text.withdraw.failed(
    failureReason === null ? text.words.unknown : failureWords(failureReason, text),
  );
  const code = refusalCodeIn(failureReason ?? '');
  return new CommandError({
    ...errorText,
    message: say(errorText.message),
    ...(code !== undefined && { hint: text.payoutReasons.moneyIsBack(text.refusalCodes[code].advice) }),
    code: 'withdrawal_failed',
    exitCode: EXIT.failed,
    details: { id, failureReason },
  });
}
