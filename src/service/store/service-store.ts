import type { ClockState } from '../clock.ts';
import type { ApiKey } from '../wallet/api-key.ts';
import type { WalletStore } from '../wallet/wallet-store.ts';
import type { WalletTransaction } from '../wallet/wallet-transaction.ts';

/** The history that a store was filled with when it was new. */
export interface FirstHistory {
  readonly seed: number;
  readonly payments: number;
  readonly withdrawals: number;
  /** What the keys were made from; undefined: the seed, which anyone may know. */
  readonly keySecret?: string | undefined;
}

/** What a store knows of itself. */
export interface StoredState extends ClockState {
  readonly first: FirstHistory;
}

/** What the service asks of its store beside the wallet: it is filled once, and replaced as a whole. */
export interface ServiceStore extends WalletStore {
  /** Undefined when the store is new. */
  state(): Promise<StoredState | undefined>;
  /** Fills a new store: with all of it, or with nothing. */
  initialise(first: FirstHistory, work: (transaction: WalletTransaction) => Promise<void>): Promise<void>;
  /** Replaces everything by what a new store would be filled with. */
  refill(first: FirstHistory, work: (transaction: WalletTransaction) => Promise<void>): Promise<void>;
  /** Revokes every key, and has these instead. */
  replaceKeys(keySecret: string, keys: readonly ApiKey[]): Promise<void>;
  /** All that is committed. */
  snapshot(): Promise<ReadableStream<Uint8Array>>;
  /**
   * Replaces everything by a snapshot.
   *
   * @returns how many bytes the snapshot has
   * @throws {Refusal} `validation_failed` when it is no snapshot of this service, or what reading it throws
   */
  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number>;
  /** Waits for what was asked for, then closes. */
  close(): Promise<void>;
}
