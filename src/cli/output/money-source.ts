import type { Context } from '../context.ts';
import { isLoopback, originOf, type Settings } from '../settings.ts';
import type { Catalogue } from '../text/translate.ts';
import { createPalette } from './palette.ts';

/** A line about what is going to happen. An alarming one stands out, for it tells of money that is real. */
export interface PlanLine {
  readonly line: string;
  readonly isAlarming: boolean;
}

/** Where the money comes from, so that nobody takes one service, profile or key for another. */
export function moneySource({ profileName, baseUrl, keySource }: Settings, text: Catalogue) {
  const isLocal = isLoopback(baseUrl);
  const names = [profileName, originOf(baseUrl), keySource === 'environment' ? 'PIX_API_KEY' : undefined];
  const name = names.filter((part) => part !== undefined).join(' · ');
  return { isLocal, name: isLocal ? `${name} (${text.payouts.plan.thisMachine})` : name };
}

/** Tells on stderr what is going to happen: always to whoever is asked, else as a notice. */
export async function announcePlan(context: Context, lines: readonly PlanLine[], isAgreed: boolean): Promise<void> {
  const { waiting } = await createPalette(true);
  for (const { line, isAlarming } of lines) {
    if (isAgreed) context.notify(line);
    else context.warn(line, isAlarming ? waiting : undefined);
  }
}
