import type { Run } from '../../command/command.ts';
import { usageError, closestWord } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { zoneName } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { pagerCommand } from '../../context/external-programs.ts';
import { isAccessible, preferencesPath, readPreferences } from '../../context/preferences.ts';
import { askedProfileName, journalOf, type SettingsSources } from '../../context/settings.ts';
import type { ProfileReader, StoredProfile } from '../../../client/profiles/profiles-file.ts';
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
