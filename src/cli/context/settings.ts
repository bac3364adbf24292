import { serviceUrl } from '../../client/http/addresses.ts';
import { unknownProfile } from '../../client/errors.ts';
import type { NamedKey } from '../../client/rate-limit/key-pool.ts';
import { fingerprintOf, fingerprintOfStored } from '../../client/profiles/key-fingerprint.ts';
import type { Keychain } from '../../client/profiles/keychain.ts';
import type { ProfileReader, StoredKey, StoredProfile } from '../../client/profiles/profiles-file.ts';
import { isDatabaseUrl } from '../../sql/postgres/database-url.ts';
import { isLoopbackHost } from '../../contract/addresses.ts';
import { commandError, usageError, EXIT, type CommandError } from '../errors/command-error.ts';
import { unlockKeys } from '../../client/profiles/stored-keys.ts';
import type { Catalogue } from '../text/translate.ts';

type Source = 'flag' | 'environment' | 'profile';

export interface Settings {
  readonly baseUrl: string;
  /** The first key. */
  readonly apiKey: string;
  /** All known keys of the account. */
  readonly apiKeys: readonly NamedKey[];
  readonly keySource: Exclude<Source, 'flag'>;
  /** The name of the active profile, if it is read-only. */
  readonly readOnlyProfile: string | undefined;
  /** The name of the profile given with -p, if PIX_API_KEY is none of its keys: the money could leave another account. */
  readonly passedOverProfile: string | undefined;
  /** A variable that is set to nothing, as by a script whose secret manager failed: something else was meant. */
  readonly emptyVariable: string | undefined;
  /** Undefined when neither address nor key comes from a profile. */
  readonly profileName: string | undefined;
  readonly requestFieldNames: StoredProfile['requestFieldNames'];
  readonly refusalForm: StoredProfile['refusalForm'];
  /** Whether withdrawals add their fee on top, unless a flag says otherwise. */
  readonly coverFee: boolean;
  /** The database with the journal of payouts. Undefined: a folder of this machine. */
  readonly journal: string | undefined;
}

export interface SettingsSources {
  readonly flags: { readonly profile?: string | undefined; readonly baseUrl?: string | undefined };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Opened on demand: key and address in the environment require no file. */
  readonly profiles: () => Promise<ProfileReader>;
  /** Opened only for a key that is stored there. */
  readonly keychain: () => Promise<Keychain>;
  /** Ends waiting for a command that prints the key. */
  readonly interruption?: AbortSignal;
}

export interface KnownSettings {
  readonly profileName: string | undefined;
  readonly profile: StoredProfile | undefined;
  readonly baseUrl: { readonly value: string; readonly source: Source } | undefined;
  /** The first key. */
  readonly apiKey:
    | { readonly source: 'environment'; readonly stored: NamedKey }
    | { readonly source: 'profile'; readonly stored: StoredKey }
    | undefined;
}

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The profile that was requested by name; undefined for the current one. */
export function askedProfileName({ flags, environment }: SettingsSources): string | undefined {
  return flags.profile ?? given(environment['PIX_PROFILE']);
}

/** Each setting comes from the first source that has it: flag, environment, profile. */
export async function gatherSettings(sources: SettingsSources, text: Catalogue): Promise<KnownSettings> {
  const { flags, environment } = sources;
  const flagUrl = flags.baseUrl;
  const environmentUrl = given(environment['PIX_BASE_URL']);
  const environmentKey = given(environment['PIX_API_KEY']);
  const askedName = askedProfileName(sources);
  const needsProfile =
    askedName !== undefined || environmentKey === undefined || (flagUrl ?? environmentUrl) === undefined;

  const profiles = needsProfile ? await sources.profiles() : undefined;
  const profileName = askedName ?? profiles?.current();
  const profile = profileName === undefined ? undefined : profiles?.get(profileName);
  if (profiles !== undefined && askedName !== undefined && profile === undefined) {
    throw unknownProfile(askedName, profiles);
  }
  return {
    profileName: profile === undefined ? undefined : profileName,
    profile,
    baseUrl:
      from('flag', flagUrl === undefined ? undefined : readBaseUrl(flagUrl, '--base-url', text)) ??
      from('environment', environmentUrl && readBaseUrl(environmentUrl, 'PIX_BASE_URL', text)) ??
      from('profile', profile?.baseUrl),
    apiKey:
      environmentKey === undefined
        ? keyOf(profile)
        : { source: 'environment', stored: { name: 'main', key: environmentKey } },
  };
}

/**
 * The settings that a request requires. A profile's key is never sent to another address than the profile's, because a
 * leaked key cannot be recalled.
 *
 * @throws {ConfigurationError} `unknown_profile`, `keychain_locked`, `key_missing`
 * @throws CommandError no_key, no_base_url, invalid_base_url, key_of_another_service
 */
export async function completeSettings(sources: SettingsSources, text: Catalogue): Promise<Settings> {
  const { profileName, profile, baseUrl, apiKey } = await gatherSettings(sources, text);
  if (apiKey === undefined) throw noKey(text);
  if (baseUrl === undefined) throw usageError('no_base_url', text.settings.noBaseUrl);
  if (profile !== undefined && apiKey.source === 'profile' && !sameOrigin(profile.baseUrl, baseUrl.value)) {
    const [its, asked] = [originOf(profile.baseUrl), originOf(baseUrl.value)];
    throw usageError('key_of_another_service', text.settings.keyOfAnotherService(profileName ?? '', its, asked));
  }
  const apiKeys =
    apiKey.source === 'environment'
      ? [apiKey.stored]
      : await unlockKeys(profile?.keys ?? [], profileName ?? '', sources.keychain, sources.interruption);
  const traits = traitsOf(profile, baseUrl.value);
  return {
    baseUrl: baseUrl.value,
    apiKey: apiKeys[0]?.key ?? '',
    apiKeys,
    keySource: apiKey.source,
    readOnlyProfile: profile?.readOnly === true ? profileName : undefined,
    passedOverProfile:
      apiKey.source === 'environment' && !hasKey(profile, apiKey.stored.key) ? given(sources.flags.profile) : undefined,
    emptyVariable: emptyVariable(sources),
    profileName: [baseUrl.source, apiKey.source].includes('profile') ? profileName : undefined,
    requestFieldNames: traits?.requestFieldNames,
    refusalForm: traits?.refusalForm,
    coverFee: traits?.coverFee === true,
    journal: journalOf(sources.environment, traits, text),
  };
}

function emptyVariable(sources: SettingsSources): string | undefined {
  const ofAccount = askedProfileName(sources) === undefined ? ['PIX_API_KEY', 'PIX_PROFILE', 'PIX_BASE_URL'] : [];
  return [...ofAccount, 'PIX_JOURNAL', 'PIX_CONFIG_DIR'].find((name) => sources.environment[name] === '');
}

/** What a profile says of its service, when that is asked: the traits do not belong to the key. */
export function traitsOf(profile: StoredProfile | undefined, baseUrl: string): StoredProfile | undefined {
  return profile !== undefined && sameOrigin(profile.baseUrl, baseUrl) ? profile : undefined;
}

/** @throws CommandError invalid_journal */
export function journalOf(
  environment: SettingsSources['environment'],
  profile: Pick<StoredProfile, 'journal'> | undefined,
  text: Catalogue,
): string | undefined {
  const url = given(environment['PIX_JOURNAL']);
  if (url === undefined) return profile?.journal;
  if (!isDatabaseUrl(url)) throw usageError('invalid_journal', text.settings.invalidJournal('PIX_JOURNAL'));
  return url;
}

/** @throws CommandError profile_read_only, profile_passed_over, empty_variable */
export function assertMayWrite(settings: Settings, text: Catalogue): void {
  const { readOnlyProfile, passedOverProfile, emptyVariable } = settings;
  if (readOnlyProfile !== undefined) {
    throw commandError(EXIT.access, 'profile_read_only', text.settings.readOnly(readOnlyProfile));
  }
  if (passedOverProfile !== undefined) {
    throw usageError('profile_passed_over', text.settings.passedOver(passedOverProfile));
  }
  if (emptyVariable !== undefined) throw usageError('empty_variable', text.settings.emptyVariable(emptyVariable));
}

export function noKey(text: Catalogue): CommandError {
  return commandError(EXIT.access, 'no_key', text.settings.noKey);
}

/** Whether it is an http or https address without user name, password and query. */
export function isBaseUrl(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** @param source the flag or variable of the address */
export function readBaseUrl(typed: string, source: string, text: Catalogue): string {
  if (!isBaseUrl(typed)) throw usageError('invalid_base_url', text.settings.invalidBaseUrl(source));
  return serviceUrl(typed).href.replace(/\/$/, '');
}

/** Whether requests to it stay on this machine. */
export function isLoopback(baseUrl: string): boolean {
  return isLoopbackHost(new URL(baseUrl).hostname);
}

/** Whether a key sent to it could be intercepted. */
export function isUnprotected(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl);
}

function keyOf(profile: StoredProfile | undefined): KnownSettings['apiKey'] {
  const [stored] = profile?.keys ?? [];
  return stored === undefined ? undefined : { source: 'profile', stored };
}

export function hasKey(profile: StoredProfile | undefined, key: string): boolean {
  return profile === undefined || profile.keys.some((stored) => fingerprintOfStored(stored) === fingerprintOf(key));
}

function from<Name extends Source>(source: Name, value: string | undefined) {
  return value === undefined ? undefined : { value, source };
}

export function originOf(baseUrl: string): string {
  return serviceUrl(baseUrl).origin;
}

function sameOrigin(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}
