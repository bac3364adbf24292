import type { Context } from '../../context/context.ts';
import { readSettingName, settingRow, type SettingRow, DEFAULT_VALUE, type SettingName } from './setting-rows.ts';
import type { Run } from '../../command/command.ts';
import type { set } from './command.ts';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import { isJournalAddress } from '../../../payouts/journal/journal-location.ts';
import { unknownProfile } from '../../../client/errors.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import { oneOf } from '../../input/option-values.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { askedProfileName } from '../../context/settings.ts';
import { isTimeZone, preferencesPath, PREFERENCES } from '../../context/preferences.ts';
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
