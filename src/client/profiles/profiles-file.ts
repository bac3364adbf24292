import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isSystemError } from '../../files/system-error.ts';
import { configFolder } from '../../files/folders.ts';
import { FILE_MODE, FOLDER_MODE, tighten } from '../../files/private-files.ts';
import { PERMISSIONS } from '../../contract/operation.ts';
import { maskKey } from '../../contract/mask-key.ts';
import { ConfigurationError, PixError, SettingsError } from '../errors.ts';
import type { NamedKey } from '../rate-limit/key-pool.ts';
import { REFUSAL_FORMS } from '../http/refusal-forms.ts';

export type ProfileReader = ReturnType<typeof readProfiles>;

/** The version of the file's format. An older `pix`, which supports one key, uses the first of several. */
export const FORMAT_VERSION = 1;

const optionalText = z.string().optional();
const seenPermissions = z.partialRecord(z.enum(PERMISSIONS), z.boolean());
const heldKey = z
  .object({
    /** Of the keychain. */
    entry: z.string().min(1).optional(),
    /** A program that prints the key, and its arguments. */
    command: z.array(z.string()).min(1).optional(),
    /** `pk_…a1b2` */
    masked: z.string(),
    /** Identifies the key without revealing it. */
    fingerprint: z.string(),
  })
  .refine(({ entry, command }) => (entry === undefined) !== (command === undefined), 'a key is held in one place');
const storedKey = z
  .looseObject({
    name: z.string().min(1),
    key: z.string().min(1).optional(),
    held: heldKey.optional(),
    permissions: z.unknown().optional(),
  })
  .refine(({ key, held }) => (key === undefined) !== (held === undefined), 'a key is in one place');
/** All but the keys. */
const profileFacts = z.object({
  baseUrl: z.string().refine((text) => URL.canParse(text), 'not a URL'),
  requestFieldNames: z.object({ coverFee: optionalText, verificationCode: optionalText }).optional(),
  refusalForm: z.enum(REFUSAL_FORMS).optional(),
  /** It creates nothing and moves no money. */
  readOnly: z.boolean().optional(),
  /** Withdrawals add their fee on top, unless the caller says otherwise. */
  coverFee: z.boolean().optional(),
  /** The address of the database with the journal of payouts, without a password. Default: a folder of this machine. */
  journal: optionalText,
});
const storedProfile = z.looseObject({ ...profileFacts.shape, keys: z.array(storedKey).min(1) });
const storedConfiguration = z.looseObject({
  version: z.literal(FORMAT_VERSION, { error: 'written by a newer pix' }),
  current: optionalText,
  profiles: z.record(z.string(), storedProfile),
});
export type FileProfile = z.output<typeof storedProfile>;
export type StoredConfiguration = z.output<typeof storedConfiguration>;

/** The keychain entry of a key, or the command that prints it, and what is known without reading it. */
export type HeldKey = Readonly<z.output<typeof heldKey>>;

/** A key that is held elsewhere; the file has only where. */
export interface KeyElsewhere extends Omit<NamedKey, 'key'> {
  readonly key?: undefined;
  readonly held: HeldKey;
}

/** A key of a profile: in the file itself, in the operating system's keychain, or with a program. */
export type StoredKey = NamedKey | KeyElsewhere;

export type KeyStorage = 'file' | 'keychain' | 'command';

export function storageOf(stored: StoredKey): KeyStorage {
  if (stored.key !== undefined) return 'file';
  return stored.held.command === undefined ? 'keychain' : 'command';
}

/** A service, and the keys to an account there: at least one. The first is used first. */
export type StoredProfile = Readonly<z.output<typeof profileFacts>> & { readonly keys: readonly StoredKey[] };

/** A parser is not compiled for one small file: that would take longer than reading it. */
const ONCE = { jitless: true };

/** @param configDirectory the folder of `config.json`; default: the platform's folder for settings of `pix` */
export function configurationPath(configDirectory: string | undefined): string {
  return join(configFolder(configDirectory), 'config.json');
}

/**
 * Opens the stored profiles for reading. Each method reads the current file, and throws {@link ConfigurationError}
 * `config_unreadable` when it exists but cannot be used. Removes other users' rights to the file. conf would make the folder of a file
 * that is missing, and nearly every command would wait for it to be loaded: it writes the file, and only this reads it.
 */
export function readProfiles(configDirectory?: string) {
  const path = configurationPath(configDirectory);
  const read = () => readConfiguration(path);
  return {
    path,
    /** The default profile. */
    current(): string | undefined {
      const { current, profiles } = read();
      return current !== undefined && Object.hasOwn(profiles, current) ? current : undefined;
    },
    /** In alphabetical order. */
    names: () => Object.keys(read().profiles).sort(),
    get(name: string): StoredProfile | undefined {
      const { profiles } = read();
      const stored = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
      if (stored === undefined) return undefined;
      const { baseUrl, keys, requestFieldNames, refusalForm, readOnly, coverFee, journal } = stored;
      return { baseUrl, keys: keys.map(keyOfFile), requestFieldNames, refusalForm, readOnly, coverFee, journal };
    },
  };
}

/** @throws {ConfigurationError} `config_unreadable` */
function readConfiguration(path: string): Pick<StoredConfiguration, 'current' | 'profiles'> {
  return guarded('config_unreadable', path, () => {
    const text = textOf(path);
    if (text === undefined) return { profiles: {} };
    const configuration = parseConfiguration(text, path);
    // Only after parsing: another file may belong to another program.
    tighten(join(path, '..'), FOLDER_MODE);
    tighten(path, FILE_MODE);
    return configuration;
  });
}

/** @throws {ConfigurationError} which never quotes the file: it contains keys */
export function parseConfiguration(text: string, path: string): StoredConfiguration {
  const parsed = storedConfiguration.safeParse(jsonOf(text), ONCE);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new ConfigurationError(`the configuration file ${path} cannot be used${place}: ${issue?.message ?? ''}`, {
    code: 'config_unreadable',
    path,
  });
}

/** Permissions in another version's format are ignored, and detected again. */
export function keyOfFile({ name, key, held, permissions }: FileProfile['keys'][number]): StoredKey {
  const seen = seenPermissions.safeParse(permissions, ONCE);
  const facts = { name, ...(seen.data !== undefined && { permissions: seen.data }) };
  return held === undefined ? { ...facts, key: key ?? '' } : { ...facts, held };
}

export function maskedKeyOf(stored: StoredKey): string {
  return stored.key === undefined ? stored.held.masked : maskKey(stored.key);
}

/** Turns errors of the file system into errors with codes. */
export function guarded<Value>(
  code: 'config_unreadable' | 'config_unwritable',
  path: string,
  work: () => Value,
): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof PixError || !isSystemError(error)) throw error;
    const message = (verb: string) => `the configuration file ${path} cannot be ${verb}: ${error.message}`;
    if (code === 'config_unreadable') throw new ConfigurationError(message('read'), { code, path, cause: error });
    throw new SettingsError(message('written'), { code, path, cause: error });
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @returns undefined if there is no file
 * @throws {NodeJS.ErrnoException} when that is unknown: an unreadable folder is not an empty one
 */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined;
    throw error;
  }
}
