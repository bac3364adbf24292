import { REFUSAL_FORM_DEFAULT } from '../../../client/http/refusal-forms.ts';
import { maskedKeyOf, storageOf } from '../../../client/profiles/profiles-file.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { gatherSettings, noKey, originOf } from '../../context/settings.ts';
import { accountsOfProfiles, accountWords } from '../../context/payouts/known-account.ts';
import { labelledLines } from '../../output/sheet.ts';
import { PROFILE_FIELDS, profileRow, type StatusRow } from './profile-fields.ts';

/** `pix auth status`: sends no request. */
export async function run(context: Context, _flags: object, output: Output<StatusRow>): Promise<void> {
  const { sources } = context.session;
  const { text } = context.screen;
  const profiles = await context.session.profiles();
  const { profileName, profile: inUse, baseUrl, apiKey } = await gatherSettings(sources, text);

  const accounts = await accountsOfProfiles(context, profiles);
  const rows = profiles.names().flatMap((name) => {
    const profile = profiles.get(name);
    return profile === undefined
      ? []
      : [{ ...profileRow(name, profile, name === profiles.current()), account: accounts.get(name) ?? null }];
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
  await output.list(
    {
      batches: [rows],
      envelope: (items) => ({ ...inForce, profiles: items }),
      emptyMessage: text.auth.noProfiles,
      footer: (_rows, style) => {
        if (context.session.flags.verbose !== true) return '';
        const words = [...accounts].map(([name, account]) => [name, accountWords(account, name, style)] as const);
        return labelledLines(words, style.palette, style.columns);
      },
    },
    columnsFor(rows),
  );
  if (apiKey === undefined) throw noKey(text);
  const isInTable = apiKey.source === 'profile' && baseUrl?.source === 'profile' && profileName === profiles.current();
  if (!isInTable) {
    context.screen.notify(
      text.auth.inForce(
        maskedKeyOf(apiKey.stored),
        text.keyStorage.sources[apiKey.source === 'profile' ? storageOf(apiKey.stored) : apiKey.source],
        baseUrl === undefined ? text.words.unknown : originOf(baseUrl.value),
      ),
    );
  }
  if (inUse?.readOnly === true) context.screen.notify(text.auth.isReadOnly(profileName ?? ''));
}

/** What distinguishes no profile from another needs no column. The documented form of refusals needs none either. */
function columnsFor(rows: readonly StatusRow[]): readonly TableColumn[] {
  const isDocumented = rows.every(({ refusalForm }) => refusalForm === REFUSAL_FORM_DEFAULT);
  return PROFILE_FIELDS.filter(({ path }) => path !== 'refusalForm' || !isDocumented).map((field) =>
    field.path === 'keyPlace' || field.path === 'readOnly'
      ? { ...field, rank: 1, isSaidOnce: true, isExtra: true }
      : field,
  );
}
