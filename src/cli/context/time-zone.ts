import { usageError } from '../errors/command-error.ts';
import type { Host } from './host.ts';
import type { Screen } from './screen.ts';

/** A name of a zone, or a part of one: `Sao_Paulo`. Other POSIX forms (`<-03>3`) are left to Node. */
const NAME = /^[A-Za-z_]+(?:\/[\w+-]+)*$/;

/**
 * Node treats an unknown zone as UTC, and would show dates of another day.
 *
 * @throws CommandError invalid_time_zone
 */
export function assertTimeZone({ environment, now }: Host, { text }: Pick<Screen, 'text'>): void {
  const zone = environment['TZ'] ?? '';
  if (!NAME.test(zone) || !isUtc(now())) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usageError('invalid_time_zone', text.settings.invalidTimeZone(zone, closestZone(zone)));
  }
}

/** The zone of shown times if it may surprise: a configured one, or UTC. */
export function unusualZone({ environment, now }: Host): string | undefined {
  const zone = environment['TZ'] ?? '';
  if (zone !== '') return zone;
  return isUtc(now()) ? 'UTC' : undefined;
}

function isUtc(now: number): boolean {
  return new Date(now).getTimezoneOffset() === 0;
}

/** The zone whose last part matches: `sao paulo`. */
function closestZone(typed: string): string | undefined {
  const cityOf = (zone: string) => zone.split('/').at(-1)?.toLowerCase();
  return Intl.supportedValuesOf('timeZone').find((zone) => cityOf(zone) === cityOf(typed));
}
