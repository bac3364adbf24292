import { runMany, type SqlDatabase } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { sumCentavos, centavos, type Centavos } from '../../pix/centavos.ts';
import { INSERT_PAYOUT, payoutParameters, runRecordOf } from './journal-rows.ts';
import { randomWord } from '../rules/mark.ts';
import { PaymentRecords, type RemittanceNumber } from '../../cnab/payment-records.ts';
import type { CsvForm } from '../files/batch-summary.ts';
import type { Payout } from '../payout.ts';
import { PayoutError } from '../payout-error.ts';
import { dayOf } from '../policy-day.ts';
import { SIBLINGS } from './read-statements.ts';
import type { RunFacts, RunRecord } from './records.ts';
import type { RunLock } from './run-lock.ts';
import { nowOf, type JournalDatabase } from './journal-database.ts';
import type { JournalReads } from './journal-reads.ts';
import type { JournalSteps } from './journal-steps.ts';

const ROWS_AT_ONCE = 2_000;

export interface StagedRun {
  readonly run: RunRecord;
  /** Whether the same payouts were approved before: this is that run, to be resumed, and nothing was staged. */
  readonly isKnown: boolean;
  /** Whether the same payouts were submitted before: this is that run, to be started, and nothing was staged. */
  readonly isSubmitted: boolean;
  /** No other process can work on the run until it is released. */
  readonly lock: RunLock;
}

interface StagingParts {
  readonly reads: JournalReads;
  readonly steps: Pick<JournalSteps, 'lock' | 'lockRun'>;
  /** The rules of the company, for a run that was just made payable. */
  readonly approvals: { assertMayStart(runId: string): void };
}

/** How payouts are added to the journal: staged first, payable after approval. */
export class JournalStaging {
  readonly #opened: JournalDatabase;
  readonly #parts: StagingParts;
  readonly #sql: ReturnType<typeof prepareStaging>;

  constructor(opened: JournalDatabase, parts: StagingParts) {
    this.#opened = opened;
    this.#parts = parts;
    this.#sql = prepareStaging(opened.database);
  }

  /**
   * Stages the rows of a file while they are read. Staged runs of ended processes are removed.
   *
   * @param digest called after the last row
   * @param again stages payouts that were approved before as another run, to be paid once more
   * @param csvForm called after the last row
   * @throws {PayoutError} `run_locked` when another process works on the same payouts; `other_origin`
   * @throws errors of reading the rows; then nothing is stored
   */
  async stage(
    facts: RunFacts,
    rows: Iterable<Payout> | AsyncIterable<Payout>,
    digest: () => string,
    again = false,
    csvForm: () => CsvForm | undefined = () => undefined,
  ): Promise<StagedRun> {
    await this.#removeLeftOvers();
    const lock = await this.#lockNew();
    try {
      const number = this.#begin(lock.runId, facts);
      const sums = await this.#takeIn(number, rows);
      const known = this.#parts.reads.runOfDigest(digest(), facts.account);
      if (known !== undefined) assertOrigin(known, facts.origin);
      if (known === undefined || again) {
        const round = (known?.round ?? 0) + 1;
        const submitted = this.submittedOf(digest(), facts.account, round);
        if (submitted !== undefined) return await this.#insteadOf(lock, submitted, { isKnown: false });
        const { delimiter = null, encoding = null } = csvForm() ?? {};
        const read = [digest(), round, sums.payouts, sums.amountCentavos, delimiter, encoding];
        this.#opened.transactions.transaction(() => this.#sql.finish.run(...read, lock.runId));
        return { run: this.#parts.reads.run(lock.runId), isKnown: false, isSubmitted: false, lock };
      }
      return await this.#insteadOf(lock, known, { isKnown: true });
    } catch (error) {
      try {
        this.discard(lock.runId);
      } catch {
        // Keeps the first error; the rest is removed next time.
      }
      lock.release();
      throw error;
    }
  }

  /** The run of these payouts that was submitted, and is to be started. */
  submittedOf(digest: string, account: number, round: number): RunRecord | undefined {
    const found = this.#sql.submitted.get(digest, round, account);
    return found && runRecordOf(found);
  }

  /** Removes what was staged: the payouts are those of an earlier run. @throws {PayoutError} `run_locked`, `other_origin` */
  async #insteadOf(staged: RunLock, run: RunRecord, { isKnown }: Pick<StagedRun, 'isKnown'>): Promise<StagedRun> {
    this.discard(staged.runId);
    const lock = await this.#parts.steps.lockRun(run.id);
    staged.release();
    return { run, isKnown, isSubmitted: !isKnown, lock };
  }

  /** @throws {PayoutError} `not_run_before`, `run_unfinished`: these payouts cannot be paid once more */
  assertRepeatable(digest: string, account: number): void {
    const earlier = this.#parts.reads.runOfDigest(digest, account);
    if (earlier === undefined) throw new PayoutError('no run of these payouts is known', { code: 'not_run_before' });
    if (this.#parts.reads.isFinished(earlier.id)) return;
    throw new PayoutError(`the run ${earlier.id} is not finished`, { code: 'run_unfinished', runId: earlier.id });
  }

  /**
   * Another process removes what was staged by one whose machine slept, or whose connection to the journal was lost for
   * too long.
   *
   * @throws {PayoutError} `run_not_approved` when that has happened
   */
  assertStillThere(runId: string): void {
    if (this.#sql.run.get(runId) !== undefined) return;
    throw new PayoutError(`the staged run ${runId} is gone`, { code: 'run_not_approved', runId });
  }

  /**
   * Makes a staged run payable.
   *
   * @throws {PayoutError} `already_approved` when another process was faster; for another run of the same payouts,
   * `not_run_before`, `run_unfinished`; `remittance_used`; those of {@link Approvals.assertMayStart}
   */
  approve(runId: string): RunRecord {
    return this.#opened.transactions.transaction(() => {
      const { digest, round, account } = this.#parts.reads.run(runId);
      const twin = this.#parts.reads.runOfDigest(digest, account);
      if (twin !== undefined && twin.round >= round) {
        const { id } = twin;
        throw new PayoutError(`these payouts are those of the run ${id}`, { code: 'already_approved', runId: id });
      }
      if (round > 1) this.assertRepeatable(digest, account);
      this.#opened.transactions.advance();
      // What is paid once more was asked for.
      if (round === 1) this.#takeNumber(runId, account);
      this.#sql.approve.run(nowOf(this.#opened), runId);
      this.#parts.approvals.assertMayStart(runId);
      return this.#parts.reads.run(runId);
    });
  }

  /** Nothing of a run is sent before that day. Call it in the transaction that approves the run. */
  schedule(runId: string, dueOn: string): void {
    this.#sql.schedule.run(dueOn, runId);
  }

  /** @throws {PayoutError} `remittance_used`: another file has that number, whatever the rows are */
  assertNewNumber({ agreement, number, file }: RemittanceNumber, account: number): void {
    const found = this.#sql.runOfNumber.get(agreement, number, file, account);
    if (found === undefined) return;
    const { id } = runRecordOf(found);
    throw new PayoutError(`the remittance ${number} is that of the run ${id}`, {
      ...{ code: 'remittance_used', runId: id, facts: { number } },
    });
  }

  /** The highest number of an agreement's remittances so far. */
  newestNumber(agreement: string, account: number): number | undefined {
    const found = this.#sql.newestNumber.get(agreement, account);
    return found && integerOf(found, 'number');
  }

  #takeNumber(runId: string, account: number): void {
    const [first] = this.#parts.reads.payouts(runId, { maximum: 1 });
    const found = first && PaymentRecords.in(first.cells)?.number;
    if (found === undefined) return;
    this.assertNewNumber(found, account);
    this.#sql.takeNumber.run(account, found.agreement, found.number, found.file, runId);
  }

  /** Removes a staged run, while its lock is taken. An approved run stays, and so does one that was submitted. */
  discard(runId: string): void {
    const { changes } = this.#opened.transactions.transaction(() => this.#sql.remove.run(runId));
    if (Number(changes) === 1) this.#opened.locks.remove(runId);
  }

  /** Removes runs that were staged by processes that have ended. */
  async #removeLeftOvers(): Promise<void> {
    for (const row of this.#sql.staged.all()) {
      const runId = textOf(row, 'id');
      const lock = await this.#parts.steps.lock(runId).catch(ifLocked);
      if (lock === undefined) continue;
      try {
        this.discard(runId);
      } finally {
        lock.release();
      }
    }
  }

  async #lockNew(): Promise<RunLock> {
    for (;;) {
      const day = dayOf(nowOf(this.#opened)).replaceAll('-', '');
      const id = `r-${day}-${randomWord(4, () => this.#opened.clock.random())}`;
      if (this.#sql.run.get(id) === undefined) return this.#parts.steps.lock(id);
    }
  }

  #begin(runId: string, facts: RunFacts): number {
    const { source, origin, account, coverFee, usesMarks, resendsProvenAbsent, compared } = facts;
    const flags = [coverFee, usesMarks, resendsProvenAbsent].map(Number);
    return this.#opened.transactions.transaction(() => {
      const ids = JSON.stringify(compared.ids);
      this.#sql.insertRun.run(runId, source, origin, account, ...flags, nowOf(this.#opened), compared.at, ids);
      return Number(this.#sql.number.get(runId)?.['number']);
    });
  }

  async #takeIn(number: number, rows: Iterable<Payout> | AsyncIterable<Payout>) {
    let waiting: Payout[] = [];
    let payouts = 0;
    let amountCentavos: Centavos = centavos(0);
    for await (const payout of rows) {
      waiting.push(payout);
      payouts += 1;
      amountCentavos = sumCentavos(amountCentavos, payout.amountCentavos);
      if (waiting.length < ROWS_AT_ONCE) continue;
      this.#insert(number, waiting);
      waiting = [];
    }
    this.#insert(number, waiting);
    return { payouts, amountCentavos };
  }

  #insert(number: number, payouts: readonly Payout[]): void {
    const { database, transactions } = this.#opened;
    const at = nowOf(this.#opened);
    const rows = payouts.map((payout) => payoutParameters(number, payout, at));
    transactions.transaction(() => runMany(database, INSERT_PAYOUT, rows));
  }
}

/** Neither payable nor submitted. */
const STAGED = 'approved_at IS NULL AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.run = run.number)';

function prepareStaging(database: SqlDatabase) {
  return {
    insertRun: database.prepare(`INSERT INTO run (id, digest, source, origin, account, cover_fee, uses_marks,
      resends_proven_absent, payouts, amount_centavos, created_at, compared_at, compared_ids)
      VALUES (?, '', ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?)`),
    finish: database.prepare(`UPDATE run SET digest = ?, round = ?, payouts = ?, amount_centavos = ?,
      delimiter = ?, encoding = ? WHERE id = ?`),
    run: database.prepare('SELECT * FROM run WHERE id = ?'),
    number: database.prepare('SELECT number FROM run WHERE id = ?'),
    runOfNumber: database.prepare(`SELECT run.* FROM remittance JOIN run ON run.number = remittance.run
      WHERE agreement = ? AND remittance.number = ? AND file <> ? AND remittance.account IN (${SIBLINGS})`),
    newestNumber: database.prepare(`SELECT number FROM remittance WHERE agreement = ? AND account IN (${SIBLINGS})
      ORDER BY number DESC LIMIT 1`),
    takeNumber: database.prepare(`INSERT INTO remittance (account, agreement, number, file, run)
      SELECT ?, ?, ?, ?, number FROM run WHERE id = ?`),
    approve: database.prepare('UPDATE run SET approved_at = ? WHERE id = ? AND approved_at IS NULL'),
    schedule: database.prepare('UPDATE run SET due_on = ? WHERE id = ?'),
    staged: database.prepare(`SELECT id FROM run WHERE ${STAGED}`),
    remove: database.prepare(`DELETE FROM run WHERE id = ? AND ${STAGED}`),
    submitted: database.prepare(`SELECT * FROM run WHERE digest = ? AND round = ? AND approved_at IS NULL
      AND number IN (SELECT run FROM submission)
      AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.run = run.id AND audit.act = 'rejected')
      AND account IN (${SIBLINGS})
      ORDER BY number LIMIT 1`),
  };
}

/** @throws {PayoutError} `other_origin`: payments sent to one service are never looked for at another */
export function assertOrigin({ id, origin }: RunRecord, here: string): void {
  if (origin === here) return;
  throw new PayoutError(`the run ${id} belongs to ${origin}`, { code: 'other_origin', runId: id });
}

function ifLocked(error: unknown): undefined {
  if (error instanceof PayoutError && error.code === 'run_locked') return undefined;
  throw error;
}
