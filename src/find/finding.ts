import type { PixError } from '../client/errors.ts';
import type { HolderNames } from './question.ts';
import { traitsOf } from './index/traits.ts';
import type { ListName, WalletEntry, WalletList } from './wallet-entry.ts';

export interface SearchedList {
  readonly account: string;
  readonly list: WalletList;
}

export interface Match {
  readonly account: string;
  readonly list: ListName;
  readonly matched: readonly string[];
  readonly entry: WalletEntry;
  /** The holder of its key, as files that were paid name them. */
  readonly name: string | undefined;
}

/** A part of the data that was not searched. */
export interface Shortfall {
  readonly account: string;
  readonly list: ListName;
  /**
   * `failed`: the service does not return the list. `gaps`: it does not return all rows. `look_ups`: only look-ups
   * return this kind of id, and there were too many rows to look up.
   */
  readonly reason: 'failed' | 'gaps' | 'look_ups';
  readonly error?: PixError | undefined;
}

/** The recipient of an entry, if the file that paid it, or else another one, named them. */
export function nameIn(names: HolderNames | undefined, entry: WalletEntry): string | undefined {
  return names?.get(entry.id) ?? names?.get(traitsOf(entry).pixKey ?? '');
}
