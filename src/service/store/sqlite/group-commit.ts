import type { SqlDatabase } from '../../../sqlite/driver.ts';
import { PendingChanges } from './pending-changes.ts';

export interface GroupCommitOptions {
  /** Each piece of work has a commit of its own: to measure what sharing is worth. */
  readonly commitsEach?: boolean | undefined;
}

interface Job {
  /** Does the work, or undoes it, and returns what settles the caller's promise. Throws only when all is lost. */
  readonly perform: () => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

/**
 * Runs pieces of work one after the other, and commits all that came in one turn of the event loop together
 * (docs/decisions/group-commits.md). One savepoint keeps each piece of work all or nothing: it is moved to where a piece
 * of work begins that writes by itself.
 */
export class GroupCommit {
  /** By which the pieces of work change what is stored. */
  readonly pending = new PendingChanges(() => {
    this.#moveSavepoint();
  });
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #commitsEach: boolean;
  readonly #waiting: Job[] = [];
  #underWay: Promise<void> | undefined;

  constructor(database: SqlDatabase, { commitsEach = false }: GroupCommitOptions = {}) {
    this.#statements = statementsOf(database);
    this.#commitsEach = commitsEach;
  }

  /**
   * @returns the outcome of the work, once it is durable
   * @throws what the work threw; nothing of it is kept then. Or what the commit threw: nothing of the whole group is.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ perform: () => this.#perform(work, resolve, reject), fail: reject });
      if (this.#waiting.length === 1 && this.#underWay === undefined) this.#flushSoon();
    });
  }

  /** Resolves when nothing is half done: what is read then, in the same turn, is committed. */
  async settled(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #flushSoon(): void {
    setImmediate(() => {
      this.#underWay = this.#flush().finally(() => {
        this.#underWay = undefined;
        if (this.#waiting.length > 0) this.#flushSoon();
      });
    });
  }

  async #flush(): Promise<void> {
    const group = this.#commitsEach ? this.#waiting.splice(0, 1) : this.#waiting.splice(0);
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
    this.pending.keepWork();
    return () => {
      resolve(outcome);
    };
  }

  /** Throws when the database has ended the transaction by itself. */
  #moveSavepoint(): void {
    this.#statements.release.run();
    this.#statements.savepoint.run();
  }

  #abandon(group: readonly Job[], reason: unknown): void {
    try {
      this.#statements.rollback.run();
    } catch {
      // A full disk or an I/O error has ended the transaction already: there is nothing left to roll back.
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
