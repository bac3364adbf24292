import type { Preflight } from '../../../payouts/rules/preflight.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import type { Screen } from '../../context/screen.ts';
import { accountWords, knownAccountOf, type KnownAccount } from '../../context/payouts/known-account.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { announcePlan, layPlan, moneySource, type PlanLine } from '../../output/money-source.ts';
import { formatReais } from '../../output/money.ts';
import { createPalette, type Palette } from '../../output/palette.ts';
import type { LabelledValue } from '../../output/sheet.ts';
import { wrapToWidth } from '../../output/text-width.ts';
import { recipientSummary, showRecipients } from './recipient-table.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { BoundPayouts } from '../../context/payouts/open-payouts.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';

/** What a person must see before confirming. */
export interface PayoutPlan {
  readonly source: string;
  readonly digest: string;
  /** Wrong rows, which are not paid. */
  readonly leftOut: number;
  readonly coverFee: boolean;
  /** Undefined if the account is unknown. */
  readonly account: KnownAccount | undefined;
  readonly runId: string | undefined;
  readonly payable: Payable;
  readonly preflight: Preflight;
}

/** Aligned lines for stderr. The source of the money is highlighted unless it is this machine. */
export function planLines(
  plan: PayoutPlan,
  settings: Settings | undefined,
  { text, language }: Pick<Screen, 'text' | 'language'>,
  palette: Palette,
  columns?: number,
): PlanLine[] {
  const { source, digest, leftOut, runId, payable, preflight, coverFee } = plan;
  const { plan: labels, rows, payments } = text.payouts;
  const from = settings === undefined ? undefined : moneySource(settings, text);
  const money = (amount: Centavos | undefined) => (amount === undefined ? text.words.unknown : formatReais(amount));
  const { account } = plan;
  const facts: LabelledValue[] = [
    ...(account === undefined
      ? []
      : [[labels.account, accountWords(account, settings?.profileName, { text, language })] as const]),
    [labels.file, source],
    ...(runId === undefined ? [] : [[labels.run, runId] as const]),
    [labels.digest, digest],
    ...(leftOut === 0 ? [] : [[labels.leftOut, `${rows(leftOut)}: ${labels.leftOutNote}`] as const]),
    ...(payable.leftOut.payouts === 0
      ? []
      : [
          [
            labels.leftOut,
            `${payments(payable.leftOut.payouts)} (${money(payable.leftOut.amountCentavos)}): ${labels.leftOutEarlierNote}`,
          ] as const,
        ]),
    ...(payable.alreadyPaid.payouts === 0
      ? []
      : [
          [
            labels.alreadyPaid,
            `${payments(payable.alreadyPaid.payouts)} (${money(payable.alreadyPaid.amountCentavos)}): ${labels.alreadyPaidNote}`,
          ] as const,
        ]),
    ...(payable.totals.payouts === 0 ? [] : [[labels.recipients, recipientSummary(payable, text)] as const]),
  ];
  const sums: LabelledValue[] = [
    [labels.rows, String(payable.totals.payouts)],
    [labels.sum, money(payable.totals.sumCentavos)],
    [labels.fees, money(preflight.feesCentavos)],
    [labels.arrives, money(preflight.arrivingCentavos)],
    [labels.leaves, money(preflight.leavingCentavos)],
    ...available(preflight, labels).map(([label, amount]) => [label, money(amount)] as const),
  ];
  const lines = layPlan({ from, facts, sums }, text, palette, columns);
  const fee = preflight.feePerPayoutCentavos ?? 0;
  if (fee === 0 || payable.totals.payouts === 0) return lines;
  const say = coverFee ? text.payouts.feeOnTop : text.payouts.feeTaken;
  const note = wrapToWidth(say(formatReais(fee)), columns ?? Number.POSITIVE_INFINITY);
  return [...lines, ...note.map((line) => ({ line, isAlarming: false }))];
}

/** What can be sent, before and after; the balance when the service does not report blocked amounts. */
function available(preflight: Preflight, labels: Catalogue['payouts']['plan']) {
  const { availableCentavos, availableAfterCentavos, balanceCentavos, balanceAfterCentavos } = preflight;
  if (availableCentavos === undefined) {
    return [[labels.balance, balanceCentavos] as const, [labels.remains, balanceAfterCentavos] as const];
  }
  return [[labels.available, availableCentavos] as const, [labels.availableAfter, availableAfterCentavos] as const];
}

/** Shows recipients and totals of a plan: all of it before a question, otherwise only the totals on stderr. */
export async function showPlan(
  context: Context,
  planned: Omit<PayoutPlan, 'account'>,
  { settings, journal, origin, account }: BoundPayouts,
  isAgreed: boolean,
): Promise<void> {
  const { screen } = context;
  const known = knownAccountOf(journal, account.number, origin, await context.session.profiles());
  const plan: PayoutPlan = { ...planned, account: known };
  const { payable, coverFee, preflight } = plan;
  if (!isAgreed) {
    await showRecipients(context, {
      recipients: payable.recipients,
      rows: payable.totals.payouts,
      coverFee,
      preflight,
    });
  }
  const lines = planLines(plan, settings, screen, await createPalette(false), screen.messageColumns);
  await announcePlan(screen, lines, isAgreed);
}
