import type { ListName, WalletEntry } from './wallet-entry.ts';

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
