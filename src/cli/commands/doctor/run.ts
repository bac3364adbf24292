import { isSystemError } from '../../../files/system-error.ts';
import { namedFolder } from '../../../files/folders.ts';
import { configurationPath, maskedKeyOf, storageOf } from '../../../client/profiles/profiles-file.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { checked, checkNetwork, CHECKS, type Check, type CheckState, failedBy, saidBy } from './network-checks.ts';
import { zoneName } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { Palette } from '../../output/palette.ts';
import type { Output } from '../../output/output.ts';
import { padToWidth, textWidth, wrapToWidth, wrappedLines, singleLine } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import packageFacts from '../../../../package.json' with { type: 'json' };
import { ConfigurationError } from '../../../client/errors.ts';
import { isOpenToOthers } from '../../../files/private-files.ts';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import { gatherSettings, isUnprotected, originOf, type KnownSettings, type Settings } from '../../context/settings.ts';
import { stateFolderPath, statesFolder } from '../../context/state-folder.ts';

export const FIELDS: Fields<Check> = [...ofKind('text', 'check', 'state', 'detail', 'remedy')];

/** What a person reads where all is well. */
const ESSENTIAL: readonly Check['check'][] = ['settings', 'service'];

/** `pix doctor`: a line per check that needs attention; all of them with `--verbose`. A failed check does not stop the others. */
export async function run(context: Context, _flags: object, output: Output<Check>): Promise<void> {
  const { text } = context.screen;
  const isDrawn = output.isForPerson;
  const isVerbose = context.session.flags.verbose === true;
  const palette = await context.screen.palette();
  const checks: Check[] = [];
  for await (const check of examine(context)) {
    const shown = { ...check, detail: singleLine(check.detail) };
    checks.push(shown);
    if (isDrawn && (isVerbose || NEEDS_ATTENTION.includes(check.state))) {
      context.screen.print(lineOf(shown, isVerbose, text, palette, context.screen.columns));
    }
  }
  const problems = checks.filter(({ state }) => state === 'problem').map(({ check }) => check);
  // The error says it of problems.
  if (isDrawn && !isVerbose && problems.length === 0) context.screen.print(shortReport(checks, context.screen));
  if (!isDrawn) await output.list({ batches: [checks], envelope: (items) => ({ checks: items }) }, FIELDS);
  if (problems.length === 0) return;
  const errorText = text.doctor.problems(problems.map((name) => text.labels.checks[name]));
  throw commandError(EXIT.failed, 'doctor_problems', errorText, { details: { checks: problems } });
}

function shortReport(checks: readonly Check[], { text, columns }: Screen): string {
  const { doctor, labels } = text;
  const flawed = checks.filter(({ state }) => NEEDS_ATTENTION.includes(state));
  const essential = flawed.length > 0 ? [] : checks.filter(({ check }) => ESSENTIAL.includes(check));
  const lines = essential.map(({ check, detail }) => `${labels.checks[check]}: ${detail}`);
  return wrappedLines([...lines, doctor.good(checks.length - flawed.length, checks.length)], columns);
}

async function* examine(context: Context): AsyncGenerator<Check> {
  const { environment } = context.host;
  const { text } = context.screen;
  yield checkVersion();
  yield checkTerminal(context);
  const file = await checkConfigFile(context, configurationPath(namedFolder(environment)));
  yield file;
  const { checks, settings } = await checkSettings(context);
  yield* checks;
  const done = new Set(['version', 'terminal', file.check, ...checks.map(({ check }) => check)]);
  if (settings === undefined) {
    const left = CHECKS.filter((check) => !done.has(check));
    for (const check of left) yield checked(check, 'skipped', text.labels.checkNeeds.settings);
    return;
  }
  yield await checkState(context, settings);
  yield* checkNetwork(context, settings);
}

const INDENT = '  ';
const NEEDS_ATTENTION: readonly CheckState[] = ['warning', 'problem'];

function lineOf(
  { check, state, detail, remedy }: Check,
  isVerbose: boolean,
  { doctor: { states }, labels: { checks } }: Catalogue,
  palette: Palette,
  columns = Infinity,
): string {
  const paints: Readonly<Record<CheckState, (text: string) => string>> = {
    ok: palette.good,
    warning: palette.waiting,
    problem: palette.bad,
    skipped: palette.label,
  };
  const shown = isVerbose ? Object.values(states) : NEEDS_ATTENTION.map((one) => states[one]);
  const stateWidth = Math.max(...shown.map(textWidth));
  const margin = ' '.repeat(stateWidth) + INDENT;
  const room = columns - margin.length;
  const advice = state === 'ok' || remedy === null ? [] : wrapToWidth(`→ ${remedy}`, room);
  const lines = [...wrapToWidth(`${checks[check]}: ${detail}`, room), ...advice];
  return `${paints[state](padToWidth(states[state], stateWidth))}${INDENT}${lines.join(`\n${margin}`)}\n`;
}

/** The checks of this file send no requests. */
function checkVersion(): Check {
  const { node, v8, openssl } = process.versions;
  const detail = `pix ${packageFacts.version}, Node ${node} (${process.platform} ${process.arch}, V8 ${v8}, OpenSSL ${openssl})`;
  return checked('version', 'ok', detail);
}

function checkTerminal({ host: { environment }, screen: { text, language, columns } }: Context): Check {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '') ?? '';
  const { terminal } = text.doctor;
  const detail = [
    columns === undefined ? terminal.none : terminal.columns(columns),
    terminal.language(language),
    terminal.timeZone(zoneName()),
  ].join(', ');
  // Windows has no such variables, but writes Unicode.
  const isPlain = process.platform !== 'win32' && locale !== '' && !/utf-?8/i.test(locale);
  if (!isPlain) return checked('terminal', 'ok', detail);
  return checked('terminal', 'warning', `${detail}; ${terminal.locale(locale)}`, terminal.useUtf8);
}

/** Must run before the file is read, because reading removes other users' rights to it. */
async function checkConfigFile({ session: { profiles }, screen: { text } }: Context, path: string): Promise<Check> {
  const { configFile } = text.doctor;
  let mode: number;
  try {
    ({ mode } = await stat(path));
  } catch {
    return checked('configFile', 'ok', configFile.none(path));
  }
  try {
    const count = (await profiles()).names().length;
    const isOpen = process.platform !== 'win32' && isOpenToOthers(mode);
    const detail = configFile.profiles(path, count);
    if (!isOpen) return checked('configFile', 'ok', detail);
    return checked('configFile', 'warning', `${detail}; ${configFile.wasOpen}`, configFile.renew);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return failedBy(error, 'configFile', text);
  }
}

/** Address and key: whether they are set, and their sources. @returns no settings if a request lacks something */
async function checkSettings(context: Context): Promise<{ checks: Check[]; settings: Settings | undefined }> {
  const { text } = context.screen;
  const { settings: words } = text.doctor;
  let known: KnownSettings;
  try {
    known = await gatherSettings(context.session.sources, text);
  } catch (error) {
    return { checks: [failedBy(error, 'settings', text)], settings: undefined };
  }
  const { baseUrl, apiKey, profileName } = known;
  let address = checked('settings', 'problem', text.settings.noBaseUrl.message, words.login);
  if (baseUrl !== undefined) {
    const { value, source } = baseUrl;
    const detail = words.address(value, words.sources[source], source === 'profile' ? profileName : undefined);
    address = isUnprotected(value)
      ? checked('settings', 'warning', detail, words.useHttps)
      : checked('settings', 'ok', detail);
  }
  let key = checked('key', 'problem', text.settings.noKey.message, words.login);
  let settings: Settings | undefined;
  if (apiKey !== undefined) {
    const storage = text.labels.keySources[apiKey.source === 'profile' ? storageOf(apiKey.stored) : apiKey.source];
    try {
      settings = baseUrl && (await context.session.settings());
      key = checked('key', 'ok', words.key(maskedKeyOf(apiKey.stored), storage));
    } catch (error) {
      const said = saidBy(error);
      key = checked('key', 'problem', said.detail, said.remedy);
    }
  }
  return { checks: [address, key, checkReadOnly(known, text)], settings };
}

/** Not a problem, but it explains why nothing can be sent. */
function checkReadOnly({ profile, profileName }: KnownSettings, { doctor }: Catalogue): Check {
  const { readOnly: words } = doctor;
  if (profile === undefined) return checked('readOnly', 'skipped', words.noProfile);
  return checked('readOnly', 'ok', (profile.readOnly === true ? words.yes : words.no)(profileName ?? ''));
}

/** The stored journal and index of the account. */
async function checkState(context: Context, settings: Settings): Promise<Check> {
  const { state: words } = context.screen.text.doctor;
  const states = await statesFolder(context.host.environment);
  const folder = await stateFolderPath(context, settings);
  const found: string[] = [];
  const service = serviceFolder(states, originOf(settings.baseUrl));
  for (const file of [join(service, JOURNAL_FILE), join(folder, 'mirror.sqlite')]) {
    try {
      const { size } = await stat(file);
      found.push(`${file} (${Math.ceil(size / 1024)} KiB)`);
      await access(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      const isMissing = isSystemError(error) && error.code === 'ENOENT';
      if (!isMissing) return checked('state', 'problem', saidBy(error).detail, words.owner);
    }
  }
  return checked('state', 'ok', found.length === 0 ? words.none(states) : found.join(', '));
}
