import type { Run } from '../../command/command.ts';
import { usageError, closestWord } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { zoneName } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { pagerCommand } from '../../context/external-programs.ts';
import { isAccessible, preferencesPath, readPreferences } from '../../context/preferences.ts';
import { askedProfileName, journalOf } from '../../context/settings.ts';
import { shownLocation } from '../../../payouts/journal/journal-location.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { Output } from '../../output/output.ts';
import type { get } from './command.ts';

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
export type SettingName = (typeof SETTINGS)[number];

/** Removes a setting. */
export const DEFAULT_VALUE = 'default';

type Source = 'flag' | 'environment' | 'config' | 'default';

export interface SettingRow {
  readonly name: SettingName;
  readonly value: string | null;
  readonly source: Source;
}

export const SETTING_FIELDS: Fields<SettingRow> = [
  ...ofKind('text', 'name', 'value'),
  { path: 'source', kind: 'word' },
];

/** @throws CommandError unknown_setting */
export function readSettingName(typed: string, text: Catalogue): SettingName {
  const name = SETTINGS.find((known) => known === typed.toLowerCase());
  if (name !== undefined) return name;
  throw usageError('unknown_setting', text.config.unknown(typed, SETTINGS, closestWord(typed, SETTINGS)));
}

export async function settingRow(context: Context, name: SettingName): Promise<SettingRow> {
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
      return { name, value: zoneName(), source: sourceOf(stored.timeZone, 'TZ') };
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

/** `pix config path`: the path, whether or not the file exists; bare, unless a format with names is requested. */
export async function runPath({ host }: Context, _flags: object, output: Output<{ readonly path: string }>) {
  const path = preferencesPath(host.environment);
  await output.bare(path, { path });
}
