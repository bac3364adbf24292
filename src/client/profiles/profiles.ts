import { copyFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { FILE_MODE, FOLDER_MODE, makePrivateFolder, tighten } from '../../files/private-files.ts';
import { replaceNow } from '../../files/write-whole.ts';
import { ConfigurationError, SettingsError, unknownProfile } from '../errors.ts';
import { fingerprintOfStored } from './key-fingerprint.ts';
import { LOCK_TIMEOUT_MS, withFileLock } from './file-lock.ts';
import {
  configurationPath,
  FORMAT_VERSION,
  guarded,
  jsonOf,
  keyOfFile,
  parseConfiguration,
  readProfiles,
  type HeldKey,
  type FileProfile,
  type StoredConfiguration,
  type StoredKey,
  type StoredProfile,
} from './profiles-file.ts';

interface Profile extends Pick<StoredProfile, 'baseUrl' | 'requestFieldNames' | 'refusalForm' | 'readOnly'> {
  /** The key itself, or where it is held. */
  readonly apiKey: string | HeldKey;
}

/** The profiles of one person, for changing them. */
export type Profiles = ReturnType<typeof openProfiles>;

type Configuration = Conf<Partial<StoredConfiguration>>;

/** Of the file that is to replace the one with the profiles. */
const CONFIGURATION_ENDING = '.new';
const MAIN_KEY_NAME = 'main';
const ENTRY_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
const NAME_RULE = 'is made of letters, digits, dots, dashes and underscores, 64 at most';

/** Whether a key, or a profile, may have this name. */
export function isEntryName(name: string): boolean {
  return ENTRY_NAME.test(name);
}

/**
 * Opens the stored profiles for changes. Nothing is created before something is stored. Each method reads or writes the
 * current file. What changes it throws {@link SettingsError} `config_unwritable`, and what changes one of its profiles
 * {@link ConfigurationError} `unknown_profile`.
 *
 * @param options.configDirectory the folder of `config.json`; default: the platform's folder for settings of `pix`
 * @param options.lockTimeoutMs how long a change waits for another process to finish its own; default ten seconds
 */
export function openProfiles(
  options: { configDirectory?: string | undefined; lockTimeoutMs?: number | undefined } = {},
) {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const path = configurationPath(options.configDirectory);
  const folder = dirname(path);
  const reader = readProfiles(options.configDirectory);

  function write(change: (conf: Configuration) => void): void {
    guarded('config_unwritable', path, () => {
      makePrivateFolder(folder);
      withFileLock(path, lockTimeoutMs, () => {
        // A file that cannot be used is neither replaced nor changed.
        reader.names();
        tighten(folder, FOLDER_MODE);
        const isThere = existsSync(path);
        const file = isThere ? realpathSync(path) : path;
        const newPath = file + CONFIGURATION_ENDING;
        replaceNow(file, newPath, () => {
          if (isThere) copyFileSync(file, newPath);
          change(openConfiguration(newPath));
          assertWhole(newPath);
        });
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
    /**
     * Adds or replaces: the key given becomes the only one, because others may belong to another account.
     *
     * @throws {SettingsError} `invalid_profile_name`
     */
    set(name: string, { baseUrl, apiKey, requestFieldNames, refusalForm, readOnly }: Profile): void {
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
    /**
     * Replaces the keys by the result of `change`, called with the keys stored now.
     *
     * @throws {ConfigurationError} `duplicate_key`, `no_key` when none would be left
     * @throws {SettingsError} `invalid_key_name`
     */
    changeKeys(name: string, change: (keys: readonly StoredKey[]) => readonly StoredKey[]): void {
      changeProfile(name, (profile) => ({ ...profile, keys: checkedKeys(change(profile.keys.map(keyOfFile))) }));
    },
    /** @param coverFee undefined removes the setting */
    setCoverFee(name: string, coverFee: boolean | undefined): void {
      changeProfile(name, (profile) => ({ ...profile, coverFee }));
    },
    /** @param journal undefined removes the setting */
    setJournal(name: string, journal: string | undefined): void {
      changeProfile(name, (profile) => ({ ...profile, journal }));
    },
    /** Makes it the current one. */
    use(name: string): void {
      writeStored(name, (conf) => conf.set('current', name));
    },
    remove(name: string): void {
      writeStored(name, (conf) => {
        const { current, profiles = {} } = conf.store;
        const others = Object.entries(profiles).filter(([other]) => other !== name);
        conf.set('profiles', Object.fromEntries(others));
        if (current === name) conf.delete('current');
      });
    },
  };
}

/** conf takes a write for done that the disk has taken a part of: the file with all keys would be cut. */
function assertWhole(path: string): void {
  if (jsonOf(readFileSync(path, 'utf8')) !== undefined) return;
  throw Object.assign(new Error('the disk has taken a part of the file'), { code: 'ENOSPC', syscall: 'write' });
}

function openConfiguration(path: string): Configuration {
  return new Conf<Partial<StoredConfiguration>>({
    cwd: dirname(path),
    configName: basename(path, CONFIGURATION_ENDING),
    fileExtension: CONFIGURATION_ENDING.slice(1),
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
