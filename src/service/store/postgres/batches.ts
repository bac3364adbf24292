import type { PgConnection } from '../../../sql/postgres/connection.ts';
import type { ConnectionLimits, PostgresAddress } from '../../../sql/postgres/database-url.ts';
import { ConnectionLostError, PostgresUnavailableError, sqlStateOf } from '../../../sql/postgres/errors.ts';
import { openConnection } from '../../../sql/postgres/pool.ts';
import type { ChangeFeed } from '../../wallet/change-feed.ts';
import type { WalletTransaction } from '../../wallet/wallet-store.ts';
import { AccountNeeded, Batch, BatchError } from './batch.ts';
import type { Present, DatabaseClock } from './present.ts';
import { DECISION, TURN_MS } from './store-connections.ts';

export interface BatchesOptions {
  readonly address: PostgresAddress;
  readonly clock: DatabaseClock;
  /** Called at the beginning of each batch. */
  readonly onPresent: (present: Present) => void;
  /** Receives what was committed. */
  readonly changes: ChangeFeed;
}

/** @param present undefined when nothing is stored yet */
export type AloneWork<T> = (transaction: WalletTransaction, batch: Batch, present: Present | undefined) => Promise<T>;

interface Job {
  readonly accounts: readonly string[];
  /** By the steady clock. */
  readonly since: number;
  /** Does or undoes the work, and returns the function that settles the caller's promise. */
  readonly perform: (batch: Batch) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

/** Work that may wait for a batch; more is refused at once. */
const WAITING_MAXIMUM = 10_000;
const GROUP_MAXIMUM = 1_000;
/** How often a batch is tried again of which nothing was done. */
const ATTEMPTS = 3;
/** No attempt begins later: the callers have waited for long enough. */
const ATTEMPTS_MS = 4_000;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs pieces of work one after the other, and commits all that arrived while the previous batch was under way together
 * (docs/decisions/postgresql-batches.md).
 */
export class PostgresBatches {
  readonly #options: BatchesOptions;
  readonly #waiting: Job[] = [];
  #connection: PgConnection | undefined;
  #underWay: Promise<void> | undefined;
  #isScheduled = false;
  #isClosed = false;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /**
   * @param accounts those that the work is known to need
   * @returns the result of the work, once it is durable
   * @throws what the work threw; then nothing of it is stored. {@link PostgresUnavailableError}: nothing was done
   */
  run<T>(accounts: readonly string[], work: (transaction: WalletTransaction) => Promise<T>): Promise<T> {
    if (this.#isClosed || this.#waiting.length >= WAITING_MAXIMUM) {
      return Promise.reject(new PostgresUnavailableError('too much work waits for the database'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        accounts,
        since: performance.now(),
        perform: (batch) => batch.perform({ work: ({ records }) => work(records), resolve, reject }),
        fail: reject,
      });
      this.#expireLater();
      this.#schedule();
    });
  }

  /** Runs work while no other batch of any instance is under way. */
  async runAlone<T>(work: AloneWork<T>, limits: ConnectionLimits): Promise<T> {
    const connection = await openConnection(this.#options.address, limits);
    try {
      const { clock, onPresent } = this.#options;
      const batch = new Batch({ connection, clock, accounts: new Set(), isAlone: true });
      const present = await batch.begin();
      if (present !== undefined) {
        onPresent(present);
        clock.synchronise(present, true);
      }
      try {
        const outcome = await work(batch.unit.records, batch, present);
        await commit(batch);
        this.#options.changes.announce(batch.unit.moved);
        return outcome;
      } finally {
        await end(batch);
      }
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      throw new PostgresUnavailableError('the connection was lost before the end', { cause: error });
    } finally {
      await connection.close();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#expiry);
    while (this.#underWay !== undefined || this.#waiting.length > 0) {
      this.#schedule();
      await this.#underWay;
      await new Promise(setImmediate);
    }
    await this.#connection?.close();
  }

  /** What has waited too long for its turn was not begun. */
  #expireLater(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined || this.#expiry !== undefined) return;
    this.#expiry = setTimeout(
      () => {
        this.#expiry = undefined;
        const until = performance.now() - TURN_MS;
        const left = this.#waiting.findIndex(({ since }) => since > until);
        for (const { fail } of this.#waiting.splice(0, left === -1 ? Infinity : left)) {
          fail(new PostgresUnavailableError('the database has not decided what came before'));
        }
        this.#expireLater();
      },
      oldest.since + TURN_MS - performance.now(),
    );
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay !== undefined) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const group = this.#waiting.splice(0, GROUP_MAXIMUM);
      if (group.length === 0) return;
      this.#underWay = this.#flush(group).finally(() => {
        this.#underWay = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
    });
  }

  async #flush(group: Job[]): Promise<void> {
    const accounts = new Set(group.flatMap((job) => job.accounts));
    let failed = 0;
    const until = performance.now() + ATTEMPTS_MS;
    for (;;) {
      try {
        const settlements = await this.#attempt(group, accounts);
        if (settlements === undefined) continue;
        for (const settle of settlements) settle();
        return;
      } catch (error) {
        failed += 1;
        if (failed < ATTEMPTS && performance.now() < until && isWorthAnother(error)) continue;
        for (const job of group) job.fail(reasonOf(error));
        return;
      }
    }
  }

  /**
   * @returns how the callers' promises settle; undefined when an account is missing that the next attempt will have
   * @throws when nothing was done
   */
  async #attempt(group: Job[], accounts: Set<string>): Promise<(() => void)[] | undefined> {
    const connection = await this.#connected();
    const { clock, onPresent } = this.#options;
    const batch = new Batch({ connection, clock, accounts, isAlone: false });
    try {
      const present = await batch.begin();
      if (present === undefined) throw new PostgresUnavailableError('the database is empty');
      onPresent(present);
      clock.synchronise(present, true);
      group.push(...this.#takeCovered(accounts, GROUP_MAXIMUM - group.length));
      const settlements: (() => void)[] = [];
      for (const job of group) {
        try {
          settlements.push(await job.perform(batch));
        } catch (error) {
          if (!(error instanceof AccountNeeded)) throw error;
          accounts.add(error.account);
          return undefined;
        }
      }
      await commit(batch);
      this.#options.changes.announce(batch.unit.moved);
      return settlements;
    } finally {
      await end(batch);
    }
  }

  /**
   * What came up while the batch waited for its locks: another instance may have had them for long. Without it, each
   * instance would commit small batches in turn.
   */
  #takeCovered(accounts: ReadonlySet<string>, maximum: number): readonly Job[] {
    const taken: Job[] = [];
    const left: Job[] = [];
    for (const job of this.#waiting) {
      const isCovered = taken.length < maximum && job.accounts.every((account) => accounts.has(account));
      (isCovered ? taken : left).push(job);
    }
    this.#waiting.splice(0, Infinity, ...left);
    return taken;
  }

  async #connected(): Promise<PgConnection> {
    if (this.#connection?.isOpen !== true) this.#connection = await openConnection(this.#options.address, DECISION);
    return this.#connection;
  }
}

/** A batch that has not ended is rolled back: the next statement of its connection is the BEGIN of another one. */
async function end(batch: Batch): Promise<void> {
  try {
    await batch.rollBack();
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
  }
}

/** Whether the work was committed is not known. */
class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** @throws {UnknownOutcomeError} when the answer is lost */
async function commit(batch: Batch): Promise<void> {
  try {
    await batch.commit();
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
    throw new UnknownOutcomeError('the answer to a COMMIT was lost', { cause: error });
  }
}

function isWorthAnother(error: unknown): boolean {
  const cause = error instanceof BatchError ? error.cause : error;
  if (cause instanceof ConnectionLostError || cause instanceof PostgresUnavailableError) return true;
  const state = sqlStateOf(cause);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK;
}

/** A lost connection before a COMMIT is known to have done nothing. */
function reasonOf(error: unknown): unknown {
  const cause = error instanceof BatchError ? (error.cause ?? error) : error;
  if (!(cause instanceof ConnectionLostError)) return cause;
  return new PostgresUnavailableError('the connection to the database was lost', { cause });
}
