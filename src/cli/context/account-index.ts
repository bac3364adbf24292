import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { IndexOwnerError, WalletIndex } from '../../find/index/wallet-index.ts';
import { isDamage, isDiskFailure } from '../../sql/sqlite/damage.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { commandError, EXIT, usageError, type CommandError } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import type { Screen } from './screen.ts';
import { originOf, type Settings } from './settings.ts';
import { openStateFolder, type AccountSettings } from './state-folder.ts';
import { setFlagsFromString } from 'node:v8';
import { LIST_NAMES } from '../../find/wallet-entry.ts';

/** Beside other state of the account. */
export const INDEX_FILE = 'mirror.sqlite';

export interface IndexLocation {
  readonly path: string;
  /** A lock file for the process that writes the index. */
  readonly lockPath: string;
  readonly isThere: boolean;
}

/** The index of an account whose lists are complete, and until when. */
interface CompleteIndex {
  readonly index: WalletIndex;
  /** Epoch milliseconds: of the list that was read first. */
  readonly asOf: number;
}

/** @throws CommandError state_unwritable */
export async function indexLocation(context: Context, settings: AccountSettings): Promise<IndexLocation> {
  const folder = await openStateFolder(context, settings);
  const path = join(folder, INDEX_FILE);
  return { path, lockPath: join(folder, 'mirror.lock'), isThere: existsSync(path) };
}

/**
 * Opens the index. Its folder belongs to the account, and its contents name the service.
 *
 * @throws CommandError mirror_of_another_account, mirror_unusable
 */
export async function openAccountIndex(
  { path }: Pick<IndexLocation, 'path'>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  { text }: Screen,
  isRebuilt = false,
): Promise<WalletIndex> {
  try {
    const owner = { origin: originOf(baseUrl), profile: basename(dirname(path)) };
    return await WalletIndex.open(path, owner, isRebuilt);
  } catch (error) {
    if (isDiskFailure(error)) throw error;
    if (error instanceof IndexOwnerError) {
      const { profile, origin } = error.owner;
      throw commandError(EXIT.failed, 'mirror_of_another_account', text.sync.otherAccount(profile, origin), {
        details: { file: path, profile, origin },
        cause: error,
      });
    }
    if (error instanceof DatabaseOpenError) throw unusableIndex(path, error.reason, error, text);
    throw isDamage(error) ? unusableIndex(path, 'unreadable', error, text) : error;
  }
}

export function unusableIndex(
  path: string,
  reason: DatabaseOpenError['reason'],
  cause: Error,
  text: Screen['text'],
): CommandError {
  return commandError(EXIT.failed, 'mirror_unusable', text.sync.unusable(path), {
    details: { file: path, reason },
    cause,
  });
}

/**
 * Collects garbage early. An export's memory does not grow with its rows, but V8 lets up to some 200 MB of garbage pile
 * up; collecting it sooner costs time that an export spends waiting for the service anyway.
 */
export function collectEarly(): void {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Reads the entries of an account from its index, without a request.
 *
 * @throws CommandError no_mirror, mirror_incomplete, mirror_unusable
 */
export async function withCompleteIndex<Result>(
  context: Context,
  settings: AccountSettings,
  work: (complete: CompleteIndex) => Promise<Result>,
): Promise<Result> {
  const { text } = context.screen;
  const location = await indexLocation(context, settings);
  if (!location.isThere) {
    const name = text.sync.indexOf(settings.profileName ?? '');
    throw usageError('no_mirror', text.sync.noIndex(name), { file: location.path });
  }
  const index = await openAccountIndex(location, settings, context.screen);
  try {
    const moments = LIST_NAMES.map((list) => index.list(list).state().asOf);
    const asOf = Math.min(...moments.map((moment) => moment ?? -Infinity));
    if (asOf === -Infinity) {
      throw usageError('mirror_incomplete', text.sync.incompleteIndex, { file: location.path });
    }
    return await work({ index, asOf });
  } catch (error) {
    throw isDamage(error) ? unusableIndex(location.path, 'unreadable', error, text) : error;
  } finally {
    index.close();
  }
}
