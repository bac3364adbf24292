import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { failureWords, refusalCodeIn } from '../../output/reason-words.ts';
import type { Catalogue } from '../../text/translate.ts';

interface FailedWithdrawal {
  readonly id: string;
  readonly failureReason?: string | null | undefined;
}

/**
 * A withdrawal that ended as FAILED: why, what to do, and that the money came back.
 *
 * @param say what the message is said of, where that is something else
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
    ...(code !== undefined && { hint: text.withdraw.moneyIsBack(text.refusalCodes[code].advice) }),
    code: 'withdrawal_failed',
    exitCode: EXIT.failed,
    details: { id, failureReason },
  });
}
