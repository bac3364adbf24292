import { parseTypedAmount } from '../../../pix/amount-text.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatReais } from '../../output/money.ts';

export interface ConsentFlags {
  readonly confirmTotal?: string;
  readonly yes?: boolean;
}

/** Whether consent was given on the command line, or can be asked for. @throws CommandError confirmation_required */
export function assertConsentPossible({ isInteractive, text }: Screen, flags: ConsentFlags): void {
  if (flags.yes === true ? flags.confirmTotal !== undefined || isInteractive : isInteractive) return;
  throw usageError('confirmation_required', text.payouts.needsConsent);
}

/**
 * Asks a person to type a sum, which does not happen by mistake. A script passes that of the run with `--confirm-total`,
 * and also `--yes`.
 *
 * @param sum of the run, whatever of it was paid before
 * @param shown of what is sent now, as the person sees it
 * @throws CommandError cancelled, total_differs
 */
export async function obtainConsent(
  context: Context,
  sum: Centavos,
  flags: ConsentFlags,
  shown: Centavos = sum,
): Promise<void> {
  const { text } = context.screen;
  const { confirmTotal } = flags;
  if (confirmTotal !== undefined && !isSum(confirmTotal, sum)) {
    const errorText = text.payouts.totalDiffers(confirmTotal, formatReais(sum));
    throw usageError('total_differs', errorText, { typed: confirmTotal, sum });
  }
  if (confirmTotal !== undefined && flags.yes === true) return;
  const prompts = await context.screen.prompts();
  const answer = await prompts.consent(text.payouts.typeSum(formatReais(shown)), (typed) =>
    typed.trim() === '' || isSum(typed, shown) ? undefined : text.payouts.sumDiffers(typed, formatReais(shown)),
  );
  if (answer.trim() === '') throw usageError('cancelled', text.payouts.cancelled);
}

/** Accepts every way to type the amount; an ambiguous one is accepted if either reading matches. */
function isSum(typed: string, sum: Centavos): boolean {
  const amount = parseTypedAmount(typed);
  if (amount.ok) return amount.amountCentavos === sum;
  return amount.reason === 'ambiguous' && amount.readingsCentavos.includes(sum);
}
