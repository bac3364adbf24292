import type { SqlDatabase } from '../../sqlite/driver.ts';
import { textOf } from '../../sqlite/row.ts';
import { sumCentavos, centavos, type Centavos } from '../../pix/centavos.ts';
import type { JournalReads } from './journal-reads.ts';
import { INSERT_PAYOUT, payoutParameters } from './journal-rows.ts';
import { randomWord } from '../engine/mark.ts';
import type { Payout } from '../payout.ts';
import { PayoutError } from '../payout-error.ts';
import type { RunFacts, RunRecord } from './records.ts';
import { lockRun, removeLockFile, type RunLock } from './run-lock.ts';
import type { CountedTransactions } from './transactions.ts';

const ROWS_AT_ONCE = 2_000;

export interface StagedRun {
  readonly run: RunRecord;
  /** The same payouts were approved before: this is that run, to be resumed; nothing was staged. */
  readonly isKnown: boolean;
  /** Nobody else can work on the run until it is released. */
  readonly lock: RunLock;
}

/** How payouts get into the journal: kept first, payable when somebody approves them. */
export interface JournalStaging {
  /**
   * Keeps the rows of a file while they are read, not payable yet. Staged runs that nobody holds any more are removed.
   *
   * @param digest asked when the rows have ended
   * @param again payouts that were approved before are staged as another run of them, to be paid once more
   * @throws {PayoutError} `run_locked` when the same payouts are being worked on by another process; `other_origin`
   * @throws what reading the rows throws; nothing is kept then
   */
  stage(
    facts: RunFacts,
    rows: Iterable<Payout> | AsyncIterable<Payout>,
    digest: () => string,
    again?: boolean,
  ): Promise<StagedRun>;
  /** @throws {PayoutError} `not_run_before`, `run_unfinished`: these payouts can't be paid once more */
  assertRepeatable(digest: string, account: number): void;
  /**
   * Makes a staged run payable.
   *
   * @throws {PayoutError} `already_approved` when another process was quicker; of another run of the same payouts,
   *   `not_run_before`, `run_unfinished`
   */
  approve(runId: string): RunRecord;
  /** Removes a staged run. One that was approved stays. */
  discard(runId: string): void;
}

export function createStaging(settings: {
  database: SqlDatabase;
  reads: Pick<JournalReads, 'run' | 'runOfDigest' | 'isFinished'>;
  transactions: CountedTransactions;
  folder: string;
  clock: { epochMs(): number; random(): number };
}): JournalStaging {
  const { database, reads, folder, clock } = settings;
  const { transaction, advance } = settings.transactions;
  const nowMs = () => Math.ceil(clock.epochMs());
  const statements = {
    insertRun: database.prepare(`INSERT INTO run (id, digest, source, origin, account, cover_fee, uses_marks,
      resends_proven_absent, payouts, amount_centavos, created_at) VALUES (?, '', ?, ?, ?, ?, ?, ?, 0, 0, ?)`),
    insertPayout: database.prepare(INSERT_PAYOUT),
    finish: database.prepare('UPDATE run SET digest = ?, round = ?, payouts = ?, amount_centavos = ? WHERE id = ?'),
    run: database.prepare('SELECT * FROM run WHERE id = ?'),
    number: database.prepare('SELECT number FROM run WHERE id = ?'),
    approve: database.prepare('UPDATE run SET approved_at = ? WHERE id = ? AND approved_at IS NULL'),
    staged: database.prepare('SELECT id FROM run WHERE approved_at IS NULL'),
    remove: database.prepare('DELETE FROM run WHERE id = ? AND approved_at IS NULL'),
  };

  /** Runs that were staged by processes which are gone. */
  async function removeLeftOvers(): Promise<void> {
    for (const row of statements.staged.all()) {
      const runId = textOf(row, 'id');
      const lock = await lockRun(folder, runId).catch(ifLocked);
      if (lock === undefined) continue;
      discard(runId);
      lock.release();
    }
  }

  /** To be called with the lock of the run held. */
  function discard(runId: string): void {
    const { changes } = transaction(() => statements.remove.run(runId));
    if (Number(changes) === 1) removeLockFile(folder, runId);
  }

  async function begin(facts: RunFacts): Promise<{ lock: RunLock; number: number }> {
    const { source, origin, account, coverFee, usesMarks, resendsProvenAbsent } = facts;
    for (;;) {
      const now = nowMs();
      const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
      const id = `r-${day}-${randomWord(4, () => clock.random())}`;
      if (statements.run.get(id) !== undefined) continue;
      const lock = await lockRun(folder, id);
      const flags = [coverFee, usesMarks, resendsProvenAbsent].map(Number);
      const number = transaction(() => {
        statements.insertRun.run(id, source, origin, account, ...flags, now);
        return Number(statements.number.get(id)?.['number']);
      });
      return { lock, number };
    }
  }

  async function takeIn(number: number, rows: Iterable<Payout> | AsyncIterable<Payout>) {
    let waiting: Payout[] = [];
    let payouts = 0;
    let amountCentavos: Centavos = centavos(0);
    const flush = () => {
      const at = nowMs();
      transaction(() => {
        for (const payout of waiting) statements.insertPayout.run(...payoutParameters(number, payout, at));
      });
      waiting = [];
    };
    for await (const payout of rows) {
      waiting.push(payout);
      payouts += 1;
      amountCentavos = sumCentavos(amountCentavos, payout.amountCentavos);
      if (waiting.length === ROWS_AT_ONCE) flush();
    }
    flush();
    return { payouts, amountCentavos };
  }

  function assertRepeatable(digest: string, account: number): void {
    const earlier = reads.runOfDigest(digest, account);
    if (earlier === undefined) throw new PayoutError('no run of these payouts is known', { code: 'not_run_before' });
    if (reads.isFinished(earlier.id)) return;
    throw new PayoutError(`the run ${earlier.id} is not finished`, { code: 'run_unfinished', runId: earlier.id });
  }

  return {
    async stage(facts, rows, digest, again = false) {
      await removeLeftOvers();
      const { lock, number } = await begin(facts);
      try {
        const { payouts, amountCentavos } = await takeIn(number, rows);
        const known = reads.runOfDigest(digest(), facts.account);
        if (known !== undefined && known.origin !== facts.origin) throw otherOrigin(known);
        if (known === undefined || again) {
          const round = (known?.round ?? 0) + 1;
          transaction(() => statements.finish.run(digest(), round, payouts, amountCentavos, lock.runId));
          return { run: reads.run(lock.runId), isKnown: false, lock };
        }
        const knownLock = await lockRun(folder, known.id);
        discard(lock.runId);
        lock.release();
        return { run: known, isKnown: true, lock: knownLock };
      } catch (error) {
        discardQuietly(lock.runId);
        lock.release();
        throw error;
      }
    },
    approve: (runId) =>
      transaction(() => {
        const { digest, round, account } = reads.run(runId);
        const twin = reads.runOfDigest(digest, account);
        if (twin !== undefined && twin.round >= round) {
          const { id } = twin;
          throw new PayoutError(`these payouts are those of the run ${id}`, { code: 'already_approved', runId: id });
        }
        if (round > 1) assertRepeatable(digest, account);
        advance();
        statements.approve.run(nowMs(), runId);
        return reads.run(runId);
      }),
    assertRepeatable,
    discard,
  };

  /** The first failure is the one to tell; what is left is removed the next time. */
  function discardQuietly(runId: string): void {
    try {
      discard(runId);
    } catch {
      return;
    }
  }
}

function otherOrigin({ id, origin }: RunRecord): PayoutError {
  return new PayoutError(`the run ${id} belongs to ${origin}`, { code: 'other_origin', runId: id });
}

function ifLocked(error: unknown): undefined {
  if (error instanceof PayoutError && error.code === 'run_locked') return undefined;
  throw error;
}
