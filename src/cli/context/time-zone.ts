import { withoutAccents } from '../../pix/accents.ts';
import { zoneName } from '../output/dates.ts';
import { usageError } from '../errors/command-error.ts';
import { closestWord } from '../errors/known-words.ts';
import type { Host } from './host.ts';
import type { Screen } from './screen.ts';

/** A name of a zone, or a part of one (`Sao_Paulo`), or the POSIX form that Node does not know: `<-03>3`. */
const NAME = /^(?:[A-Za-z_]+(?:\/[\w+-]+)*|<.*>[+-]?0*[1-9].*)$/;

/** Node treats an unknown zone as UTC, and would show dates of another day. @throws CommandError invalid_time_zone */
export function assertTimeZone({ environment, now }: Host, { text }: Pick<Screen, 'text'>): void {
  const zone = environment['TZ'] ?? '';
  if (!NAME.test(zone) || new Date(now()).getTimezoneOffset() !== 0) return;
  try {
    // Intl knows a name in any letters (`America/Sao_paulo`), and the clock of Node only as it is spelt.
    const clock: Partial<Intl.ResolvedDateTimeFormatOptions> = new Intl.DateTimeFormat('en').resolvedOptions();
    const moment = new Date(now());
    const isSame = moment.toLocaleString('en', { timeZone: zone }) === moment.toLocaleString('en');
    if (isSame || (clock.timeZone ?? 'Etc/Unknown') !== 'Etc/Unknown') return;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw usageError('invalid_time_zone', text.settings.invalidTimeZone(zone, closestZone(zone)));
}

/** As `Date` gives it: Pix counts its days by the time of Brasília. */
const BRASILIA_OFFSET_MINUTES = 180;

/** The zone of shown times, where it is not that of Brasília. */
export function unusualZone({ environment, now }: Host): string | undefined {
  if (new Date(now()).getTimezoneOffset() === BRASILIA_OFFSET_MINUTES) return undefined;
  const zone = environment['TZ'] ?? '';
  return zone === '' ? zoneName() : zone;
}

/** The zone that was probably meant: `sao paulo`, `São_Paulo`, `Asia/Tokio`. */
export function closestZone(typed: string): string | undefined {
  const plain = withoutAccents(typed).trim().replaceAll(/\s+/g, '_').toLowerCase();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const cityOf = (zone: string) => zone.split('/').at(-1)?.toLowerCase() ?? '';
  const whole = closestWord(plain, zones);
  if (plain.includes('/') && whole !== undefined) return whole;
  const city = closestWord(cityOf(plain), zones.map(cityOf));
  return zones.find((zone) => cityOf(zone) === city) ?? whole;
}
