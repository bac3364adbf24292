import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, namedFolder } from '../../files/folders.ts';
import type { Host } from './host.ts';
import { LANGUAGES, type Language } from '../text/translate.ts';

/** Settings that apply to every command. None of them is secret. */
export interface Preferences {
  readonly language?: Language;
  /** An IANA name: `America/Sao_Paulo`. */
  readonly timeZone?: string;
  /** A command line; empty or `cat` for none. */
  readonly pager?: string;
  /** A file, or the public key itself: what `pix payouts approve` signs with. */
  readonly signingKey?: string;
  /** For screen readers: nothing is redrawn, and signs are words. */
  readonly accessible?: 'on' | 'off';
}

type Environment = Host['environment'];

/** The file beside the profiles; it contains no secrets. */
export function preferencesPath(environment: Environment): string {
  return join(configFolder(namedFolder(environment)), 'settings.json');
}

/** The valid preferences in the file: `pix config` reports invalid ones. */
export function readPreferences(path: string): Preferences {
  try {
    return preferencesOf(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** The preferences in a JSON document. Unknown entries, which a newer version may have, are ignored. */
function preferencesOf(document: unknown): Preferences {
  const text = (name: string): string | undefined => {
    const value: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const [timeZone, pager, signingKey] = [text('timeZone'), text('pager'), text('signingKey')];
  const accessible = (['on', 'off'] as const).find((known) => known === text('accessible'));
  const language = LANGUAGES.find((known) => known === text('language'));
  return {
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }),
    ...(pager !== undefined && { pager }),
    ...(signingKey !== undefined && { signingKey }),
    ...(accessible !== undefined && { accessible }),
  };
}

/** `ACCESSIBLE=1`, as for other programs. */
export function isAccessible({ ACCESSIBLE = '' }: Environment): boolean {
  return !['', '0', 'off', 'false', 'no'].includes(ACCESSIBLE.toLowerCase());
}

/** Whether `TZ` may be set to it: only names, because POSIX reads `-03` as three hours east. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Adds the preferences to the environment; a variable that is set wins. */
export function withPreferences(
  environment: Environment,
  { language, timeZone, pager, signingKey, accessible }: Preferences,
): Readonly<Record<string, string | undefined>> {
  const chosen = {
    PIX_LANG: language,
    TZ: timeZone,
    PIX_PAGER: pager,
    PIX_SIGNING_KEY: signingKey,
    ACCESSIBLE: accessible,
  };
  const below = Object.entries(chosen).filter(
    ([name, value]) => value !== undefined && (environment[name] ?? '') === '',
  );
  return below.length === 0 ? environment : { ...environment, ...Object.fromEntries(below) };
}
