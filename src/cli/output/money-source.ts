import { maskKey } from '../../contract/mask-key.ts';
import type { Screen } from '../context/screen.ts';
import { isLoopback, originOf, type Settings } from '../context/settings.ts';
import type { Catalogue } from '../text/translate.ts';
import type { HumanStyle } from './human-value.ts';
import { colours } from './palette.ts';
import { labelledValues, type LabelledValue } from './sheet.ts';
import { alignedRight } from './text-width.ts';
import type { Host } from '../context/host.ts';
import { unusualZone } from '../context/time-zone.ts';

/** A line of a plan. An alarming one is highlighted, because real money is at stake. */
export interface PlanLine {
  readonly line: string;
  readonly isAlarming: boolean;
}

/** The source of the money, so that services, profiles and keys are not confused. */
export function moneySource({ profileName, baseUrl, keySource, apiKey }: Settings, text: Catalogue) {
  const isLocal = isLoopback(baseUrl);
  const names = [
    profileName,
    originOf(baseUrl),
    keySource === 'environment' ? 'PIX_API_KEY' : undefined,
    maskKey(apiKey),
  ];
  const name = names.filter((part) => part !== undefined).join(' · ');
  return { isLocal, name: isLocal ? `${name} (${text.settings.thisMachine})` : name };
}

/** The source of the money, the recipient or file, and aligned sums; within the columns of a terminal. */
export function layPlan(
  from: ReturnType<typeof moneySource> | undefined,
  facts: readonly LabelledValue[],
  sums: readonly LabelledValue[],
  style: Pick<HumanStyle, 'text' | 'palette' | 'columns'>,
): PlanLine[] {
  const numbers = alignedRight(sums.map(([, value]) => value));
  const source: LabelledValue[] = from === undefined ? [] : [[style.text.fields.from, from.name]];
  const entries = [...source, ...facts, ...sums.map(([label], index) => [label, numbers[index] ?? ''] as const)];
  return labelledValues(entries, style).flatMap((lines, index) =>
    lines.map((line) => ({ line, isAlarming: index === 0 && from?.isLocal === false })),
  );
}

export function planText(lines: readonly PlanLine[]): string {
  return lines.map(({ line }) => `${line}\n`).join('');
}

/** Prints a plan on stderr: always before a question, otherwise unless `--quiet` is given. */
export async function announcePlan(screen: Screen, lines: readonly PlanLine[], isAgreed: boolean): Promise<void> {
  const { waiting } = await colours();
  for (const { line, isAlarming } of lines) {
    if (isAgreed) screen.notify(line);
    else screen.warn(line, isAlarming ? waiting : undefined);
  }
}

/** The account whose money is shown, in one line. A local service has its own colour, so that it is not mistaken for a real one. */
export async function accountHeader(
  { profileName, keySource, baseUrl }: Pick<Settings, 'baseUrl'> & Partial<Pick<Settings, 'profileName' | 'keySource'>>,
  machine: Host,
  text: Catalogue,
) {
  const isLocal = isLoopback(baseUrl);
  const zone = unusualZone(machine);
  const host = new URL(baseUrl).host;
  const parts = [
    profileName,
    isLocal && profileName !== undefined ? undefined : host,
    isLocal ? text.settings.localService : undefined,
    keySource === 'environment' ? 'PIX_API_KEY' : undefined,
    zone === undefined ? undefined : text.settings.timesIn(zone),
  ];
  const { local, label } = await colours();
  return { line: parts.filter((part) => part !== undefined).join(' · '), paint: isLocal ? local : label };
}
