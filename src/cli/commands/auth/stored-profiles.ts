import type { Run } from '../../command/command.ts';
import { maskedKeyOf, storageOf, type StoredProfile } from '../../../client/profiles/profiles-file.ts';
import { REFUSAL_FORM_DEFAULT } from '../../../client/http/refusal-forms.ts';
import { accountsOfProfiles, type KnownAccount } from '../../context/payouts/known-account.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { unknownProfile } from '../../../client/errors.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { ListSource, Output } from '../../output/output.ts';
import type { switching } from './command.ts';
import { forgetKeys } from '../../context/stored-keys.ts';
import { askedProfileName, noKey, gatherSettings, originOf } from '../../context/settings.ts';
import type { TableColumn } from '../../output/table-layout.ts';

export type ProfileRow = ReturnType<typeof profileRow>;

export const PROFILE_FIELDS: Fields<ProfileRow> = [
  ...ofKind('text', 'name', 'baseUrl', 'key'),
  { path: 'current', kind: 'flag' },
  { path: 'keyPlace', kind: 'word' },
  { path: 'readOnly', kind: 'flag' },
  { path: 'refusalForm', kind: 'word' },
];

/** With the account number, from a journal on this machine; null if no journal knows it. */
export interface StatusRow extends ProfileRow {
  readonly account: KnownAccount | null;
}

export const STATUS_FIELDS: Fields<StatusRow> = [
  ...PROFILE_FIELDS,
  { path: 'account.newestWithdrawal.id', kind: 'text' },
  { path: 'account.newestWithdrawal.value', kind: 'money' },
  { path: 'account.newestWithdrawal.createdAt', kind: 'time' },
  { path: 'account.profiles', kind: 'data' },
];

export function profileRow(name: string, profile: StoredProfile, isCurrent: boolean) {
  const { baseUrl, keys, readOnly = false, refusalForm = REFUSAL_FORM_DEFAULT } = profile;
  const [first] = keys;
  return {
    name,
    baseUrl,
    key: first === undefined ? null : maskedKeyOf(first),
    /** Whether commands use it by default. */
    current: isCurrent,
    keyPlace: first === undefined ? null : storageOf(first),
    readOnly,
    refusalForm,
  };
}

export const runSwitch: Run<typeof switching, ProfileRow> = async (context, flags, output) => {
  const { text, isInteractive } = context.screen;
  const profiles = await context.session.editProfiles();
  const names = profiles.names();
  let { name } = flags;
  if (name === undefined) {
    if (!isInteractive || names.length === 0) throw usageError('missing_argument', text.auth.switchTo(names));
    const choices = names.map((known) => ({ value: known, name: known }));
    name = await (await context.screen.prompts()).choose(text.labels.loginPrompts.whichProfile, choices);
  }
  const profile = profiles.get(name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  profiles.use(name);
  await output.one(profileRow(name, profile, true), () => '');
  context.screen.notify(text.auth.switched(name));
};

export async function runLogout(context: Context, _flags: object, output: Output<ProfileRow>): Promise<void> {
  const { text } = context.screen;
  const profiles = await context.session.editProfiles();
  const name = askedProfileName(context.session.sources) ?? profiles.current();
  if (name === undefined) throw noKey(text);
  const stored = profiles.get(name);
  if (stored === undefined) throw unknownProfile(name, profiles);
  profiles.remove(name);
  await forgetKeys(context, stored.keys);
  await output.one(profileRow(name, stored, false), () => '');
  context.screen.notify(text.auth.loggedOut(name));
}

/** `pix auth status`: sends no request. */
export async function runStatus(context: Context, _flags: object, output: Output<StatusRow>): Promise<void> {
  const { sources } = context.session;
  const { text } = context.screen;
  const profiles = await context.session.profiles();
  const { profileName, profile: inUse, baseUrl, apiKey } = await gatherSettings(sources, text);

  const accounts = await accountsOfProfiles(context, profiles);
  const rows = profiles.names().flatMap((name): readonly StatusRow[] => {
    const profile = profiles.get(name);
    const account = accounts.get(name) ?? null;
    return profile === undefined ? [] : [{ ...profileRow(name, profile, name === profiles.current()), account }];
  });
  const inForce = {
    profile: profileName ?? null,
    baseUrl: baseUrl?.value ?? null,
    baseUrlSource: baseUrl?.source ?? null,
    key: apiKey === undefined ? null : maskedKeyOf(apiKey.stored),
    keySource: apiKey?.source ?? null,
    keyPlace: apiKey?.source === 'profile' ? storageOf(apiKey.stored) : null,
    readOnly: inUse?.readOnly === true,
    configFile: profiles.path,
  };
  const source: ListSource<StatusRow> = {
    batches: [rows],
    envelope: (items) => ({ ...inForce, profiles: items }),
    emptyMessage: text.auth.noProfiles,
  };
  await output.list(source, columnsFor(rows));
  if (apiKey === undefined) throw noKey(text);
  const isInTable = apiKey.source === 'profile' && baseUrl?.source === 'profile' && profileName === profiles.current();
  if (!isInTable) {
    const storage = text.labels.keySources[apiKey.source === 'profile' ? storageOf(apiKey.stored) : apiKey.source];
    const origin = baseUrl === undefined ? text.words.unknown : originOf(baseUrl.value);
    context.screen.notify(text.auth.inForce(maskedKeyOf(apiKey.stored), storage, origin));
  }
  if (inUse?.readOnly === true) context.screen.notify(text.auth.isReadOnly(profileName ?? ''));
}

/** The documented form of refusals needs no column. */
function columnsFor(rows: readonly StatusRow[]): readonly TableColumn[] {
  const isDocumented = rows.every(({ refusalForm }) => refusalForm === REFUSAL_FORM_DEFAULT);
  return PROFILE_FIELDS.filter(({ path }) => path !== 'refusalForm' || !isDocumented).map((field) =>
    field.path === 'keyPlace' || field.path === 'readOnly' ? { ...field, rank: 1, isExtra: true } : field,
  );
}
