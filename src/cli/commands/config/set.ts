import type { Context } from '../../context/context.ts';
import { readSettingName, settingRow, type SettingRow, DEFAULT_VALUE, type SettingName } from './setting-rows.ts';
import type { Run } from '../../command/command.ts';
import type { set } from './command.ts';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import type { ProfileReader } from '../../../client/profiles/profiles-file.ts';
import { isJournalAddress } from '../../../payouts/journal/journal-location.ts';
import { unknownProfile } from '../../../client/errors.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import { oneOf } from '../../input/option-values.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { askedProfileName } from '../../context/settings.ts';
import { isTimeZone, preferencesPath, type Preferences } from '../../context/preferences.ts';
import { closestZone } from '../../context/time-zone.ts';
import { FILE_MODE, makePrivateFolder } from '../../../files/private-files.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';
import { LANGUAGES, readLanguage, type Catalogue } from '../../text/translate.ts';

/** `pix config set NAME VALUE`: reports the stored value, which the environment may override. */
export const run: Run<typeof set, SettingRow> = async (context, flags, output) => {
  const { text, notify } = context.screen;
  const name = readSettingName(flags.name, text);
  const stored = await storeSetting(context, name, flags.value);
  await output.one({ name, value: stored ?? null, source: stored === undefined ? 'default' : 'config' }, () => '');
  notify(stored === undefined ? text.config.removed(name) : text.config.stored(name, stored));
  const { source } = await settingRow(context, name);
  if (stored !== undefined && source === 'environment') notify(text.config.overridden(name));
};

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
