import type { Run } from '../../command/command.ts';
import { usageError, closestWord, commandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { pagerCommand } from '../../context/external-programs.ts';
import {
  isAccessible,
  preferencesPath,
  readPreferences,
  isTimeZone,
  type Preferences,
} from '../../context/preferences.ts';
import { askedProfileName, journalOf } from '../../context/settings.ts';
import { shownLocation, isJournalAddress } from '../../../payouts/journal/journal-location.ts';
import { type Catalogue, LANGUAGES, readLanguage } from '../../text/translate.ts';
import type { Output } from '../../output/output.ts';
import type { get, set } from './command.ts';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import type { ProfileReader } from '../../../client/profiles/profiles-file.ts';
import { unknownProfile } from '../../../client/errors.ts';
import { oneOf } from '../../input/option-values.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { closestZone } from '../../context/time-zone.ts';
import { FILE_MODE, makePrivateFolder } from '../../../files/private-files.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';

export const SETTINGS = [
  'language',
  'time-zone',
  'pager',
  'profile',
  'cover-fee',
  'journal',
  'signing-key',
  'accessible',
] as const;
type SettingName = (typeof SETTINGS)[number];

/** Removes a setting. */
export const DEFAULT_VALUE = 'default';

type Source = 'flag' | 'environment' | 'config' | 'default';

interface SettingRow {
  readonly name: SettingName;
  readonly value: string | null;
  readonly source: Source;
}

export const SETTING_FIELDS: Fields<SettingRow> = [
  ...ofKind('text', 'name', 'value'),
  { path: 'source', kind: 'word' },
];

/** @throws CommandError unknown_setting */
function readSettingName(typed: string, text: Catalogue): SettingName {
  const name = SETTINGS.find((known) => known === typed.toLowerCase());
  if (name !== undefined) return name;
  throw usageError('unknown_setting', text.config.unknown(typed, SETTINGS, closestWord(typed, SETTINGS)));
}

async function settingRow(context: Context, name: SettingName): Promise<SettingRow> {
  const { environment, configured = [] } = context.host;
  const { flags } = context.session;
  const { language } = context.screen;
  const stored = readPreferences(preferencesPath(environment));
  const isSet = (variable: string) => (environment[variable] ?? '') !== '' && !configured.includes(variable);
  /** @param overriding the variable that the stored value gives way to; it precedes the others */
  const sourceOf = (value: string | undefined, overriding: string, ...others: string[]): Source => {
    if (isSet(overriding)) return 'environment';
    if (value !== undefined) return 'config';
    return others.some(isSet) ? 'environment' : 'default';
  };
  switch (name) {
    case 'language': {
      const source =
        flags.lang === undefined ? sourceOf(stored.language, 'PIX_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG') : 'flag';
      return { name, value: language, source };
    }
    case 'time-zone': {
      const value = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return { name, value, source: sourceOf(stored.timeZone, 'TZ') };
    }
    case 'pager': {
      const value = pagerCommand(environment)?.join(' ') ?? '';
      return { name, value, source: sourceOf(stored.pager, 'PIX_PAGER', 'PAGER') };
    }
    case 'accessible': {
      const value = isAccessible(environment) ? 'on' : 'off';
      return { name, value, source: sourceOf(stored.accessible, 'ACCESSIBLE') };
    }
    case 'signing-key': {
      const value = environment['PIX_SIGNING_KEY'] ?? null;
      return { name, value, source: sourceOf(stored.signingKey, 'PIX_SIGNING_KEY') };
    }
    case 'cover-fee': {
      const profiles = await context.session.profiles();
      const profile = askedProfileName({ flags, environment }) ?? profiles.current();
      const coverFee = profile === undefined ? undefined : profiles.get(profile)?.coverFee;
      return { name, value: coverFee === true ? 'on' : 'off', source: coverFee === undefined ? 'default' : 'config' };
    }
    case 'journal': {
      const profiles = await context.session.profiles();
      const profile = askedProfileName({ flags, environment }) ?? profiles.current();
      const stored = profile === undefined ? undefined : profiles.get(profile);
      const url = journalOf(environment, stored, context.screen.text);
      const value = url === undefined ? null : shownLocation(url);
      return { name, value, source: sourceOf(url, 'PIX_JOURNAL') };
    }
    case 'profile': {
      const asked = askedProfileName({ flags, environment });
      if (asked !== undefined)
        return { name, value: asked, source: flags.profile === undefined ? 'environment' : 'flag' };
      const current = (await context.session.profiles()).current();
      return { name, value: current ?? null, source: current === undefined ? 'default' : 'config' };
    }
  }
}

/** `pix config get NAME`: prints the bare value, unless a format with names is requested. */
export const runGet: Run<typeof get, SettingRow> = async (context, { name }, output) => {
  const row = await settingRow(context, readSettingName(name, context.screen.text));
  await output.bare(row.value ?? '', row);
};

export async function runList(context: Context, _flags: object, output: Output<SettingRow>): Promise<void> {
  const rows: SettingRow[] = [];
  for (const name of SETTINGS) rows.push(await settingRow(context, name));
  await output.list({ batches: [rows], envelope: (settings) => ({ settings }) }, SETTING_FIELDS);
}

interface PathRow {
  readonly path: string;
}

/** `pix config path`: the path, whether or not the file exists; bare, unless a format with names is requested. */
export async function runPath({ host }: Context, _flags: object, output: Output<PathRow>): Promise<void> {
  const path = preferencesPath(host.environment);
  await output.bare(path, { path });
}

/** `pix config set NAME VALUE`: reports the stored value, which the environment may override. */
export const runSet: Run<typeof set, SettingRow> = async (context, flags, output) => {
  const { text, notify } = context.screen;
  const name = readSettingName(flags.name, text);
  const stored = await storeSetting(context, name, flags.value);
  await output.one({ name, value: stored ?? null, source: stored === undefined ? 'default' : 'config' }, () => '');
  notify(stored === undefined ? text.config.removed(name) : text.config.stored(name, stored));
  const { source } = await settingRow(context, name);
  if (stored !== undefined && source === 'environment') notify(text.config.overridden(name));
};

/** Settings that do not belong to a profile. */
type FileSetting = Exclude<SettingName, 'profile' | 'cover-fee' | 'journal'>;

const KEYS: Readonly<Record<FileSetting, keyof Preferences>> = {
  language: 'language',
  'time-zone': 'timeZone',
  pager: 'pager',
  'signing-key': 'signingKey',
  accessible: 'accessible',
};

/**
 * Checks and stores a setting.
 *
 * @returns the stored value; undefined when the setting was removed
 * @throws CommandError invalid_setting, unknown_profile, settings_unreadable, settings_unwritable
 */
async function storeSetting(context: Context, name: SettingName, typed: string): Promise<string | undefined> {
  const { text } = context.screen;
  if (name === 'profile') {
    const profiles = await context.session.editProfiles();
    if (!profiles.names().includes(typed)) throw unknownProfile(typed, profiles);
    profiles.use(typed);
    return typed;
  }
  if (name === 'cover-fee') return storeCoverFee(context, typed);
  if (name === 'journal') return storeJournal(context, typed);
  const value = typed === DEFAULT_VALUE ? undefined : checked(name, typed, text);
  await changeFile(context, (stored) => ({
    ...stored,
    [KEYS[name]]: value,
  }));
  return value;
}

const ON_OFF = ['on', 'off'] as const;

/** A setting of the active profile. */
async function storeCoverFee(context: Context, typed: string): Promise<string | undefined> {
  const value =
    typed === DEFAULT_VALUE ? undefined : oneOf(ON_OFF, typed, 'cover-fee', 'invalid_setting', context.screen.text);
  const profiles = await context.session.editProfiles();
  profiles.setCoverFee(profileToSet(context, profiles, 'cover-fee'), value === undefined ? undefined : value === 'on');
  return value;
}

/** Likewise. A password is not stored. */
async function storeJournal(context: Context, typed: string): Promise<string | undefined> {
  const value = typed === DEFAULT_VALUE ? undefined : typed;
  if (value !== undefined && !isJournalAddress(value)) {
    throw usageError('invalid_setting', context.screen.text.settings.invalidJournal('journal'));
  }
  const profiles = await context.session.editProfiles();
  profiles.setJournal(profileToSet(context, profiles, 'journal'), value);
  return value;
}

/** @throws CommandError no_profile */
function profileToSet({ host, screen, session }: Context, profiles: ProfileReader, name: string): string {
  const profile = askedProfileName({ flags: session.flags, environment: host.environment }) ?? profiles.current();
  if (profile === undefined) throw usageError('no_profile', screen.text.config.noProfile(name));
  return profile;
}

function checked(name: FileSetting, typed: string, text: Catalogue): string {
  switch (name) {
    case 'language': {
      const language = readLanguage(typed);
      if (language === undefined) {
        throw usageError('invalid_setting', text.usage.unknownValue(name, typed, LANGUAGES, undefined));
      }
      return language;
    }
    case 'time-zone': {
      const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
      const zone = zones.find((known) => known.toLowerCase() === typed.toLowerCase());
      if (zone === undefined && !isTimeZone(typed)) {
        throw usageError('invalid_setting', text.config.unknownZone(typed, closestZone(typed)));
      }
      return zone ?? typed;
    }
    case 'accessible':
      return oneOf(ON_OFF, typed, name, 'invalid_setting', text);
    case 'signing-key':
      if (/\p{Cc}/u.test(typed)) throw usageError('invalid_setting', text.config.badSigningKey);
      return typed;
    case 'pager':
      if (/\p{Cc}/u.test(typed)) throw usageError('invalid_setting', text.config.badPager);
      return typed;
  }
}

/** Preserves unknown entries of the file: a newer version may have written them. */
async function changeFile({ host, screen }: Context, change: (stored: object) => object): Promise<void> {
  const { text } = screen;
  const path = preferencesPath(host.environment);
  try {
    const stored = await storedIn(path, text);
    makePrivateFolder(dirname(path));
    await writeFileWhole(path, [`${JSON.stringify(change(stored), undefined, 2)}\n`], host.interruption, FILE_MODE);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const errorText = text.config.unwritable(path, plainCause(error, text));
    throw commandError(EXIT.failed, 'settings_unwritable', errorText, { cause: error });
  }
}

async function storedIn(path: string, text: Catalogue): Promise<object> {
  let document = '{}';
  try {
    document = await readFile(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  try {
    const parsed: unknown = JSON.parse(document);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw usageError('settings_unreadable', text.config.unreadable(path));
}
