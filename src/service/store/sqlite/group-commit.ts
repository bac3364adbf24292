import type { SqlDatabase } from '../../../sql/sqlite/driver.ts';
import { PendingChanges } from './pending-changes.ts';

export interface GroupCommitOptions {
  /** Commits each piece of work by itself, to measure what sharing commits saves. */
  readonly commitsEach?: boolean | undefined;
}

interface Job {
  /**
   * Does or undoes the work, and returns the function that settles the caller's promise. Throws only when the group is
   * lost.
   */
  readonly perform: () => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

/**
 * Runs pieces of work one after the other, and commits all that arrived in one turn of the event loop together
 * (docs/decisions/group-commits.md). One savepoint makes each piece all or nothing: it is moved to the start of a piece
 * that writes directly.
 */
export class GroupCommit {
  /** The changes of the current group. */
  readonly pending = new PendingChanges(() => {
    this.#moveSavepoint();
  });
  readonly #commitsEach: boolean;
  readonly #waiting: Job[] = [];
  readonly #waitingAlone: (() => Promise<void>)[] = [];
  #statements: ReturnType<typeof statementsOf>;
  #isScheduled = false;
  #underWay: Promise<void> | undefined;

  constructor(database: SqlDatabase, { commitsEach = false }: GroupCommitOptions = {}) {
    this.#statements = statementsOf(database);
    this.#commitsEach = commitsEach;
  }

  /**
   * @returns the result of the work, once it is durable
   * @throws what the work threw; then nothing of it is stored. Or what the commit threw: then nothing of the group is.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ perform: () => this.#perform(work, resolve, reject), fail: reject });
      this.#flushSoon();
    });
  }

  /** Runs work outside of any transaction, after the current group. Everything else waits until it ends. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waitingAlone.push(() => work().then(resolve, reject));
      this.#flushSoon();
    });
  }

  /** Continues with another database, on which the tables have to be created again. Only work that runs alone may. */
  moveTo(database: SqlDatabase): void {
    this.#statements = statementsOf(database);
    this.pending.forgetTables();
  }

  /** Resolves when no work is half done: what is read then, in the same turn, is committed. */
  async settled(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #flushSoon(): void {
    if (this.#isScheduled || this.#underWay !== undefined) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#underWay = this.#flush().finally(() => {
        this.#underWay = undefined;
        if (this.#waiting.length + this.#waitingAlone.length > 0) this.#flushSoon();
      });
    });
  }

  async #flush(): Promise<void> {
    const group = this.#commitsEach ? this.#waiting.splice(0, 1) : this.#waiting.splice(0);
    if (group.length > 0) await this.#commit(group);
    for (const work of this.#waitingAlone.splice(0)) await work();
  }

  async #commit(group: readonly Job[]): Promise<void> {
    const settlements: (() => void)[] = [];
    try {
      this.#statements.begin.run();
      this.#statements.savepoint.run();
      for (const job of group) settlements.push(await job.perform());
      this.pending.save();
      this.#statements.commit.run();
    } catch (error) {
      this.#abandon(group, error);
      return;
    } finally {
      this.pending.forget();
    }
    for (const settle of settlements) settle();
  }

  async #perform<T>(
    work: () => Promise<T>,
    resolve: (outcome: T) => void,
    reject: (reason: unknown) => void,
  ): Promise<() => void> {
    let outcome: T;
    try {
      outcome = await work();
    } catch (error) {
      if (this.pending.undoWork()) this.#statements.rollbackWork.run();
      else this.#moveSavepoint();
      return () => {
        reject(error);
      };
    }
    this.pending.acceptWork();
    return () => {
      resolve(outcome);
    };
  }

  /** Throws when the database has already ended the transaction. */
  #moveSavepoint(): void {
    this.#statements.release.run();
    this.#statements.savepoint.run();
  }

  #abandon(group: readonly Job[], reason: unknown): void {
    try {
      this.#statements.rollback.run();
    } catch {
      // A full disk or an I/O error has already rolled the transaction back.
    }
    for (const job of group) job.fail(reason);
  }
}

function statementsOf(database: SqlDatabase) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    savepoint: database.prepare('SAVEPOINT work'),
    release: database.prepare('RELEASE work'),
    rollbackWork: database.prepare('ROLLBACK TO work'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
  };
}
