import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, namedFolder } from '../../files/folders.ts';
import type { Host } from './host.ts';
import { LANGUAGES } from '../text/translate.ts';

type Environment = Host['environment'];

/** Settings that apply to every command: their names in the file, and the variables that they stand for. None is secret. */
export const PREFERENCES = {
  language: ['language', 'PIX_LANG'],
  /** An IANA name: `America/Sao_Paulo`. */
  'time-zone': ['timeZone', 'TZ'],
  /** A command line; empty or `cat` for none. */
  pager: ['pager', 'PIX_PAGER'],
  /** A file, or the public key itself: what `pix payouts approve` signs with. */
  'signing-key': ['signingKey', 'PIX_SIGNING_KEY'],
  /** For screen readers: nothing is redrawn, and signs are words. */
  accessible: ['accessible', 'ACCESSIBLE'],
} as const;

const IS_VALID: Readonly<Record<string, (value: string) => boolean>> = {
  language: (value) => LANGUAGES.some((known) => known === value),
  timeZone: isTimeZone,
  accessible: (value) => value === 'on' || value === 'off',
};

/** The file beside the profiles; it contains no secrets. */
export function preferencesPath(environment: Environment): string {
  return join(configFolder(namedFolder(environment)), 'settings.json');
}

/**
 * The valid preferences in the file, by their variables: `pix config` reports invalid ones. Unknown entries, which a newer
 * version may have, are ignored.
 */
export function readPreferences(environment: Environment): Readonly<Record<string, string>> {
  try {
    const stored: unknown = JSON.parse(readFileSync(preferencesPath(environment), 'utf8'));
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.values(PREFERENCES).flatMap(([name, variable]) => {
        const value: unknown = Reflect.get(stored, name);
        return typeof value === 'string' && IS_VALID[name]?.(value) !== false ? [[variable, value]] : [];
      }),
    );
  } catch {
    return {};
  }
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
export function withPreferences(environment: Environment): Environment {
  const below = Object.entries(readPreferences(environment)).filter(([name]) => (environment[name] ?? '') === '');
  return below.length === 0 ? environment : { ...environment, ...Object.fromEntries(below) };
}
