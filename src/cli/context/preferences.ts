import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, namedFolder } from '../../files/folders.ts';
import type { Host } from './host.ts';
import { LANGUAGES, type Language } from '../text/translate.ts';

/** What a person has chosen once and for all. No secrets are among it. */
export interface Preferences {
  readonly language?: Language;
  /** A name of the IANA: `America/Sao_Paulo`. */
  readonly timeZone?: string;
  /** A command line; empty or `cat` for none. */
  readonly pager?: string;
}

type Environment = Host['environment'];

/** The file: beside the profiles, for it is no secret what stands in it. */
export function preferencesPath(environment: Environment): string {
  return join(configFolder(namedFolder(environment)), 'settings.json');
}

/** What the file says, as far as it can be used: `pix config` tells what is wrong with it. */
export function readPreferences(path: string): Preferences {
  try {
    return preferencesOf(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** What of a JSON document are preferences; others, which a newer version may know, are left out. */
function preferencesOf(document: unknown): Preferences {
  const text = (name: string): string | undefined => {
    const value: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const [timeZone, pager] = [text('timeZone'), text('pager')];
  const language = LANGUAGES.find((known) => known === text('language'));
  return {
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }),
    ...(pager !== undefined && { pager }),
  };
}

/** Whether `TZ` may be set to it: a name, for what POSIX makes of `-03` is the other side of the world. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The environment with the preferences below it: a variable that is set wins. */
export function withPreferences(
  environment: Environment,
  { language, timeZone, pager }: Preferences,
): Readonly<Record<string, string | undefined>> {
  const chosen = { PIX_LANG: language, TZ: timeZone, PIX_PAGER: pager };
  const below = Object.entries(chosen).filter(
    ([name, value]) => value !== undefined && (environment[name] ?? '') === '',
  );
  return below.length === 0 ? environment : { ...environment, ...Object.fromEntries(below) };
}
