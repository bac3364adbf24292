import { dirname } from 'node:path';
import Conf from 'conf';
import { FILE_MODE, FOLDER_MODE, makePrivateFolder, tighten } from '../../files/private-files.ts';
import type { RequestFieldNames } from '../client.ts';
import { ConfigurationError, SettingsError, unknownProfile } from '../errors.ts';
import { fingerprintOfStored } from './key-fingerprint.ts';
import {
  type HeldKey,
  configurationPath,
  FORMAT_VERSION,
  guarded,
  keyOfFile,
  parseConfiguration,
  readProfiles,
  type FileProfile,
  type ProfileReader,
  type StoredConfiguration,
  type StoredKey,
} from './profiles-file.ts';
import type { RefusalForm } from '../http/refusal-forms.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** The parts of a profile. */
interface Profile {
  readonly baseUrl: string;
  /** The key itself, or where it is held. */
  readonly apiKey: string | HeldKey;
  readonly requestFieldNames?: RequestFieldNames | undefined;
  readonly refusalForm?: RefusalForm | undefined;
  readonly readOnly?: boolean | undefined;
}

/**
 * The profiles of one person, for changing them. Each method reads or writes the current file. What changes it throws
 * {@link SettingsError} `config_unwritable`, and what changes one of its profiles {@link ConfigurationError}
 * `unknown_profile`.
 */
export interface Profiles extends ProfileReader {
  /**
   * Adds or replaces: the key given becomes the only one, because others may belong to another account.
   *
   * @throws {SettingsError} `invalid_profile_name`
   */
  set(name: string, profile: Profile): void;
  /**
   * Replaces the keys by the result of `change`, called with the keys stored now.
   *
   * @throws {ConfigurationError} `duplicate_key`, `no_key` when none would be left
   * @throws {SettingsError} `invalid_key_name`
   */
  changeKeys(name: string, change: (keys: readonly StoredKey[]) => readonly StoredKey[]): void;
  /** @param coverFee undefined removes the setting */
  setCoverFee(name: string, coverFee: boolean | undefined): void;
  /** @param journal undefined removes the setting */
  setJournal(name: string, journal: string | undefined): void;
  /** Makes it the current one. */
  use(name: string): void;
  remove(name: string): void;
}

type Configuration = Conf<Partial<StoredConfiguration>>;

const MAIN_KEY_NAME = 'main';
const ENTRY_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const NAME_RULE = 'is made of letters, digits, dots, dashes and underscores, 64 at most';

/** Whether a key, or a profile, may have this name. */
export function isEntryName(name: string): boolean {
  return ENTRY_NAME.test(name);
}

/**
 * Opens the stored profiles for changes. Nothing is created before something is stored.
 *
 * @param options.configDirectory the folder of `config.json`; default: the platform's folder for settings of `pix`
 * @param options.lockTimeoutMs how long a change waits for another process to finish its own; default ten seconds
 */
export function openProfiles(
  options: { configDirectory?: string | undefined; lockTimeoutMs?: number | undefined } = {},
): Profiles {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const path = configurationPath(options.configDirectory);
  const folder = dirname(path);
  const reader = readProfiles(options.configDirectory);

  function write(change: (conf: Configuration) => void): void {
    guarded('config_unwritable', path, () => {
      makePrivateFolder(folder);
      withFileLock(path, lockTimeoutMs, () => {
        const conf = openConfiguration(path);
        tighten(folder, FOLDER_MODE);
        change(conf);
      });
    });
  }

  function writeStored(name: string, change: (conf: Configuration) => void): void {
    if (reader.get(name) === undefined) throw unknownProfile(name, reader);
    write(change);
  }

  function changeProfile(name: string, changed: (profile: FileProfile) => FileProfile): void {
    writeStored(name, (conf) => {
      const { profiles = {} } = conf.store;
      const profile = profiles[name];
      // Another process may have removed it.
      if (profile !== undefined) conf.set('profiles', { ...profiles, [name]: changed(profile) });
    });
  }

  return {
    ...reader,
    set(name, { baseUrl, apiKey, requestFieldNames, refusalForm, readOnly }) {
      if (!isEntryName(name)) {
        throw new SettingsError(`a profile name ${NAME_RULE}`, { code: 'invalid_profile_name' });
      }
      write((conf) => {
        const { profiles } = conf.store;
        const stored = typeof apiKey === 'string' ? { key: apiKey } : { held: apiKey };
        const profile: FileProfile = {
          baseUrl,
          keys: [{ name: MAIN_KEY_NAME, ...stored }],
          requestFieldNames,
          refusalForm,
          readOnly: readOnly === true ? true : undefined,
          // A choice of the person, independent of the key.
          coverFee: profiles?.[name]?.coverFee,
          // Its payments stay where they are, whatever the key.
          journal: profiles?.[name]?.journal,
        };
        conf.set({ version: FORMAT_VERSION, profiles: { ...profiles, [name]: profile } });
      });
    },
    changeKeys(name, change) {
      changeProfile(name, (profile) => ({ ...profile, keys: checkedKeys(change(profile.keys.map(keyOfFile))) }));
    },
    setCoverFee(name, coverFee) {
      changeProfile(name, (profile) => ({ ...profile, coverFee }));
    },
    setJournal(name, journal) {
      changeProfile(name, (profile) => ({ ...profile, journal }));
    },
    use(name) {
      writeStored(name, (conf) => {
        conf.set('current', name);
      });
    },
    remove(name) {
      writeStored(name, (conf) => {
        const { current, profiles = {} } = conf.store;
        const others = Object.entries(profiles).filter(([other]) => other !== name);
        conf.set('profiles', Object.fromEntries(others));
        if (current === name) conf.delete('current');
      });
    },
  };
}

function openConfiguration(path: string): Configuration {
  return new Conf<Partial<StoredConfiguration>>({
    cwd: dirname(path),
    configFileMode: FILE_MODE,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    deserialize: (text) => parseConfiguration(text, path),
  });
}

function checkedKeys(keys: readonly StoredKey[]): FileProfile['keys'] {
  if (keys.length === 0) throw new ConfigurationError('a profile holds one key at least', { code: 'no_key' });
  if (!keys.every(({ name }) => isEntryName(name))) {
    throw new SettingsError(`the name of a key ${NAME_RULE}`, { code: 'invalid_key_name' });
  }
  const facts = { name: keys.map(({ name }) => name), key: keys.map(fingerprintOfStored) };
  for (const [field, values] of Object.entries(facts)) {
    if (new Set(values).size < keys.length) {
      throw new ConfigurationError(`two keys of a profile have the same ${field}`, { code: 'duplicate_key' });
    }
  }
  return keys.map((key) => ({ ...key }));
}

/** A lock is only taken to write one small file: an older one was left by a killed process. */
const STALE_AFTER_MS = 5_000;
const PAUSE_MS = 10;

/** Longer than a lock takes to become stale, so that an abandoned one blocks no process. */
const LOCK_TIMEOUT_MS = 2 * STALE_AFTER_MS;

/**
 * Does work while no other process does work under the same lock: a file beside the one at `path`, made exclusively.
 * The thread sleeps while it waits.
 *
 * @throws {SettingsError} `config_unwritable` when the lock is not free within `timeoutMs`
 * @throws {NodeJS.ErrnoException} when the file of the lock cannot be made
 */
function withFileLock<Value>(path: string, timeoutMs: number, work: () => Value): Value {
  const lockPath = `${path}.lock`;
  const token = randomUUID();
  const deadline = Date.now() + timeoutMs;
  while (!take(lockPath, token)) {
    if (ageMs(lockPath) > STALE_AFTER_MS) {
      rmSync(lockPath, { force: true });
    } else if (Date.now() >= deadline) {
      const message = `${path} is being written by another process; if there is none, remove ${lockPath}`;
      throw new SettingsError(message, { code: 'config_unwritable', path });
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  try {
    return work();
  } finally {
    if (isLockedBy(lockPath, token)) rmSync(lockPath, { force: true });
  }
}

function take(lockPath: string, token: string): boolean {
  try {
    writeFileSync(lockPath, token, { flag: 'wx', mode: FILE_MODE });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined when it has just been released. */
function ageMs(lockPath: string): number {
  const facts = statSync(lockPath, { throwIfNoEntry: false });
  return facts === undefined ? 0 : Date.now() - facts.mtimeMs;
}

/** A suspended process whose lock was taken over must not release the lock of the new owner. */
function isLockedBy(lockPath: string, token: string): boolean {
  try {
    return readFileSync(lockPath, 'utf8') === token;
  } catch {
    return false;
  }
}
