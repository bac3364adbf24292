import type { Host } from '../context/host.ts';
import { isLoopback, type Settings } from '../context/settings.ts';
import { unusualZone } from '../context/time-zone.ts';
import type { Catalogue } from '../text/translate.ts';
import { createPalette } from './palette.ts';

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
  const { local, label } = await createPalette(true);
  return { line: parts.filter((part) => part !== undefined).join(' · '), paint: isLocal ? local : label };
}
