import type { Run } from '../../command/command.ts';
import { commandError, EXIT, usageError } from '../../errors/command-error.ts';
import { closestWord, oneOf } from '../../errors/known-words.ts';
import type { Context } from '../../context/context.ts';
import { zoneName } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { pagerCommand } from '../../context/external-programs.ts';
import { isAccessible, isTimeZone, preferencesPath, PREFERENCES, readPreferences } from '../../context/preferences.ts';
import { askedProfileName, journalOf, type SettingsSources } from '../../context/settings.ts';
import type { ProfileReader, StoredProfile } from '../../../client/profiles/profiles-file.ts';
import { isJournalAddress, shownLocation } from '../../../payouts/journal/journal-location.ts';
import { LANGUAGES, readLanguage, type Catalogue } from '../../text/translate.ts';
import type { Output } from '../../output/output.ts';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import { unknownProfile } from '../../../client/errors.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { closestZone } from '../../context/time-zone.ts';
import { FILE_MODE, makePrivateFolder } from '../../../files/private-files.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';
import type { get, set } from './command.ts';

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
  const { flags, sources, profiles } = context.session;
  const isSet = (variable: string) => (environment[variable] ?? '') !== '' && !configured.includes(variable);
  const stored = readPreferences(environment);
  /** @param overriding the variable that what is stored gives way to; it precedes the others */
  const row = (
    value: string | null,
    overriding: string,
    others: readonly string[] = [],
    isStored = stored[overriding] !== undefined,
  ): SettingRow => {
    const isOverridden = isSet(overriding) || (!isStored && others.some(isSet));
    return { name, value, source: isOverridden ? 'environment' : isStored ? 'config' : 'default' };
  };
  switch (name) {
    case 'language': {
      const chosen = row(context.screen.language, 'PIX_LANG', ['LC_ALL', 'LC_MESSAGES', 'LANG']);
      return flags.lang === undefined ? chosen : { ...chosen, source: 'flag' };
    }
    case 'time-zone':
      return row(zoneName(), 'TZ');
    case 'pager':
      return row(pagerCommand(environment)?.join(' ') ?? '', 'PIX_PAGER', ['PAGER']);
    case 'accessible':
      return row(isAccessible(environment) ? 'on' : 'off', 'ACCESSIBLE');
    case 'signing-key':
      return row(environment['PIX_SIGNING_KEY'] ?? null, 'PIX_SIGNING_KEY');
    case 'cover-fee': {
      const coverFee = activeProfile(await profiles(), sources)?.coverFee;
      return { name, value: coverFee === true ? 'on' : 'off', source: coverFee === undefined ? 'default' : 'config' };
    }
    case 'journal': {
      const url = journalOf(environment, activeProfile(await profiles(), sources), context.screen.text);
      return row(url === undefined ? null : shownLocation(url), 'PIX_JOURNAL', [], url !== undefined);
    }
    case 'profile': {
      const asked = askedProfileName(sources);
      if (asked !== undefined)
        return { name, value: asked, source: flags.profile === undefined ? 'environment' : 'flag' };
      const current = (await profiles()).current();
      return { name, value: current ?? null, source: current === undefined ? 'default' : 'config' };
    }
  }
}

function activeProfile(profiles: ProfileReader, sources: SettingsSources): StoredProfile | undefined {
  const name = askedProfileName(sources) ?? profiles.current();
  return name === undefined ? undefined : profiles.get(name);
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

/** `pix config path`: the path, whether or not the file exists; bare, unless a format with names is requested. */
export async function runPath({ host }: Context, _flags: object, output: Output<{ readonly path: string }>) {
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

const ON_OFF = ['on', 'off'] as const;

/**
 * Checks and stores a setting.
 *
 * @returns the stored value; undefined when the setting was removed
 * @throws CommandError invalid_setting, unknown_profile, no_profile, settings_unreadable, settings_unwritable
 */
async function storeSetting(context: Context, name: SettingName, typed: string): Promise<string | undefined> {
  const { text } = context.screen;
  if (name === 'profile') {
    const profiles = await context.session.editProfiles();
    if (!profiles.names().includes(typed)) throw unknownProfile(typed, profiles);
    profiles.use(typed);
    return typed;
  }
  const value = typed === DEFAULT_VALUE ? undefined : checked(name, typed, text);
  if (name === 'cover-fee' || name === 'journal') {
    const profiles = await context.session.editProfiles();
    const profile = askedProfileName(context.session.sources) ?? profiles.current();
    if (profile === undefined) throw usageError('no_profile', text.config.noProfile(name));
    if (name === 'journal') profiles.setJournal(profile, value);
    else profiles.setCoverFee(profile, value === undefined ? undefined : value === 'on');
    return value;
  }
  const [key] = PREFERENCES[name];
  await changeFile(context, (stored) => ({ ...stored, [key]: value }));
  return value;
}

function checked(name: Exclude<SettingName, 'profile'>, typed: string, text: Catalogue): string {
  switch (name) {
    case 'language': {
      const language = readLanguage(typed);
      if (language !== undefined) return language;
      throw usageError('invalid_setting', text.usage.unknownValue(name, typed, LANGUAGES, undefined));
    }
    case 'time-zone': {
      const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
      const zone = zones.find((known) => known.toLowerCase() === typed.toLowerCase());
      if (zone !== undefined || isTimeZone(typed)) return zone ?? typed;
      throw usageError('invalid_setting', text.config.unknownZone(typed, closestZone(typed)));
    }
    case 'accessible':
    case 'cover-fee':
      return oneOf(ON_OFF, typed, name, 'invalid_setting', text);
    case 'journal':
      // A password is not stored.
      if (isJournalAddress(typed)) return typed;
      throw usageError('invalid_setting', text.settings.invalidJournal('journal'));
    case 'signing-key':
    case 'pager':
      if (!/\p{Cc}/u.test(typed)) return typed;
      throw usageError('invalid_setting', name === 'pager' ? text.config.badPager : text.config.badSigningKey);
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
  const document = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isSystemError(error) && error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const parsed: unknown = JSON.parse(document);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw usageError('settings_unreadable', text.config.unreadable(path));
}
