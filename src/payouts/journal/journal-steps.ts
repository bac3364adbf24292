import type { SqlDatabase, SqlValue } from '../../sqlite/driver.ts';
import { JournalReads } from './journal-reads.ts';
import { SET_WITHDRAWAL, withdrawalParameters } from './journal-rows.ts';
import { PayoutError } from '../payout-error.ts';
import { DENIED_STATES, OTHER_MARK, TRANSITIONS, type PayoutState } from '../payout-state.ts';
import type { PayoutKey, PayoutRecord, WithdrawalFacts } from './records.ts';
import type { RunLock } from './run-lock.ts';
import type { Transactions } from './transactions.ts';

/** What becomes of a payout, beside its state. What is left out stays as it is. */
export interface PayoutChange {
  readonly to: PayoutState;
  /** After this moment none of us could send the request any more. */
  readonly endedAt?: number | undefined;
  /** Of a request that had left: when its refusal came. While a payout is looked for, it stays as it is. */
  readonly refusedAt?: number | undefined;
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

/** While a payout is looked for, it is kept whether it was refused: it decides what its absence means. */
const LOOKED_FOR_STATES: readonly PayoutState[] = ['unknown', 'absent', 'ambiguous'];
const SET_REFUSED = 'refused_at = CASE WHEN ? THEN refused_at ELSE ? END';

const DENIED = DENIED_STATES.map((state) => `'${state}'`).join(', ');

/** A person who has to decide looks at a few, not at a hundred. */
export const CANDIDATES_TOLD = 10;

/** Longer than any look goes back; what is forgotten only makes a look more careful. */
const SEEN_KEPT_MS = 14 * 86_400_000;

/** The steps that payouts take. Each is durable when its method returns, or when the transaction around it ends. */
export class JournalSteps extends JournalReads {
  readonly #transactions: Transactions;
  readonly #clock: { epochMs(): number };
  readonly #sql: ReturnType<typeof prepareSteps>;
  readonly #locks = new Map<string, RunLock>();

  constructor(database: SqlDatabase, transactions: Transactions, clock: { epochMs(): number }) {
    super(database);
    this.#transactions = transactions;
    this.#clock = clock;
    this.#sql = prepareSteps(database);
  }

  /** {@link Transactions.transaction} */
  transaction<Result>(work: () => Result): Result {
    return this.#transactions.transaction(work);
  }

  /**
   * Works on a run under its lock. The file of the lock may be removed, and another process then take it: from that moment
   * no intent is written any more, so that nothing leaves.
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
   * `planned` → `sending`. Returns false when another payout takes its reference, or its row: it is `duplicate` then. One
   * that was refused has to be looked for first.
   *
   * @throws {PayoutError} `illegal_transition`, `lock_lost`
   */
  intend(place: PayoutKey, { at: exactAt, mark, servedBefore }: Intent): boolean {
    if (this.#isLockLost(place.runId)) throw lockLost(place);
    return this.#transactions.transaction(() => {
      const at = wholeMs(exactAt);
      const payout = this.payout(place);
      if (payout.state !== 'planned' || payout.refusedAt !== null) throw this.#illegal(place, 'planned', 'sending');
      const holder = this.holderOfPayout(payout);
      if (holder !== undefined) {
        const code = payout.reference === undefined ? 'row_held' : 'reference_held';
        const reason = `${holder.runId} ${holder.row}`;
        this.#sql.move.run('duplicate', null, 0, null, code, reason, null, at, place.runId, place.row, 'planned');
        return false;
      }
      this.#transactions.advance();
      this.#sql.intend.run(mark, at, servedBefore, at, place.runId, place.row);
      return true;
    });
  }

  /** @throws {PayoutError} `illegal_transition`, `withdrawal_claimed`, `lock_lost` */
  change(place: PayoutKey, from: PayoutState, change: PayoutChange): void {
    const { to, withdrawal, endedAt = null, refusedAt = null, code = null, reason = null, resolvedBy = null } = change;
    if (!TRANSITIONS[from].includes(to)) throw this.#illegal(place, from, to);
    const keepsRefusal = LOOKED_FOR_STATES.includes(to) ? 1 : 0;
    const at = this.#nowMs();
    const step: SqlValue[] = [to, wholeMs(endedAt), keepsRefusal, wholeMs(refusedAt), code, reason, resolvedBy, at];
    const where: SqlValue[] = [place.runId, place.row, from];
    this.#transactions.transaction(() => {
      const claimant = withdrawal && this.claimantOf(withdrawal.id);
      const isOwn = claimant?.runId === place.runId && claimant.row === place.row;
      if (claimant !== undefined && !isOwn) throw claimed(place, claimant);
      const { changes } =
        withdrawal === undefined
          ? this.#sql.move.run(...step, ...where)
          : this.#sql.moveWithWithdrawal.run(...step, ...withdrawalParameters(withdrawal), withdrawal.id, ...where);
      if (Number(changes) !== 1) throw this.#illegal(place, from, to);
    });
  }

  /** Tells more of the withdrawal that a payout claims, without moving it. */
  learn({ runId, row }: PayoutKey, withdrawal: WithdrawalFacts): void {
    this.#sql.learn.run(...withdrawalParameters(withdrawal), runId, row, withdrawal.id);
  }

  /** Keeps that another withdrawal has a mark of this payout. */
  keepSecond({ runId, row }: PayoutKey, withdrawalId: string): void {
    this.#sql.keepSecond.run(withdrawalId, runId, row);
  }

  /**
   * `failed` or `refused` → `ambiguous`: these withdrawals may be copies of its request. Returns false when another payout
   * has taken its reference since, or it has moved.
   */
  holdForCopies(place: PayoutKey, withdrawalIds: readonly string[]): boolean {
    return this.#transactions.transaction(() => {
      if (this.holderOfPayout(this.payout(place)) !== undefined) return false;
      const reason = withdrawalIds.slice(0, CANDIDATES_TOLD).join(' ');
      const none = withdrawalParameters(null);
      const { changes } = this.#sql.holdForCopies.run(...none, reason, this.#nowMs(), place.runId, place.row);
      return Number(changes) === 1;
    });
  }

  /** Keeps when the list was read for copies of what the service said not to be paid of a run. */
  keepSought(runId: string, at: number): void {
    this.#sql.keepSought.run(wholeMs(at), runId);
  }

  /** Keeps that the withdrawal which a payout claims carries the mark of something else. */
  keepOtherMark({ runId, row }: PayoutKey, mark: string): void {
    this.#sql.keepOtherMark.run(mark, runId, row);
  }

  /** Keeps that these withdrawals are there: they are none of a payout that is sent from now on. */
  keepSeen(withdrawalIds: readonly string[]): void {
    const at = this.#nowMs();
    this.#transactions.transaction(() => {
      for (const id of withdrawalIds) this.#sql.keepSeen.run(id, at);
      this.#sql.forgetSeen.run(at - SEEN_KEPT_MS);
    });
  }

  /** Whether a person has looked at a mark of another journal. */
  isAccepted(mark: string): boolean {
    return this.#sql.isAccepted.get(mark) !== undefined;
  }

  acceptMarks(marks: readonly string[]): void {
    const at = this.#nowMs();
    this.#transactions.transaction(() => {
      for (const mark of marks) this.#sql.acceptMark.run(mark, at);
    });
  }

  #nowMs(): number {
    return wholeMs(this.#clock.epochMs());
  }

  #isLockLost(runId: string): boolean {
    return this.#locks.get(runId)?.isOurs() === false;
  }

  #illegal({ runId, row }: PayoutKey, from: PayoutState, to: PayoutState): PayoutError {
    // Another process has moved the payout meanwhile.
    if (this.#isLockLost(runId)) return lockLost({ runId });
    const { state } = this.payout({ runId, row });
    const message = `row ${row} of the run ${runId} is ${state}: it can't go from ${from} to ${to}`;
    return new PayoutError(message, { code: 'illegal_transition', runId, row });
  }
}

function prepareSteps(database: SqlDatabase) {
  return {
    intend: database.prepare(`UPDATE payout SET state = 'sending', attempt = attempt + 1, mark = ?, intended_at = ?,
      ended_at = NULL, refused_at = NULL, served_before = ?, code = NULL, reason = NULL, changed_at = ?
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ? AND state = 'planned'`),
    move: database.prepare(`UPDATE payout SET state = ?, ended_at = coalesce(?, ended_at), ${SET_REFUSED}, code = ?,
      reason = ?, resolved_by = ?, changed_at = ? WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ? AND state = ?`),
    moveWithWithdrawal: database.prepare(`UPDATE payout SET state = ?, ended_at = coalesce(?, ended_at), ${SET_REFUSED},
      code = ?, reason = ?, resolved_by = ?, changed_at = ?, ${SET_WITHDRAWAL},
      second_withdrawal_id = nullif(second_withdrawal_id, ?)
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ? AND state = ?`),
    learn: database.prepare(`UPDATE payout SET ${SET_WITHDRAWAL}
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ? AND withdrawal_id = ?`),
    keepSecond: database.prepare(`UPDATE payout SET second_withdrawal_id = ?
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ?`),
    holdForCopies: database.prepare(`UPDATE payout SET state = 'ambiguous', failed_withdrawal_id = withdrawal_id,
      ${SET_WITHDRAWAL}, ended_at = coalesce(ended_at, changed_at), code = 'ambiguous', reason = ?, changed_at = ?
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ? AND state IN (${DENIED})`),
    keepSought: database.prepare(`UPDATE payout SET sought_at = ?
      WHERE run = (SELECT number FROM run WHERE id = ?) AND state IN (${DENIED})`),
    keepOtherMark: database.prepare(`UPDATE payout SET code = '${OTHER_MARK}', reason = ?
      WHERE run = (SELECT number FROM run WHERE id = ?) AND row = ?`),
    keepSeen: database.prepare(`INSERT INTO seen_withdrawal (id, step, at)
      VALUES (?, (SELECT coalesce(max(number), 0) FROM step), ?) ON CONFLICT DO NOTHING`),
    forgetSeen: database.prepare('DELETE FROM seen_withdrawal WHERE at < ?'),
    isAccepted: database.prepare('SELECT 1 FROM accepted_mark WHERE mark = ?'),
    acceptMark: database.prepare('INSERT OR IGNORE INTO accepted_mark (mark, accepted_at) VALUES (?, ?)'),
  };
}

/** A clock may count fractions, where whole milliseconds are kept. Later is safer: absence is believed later. */
function wholeMs<Time extends number | null>(time: Time): number | Time {
  return time === null ? time : Math.ceil(time);
}

function claimed({ runId, row }: PayoutKey, claimant: PayoutRecord): PayoutError {
  const message = `the withdrawal belongs to row ${claimant.row} of the run ${claimant.runId}`;
  return new PayoutError(message, { code: 'withdrawal_claimed', runId, row });
}

function lockLost({ runId }: Pick<PayoutKey, 'runId'>): PayoutError {
  return new PayoutError(`the lock of the run ${runId} is gone`, { code: 'lock_lost', runId });
}
