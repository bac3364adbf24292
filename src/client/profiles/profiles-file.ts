import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { configFolder } from '../../files/folders.ts';
import { FILE_MODE, FOLDER_MODE, tighten } from '../../files/private-files.ts';
import { PERMISSIONS } from '../../contract/permission.ts';
import { maskKey } from '../../contract/mask-key.ts';
import type { RequestFieldNames } from '../client.ts';
import { ConfigurationError, PixError, SettingsError } from '../errors.ts';
import type { KeychainEntry, NamedKey, SeenPermissions } from '../rate-limit/key-facts.ts';
import { REFUSAL_FORMS, type RefusalForm } from '../http/refusal-forms.ts';

/** A key of a profile: in the file itself, or in the operating system's keychain. */
export type StoredKey = NamedKey | KeychainKey;

/** A key of which the file says only where it lies. */
export interface KeychainKey {
  readonly name: string;
  readonly key?: undefined;
  readonly keychain: KeychainEntry;
  readonly permissions?: SeenPermissions | undefined;
}

/** A service, and the keys to an account there. */
export interface StoredProfile {
  readonly baseUrl: string;
  /** All keys to that account, one at least. The first is the first one that is used. */
  readonly keys: readonly StoredKey[];
  readonly requestFieldNames?: RequestFieldNames | undefined;
  /** By default `strict`. */
  readonly refusalForm?: RefusalForm | undefined;
  /** Nothing is created with it, and no money moves. */
  readonly readOnly?: boolean | undefined;
  /** Withdrawals debit their fee on top of the amount where the caller does not say. */
  readonly coverFee?: boolean | undefined;
}

/**
 * The profiles of one person, in one file. Each method reads the file as it is at that moment.
 * All of them throw a {@link ConfigurationError}: `config_unreadable` when the file is there but cannot be used.
 */
export interface ProfileReader {
  /** The file. */
  readonly path: string;
  /** The profile in use when none is named. */
  current(): string | undefined;
  /** In alphabetical order. */
  names(): string[];
  get(name: string): StoredProfile | undefined;
}

/** The file's form. An older `pix`, which knows one key only, uses the first of several. */
export const FORMAT_VERSION = 1;

const optionalText = z.string().optional();
const seenPermissions = z.partialRecord(z.enum(PERMISSIONS), z.boolean());
const keychainPlace = z.object({ entry: z.string().min(1), masked: z.string(), fingerprint: z.string() });
const storedKey = z
  .looseObject({
    name: z.string().min(1),
    key: z.string().min(1).optional(),
    keychain: keychainPlace.optional(),
    permissions: z.unknown().optional(),
  })
  .refine(({ key, keychain }) => (key === undefined) !== (keychain === undefined), 'a key is in one place');
const storedProfile = z.looseObject({
  baseUrl: z.string().refine((text) => URL.canParse(text), 'not a URL'),
  keys: z.array(storedKey).min(1),
  requestFieldNames: z.object({ coverFee: optionalText, verificationCode: optionalText }).optional(),
  refusalForm: z.enum(REFUSAL_FORMS).optional(),
  readOnly: z.boolean().optional(),
  coverFee: z.boolean().optional(),
});
const storedConfiguration = z.looseObject({
  version: z.literal(FORMAT_VERSION, { error: 'written by a newer pix' }),
  current: optionalText,
  profiles: z.record(z.string(), storedProfile),
});
export type FileProfile = z.output<typeof storedProfile>;
export type StoredConfiguration = z.output<typeof storedConfiguration>;

/** @param configDirectory the folder of `config.json`; by default the platform's place for the settings of `pix` */
export function configurationPath(configDirectory: string | undefined): string {
  return join(configFolder(configDirectory), 'config.json');
}

/** Opens the stored profiles for reading, at the least cost. What others may read is closed to them. */
export function readProfiles(configDirectory?: string): ProfileReader {
  const path = configurationPath(configDirectory);
  const read = () => readConfiguration(path);
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
      const { baseUrl, keys, requestFieldNames, refusalForm, readOnly, coverFee } = stored;
      return { baseUrl, keys: keys.map(keyOfFile), requestFieldNames, refusalForm, readOnly, coverFee };
    },
  };
}

/** @throws {ConfigurationError} `config_unreadable` */
function readConfiguration(path: string): Pick<StoredConfiguration, 'current' | 'profiles'> {
  return guarded('config_unreadable', path, () => {
    const text = textOf(path);
    if (text === undefined) return { profiles: {} };
    const configuration = parseConfiguration(text, path);
    // Only now: a file that does not parse may belong to another program.
    tighten(join(path, '..'), FOLDER_MODE);
    tighten(path, FILE_MODE);
    return configuration;
  });
}

/** @throws {ConfigurationError} which never quotes the file: it holds keys */
export function parseConfiguration(text: string, path: string): StoredConfiguration {
  const parsed = storedConfiguration.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new ConfigurationError(`the configuration file ${path} cannot be used${place}: ${issue?.message ?? ''}`, {
    code: 'config_unreadable',
    path,
  });
}

/** Permissions written by another version are ignored, and learnt again. */
export function keyOfFile({ name, key, keychain, permissions }: FileProfile['keys'][number]): StoredKey {
  const seen = seenPermissions.safeParse(permissions);
  const facts = { name, ...(seen.data !== undefined && { permissions: seen.data }) };
  return keychain === undefined ? { ...facts, key: key ?? '' } : { ...facts, keychain };
}

/** As it may be shown, wherever it lies. */
export function maskedKeyOf(stored: StoredKey): string {
  return stored.key === undefined ? stored.keychain.masked : maskKey(stored.key);
}

/** Names failures of the file system. */
export function guarded<Value>(
  code: 'config_unreadable' | 'config_unwritable',
  path: string,
  work: () => Value,
): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof PixError || !(error instanceof Error && 'syscall' in error)) throw error;
    const message = (verb: string) => `the configuration file ${path} cannot be ${verb}: ${error.message}`;
    if (code === 'config_unreadable') throw new ConfigurationError(message('read'), { code, path, cause: error });
    throw new SettingsError(message('written'), { code, path, cause: error });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @returns undefined where there is no file
 * @throws {NodeJS.ErrnoException} when it can't be known: a folder that may not be looked into is not an empty one
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
