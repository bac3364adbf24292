import type { PixClient } from '../../client/client.ts';
import { ConfigurationError } from '../../client/errors.ts';
import type { ClientEvent } from '../../client/events.ts';
import type { Keychain } from '../../client/profiles/keychain.ts';
import type { ProfileReader } from '../../client/profiles/profiles-file.ts';
import type { Profiles } from '../../client/profiles/profiles.ts';
import { chooseProfile, type NamedProfile } from '../../client/profiles/stored-keys.ts';
import { namedFolder } from '../../files/folders.ts';
import type { Host } from './host.ts';
import type { Screen, GlobalFlags, MaskedKeys } from './screen.ts';
import {
  askedProfileName,
  assertMayWrite,
  completeSettings,
  isUnprotected,
  originOf,
  type Settings,
  type SettingsSources,
} from './settings.ts';

interface ClientOptions {
  /** Interrupts open requests; default: the request to stop. */
  readonly signal?: AbortSignal;
  /** How many requests may start before the first answer shows other use of the key; default one. */
  readonly firstRequests?: number;
}

type Facts =
  'requestFieldNames' | 'refusalForm' | 'readOnlyProfile' | 'passedOverProfile' | 'profileName' | 'keySource';

type Service = Pick<Settings, 'baseUrl' | 'apiKeys'> & Partial<Pick<Settings, Facts>>;

interface SessionParts {
  readonly host: Host;
  readonly flags: GlobalFlags;
  readonly screen: Screen;
  readonly maskedKeys: MaskedKeys;
  /** The only service that a client may be opened for: of a rehearsal, whose requests must not reach another one. */
  readonly onlyOrigin?: string;
}

/** The account that a command acts for: settings, stored profiles, and clients. Its functions may be destructured. */
export class CommandSession {
  readonly flags: GlobalFlags;
  readonly sources: SettingsSources;
  /** Whether a person sees the account before its money is read. */
  announcesAccount = false;
  readonly #parts: SessionParts;
  #keyIsNamed = false;
  #profiles: Promise<ProfileReader> | undefined;
  #keychain: Promise<Keychain> | undefined;
  #settings: Promise<Settings> | undefined;

  constructor(parts: SessionParts) {
    const { flags, host } = parts;
    this.flags = flags;
    this.#parts = parts;
    const { environment, interruption } = host;
    this.sources = { flags, environment, interruption, profiles: this.profiles, keychain: this.keychain };
  }

  readonly profiles = (): Promise<ProfileReader> => (this.#profiles ??= this.#readProfiles());

  /** The profiles for changing them, which takes longer to load. */
  readonly editProfiles = async (): Promise<Profiles> => {
    const [{ openProfiles }] = await Promise.all([import('../../client/profiles/profiles.ts'), this.profiles()]);
    return openProfiles({ configDirectory: namedFolder(this.#parts.host.environment) });
  };

  /**
   * The requested profile, otherwise the current one, for changing it.
   *
   * @throws {SettingsError} `no_profile` @throws {ConfigurationError} `unknown_profile`
   */
  readonly editProfile = async (): Promise<NamedProfile & { readonly profiles: Profiles }> => {
    const profiles = await this.editProfiles();
    return { profiles, ...chooseProfile(profiles, askedProfileName(this.sources)) };
  };

  /** @throws SettingsError keychain_failed if there is none */
  readonly keychain = (): Promise<Keychain> => (this.#keychain ??= this.#parts.host.keychain());

  /** @throws CommandError when an address or a key is missing */
  readonly settings = (): Promise<Settings> => (this.#settings ??= this.#completeSettings());

  /**
   * The settings for commands that move money or create something.
   *
   * @throws CommandError profile_read_only, before a person is asked and anything is sent
   */
  readonly settingsForWriting = async (): Promise<Settings> => {
    const settings = await this.settings();
    assertMayWrite(settings, this.#parts.screen.text);
    return settings;
  };

  readonly openClient = async (
    service: Service,
    { signal = this.#parts.host.interruption, firstRequests }: ClientOptions = {},
  ): Promise<PixClient> => {
    const { baseUrl, apiKeys, requestFieldNames, refusalForm, readOnlyProfile } = service;
    const { host, screen, maskedKeys, onlyOrigin } = this.#parts;
    if (onlyOrigin !== undefined && originOf(baseUrl) !== onlyOrigin) {
      throw new Error(`a rehearsal sends requests to ${onlyOrigin} alone, not to ${originOf(baseUrl)}`);
    }
    maskedKeys.learn(apiKeys.map(({ key }) => key));
    await this.announceAccount(service);
    // Once per command: what is shown may be of another account than that of the profile that was asked for.
    if (service.passedOverProfile !== undefined && !this.#keyIsNamed) {
      this.#keyIsNamed = true;
      screen.notify(screen.text.settings.keyPassedOver(service.passedOverProfile));
    }
    const { createPixClient } = await import('../../client/create-client.ts');
    return createPixClient(
      {
        baseUrl,
        apiKeys,
        timeoutMs: this.flags.timeout,
        requestFieldNames,
        refusalForm,
        readOnly: readOnlyProfile !== undefined,
        signal,
        proxies: host.environment,
        firstRequests,
        onEvent: await this.eventListener(),
      },
      host.clock,
    );
  };

  /** Shows a client's events to a person, as far as requested. */
  readonly eventListener = async (): Promise<(event: ClientEvent) => void> => {
    const { text, warn, notify, showWait } = this.#parts.screen;
    const { createWaitDisplay, eventLine, SilenceMessage } = await import('../output/wait-display.ts');
    if (this.flags.verbose === true) return (event) => warn(eventLine(event, text));
    const displayWait = createWaitDisplay(text, showWait, this.#parts.host.interruption);
    const silence = new SilenceMessage(text, notify);
    return (event) => {
      displayWait(event);
      silence.see(event);
      if (event.type === 'key_dropped') notify(text.progress.keyDropped(event.keyName));
    };
  };

  /** Once per command that shows money on a terminal: profile, host, and an unusual time zone. */
  readonly announceAccount = async (service: Omit<Service, 'apiKeys'>): Promise<void> => {
    const { screen, flags, host } = this.#parts;
    const isForPerson = screen.format === 'table' && screen.columns !== undefined && flags.fields === undefined;
    if (!this.announcesAccount || !isForPerson || flags.quiet === true) return;
    this.announcesAccount = false;
    const { accountHeader } = await import('../output/money-source.ts');
    const { line, paint } = await accountHeader(service, host, screen.text);
    screen.warn(line, paint);
  };

  async #readProfiles(): Promise<ProfileReader> {
    const { readProfiles } = await import('../../client/profiles/profiles-file.ts');
    const profiles = readProfiles(namedFolder(this.#parts.host.environment));
    this.#parts.maskedKeys.learn(storedKeys(profiles));
    return profiles;
  }

  async #completeSettings(): Promise<Settings> {
    const { text, notify } = this.#parts.screen;
    const settings = await completeSettings(this.sources, text);
    if (isUnprotected(settings.baseUrl)) notify(text.settings.unprotected(originOf(settings.baseUrl)));
    return settings;
  }
}

/** Empty if the file cannot be read: commands that require a profile report that. */
function storedKeys(profiles: ProfileReader): readonly string[] {
  try {
    return profiles.names().flatMap((name) => (profiles.get(name)?.keys ?? []).flatMap(({ key }) => key ?? []));
  } catch (error) {
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}
