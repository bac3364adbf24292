import type { WalletIndex } from '../../find/index/wallet-index.ts';
import { LIST_NAMES } from '../../find/wallet-entry.ts';
import { isDamage } from '../../sql/sqlite/damage.ts';
import { usageError } from '../errors/command-error.ts';
import { indexLocation, openAccountIndex, unusableIndex } from './account-index.ts';
import type { Context } from './context.ts';
import type { Settings } from './settings.ts';

/** The index of an account whose lists are complete, and until when. */
interface CompleteIndex {
  readonly index: WalletIndex;
  /** Epoch milliseconds: of the list that was read first. */
  readonly asOf: number;
}

/**
 * Reads the entries of an account from its index, without a request.
 *
 * @throws CommandError no_mirror, mirror_incomplete, mirror_unusable
 */
export async function withCompleteIndex<Result>(
  context: Context,
  settings: Settings,
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
