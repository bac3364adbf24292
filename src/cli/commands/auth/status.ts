import { maskKey } from '../../../client/redact.ts';
import type { Context } from '../../context.ts';
import { selectFields } from '../../output/fields.ts';
import { printList } from '../../output/present.ts';
import { gatherSettings, noKey, originOf } from '../../settings.ts';
import { PROFILE_FIELDS } from './profile-fields.ts';

/** `pix auth status`: asks nobody. */
export async function run(context: Context): Promise<void> {
  const { text, settingsSources } = context;
  const selection = selectFields(context.flags.fields, PROFILE_FIELDS, text);
  const profiles = await context.profiles();
  const { profileName, baseUrl, apiKey } = await gatherSettings(settingsSources, text);

  const rows = profiles.names().flatMap((name) => {
    const profile = profiles.get(name);
    if (profile === undefined) return [];
    return [{ name, baseUrl: profile.baseUrl, key: maskKey(profile.apiKey), current: name === profiles.current() }];
  });
  const inForce = {
    profile: profileName ?? null,
    baseUrl: baseUrl?.value ?? null,
    baseUrlSource: baseUrl?.source ?? null,
    key: apiKey === undefined ? null : maskKey(apiKey.value),
    keySource: apiKey?.source ?? null,
    configFile: profiles.path,
  };
  await printList(
    context,
    {
      batches: [rows],
      envelope: (items) => ({ ...inForce, profiles: items }),
      emptyNotice: text.auth.noProfiles,
    },
    selection,
    PROFILE_FIELDS,
  );
  if (apiKey === undefined) throw noKey(text);
  context.notify(
    text.auth.inForce(
      maskKey(apiKey.value),
      text.auth.sources[apiKey.source],
      baseUrl === undefined ? text.words.unknown : originOf(baseUrl.value),
    ),
  );
}
