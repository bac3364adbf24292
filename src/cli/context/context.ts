import type { PixClient } from '../../client/client.ts';
import type { ClientEvent } from '../../client/events.ts';
import { ConfigurationError } from '../../client/errors.ts';
import type { Keychain } from '../../client/profiles/keychain.ts';
import type { ProfileReader } from '../../client/profiles/profiles-file.ts';
import type { Profiles } from '../../client/profiles/profiles.ts';
import { concealKeys } from './conceal.ts';
import { singleLine } from '../output/control-characters.ts';
import { createPalette, type Palette } from '../output/palette.ts';
import { noticeLines, terminalColumns } from '../output/notice-lines.ts';
import { createStatusLine } from '../output/status-line.ts';
import type { LastWords } from './exit-report.ts';
import type { OutputFormat } from '../output/format.ts';
import type { Prompts } from './prompts.ts';
import { completeSettings, isUnprotected, originOf, type Settings, type SettingsSources } from './settings.ts';
import type { Surroundings } from './host.ts';
import type { Catalogue, Language } from '../text/translate.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly output?: OutputFormat;
  readonly json?: boolean;
  readonly fields?: string;
  readonly lang?: Language;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly input?: boolean;
  /** Milliseconds, for one request. */
  readonly timeout?: number;
}

interface ClientOptions {
  /** Interrupts what is under way; by default the wish to stop does. */
  readonly signal?: AbortSignal;
  /** By default the machine's own. */
  readonly clock?: Surroundings['clock'];
  /** How many requests may start before an answer has told of others on the key; by default one. */
  readonly firstRequests?: number;
}

/** What a command is handed besides its own options. What costs time to make is made when it is first asked for. */
export interface Context {
  readonly text: Catalogue;
  readonly language: Language;
  readonly flags: GlobalOptions;
  readonly environment: Surroundings['environment'];
  readonly format: OutputFormat;
  /** Columns that a table may take; undefined when nobody's terminal bounds it. */
  readonly columns: number | undefined;
  /** Columns for what goes to stderr; undefined where it is no terminal. */
  readonly noticeColumns: number | undefined;
  /** Lines that the terminal of stdout shows at once; undefined where there is none. */
  readonly rows: number | undefined;
  /** Whether stdout is a terminal on which what was shown can be drawn anew. */
  readonly canRedraw: boolean;
  /** Whether there is a person who can be asked. */
  readonly isInteractive: boolean;
  readonly stdin: Surroundings['stdin'];
  readonly interruption: AbortSignal;
  readonly lastWords: LastWords;
  readonly settingsSources: SettingsSources;
  readonly now: () => number;
  readonly clock: Surroundings['clock'];
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly prompts: () => Promise<Prompts>;
  readonly profiles: () => Promise<ProfileReader>;
  /** The same, to be changed: that costs more time to load. */
  readonly editProfiles: () => Promise<Profiles>;
  readonly keychain: () => Promise<Keychain>;
  readonly settings: () => Promise<Settings>;
  readonly openClient: (
    service: Pick<Settings, 'baseUrl' | 'apiKeys' | 'requestFieldNames' | 'refusalForm'> &
      Partial<Pick<Settings, 'readOnlyProfile'>>,
    options?: ClientOptions,
  ) => Promise<PixClient>;
  /** What tells a person of a client's events, as far as they asked for that. */
  readonly eventListener: () => Promise<(event: ClientEvent) => void>;
  /** Colours for stdout, or none. */
  readonly palette: () => Promise<Palette>;
  /** Writes data to stdout. */
  readonly print: (data: string | Uint8Array) => void;
  /** Writes to stdout what may be longer than a person's terminal: through their pager, when it is. */
  readonly printLong: (text: string) => Promise<void>;
  /** Tells a person something on stderr, on one line without controls, unless `--quiet` was asked for. */
  readonly notify: (line: string) => void;
  /** Tells a person on stderr, on such a line, what they must see, whatever was asked for; painted on a terminal. */
  readonly warn: (line: string, paint?: (line: string) => string) => void;
  /** Shows a person at a terminal how far work has come, in place of what it showed before; `''` takes it away. */
  readonly showProgress: (line: string) => void;
}

interface ContextParts {
  readonly surroundings: Surroundings;
  readonly flags: GlobalOptions;
  readonly text: Catalogue;
  readonly language: Language;
  /** Keys that stderr never shows; those that come to be known are added. */
  readonly knownKeys: Set<string>;
  readonly lastWords: LastWords;
}

export function createContext(parts: ContextParts): Context {
  const { surroundings, flags, text, language, knownKeys, lastWords } = parts;
  const { environment, stdin, stdout, stderr, interruption } = surroundings;
  const format = flags.output ?? (flags.json === true ? 'json' : stdout.isTerminal ? 'table' : 'tsv');
  const isColoured = format === 'table' && wantsColour(flags, environment, stdout.isTerminal);

  const configDirectory = environment['PIX_CONFIG_DIR'] === '' ? undefined : environment['PIX_CONFIG_DIR'];
  let openedProfiles: Promise<ProfileReader> | undefined;
  const profiles = (): Promise<ProfileReader> => {
    openedProfiles ??= import('../../client/profiles/profiles-file.ts').then(({ readProfiles }) => {
      const opened = readProfiles(configDirectory);
      for (const key of storedKeys(opened)) knownKeys.add(key);
      return opened;
    });
    return openedProfiles;
  };
  const editProfiles = async (): Promise<Profiles> => {
    const [{ openProfiles }] = await Promise.all([import('../../client/profiles/profiles.ts'), profiles()]);
    return openProfiles({ configDirectory });
  };
  let openedKeychain: Promise<Keychain> | undefined;
  const keychain = (): Promise<Keychain> => (openedKeychain ??= surroundings.keychain());
  let settings: Promise<Settings> | undefined;
  const settingsSources: SettingsSources = { flags, environment, profiles, keychain };
  const showsStatus = stderr.isTerminal && environment['TERM'] !== 'dumb' && flags.quiet !== true;
  const statusLine = createStatusLine(stderr, showsStatus);
  const isPainted = wantsColour(flags, environment, stderr.isTerminal);
  const warn: Context['warn'] = (line, paint) => {
    const lines = noticeLines(singleLine(concealKeys(line, knownKeys)), stderr);
    const painted = isPainted && paint !== undefined ? lines.map((part) => paint(part)) : lines;
    statusLine.writeAbove(`${painted.join('\n')}\n`);
  };
  const notify: Context['notify'] =
    flags.quiet === true
      ? () => undefined
      : (line) => {
          warn(line);
        };

  return {
    text,
    language,
    flags,
    environment,
    format,
    get columns() {
      return stdout.columns;
    },
    get noticeColumns() {
      return terminalColumns(stderr);
    },
    get rows() {
      return stdout.rows;
    },
    canRedraw: format === 'table' && stdout.isTerminal && environment['TERM'] !== 'dumb',
    isInteractive: flags.input !== false && stdin.isTerminal && stderr.isTerminal,
    stdin,
    interruption,
    lastWords,
    settingsSources,
    now: () => surroundings.now(),
    clock: surroundings.clock,
    sleep: (milliseconds) => surroundings.sleep(milliseconds),
    prompts: () => surroundings.prompts(),
    profiles,
    editProfiles,
    keychain,
    settings() {
      settings ??= completeSettings(settingsSources, text).then((complete) => {
        if (isUnprotected(complete.baseUrl)) notify(text.notices.unprotected(originOf(complete.baseUrl)));
        return complete;
      });
      return settings;
    },
    async openClient(service, { signal = interruption, clock, firstRequests } = {}) {
      const { baseUrl, apiKeys, requestFieldNames, refusalForm, readOnlyProfile } = service;
      for (const { key } of apiKeys) knownKeys.add(key);
      const [{ createPixClient }, { proxyFetch }] = await Promise.all([
        import('../../client/client.ts'),
        import('../../client/http/proxy.ts'),
      ]);
      return createPixClient(
        {
          baseUrl,
          apiKeys,
          ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout }),
          ...(requestFieldNames === undefined ? {} : { requestFieldNames }),
          refusalForm,
          readOnly: readOnlyProfile !== undefined,
          signal,
          fetch: await proxyFetch(environment),
          ...(firstRequests === undefined ? {} : { firstRequests }),
          onEvent: await eventListener(),
        },
        clock,
      );
    },
    eventListener,
    palette: () => createPalette(isColoured),
    print: (data) => {
      stdout.write(data);
    },
    async printLong(data) {
      const isLong = stdout.rows !== undefined && data.split('\n').length > stdout.rows;
      if (isLong && flags.input !== false && environment['TERM'] !== 'dumb') {
        const { pagerCommand } = await import('./pager.ts');
        const command = pagerCommand(environment);
        if (command !== undefined && (await surroundings.page(command, data))) return;
      }
      stdout.write(data);
    },
    notify,
    warn,
    showProgress(line) {
      statusLine.showProgress(singleLine(line));
    },
  };

  async function eventListener(): Promise<(event: ClientEvent) => void> {
    if (flags.verbose === true) {
      const { eventLine } = await import('../output/progress.ts');
      return (event) => {
        warn(eventLine(event, text));
      };
    }
    const [{ createWaitDisplay }, { SilenceNotice }] = await Promise.all([
      import('../output/wait-display.ts'),
      import('../output/silence-notice.ts'),
    ]);
    const showWait = createWaitDisplay(text, statusLine.showWait, interruption);
    const silence = new SilenceNotice(text, notify);
    return (event) => {
      showWait(event);
      silence.see(event);
      if (event.type === 'key_dropped') notify(text.progress.keyDropped(event.keyName));
    };
  }
}

/** None of a file that cannot be read: whoever needs a profile is told of that. */
function storedKeys(profiles: ProfileReader): readonly string[] {
  try {
    return profiles.names().flatMap((name) => (profiles.get(name)?.keys ?? []).flatMap(({ key }) => key ?? []));
  } catch (error) {
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}

/** The customs of NO_COLOR and CLICOLOR_FORCE, under the flag. */
function wantsColour(flags: GlobalOptions, environment: Surroundings['environment'], isTerminal: boolean): boolean {
  const { NO_COLOR, CLICOLOR_FORCE, TERM } = environment;
  if (flags.color === false || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (CLICOLOR_FORCE !== undefined && CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0') return true;
  return isTerminal && TERM !== 'dumb';
}
