import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { IndexOwnerError, WalletIndex } from '../../find/index/wallet-index.ts';
import { isDamage, isDiskFailure } from '../../sql/sqlite/damage.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { commandError, EXIT, usageError, type ErrorText } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import type { Screen } from './screen.ts';
import { originOf, type Settings } from './settings.ts';
import { openStateFolder, stateFolderPath, type AccountSettings } from './state-folder.ts';
import { setFlagsFromString } from 'node:v8';
import { LIST_NAMES } from '../../find/wallet-entry.ts';

/** Beside other state of the account. */
const FILE = 'mirror.sqlite';

/** The index of an account whose lists are complete, and until when. */
interface CompleteIndex {
  readonly index: WalletIndex;
  /** Epoch milliseconds: of the list that was read first. */
  readonly asOf: number;
}

/** The file, and a lock file for the process that writes it. @throws CommandError state_unwritable */
export async function indexLocation(context: Context, settings: AccountSettings) {
  const folder = await openStateFolder(context, settings);
  return { path: join(folder, FILE), lockPath: join(folder, 'mirror.lock') };
}

/**
 * Opens the index. Its folder belongs to the account, and its contents name the service.
 *
 * @throws CommandError mirror_of_another_account, mirror_unusable
 */
export async function openAccountIndex(
  path: string,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  screen: Screen,
  isRebuilt = false,
): Promise<WalletIndex> {
  try {
    const owner = { origin: originOf(baseUrl), profile: basename(dirname(path)) };
    return await WalletIndex.open(path, owner, isRebuilt);
  } catch (error) {
    throw indexFailure(error, path, screen);
  }
}

/** The error to show for a failure of the index; any other one as it is. */
export function indexFailure(error: unknown, path: string, { text }: Screen): unknown {
  if (isDiskFailure(error)) return error;
  const failure = (code: string, errorText: ErrorText, facts: object) =>
    commandError(EXIT.failed, code, errorText, { details: { file: path, ...facts }, cause: error });
  if (error instanceof IndexOwnerError) {
    const { profile, origin } = error.owner;
    return failure('mirror_of_another_account', text.sync.otherAccount(profile, origin), { profile, origin });
  }
  if (!(error instanceof DatabaseOpenError) && !isDamage(error)) return error;
  const reason = error instanceof DatabaseOpenError ? error.reason : 'unreadable';
  return failure('mirror_unusable', text.sync.unusable(path), { reason });
}

/** The index of an account, if there is one. @throws as {@link openAccountIndex} */
export async function indexIfAny(context: Context, account: AccountSettings): Promise<WalletIndex | undefined> {
  const path = join(await stateFolderPath(context, account), FILE);
  return existsSync(path) ? openAccountIndex(path, account, context.screen) : undefined;
}

/** The index that `pix sync` has made. @throws CommandError no_mirror, and as {@link openAccountIndex} */
export async function syncedIndex(context: Context, settings: AccountSettings) {
  const { text } = context.screen;
  const { path } = await indexLocation(context, settings);
  if (existsSync(path)) return { path, index: await openAccountIndex(path, settings, context.screen) };
  throw usageError('no_mirror', text.sync.noIndex(text.sync.indexOf(settings.profileName ?? '')), { file: path });
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
  work: (complete: CompleteIndex) => Promise<Result> | Result,
): Promise<Result> {
  const { index, path } = await syncedIndex(context, settings);
  try {
    const asOf = Math.min(...LIST_NAMES.map((list) => index.list(list).state().asOf ?? -Infinity));
    if (asOf === -Infinity) {
      throw usageError('mirror_incomplete', context.screen.text.sync.incompleteIndex, { file: path });
    }
    return await work({ index, asOf });
  } catch (error) {
    throw indexFailure(error, path, context.screen);
  } finally {
    index.close();
  }
}
