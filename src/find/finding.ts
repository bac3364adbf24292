import type { PixError } from '../client/errors.ts';
import type { HolderNames } from './question.ts';
import { traitsOf } from './index/traits.ts';
import type { ListName, WalletEntry, WalletList } from './wallet-entry.ts';

/** A list of an account. */
export interface SearchedList {
  readonly account: string;
  readonly list: WalletList;
}

/** A payment or withdrawal that was asked for, and where it was found. */
export interface Match {
  readonly account: string;
  readonly list: ListName;
  /** Paths of the fields that were asked about. */
  readonly matched: readonly string[];
  readonly entry: WalletEntry;
  /** How the holder of its key is called in files that were paid. */
  readonly name: string | undefined;
}

/** A part of what should have been looked through, and was not. */
export interface Shortfall {
  readonly account: string;
  readonly list: ListName;
  /**
   * `failed`: the service does not give the list. `gaps`: it does not give all of its rows. `look_ups`: an id that only
   * look-ups tell, and there were too many of them to be made.
   */
  readonly reason: 'failed' | 'gaps' | 'look_ups';
  readonly error?: PixError | undefined;
}

/** How the holder of an entry's key is called, where that is known. */
export function nameIn(names: HolderNames | undefined, entry: WalletEntry): string | undefined {
  return names?.get(traitsOf(entry).pixKey ?? '');
}
