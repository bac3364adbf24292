import { parseTypedAmount } from '../../pix/amount-text.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import { usageError, type ErrorText } from '../errors/command-error.ts';
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

type Reading =
  | { readonly amountCentavos: Centavos }
  | { readonly code: string; readonly errorText: ErrorText; readonly details?: unknown };

export async function readAmount(
  context: Context,
  typed: string | undefined,
  { flag, question, minimumCentavos }: AmountQuestion,
): Promise<Centavos> {
  const { text } = context.screen;
  if (typed === undefined && !context.screen.isInteractive) throw missingOption(flag, text);
  const prompts = typed === undefined ? await context.screen.prompts() : undefined;
  const answer =
    typed ??
    (await prompts?.text(question, (candidate) => {
      const reading = readTyped(candidate, undefined, minimumCentavos, text);
      return 'errorText' in reading ? reading.errorText.message : undefined;
    })) ??
    '';
  return typedAmount(answer, typed === undefined ? undefined : flag, minimumCentavos, text);
}

/** @param flag by which it was given; undefined for an answer
 * @throws CommandError with the reason, and with the possible meanings of an ambiguous amount */
export function typedAmount(
  typed: string,
  flag: string | undefined,
  minimumCentavos: Centavos,
  text: Catalogue,
): Centavos {
  const reading = readTyped(typed, flag, minimumCentavos, text);
  if ('errorText' in reading) throw usageError(reading.code, reading.errorText, reading.details);
  return reading.amountCentavos;
}

function readTyped(typed: string, flag: string | undefined, minimumCentavos: Centavos, text: Catalogue): Reading {
  const amount = parseTypedAmount(typed);
  if (!amount.ok) {
    if (amount.reason === 'ambiguous') {
      const [grouped, decimal] = amount.readingsCentavos;
      const errorText = text.amount.ambiguous(typed, formatReais(grouped), formatReais(decimal));
      return { code: 'ambiguous_amount', errorText, details: { readingsCentavos: amount.readingsCentavos } };
    }
    return { code: 'invalid_amount', errorText: text.amount.refused(typed, amount.reason, flag) };
  }
  if (amount.amountCentavos > MAXIMUM) {
    return { code: 'invalid_amount', errorText: text.amount.refused(typed, 'too_large', flag) };
  }
  if (amount.amountCentavos < minimumCentavos) {
    const errorText = text.amount.belowMinimum(formatReais(amount.amountCentavos), formatReais(minimumCentavos));
    return { code: 'below_minimum', errorText, details: { minimumCentavos } };
  }
  return { amountCentavos: amount.amountCentavos };
}
