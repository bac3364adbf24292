import { maskKey } from '../../contract/mask-key.ts';
import type { Screen } from '../context/screen.ts';
import { isLoopback, originOf, type Settings } from '../context/settings.ts';
import type { Catalogue } from '../text/translate.ts';
import { createPalette, type Palette } from './palette.ts';
import { labelledValues, type LabelledValue } from './sheet.ts';
import { alignedRight } from './text-width.ts';

/** A line about what is going to happen. An alarming one stands out, because real money is at stake. */
export interface PlanLine {
  readonly line: string;
  readonly isAlarming: boolean;
}

/** Where the money comes from, so that one service, profile or key is not taken for another. */
export function moneySource({ profileName, baseUrl, keySource, apiKey }: Settings, text: Catalogue) {
  const isLocal = isLoopback(baseUrl);
  const names = [
    profileName,
    originOf(baseUrl),
    keySource === 'environment' ? 'PIX_API_KEY' : undefined,
    maskKey(apiKey),
  ];
  const name = names.filter((part) => part !== undefined).join(' · ');
  return { isLocal, name: isLocal ? `${name} (${text.payouts.plan.thisMachine})` : name };
}

/** What is going to happen: whose money it is, to whom or from which file it goes, and numbers that stand under one another. */
interface Plan {
  readonly from: ReturnType<typeof moneySource> | undefined;
  readonly facts: readonly LabelledValue[];
  readonly sums: readonly LabelledValue[];
}

/** Aligned lines within the columns of a terminal. */
export function layPlan(
  { from, facts, sums }: Plan,
  { withdraw }: Catalogue,
  palette: Palette,
  columns: number | undefined,
): PlanLine[] {
  const numbers = alignedRight(sums.map(([, value]) => value));
  const source: LabelledValue[] = from === undefined ? [] : [[withdraw.plan.from, from.name]];
  const entries = [...source, ...facts, ...sums.map(([label], index) => [label, numbers[index] ?? ''] as const)];
  return labelledValues(entries, palette, columns).flatMap((lines, index) =>
    lines.map((line) => ({ line, isAlarming: index === 0 && from?.isLocal === false })),
  );
}

/** Reports on stderr what is going to happen: always before a question, else as a notice. */
export async function announcePlan(screen: Screen, lines: readonly PlanLine[], isAgreed: boolean): Promise<void> {
  const { waiting } = await createPalette(true);
  for (const { line, isAlarming } of lines) {
    if (isAgreed) screen.notify(line);
    else screen.warn(line, isAlarming ? waiting : undefined);
  }
}
