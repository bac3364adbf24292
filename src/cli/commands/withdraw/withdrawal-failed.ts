import { REFUSAL_CODES, type RefusalCode } from '../../../pix/refusal-codes.ts';
import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import type { Catalogue } from '../../text/translate.ts';

interface FailedWithdrawal {
  readonly id: string;
  readonly failureReason?: string | null | undefined;
}

/**
 * A withdrawal that ended as FAILED: the reason in the service's words, and beside it what it means and what to do.
 *
 * @param say what the message is said of, where that is something else
 */
export function withdrawalFailed(
  { id, failureReason = null }: FailedWithdrawal,
  text: Catalogue,
  say = (message: string) => message,
): CommandError {
  const complaint = text.withdraw.failed(failureReason ?? text.words.unknown);
  const code = refusalCodeIn(failureReason ?? '');
  const advice = code === undefined ? undefined : text.refusalCodes[code];
  return new CommandError({
    ...complaint,
    message: say(complaint.message),
    ...(advice !== undefined && { hint: text.withdraw.moneyIsBack(advice) }),
    code: 'withdrawal_failed',
    exitCode: EXIT.failed,
    details: { id, failureReason },
  });
}

function refusalCodeIn(reason: string): RefusalCode | undefined {
  const [word = ''] = /^\w+/.exec(reason.trim()) ?? [];
  return isRefusalCode(word) ? word : undefined;
}

function isRefusalCode(word: string): word is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, word);
}
