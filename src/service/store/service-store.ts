import type { WorldFile } from '../../contract/world.ts';
import type { ClockState } from '../clock.ts';
import type { ApiKey } from '../wallet/account.ts';
import type { WalletStore, WalletTransaction } from '../wallet/wallet-store.ts';

/** The history that a new store was filled with. */
export interface FirstHistory {
  readonly seed: number;
  readonly payments: number;
  readonly withdrawals: number;
  /** Identifies the world that it was filled with instead: then both numbers are 0. */
  readonly world?: number | undefined;
  /** The source of the keys; undefined: the seed, which anyone may know. */
  readonly keySecret?: string | undefined;
}

/** Facts that a store keeps about itself. */
export interface StoredState extends ClockState {
  readonly first: FirstHistory;
}

export type Work<T> = (transaction: WalletTransaction) => Promise<T>;

/** Called with the new state before any work runs on it. */
export type OnReplaced = (present: StoredState) => void;

export interface KeyReplacement {
  readonly keySecret: string;
  /** The secret before; undefined: none. */
  readonly replaced: string | undefined;
  readonly keysFrom: (stored: readonly ApiKey[]) => readonly ApiKey[];
}

export interface RestoreOptions {
  readonly onReplaced: OnReplaced;
  /** The keys that replace those of a restored state before it is used; undefined: its own stay. */
  readonly keysFor: (restored: StoredState) => KeyReplacement | undefined;
}

/** What the service requires of its store in addition to the wallet: filling it once, and replacing all of it. */
export interface ServiceStore extends WalletStore {
  /** Undefined when the store is new. */
  state(): Promise<StoredState | undefined>;
  /** Fills a new store completely, or not at all. */
  initialise(first: FirstHistory, work: Work<void>): Promise<void>;
  /** Replaces everything by a first history at once, when that is complete. Other work runs in the meantime. */
  refill(first: FirstHistory, work: Work<void>, onReplaced: OnReplaced): Promise<void>;
  /** Revokes every key and stores the new ones, unless another instance has done it: the secret is no longer `replaced`. */
  replaceKeys(replacement: KeyReplacement): Promise<void>;
  /** All keys of all accounts, main keys first. */
  allKeys(): Promise<readonly ApiKey[]>;
  world(seed: number): Promise<WorldFile>;
  /** Everything that is committed. */
  snapshot(): Promise<ReadableStream<Uint8Array>>;
  /**
   * Replaces everything by a snapshot.
   *
   * @returns the size of the snapshot in bytes
   * @throws {Refusal} `validation_failed` when it is no snapshot of this service, or the error of reading it
   */
  restore(snapshot: AsyncIterable<Uint8Array>, options: RestoreOptions): Promise<number>;
  /** Finishes open work, then closes. */
  close(): Promise<void>;
}
