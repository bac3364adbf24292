import type { SqlDatabase, SqlValue } from '../../sql/sqlite/driver.ts';
import { nowOf, wholeMs, type JournalDatabase } from './journal-database.ts';
import { nameOfPayout, type JournalReads } from './journal-reads.ts';
import { NO_WITHDRAWAL, SET_WITHDRAWAL, withdrawalParameters } from './journal-rows.ts';
import { DENIED_STATES, OTHER_MARK, SETTLED_AFTER_MS, TRANSITIONS, type PayoutState } from '../payout-state.ts';
import { PayoutError } from '../payout-error.ts';
import { listOf } from './read-statements.ts';
import type { PayoutKey, PayoutRecord, WithdrawalFacts } from './records.ts';
import { lockLost, type RunLock } from './run-lock.ts';

/** Changes to a payout, beside its state. Fields that are left out stay unchanged. */
export interface PayoutChange {
  readonly to: PayoutState;
  /** After this time, no process of ours could send the request any more. */
  readonly endedAt?: number | undefined;
  /** When the refusal of a request arrived that had been sent. It stays set while the payout is looked for. */
  readonly refusedAt?: number | undefined;
  readonly withdrawal?: WithdrawalFacts | undefined;
  /** The withdrawal that the answer named, if it is not claimed. */
  readonly answeredId?: string | undefined;
  readonly code?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly resolvedBy?: string | undefined;
}

export interface Intent {
  readonly at: number;
  readonly mark: string | null;
  /** A time that certainly passed on the service's clock before the attempt; null if unknown. */
  readonly servedBefore: number | null;
}

/** States of looking, in which a refusal stays stored: it decides what absence means. */
const LOOKED_FOR_STATES: readonly PayoutState[] = ['unknown', 'absent', 'ambiguous'];
const SET_REFUSED = 'refused_at = CASE WHEN ? THEN refused_at ELSE ? END';
const SET_ANSWERED = 'answered_id = coalesce(?, answered_id)';

const DENIED = listOf(DENIED_STATES);

/** A person who has to decide reads a few, not a hundred. */
export const CANDIDATES_SHOWN = 10;

/** Longer than any look goes back; forgetting only makes a look more careful. */
const SEEN_STORED_MS = 14 * 86_400_000;

/** The steps of payouts. Each is durable when its method returns, or when the surrounding transaction ends. */
export class JournalSteps {
  readonly #opened: JournalDatabase;
  readonly #reads: JournalReads;
  readonly #sql: ReturnType<typeof prepareSteps>;
  readonly #locks = new Map<string, RunLock>();
  readonly #fences = new Map<string, number | null>();

  constructor(opened: JournalDatabase, reads: JournalReads) {
    this.#opened = opened;
    this.#reads = reads;
    this.#sql = prepareSteps(opened.database);
  }

  /** @throws {PayoutError} `run_locked`, `run_unknown` */
  async lockRun(runId: string): Promise<RunLock> {
    this.#reads.run(runId);
    return this.lock(runId);
  }

  /** As {@link lockRun}, for a run that may not be stored yet. Intents of the run carry the number of the lock. */
  async lock(runId: string): Promise<RunLock> {
    const lock = await this.#opened.locks.lock(runId);
    this.#fences.set(runId, lock.fence);
    return lock;
  }

  /**
   * Works on a run under its lock. If the lock file is removed, another process may take the lock: from then on, no
   * intent is written, so nothing is sent.
   *
   * @throws {PayoutError} `lock_lost`
   */
  async underLock<Result>(lock: RunLock, work: () => Promise<Result>): Promise<Result> {
    this.#locks.set(lock.runId, lock);
    try {
      return await work();
    } finally {
      this.#locks.delete(lock.runId);
    }
  }

  /**
   * `planned` → `sending`. Returns false when another payout has its reference, or its row: then it becomes
   * `duplicate`. A refused one must be looked for first.
   *
   * @throws {PayoutError} `illegal_transition`, `lock_lost`
   */
  intend(key: PayoutKey, { at: exactAt, mark, servedBefore }: Intent): boolean {
    return this.#opened.transactions.transaction(() => {
      this.#assertLocked(key.runId);
      const at = wholeMs(exactAt);
      const payout = this.#reads.payout(key);
      if (payout.state !== 'planned' || payout.refusedAt !== null) throw this.#illegal(key, 'planned', 'sending');
      if (this.holdBack(payout)) return false;
      this.#opened.transactions.advance();
      const fence = this.#fences.get(key.runId) ?? null;
      this.#sql.intend.run(mark, at, servedBefore, at, fence, key.runId, key.row);
      return true;
    });
  }

  /** Makes a planned one a duplicate if it may not be sent beside another one now. @returns whether it did */
  holdBack(payout: PayoutRecord): boolean {
    const holder = this.holderToAwait(payout);
    if (holder === undefined) return false;
    const { runId, row, reference } = payout;
    const code = holder.reference === reference && reference !== undefined ? 'reference_held' : 'row_held';
    const at = nowOf(this.#opened);
    const step: SqlValue[] = ['duplicate', null, 0, null, null, code, nameOfPayout(holder), null, at];
    this.#sql.move.run(...step, runId, row, 'planned');
    return true;
  }

  /** The payout that another one may not be sent beside: also one whose request may have been copied just now. */
  holderToAwait(payout: PayoutRecord): PayoutRecord | undefined {
    const deniedSinceMs = nowOf(this.#opened) - SETTLED_AFTER_MS;
    return (
      this.#reads.holderOfPayout(payout) ??
      this.#reads.deniedHolderOfPayout(payout, deniedSinceMs) ??
      this.#reads.joinedHolderOf(payout, undefined, deniedSinceMs)
    );
  }

  /** @throws {PayoutError} `illegal_transition`, `withdrawal_claimed`, `lock_lost` */
  change(key: PayoutKey, from: PayoutState, change: PayoutChange): void {
    const { to, withdrawal, endedAt = null, refusedAt = null, answeredId = null } = change;
    const { code = null, reason = null, resolvedBy = null } = change;
    if (!TRANSITIONS[from].includes(to)) throw this.#illegal(key, from, to);
    const keepsRefusal = LOOKED_FOR_STATES.includes(to) ? 1 : 0;
    const at = nowOf(this.#opened);
    const times: SqlValue[] = [wholeMs(endedAt), keepsRefusal, wholeMs(refusedAt)];
    const step: SqlValue[] = [to, ...times, answeredId, code, reason, resolvedBy, at];
    const where: SqlValue[] = [key.runId, key.row, from];
    this.#opened.transactions.transaction(() => {
      // What became of a request is stored without the file of a lock, too. With a shared journal, another machine may
      // have looked for it, and sent again.
      if (typeof this.#fences.get(key.runId) === 'number') this.#assertLocked(key.runId);
      const claimant = withdrawal && this.#reads.claimantOf(withdrawal.id);
      const isOwn = claimant?.runId === key.runId && claimant.row === key.row;
      if (claimant !== undefined && !isOwn) throw claimed(key, claimant);
      const { changes } =
        withdrawal === undefined
          ? this.#sql.move.run(...step, ...where)
          : this.#sql.moveWithWithdrawal.run(...step, ...withdrawalParameters(withdrawal), withdrawal.id, ...where);
      if (Number(changes) !== 1) throw this.#illegal(key, from, to);
    });
  }

  /** Stores further facts about the claimed withdrawal, without a change of state. */
  learn({ runId, row }: PayoutKey, withdrawal: WithdrawalFacts): void {
    this.#sql.learn.run(...withdrawalParameters(withdrawal), runId, row, withdrawal.id);
  }

  /** Stores that another withdrawal has a mark of this payout. */
  storeSecond({ runId, row }: PayoutKey, withdrawalId: string): void {
    this.#sql.storeSecond.run(withdrawalId, runId, row);
  }

  /**
   * `failed` or `refused` → `ambiguous`: these withdrawals may be copies of its request. Returns false when another
   * payout has taken its reference since, or its state has changed.
   */
  putOnHold(key: PayoutKey, withdrawalIds: readonly string[]): boolean {
    return this.#opened.transactions.transaction(() => {
      if (this.#reads.holderOfPayout(this.#reads.payout(key)) !== undefined) return false;
      const reason = withdrawalIds.slice(0, CANDIDATES_SHOWN).join(' ');
      const { changes } = this.#sql.putOnHold.run(...NO_WITHDRAWAL, reason, nowOf(this.#opened), key.runId, key.row);
      return Number(changes) === 1;
    });
  }

  /** Stores when the list was read for copies of payouts that were reported as not paid; null: it is to be read again. */
  storeSought(payouts: readonly PayoutKey[], at: number | null): void {
    const soughtAt = wholeMs(at);
    for (const { runId, row } of payouts) this.#sql.storeSought.run(soughtAt, runId, row);
  }

  storeOtherMark({ runId, row }: PayoutKey, mark: string): void {
    this.#sql.storeOtherMark.run(mark, runId, row);
  }

  /** Stores that these withdrawals exist: they cannot belong to a payout that is sent later. */
  storeSeen(withdrawalIds: readonly string[]): void {
    const at = nowOf(this.#opened);
    this.#opened.transactions.transaction(() => {
      for (const id of withdrawalIds) this.#sql.storeSeen.run(id, at);
      this.#sql.forgetSeen.run(at - SEEN_STORED_MS);
    });
  }

  acceptMarks(marks: readonly string[], digest: string): void {
    const at = nowOf(this.#opened);
    this.#opened.transactions.transaction(() => {
      for (const mark of marks) this.#sql.acceptMark.run(mark, digest, at);
    });
  }

  #isLockLost(runId: string): boolean {
    return this.#locks.get(runId)?.isOurs() === false;
  }

  /** @throws {PayoutError} `lock_lost` */
  #assertLocked(runId: string): void {
    if (this.#isLockLost(runId)) throw lockLost(runId);
  }

  #illegal({ runId, row }: PayoutKey, from: PayoutState, to: PayoutState): PayoutError {
    // Another process has changed the payout in the meantime.
    if (this.#isLockLost(runId)) return lockLost(runId);
    const { state } = this.#reads.payout({ runId, row });
    const message = `row ${row} of the run ${runId} is ${state}: it can't go from ${from} to ${to}`;
    return new PayoutError(message, { code: 'illegal_transition', runId, row });
  }
}

const OF_ROW = 'WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ?';
/** What was looked for before it was on hold, or paid, is to be looked for again. */
const MOVE = `UPDATE payout SET state = ?, sought_at = NULL, ended_at = coalesce(?, ended_at), ${SET_REFUSED},
  ${SET_ANSWERED}, code = ?, reason = ?, resolved_by = ?, changed_at = ?`;

function prepareSteps(database: SqlDatabase) {
  return {
    intend: database.prepare(`UPDATE payout SET state = 'sending', attempt = attempt + 1, mark = ?, intended_at = ?,
      ended_at = NULL, refused_at = NULL, served_before = ?, code = NULL, reason = NULL, changed_at = ?, fence = ?
      ${OF_ROW} AND state = 'planned'`),
    move: database.prepare(`${MOVE} ${OF_ROW} AND state = ?`),
    moveWithWithdrawal: database.prepare(`${MOVE}, ${SET_WITHDRAWAL},
      second_withdrawal_id = nullif(second_withdrawal_id, ?) ${OF_ROW} AND state = ?`),
    learn: database.prepare(`UPDATE payout SET ${SET_WITHDRAWAL} ${OF_ROW} AND withdrawal_id = ?`),
    storeSecond: database.prepare(`UPDATE payout SET second_withdrawal_id = ? ${OF_ROW}`),
    putOnHold: database.prepare(`UPDATE payout SET state = 'ambiguous', failed_withdrawal_id = withdrawal_id,
      ${SET_WITHDRAWAL}, ended_at = coalesce(ended_at, changed_at), code = 'ambiguous', reason = ?, changed_at = ?
      ${OF_ROW} AND state IN (${DENIED})`),
    storeSought: database.prepare(`UPDATE payout SET sought_at = ? ${OF_ROW} AND state IN (${DENIED})`),
    storeOtherMark: database.prepare(`UPDATE payout SET code = '${OTHER_MARK}', reason = ? ${OF_ROW}`),
    storeSeen: database.prepare(`INSERT INTO seen_withdrawal (id, step, at)
      VALUES (?, (SELECT coalesce(max(number), 0) FROM step), ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`),
    forgetSeen: database.prepare('DELETE FROM seen_withdrawal WHERE at < ?'),
    acceptMark: database.prepare(
      'INSERT INTO accepted_mark (mark, digest, accepted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  };
}

function claimed({ runId, row }: PayoutKey, claimant: PayoutRecord): PayoutError {
  const message = `the withdrawal belongs to row ${claimant.row} of the run ${claimant.runId}`;
  return new PayoutError(message, { code: 'withdrawal_claimed', runId, row });
}
