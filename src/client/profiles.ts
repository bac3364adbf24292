import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import Conf from 'conf';
import envPaths from 'env-paths';
import * as z from 'zod';
import { PERMISSIONS } from '../contract/api-key.ts';
import type { RequestFieldNames } from './client.ts';
import { ConfigurationError, type ConfigurationErrorCode } from './errors.ts';
import { LOCK_TIMEOUT_MS, withFileLock } from './file-lock.ts';
import type { NamedKey } from './key-facts.ts';

/** A service, and a key to an account there. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly requestFieldNames?: RequestFieldNames | undefined;
}

export interface StoredProfile extends Profile {
  /** All keys to that account; the first is the one that `apiKey` tells. */
  readonly keys: readonly NamedKey[];
}

/**
 * The profiles of one person, in one file. Each method reads or writes the file as it is at that moment.
 * All of them throw a {@link ConfigurationError}: `config_unreadable` when the file is there but cannot be used.
 */
export interface Profiles {
  /** The file. */
  readonly path: string;
  /** The profile in use when none is named. */
  current(): string | undefined;
  /** In alphabetical order. */
  names(): string[];
  get(name: string): StoredProfile | undefined;
  /** Adds or replaces: the key given becomes the only one, for others may belong to another account. @throws {ConfigurationError} `invalid_profile_name`, `config_unwritable` */
  set(name: string, profile: Profile): void;
  /**
   * Replaces the keys by what `change` makes of those that are stored at that moment.
   *
   * @throws {ConfigurationError} `unknown_profile`, `invalid_key_name`, `duplicate_key`, `no_key` when none would be
   *   left, `config_unwritable`
   */
  changeKeys(name: string, change: (keys: readonly NamedKey[]) => readonly NamedKey[]): void;
  /** Makes it the current one. @throws {ConfigurationError} `unknown_profile`, `config_unwritable` */
  use(name: string): void;
  /** @throws {ConfigurationError} `unknown_profile`, `config_unwritable` */
  remove(name: string): void;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS_MASK = 0o077;
const STICKY_BIT = 0o1000;
const MAIN_KEY_NAME = 'main';
const ENTRY_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const NAME_RULE = 'is made of letters, digits, dots, dashes and underscores, 64 at most';

/** Whether a key, or a profile, can have this name. */
export function isEntryName(name: string): boolean {
  return ENTRY_NAME.test(name);
}

/** The file's form. An older `pix`, which knows one key only, uses the first of several. */
const FORMAT_VERSION = 1;

const optionalText = z.string().optional();
const seenPermissions = z.partialRecord(z.enum(PERMISSIONS), z.boolean());
const storedKey = z.looseObject({
  name: z.string().min(1),
  key: z.string().min(1),
  permissions: z.unknown().optional(),
});
const storedProfile = z.looseObject({
  baseUrl: z.string().refine((text) => URL.canParse(text), 'not a URL'),
  keys: z.array(storedKey).min(1),
  requestFieldNames: z.object({ coverFee: optionalText, verificationCode: optionalText }).optional(),
});
const storedConfiguration = z.looseObject({
  version: z.literal(FORMAT_VERSION, { error: 'written by a newer pix' }),
  current: optionalText,
  profiles: z.record(z.string(), storedProfile),
});
type FileProfile = z.output<typeof storedProfile>;
type StoredConfiguration = z.output<typeof storedConfiguration>;

/**
 * Opens the stored profiles. Nothing is created before something is stored; what others may read is closed to them.
 *
 * @param options.configDirectory the folder of `config.json`; by default the platform's place for the settings of `pix`
 * @param options.lockTimeoutMs how long a change waits for another process to finish its own; by default ten seconds
 */
export function openProfiles(
  options: { configDirectory?: string | undefined; lockTimeoutMs?: number | undefined } = {},
): Profiles {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const folder = options.configDirectory ?? envPaths('pix', { suffix: '' }).config;
  const path = join(folder, 'config.json');
  const open = () =>
    new Conf<Partial<StoredConfiguration>>({
      cwd: folder,
      configFileMode: FILE_MODE,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      deserialize: (text) => parseConfiguration(text, path),
    });

  function read(): { current: string | undefined; profiles: StoredConfiguration['profiles'] } {
    return guarded('config_unreadable', path, () => {
      if (!isThere(path)) return { current: undefined, profiles: {} };
      const { current, profiles = {} } = open().store;
      // Only now: a file that does not parse is somebody else's.
      tighten(folder, FOLDER_MODE);
      tighten(path, FILE_MODE);
      return { current, profiles };
    });
  }

  function readWith(name: string): ReturnType<typeof read> {
    const stored = read();
    if (Object.hasOwn(stored.profiles, name)) return stored;
    throw new ConfigurationError(`there is no profile "${name}"`, { code: 'unknown_profile', path });
  }

  function write(change: (conf: Conf<Partial<StoredConfiguration>>) => void): void {
    guarded('config_unwritable', path, () => {
      mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
      withFileLock(path, lockTimeoutMs, () => {
        const conf = open();
        tighten(folder, FOLDER_MODE);
        change(conf);
      });
    });
  }

  return {
    path,
    current() {
      const { current, profiles } = read();
      return current !== undefined && Object.hasOwn(profiles, current) ? current : undefined;
    },
    names: () => Object.keys(read().profiles).sort(),
    get(name) {
      const { profiles } = read();
      const stored = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
      if (stored === undefined) return undefined;
      const { baseUrl, keys, requestFieldNames } = stored;
      return { baseUrl, apiKey: keys[0]?.key ?? '', keys: keys.map(namedKey), requestFieldNames };
    },
    set(name, { baseUrl, apiKey, requestFieldNames }) {
      if (!isEntryName(name)) {
        throw new ConfigurationError(`a profile name ${NAME_RULE}`, { code: 'invalid_profile_name' });
      }
      write((conf) => {
        const { profiles } = conf.store;
        const profile: FileProfile = { baseUrl, keys: [{ name: MAIN_KEY_NAME, key: apiKey }], requestFieldNames };
        conf.set({ version: FORMAT_VERSION, profiles: { ...profiles, [name]: profile } });
      });
    },
    changeKeys(name, change) {
      readWith(name);
      write((conf) => {
        const { profiles = {} } = conf.store;
        const profile = profiles[name];
        if (profile === undefined) return;
        conf.set('profiles', {
          ...profiles,
          [name]: { ...profile, keys: checkedKeys(change(profile.keys.map(namedKey))) },
        });
      });
    },
    use(name) {
      readWith(name);
      write((conf) => {
        conf.set('current', name);
      });
    },
    remove(name) {
      readWith(name);
      write((conf) => {
        const { current, profiles = {} } = conf.store;
        const others = Object.entries(profiles).filter(([other]) => other !== name);
        conf.set('profiles', Object.fromEntries(others));
        if (current === name) conf.delete('current');
      });
    },
  };
}

/** What another version wrote of permissions is left alone, and seen anew. */
function namedKey({ name, key, permissions }: z.output<typeof storedKey>): NamedKey {
  const seen = seenPermissions.safeParse(permissions);
  return { name, key, ...(seen.data !== undefined && { permissions: seen.data }) };
}

function checkedKeys(keys: readonly NamedKey[]): FileProfile['keys'] {
  const refuse = (code: ConfigurationErrorCode, message: string) => new ConfigurationError(message, { code });
  if (keys.length === 0) throw refuse('no_key', 'a profile holds one key at least');
  if (!keys.every(({ name }) => isEntryName(name))) {
    throw refuse('invalid_key_name', `the name of a key ${NAME_RULE}`);
  }
  for (const field of ['name', 'key'] as const) {
    if (new Set(keys.map((key) => key[field])).size < keys.length) {
      throw refuse('duplicate_key', `two keys of a profile have the same ${field}`);
    }
  }
  return keys.map((key) => ({ ...key }));
}

/** @throws {ConfigurationError} which never quotes the file: it holds keys */
function parseConfiguration(text: string, path: string): StoredConfiguration {
  const parsed = storedConfiguration.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new ConfigurationError(`the configuration file ${path} cannot be used${place}: ${issue?.message ?? ''}`, {
    code: 'config_unreadable',
    path,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names failures of the file system. */
function guarded<Value>(code: 'config_unreadable' | 'config_unwritable', path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigurationError || !(error instanceof Error && 'syscall' in error)) throw error;
    const verb = code === 'config_unreadable' ? 'read' : 'written';
    throw new ConfigurationError(`the configuration file ${path} cannot be ${verb}: ${error.message}`, {
      code,
      path,
      cause: error,
    });
  }
}

/** @throws {NodeJS.ErrnoException} when it can't be known: a folder that may not be looked into is not an empty one */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return false;
    throw error;
  }
}

/** Takes the rights of others away from what is ours. A folder that everybody shares (/tmp) stays as it is. */
function tighten(path: string, mode: number): void {
  const facts = statSync(path);
  if (facts.uid !== getuid?.() || (facts.mode & STICKY_BIT) !== 0) return;
  if ((facts.mode & OTHERS_MASK) !== 0) chmodSync(path, mode);
}
