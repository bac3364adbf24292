import type { Preflight } from '../../payouts/preflight.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { Context } from '../context.ts';
import { isLoopback, originOf, type Settings } from '../settings.ts';
import { formatReais } from '../output/money.ts';
import { createPalette, type Palette } from '../output/palette.ts';
import { labelledLines } from '../output/sheet.ts';
import type { Catalogue } from '../text/translate.ts';
import type { OpenPayouts } from './open-payouts.ts';
import type { Payable } from './payable.ts';

/** Where the money comes from, so that nobody takes one service, profile or key for another. */
export function moneySource({ profileName, baseUrl, keySource }: Settings): string {
  const names = [profileName, originOf(baseUrl), keySource === 'environment' ? 'PIX_API_KEY' : undefined];
  return names.filter((name) => name !== undefined).join(' · ');
}

/** What a person has to see before they say yes. */
export interface PayoutPlan {
  readonly source: string;
  readonly digest: string;
  /** Wrong rows, which are not paid. */
  readonly leftOut: number;
  readonly runId: string | undefined;
  readonly payable: Payable;
  readonly preflight: Preflight;
}

interface PlanLine {
  readonly line: string;
  readonly isAlarming: boolean;
}

/** Aligned lines for stderr; the one about where the money comes from is alarming when that is not this machine. */
export function planLines(
  plan: PayoutPlan,
  settings: Settings | undefined,
  text: Catalogue,
  palette: Palette,
  columns?: number,
): PlanLine[] {
  const { source, digest, leftOut, runId, payable, preflight } = plan;
  const { plan: labels, rows } = text.payouts;
  const isLocal = settings === undefined || isLoopback(settings.baseUrl);
  const money = (amount: Centavos | undefined) => (amount === undefined ? text.words.unknown : formatReais(amount));
  const lines: (readonly [string, string])[] = [
    ...(settings === undefined
      ? []
      : [[labels.from, moneySource(settings) + (isLocal ? ` (${labels.thisMachine})` : '')] as const]),
    [labels.file, source],
    ...(runId === undefined ? [] : [[labels.run, runId] as const]),
    [labels.digest, digest],
    ...(leftOut === 0 ? [] : [[labels.leftOut, `${rows(leftOut)}: ${labels.leftOutNote}`] as const]),
    ...(payable.held.payouts === 0
      ? []
      : [
          [
            labels.alreadyPaid,
            `${rows(payable.held.payouts)} (${money(payable.held.amountCentavos)}): ${labels.alreadyPaidNote}`,
          ] as const,
        ]),
    [labels.rows, String(payable.totals.payouts)],
    [labels.sum, money(payable.totals.sumCentavos)],
    [labels.fees, money(preflight.feesCentavos)],
    [labels.arrives, money(preflight.arrivingCentavos)],
    [labels.leaves, money(preflight.leavingCentavos)],
    [labels.balance, money(preflight.balanceCentavos)],
    [labels.remains, money(preflight.balanceAfterCentavos)],
  ];
  return labelledLines(lines, palette, columns)
    .trimEnd()
    .split('\n')
    .map((line, index) => ({ line, isAlarming: index === 0 && !isLocal }));
}

/** Shows a plan on stderr: always to whoever is asked, else as a notice. Where the money comes from stands out. */
export async function showPlan(
  context: Context,
  plan: PayoutPlan,
  { settings }: Pick<OpenPayouts, 'settings'>,
  isAgreed: boolean,
): Promise<void> {
  const announce = isAgreed ? context.notify : context.warn;
  const { waiting } = await createPalette(true);
  for (const { line, isAlarming } of planLines(plan, settings, context.text, await createPalette(false))) {
    if (isAlarming && !isAgreed) context.warn(line, waiting);
    else announce(line);
  }
}
