import type { Preflight } from '../../../payouts/rules/preflight.ts';
import type { StateTally } from '../../../payouts/journal/records.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { announcePlan, layPlan, moneySource, type PlanLine } from '../../output/money-source.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { createPalette } from '../../output/palette.ts';
import type { LabelledValue } from '../../output/sheet.ts';
import { wrapToWidth } from '../../output/text-width.ts';
import { showRecipients } from './recipient-table.ts';
import type { Catalogue } from '../../text/translate.ts';
import { forecastLines } from '../forecast.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { parseTypedAmount } from '../../../pix/amount-text.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';

/** What a person must see before confirming. */
export interface PayoutPlan {
  readonly source: string;
  readonly digest: string;
  /** Wrong rows, which are not paid. */
  readonly leftOut: number;
  readonly runId: string | undefined;
  readonly payable: Payable;
  readonly preflight: Preflight;
}

/** Aligned lines. The source of the money is highlighted unless it is this machine. */
export function planLines(
  plan: PayoutPlan,
  settings: Settings | undefined,
  style: Omit<HumanStyle, 'now' | 'language'>,
  isVerbose: boolean,
): PlanLine[] {
  const { source, digest, leftOut, runId, payable, preflight } = plan;
  const { text, palette, columns } = style;
  const { plan: labels, rows, payments, paymentsTo } = text.payouts;
  const from = settings === undefined ? undefined : moneySource(settings, text);
  const rowsAndSum = ({ payouts, amountCentavos }: StateTally, note: string) =>
    `${payments(payouts)} (${formatReais(amountCentavos)}): ${note}`;
  const { totals, recipients } = payable;
  const facts = [
    [labels.file, source],
    runId !== undefined && [labels.run, runId],
    isVerbose && [labels.digest, digest],
    leftOut > 0 && [labels.leftOut, `${rows(leftOut)}: ${labels.leftOutNote}`],
    payable.leftOut.payouts > 0 && [labels.leftOut, rowsAndSum(payable.leftOut, labels.leftOutEarlierNote)],
    payable.alreadyPaid.payouts > 0 && [labels.alreadyPaid, rowsAndSum(payable.alreadyPaid, labels.alreadyPaidNote)],
    [labels.rows, paymentsTo(totals.payouts, recipients.keys, recipients.newKeys ?? 0)],
  ].filter((fact): fact is [string, string] => fact !== false);
  const sums: LabelledValue[] = [
    [labels.sum, formatReais(totals.sumCentavos)],
    ...forecastLines(labels, [labels.fees, preflight.feesCentavos], preflight, text),
  ];
  const lines = layPlan({ from, facts, sums }, text, palette, columns);
  const fee = preflight.feePerPayoutCentavos ?? 0;
  if (fee === 0 || totals.payouts === 0) return lines;
  const note = wrapToWidth(feeLine(payable, formatReais(fee), text), columns ?? Number.POSITIVE_INFINITY);
  return [...lines, ...note.map((line) => ({ line, isAlarming: false }))];
}

/** Recipients that are named where only some receive less. */
const LESS_NAMED = 5;

/** Who receives the amount of the file, and who receives less. */
function feeLine({ totals, recipients }: Payable, fee: string, { payouts }: Catalogue): string {
  const { onTop, taken } = totals.byFee;
  if (onTop.payouts === 0) return payouts.feeTaken(fee);
  if (taken.payouts === 0) return payouts.feeOnTop(fee);
  const named = recipients.first.filter(({ coverFee }) => !coverFee).slice(0, LESS_NAMED);
  const names = named.map(({ line, name }) => payouts.namedRow(String(line), name));
  return payouts.feeMixed(fee, onTop.payouts, names, taken.payouts - names.length);
}

/** Shows recipients and totals of a plan: all of it before a question, otherwise only the totals on stderr. */
export async function showPlan(
  context: Context,
  plan: PayoutPlan,
  settings: Settings,
  isAgreed: boolean,
): Promise<void> {
  const { screen, session } = context;
  const { recipients, totals } = plan.payable;
  if (!isAgreed) await showRecipients(context, { recipients, totals, preflight: plan.preflight });
  const style = { text: screen.text, columns: screen.messageColumns, palette: await createPalette(false) };
  await announcePlan(screen, planLines(plan, settings, style, session.flags.verbose === true), isAgreed);
}

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
