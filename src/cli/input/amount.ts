import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { CommandError, usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { formatReais } from '../../pix/reais-text.ts';
import type { Catalogue } from '../text/translate.ts';
import { missingOption } from './option-values.ts';

/** Up to 2^46 reais, every amount in centavos has a different JSON number. */
const MAXIMUM = centavos(2 ** 46 * 100);

interface AmountQuestion {
  readonly flag: string;
  readonly question: string;
  readonly minimumCentavos: Centavos;
}

export async function readAmount(
  context: Context,
  typed: string | undefined,
  { flag, question, minimumCentavos }: AmountQuestion,
): Promise<Centavos> {
  const { text, isInteractive, prompts } = context.screen;
  if (typed !== undefined) return typedAmount(typed, flag, minimumCentavos, text);
  if (!isInteractive) throw missingOption(flag, text);
  const asking = await prompts();
  const answer = await asking.text(question, (candidate) => {
    const reading = readTyped(candidate, undefined, minimumCentavos, text);
    return reading instanceof CommandError ? reading.message : undefined;
  });
  return typedAmount(answer, undefined, minimumCentavos, text);
}

/** @throws CommandError those of {@link readTyped} */
export function typedAmount(...given: Parameters<typeof readTyped>): Centavos {
  const reading = readTyped(...given);
  if (reading instanceof CommandError) throw reading;
  return reading;
}

/**
 * @param flag by which it was given; undefined for an answer
 * @returns the amount; or the error with the reason, and with the possible meanings of an ambiguous amount
 */
export function readTyped(
  typed: string,
  flag: string | undefined,
  minimumCentavos: Centavos,
  text: Catalogue,
): Centavos | CommandError {
  const amount = parseTypedAmount(typed);
  if (!amount.ok) {
    if (amount.reason === 'ambiguous') {
      const [grouped, decimal] = amount.readingsCentavos;
      const errorText = text.amount.ambiguous(typed, formatReais(grouped), formatReais(decimal));
      return usageError('ambiguous_amount', errorText, { readingsCentavos: amount.readingsCentavos });
    }
    return usageError('invalid_amount', text.amount.refused(typed, amount.reason, flag));
  }
  if (amount.amountCentavos > MAXIMUM) {
    return usageError('invalid_amount', text.amount.refused(typed, 'too_large', flag));
  }
  if (amount.amountCentavos < minimumCentavos) {
    const errorText = text.amount.belowMinimum(formatReais(amount.amountCentavos), formatReais(minimumCentavos));
    return usageError('below_minimum', errorText, { minimumCentavos });
  }
  return amount.amountCentavos;
}
