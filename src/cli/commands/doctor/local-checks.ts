import { access, constants, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { maskedKeyOf, storageOf } from '../../../client/profiles/profiles-file.ts';
import packageFacts from '../../../../package.json' with { type: 'json' };
import { ConfigurationError } from '../../../client/errors.ts';
import { isOpenToOthers } from '../../../files/private-files.ts';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { describeFailure } from '../../errors/failure.ts';
import { gatherSettings, isUnprotected, originOf, type KnownSettings, type Settings } from '../../context/settings.ts';
import { stateFolderPath, statesFolder } from '../../context/state-folder.ts';
import type { Catalogue } from '../../text/translate.ts';
import { saidBy, type Check } from './check.ts';

/** The checks of this file send no requests. */
export function checkVersion(): Check {
  const { node, v8, openssl } = process.versions;
  const detail = `pix ${packageFacts.version}, Node ${node} (${process.platform} ${process.arch}, V8 ${v8}, OpenSSL ${openssl})`;
  return { check: 'version', state: 'ok', detail };
}

export function checkTerminal({ host: { environment }, screen: { text, language, columns } }: Context): Check {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '') ?? '';
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { terminal } = text.doctor;
  const detail = [
    columns === undefined ? terminal.none : terminal.columns(columns),
    terminal.language(language),
    terminal.timeZone(timeZone),
  ].join(', ');
  // Windows has no such variables, but writes Unicode.
  const isPlain = process.platform !== 'win32' && locale !== '' && !/utf-?8/i.test(locale);
  return isPlain
    ? { check: 'terminal', state: 'warning', detail: `${detail}; ${terminal.locale(locale)}`, remedy: terminal.useUtf8 }
    : { check: 'terminal', state: 'ok', detail };
}

/** Must run before the file is read, because reading removes other users' rights to it. */
export async function checkConfigFile(
  { session: { profiles }, screen: { text } }: Context,
  path: string,
): Promise<Check> {
  const { configFile } = text.doctor;
  let mode: number;
  try {
    ({ mode } = await stat(path));
  } catch {
    return { check: 'configFile', state: 'ok', detail: configFile.none(path) };
  }
  try {
    const count = (await profiles()).names().length;
    const isOpen = process.platform !== 'win32' && isOpenToOthers(mode);
    const detail = configFile.profiles(path, count);
    return isOpen
      ? { check: 'configFile', state: 'warning', detail: `${detail}; ${configFile.wasOpen}`, remedy: configFile.renew }
      : { check: 'configFile', state: 'ok', detail };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { message, hint } = describeFailure(error, text);
    return { check: 'configFile', state: 'problem', detail: message, remedy: hint };
  }
}

interface KnownChecks {
  readonly checks: readonly Check[];
  /** What a request requires; undefined if something is missing. */
  readonly settings: Settings | undefined;
}

/** Address and key: whether they are set, and their sources. */
export async function checkSettings(context: Context): Promise<KnownChecks> {
  const { text } = context.screen;
  const { settings: words } = text.doctor;
  let known: KnownSettings;
  try {
    known = await gatherSettings(context.session.sources, text);
  } catch (error) {
    const { message: detail, hint: remedy } = describeFailure(error, text);
    return { checks: [{ check: 'settings', state: 'problem', detail, remedy }], settings: undefined };
  }
  const { baseUrl, apiKey, profileName } = known;
  const address: Check =
    baseUrl === undefined
      ? { check: 'settings', state: 'problem', detail: words.noAddress, remedy: words.login }
      : {
          check: 'settings',
          state: isUnprotected(baseUrl.value) ? 'warning' : 'ok',
          detail: words.address(
            baseUrl.value,
            words.sources[baseUrl.source],
            baseUrl.source === 'profile' ? profileName : undefined,
          ),
          ...(isUnprotected(baseUrl.value) && { remedy: words.useHttps }),
        };
  if (apiKey === undefined) {
    const key: Check = { check: 'key', state: 'problem', detail: words.noKey, remedy: words.login };
    return { checks: [address, key, checkReadOnly(known, text)], settings: undefined };
  }
  const storage = text.keyStorage.sources[apiKey.source === 'profile' ? storageOf(apiKey.stored) : apiKey.source];
  const detail = words.key(maskedKeyOf(apiKey.stored), storage);
  try {
    const settings = baseUrl === undefined ? undefined : await context.session.settings();
    return { checks: [address, { check: 'key', state: 'ok', detail }, checkReadOnly(known, text)], settings };
  } catch (error) {
    const said = saidBy(error);
    const key: Check = { check: 'key', state: 'problem', detail: said.detail, remedy: said.remedy };
    return { checks: [address, key, checkReadOnly(known, text)], settings: undefined };
  }
}

/** Not a problem, but it explains why nothing can be sent. */
function checkReadOnly({ profile, profileName }: KnownSettings, { doctor }: Catalogue): Check {
  const { readOnly: words } = doctor;
  if (profile === undefined) return { check: 'readOnly', state: 'skipped', detail: words.noProfile };
  const detail = (profile.readOnly === true ? words.yes : words.no)(profileName ?? '');
  return { check: 'readOnly', state: 'ok', detail };
}

/** The stored journal and index of the account. */
export async function checkState(context: Context, settings: Settings): Promise<Check> {
  const { state: words } = context.screen.text.doctor;
  const folder = await stateFolderPath(context, settings);
  const found: string[] = [];
  const service = serviceFolder(await statesFolder(context.host.environment), originOf(settings.baseUrl));
  for (const file of [join(service, JOURNAL_FILE), join(folder, 'mirror.sqlite')]) {
    try {
      const { size } = await stat(file);
      found.push(`${basename(file)} (${Math.ceil(size / 1024)} KiB)`);
      await access(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) return { check: 'state', state: 'problem', detail: saidBy(error).detail, remedy: words.owner };
    }
  }
  return { check: 'state', state: 'ok', detail: found.length === 0 ? words.none(folder) : words.found(folder, found) };
}
