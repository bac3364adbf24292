import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../../files/system-error.ts';
import { keyFolderName } from '../../client/profiles/key-fingerprint.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { FOLDER_MODE, makePrivateFolder, tighten } from '../../files/private-files.ts';
import { writeFileWhole } from '../../files/write-whole.ts';
import { commandError, EXIT, CommandError } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import type { Host } from './host.ts';
import type { Screen } from './screen.ts';
import type { CommandSession } from './session.ts';
import { plainCause } from '../errors/plain-cause.ts';
import { hasKey, originOf, traitsOf, type Settings } from './settings.ts';

export type AccountSettings = Pick<Settings, 'profileName' | 'keySource' | 'apiKey' | 'baseUrl'>;

const DIGEST_LENGTH = 16;

/**
 * The folder for the state of an account, such as the index of its lists: private, and created if missing. The key
 * decides: one that a profile of the same service contains belongs to that profile, wherever it came from, so that an
 * account has one folder.
 *
 * @returns `PIX_CONFIG_DIR/state/PROFILE`, otherwise `PROFILE` in the platform's data folder of `pix`
 * @throws CommandError state_unwritable
 */
export async function openStateFolder(context: Context, settings: AccountSettings): Promise<string> {
  return opened(context.screen, await stateFolderPath(context, settings));
}

/** The folder for the state of all accounts, likewise. @throws CommandError state_unwritable */
export async function openStatesFolder(context: Context): Promise<string> {
  return opened(context.screen, await statesFolder(context.host.environment));
}

/** Stores what a later command can do without. It is lost where it cannot be stored. */
export async function storeForLater(context: Context, settings: AccountSettings, name: string, value: unknown) {
  try {
    const folder = await openStateFolder(context, settings);
    await writeFileWhole(join(folder, name), [JSON.stringify(value)], context.host.interruption, 0o600);
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof CommandError)) throw error;
  }
}

function opened({ text }: Pick<Screen, 'text'>, folder: string): string {
  try {
    makePrivateFolder(folder);
    tighten(folder, FOLDER_MODE);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const errorText = text.errors.stateFolderUnwritable(folder, plainCause(error, text));
    throw commandError(EXIT.failed, 'state_unwritable', errorText, { details: { folder }, cause: error });
  }
  return folder;
}

export async function stateFolderPath(context: Context, settings: AccountSettings): Promise<string> {
  const states = await statesFolder(context.host.environment);
  return join(states, await stateName(context.session, settings, states));
}

/** Names that mean a device on Windows, whatever comes after a dot, and the folders that are no profile's. */
const TAKEN_NAMES = /^(con|prn|aux|nul|com\d|lpt\d|services|key-.*)(\..*)?$/;

/**
 * The folder of a profile: its name, where that is a name of its own on every disk. `Loja` and `loja` are one folder on
 * macOS and Windows, and `con` is none on Windows. A folder that earlier versions have made keeps its name.
 */
export function folderNameOf(profileName: string, states: string): string {
  if (/^[a-z\d][a-z\d._-]*$/.test(profileName) && !profileName.endsWith('.') && !TAKEN_NAMES.test(profileName)) {
    return profileName;
  }
  if (profileName !== 'services' && existsSync(states) && readdirSync(states).includes(profileName)) return profileName;
  const digest = createHash('sha256').update(profileName).digest('hex').slice(0, DIGEST_LENGTH);
  return `profile-${profileName.toLowerCase().replaceAll(/[^a-z\d_-]/g, '-')}-${digest}`;
}

/** The parent of all account folders. */
export async function statesFolder(environment: Host['environment']): Promise<string> {
  const { namedFolder, stateFolder } = await import('../../files/folders.ts');
  return stateFolder(namedFolder(environment));
}

/** The journal of a service on this machine, if there is one. */
export async function openKnownJournal({ environment, clock }: Host, origin: string) {
  const { serviceFolder } = await import('../../payouts/journal/service-journal.ts');
  const folder = serviceFolder(await statesFolder(environment), origin);
  if (!existsSync(join(folder, 'payouts.sqlite'))) return undefined;
  const { openJournal } = await import('../../payouts/journal/journal.ts');
  try {
    return await openJournal({ folder, clock });
  } catch (error) {
    // Commands that require the journal report what is wrong with it.
    if (error instanceof DatabaseOpenError) return undefined;
    throw error;
  }
}

async function stateName({ profiles }: Pick<CommandSession, 'profiles'>, settings: AccountSettings, states: string) {
  const { profileName, keySource, apiKey, baseUrl } = settings;
  if (keySource === 'profile' && profileName !== undefined) return folderNameOf(profileName, states);
  const opened = await profiles();
  const holder = opened.names().find((name) => {
    const profile = traitsOf(opened.get(name), baseUrl);
    return profile !== undefined && hasKey(profile, apiKey);
  });
  return holder === undefined ? keyFolderName(originOf(baseUrl), apiKey) : folderNameOf(holder, states);
}
