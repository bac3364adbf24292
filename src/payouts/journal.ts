import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import type { Payout } from './payout.ts';
import type { PayoutState } from './payout-state.ts';
import type { PayoutRecord, RunFacts, RunRecord, RunTally, WithdrawalFacts } from './records.ts';
import type { RunLock } from './run-lock.ts';

/** What becomes of a payout, beside its state. What is left out stays as it is. */
export interface PayoutChange {
  readonly to: PayoutState;
  /** After this moment none of us could send the request any more. */
  readonly endedAt?: number | undefined;
  readonly withdrawal?: WithdrawalFacts | undefined;
  readonly code?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly resolvedBy?: string | undefined;
}

/** One attempt to pay. */
export interface Intent {
  readonly at: number;
  readonly mark: string | null;
  /** A moment by the service's clock that surely lies before it; null: none is known. */
  readonly servedBefore: number | null;
}

export interface RowFilter {
  readonly states?: readonly PayoutState[] | undefined;
  /** Only rows behind this one. */
  readonly after?: number | undefined;
  readonly maximum?: number | undefined;
}

/** A payout is found by its run and its row. */
export interface PayoutPlace {
  readonly runId: string;
  readonly row: number;
}

export interface StagedRun {
  readonly run: RunRecord;
  /** The same payouts were approved before: this is that run, to be resumed; nothing was staged. */
  readonly isKnown: boolean;
  /** Nobody else can work on the run until it is released. */
  readonly lock: RunLock;
}

/**
 * What was meant to be paid, and what has become of it, durably. Every method that writes has written to the disk when
 * it returns. Several processes may have a journal open at once; one at a time works on a run ({@link Journal.lockRun}).
 *
 * Methods throw {@link PayoutError} for what a caller may meet, and the database's own error when the disk fails.
 */
export interface Journal {
  /**
   * Keeps the rows of a file while they are read, not payable yet. Staged runs that nobody holds any more are removed.
   *
   * @param digest asked when the rows have ended
   * @throws {PayoutError} `run_locked` when the same payouts are being worked on by another process; `other_origin`
   * @throws what reading the rows throws; nothing is kept then
   */
  stage(facts: RunFacts, rows: Iterable<Payout> | AsyncIterable<Payout>, digest: () => string): Promise<StagedRun>;
  /** Makes a staged run payable. @throws {PayoutError} `already_approved` when another process was quicker */
  approve(runId: string): RunRecord;
  /** Removes a staged run. One that was approved stays. */
  discard(runId: string): void;
  /** @throws {PayoutError} `run_locked`, `run_unknown` */
  lockRun(runId: string): Promise<RunLock>;

  /** Approved runs, newest first. */
  runs(): readonly RunRecord[];
  /** @throws {PayoutError} `run_unknown` */
  run(runId: string): RunRecord;
  runOfDigest(digest: string): RunRecord | undefined;
  tally(runId: string): RunTally;
  /** In the order of their rows. The journal may be written meanwhile. */
  payouts(runId: string, filter?: RowFilter): Generator<PayoutRecord, void, undefined>;
  /** @throws {PayoutError} `run_unknown`, `payout_unknown` */
  payout(place: PayoutPlace): PayoutRecord;
  /** The payout that holds a reference: paid, under way, or not known not to be. */
  holderOf(reference: string): PayoutRecord | undefined;
  /** All payouts that ever had a reference, newest run first. */
  payoutsOf(reference: string): readonly PayoutRecord[];
  /** Payouts of approved runs to the same key, of the same amount, which are paid or may be. */
  alike(payout: { pixKey: string; pixKeyType: PixKeyType; amountCentavos: Centavos }): readonly PayoutRecord[];
  /** The payout that claims a withdrawal. */
  claimantOf(withdrawalId: string): PayoutRecord | undefined;
  /** The payout for whose attempt a mark was made. */
  payoutOfMark(mark: string): PayoutRecord | undefined;
  /** The marks of all attempts of a payout. */
  marksOf(place: PayoutPlace): readonly string[];

  /** Everything that `work` writes becomes durable together, or nothing of it. */
  transaction<Result>(work: () => Result): Result;
  /**
   * `planned` → `sending`. Returns false when its reference is held by another payout: it is `duplicate` then.
   *
   * @throws {PayoutError} `illegal_transition`
   */
  intend(place: PayoutPlace, intent: Intent): boolean;
  /** @throws {PayoutError} `illegal_transition`, `withdrawal_claimed` */
  change(place: PayoutPlace, from: PayoutState, change: PayoutChange): void;
  /** Tells more of the withdrawal that a payout claims, without moving it. */
  learn(place: PayoutPlace, withdrawal: WithdrawalFacts): void;
  /** Keeps that another withdrawal has a mark of this payout. */
  keepSecond(place: PayoutPlace, withdrawalId: string): void;
  close(): void;
}

export interface JournalSettings {
  /** The state folder of a profile; made when it is not there. */
  readonly folder: string;
  readonly clock: { epochMs(): number; random(): number };
}
