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

interface Shown {
  /** The address of the service, in which an id is that of one payment or withdrawal. */
  readonly service: string;
  readonly account: string;
  readonly list: ListName;
  readonly entry: Pick<WalletEntry, 'id'>;
}

/** What a search has shown, each once, even where the keys of two profiles are of one account. */
export class ShownMatches {
  readonly #accounts = new Map<string, string>();
  readonly #same = new Map<string, string>();

  get size(): number {
    return this.#accounts.size;
  }

  /** Notes what is shown. @returns false when it was shown before */
  add({ service, account, list, entry }: Shown): boolean {
    const key = JSON.stringify([service, list, entry.id]);
    const shownFor = this.#accounts.get(key);
    if (shownFor === undefined) this.#accounts.set(key, account);
    else if (shownFor !== account) this.#same.set(account, shownFor);
    return shownFor === undefined;
  }

  /** Accounts that are one, because both had the same match: that for which it was shown, and the other. */
  sameAccounts(): readonly (readonly [shown: string, other: string])[] {
    return Array.from(this.#same, ([other, shown]) => [shown, other] as const);
  }
}
