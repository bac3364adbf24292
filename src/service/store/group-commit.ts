import type { SqlDatabase } from '../../sqlite/driver.ts';
import { heldChanges, type HeldChanges } from './held-changes.ts';

/** Runs units of work one after the other, and commits all that came in one turn of the event loop together. */
export interface GroupCommit {
  /**
   * @returns the outcome of the work, once it is durable
   * @throws what the work threw; nothing of it is kept then. Or what the commit threw: nothing of the whole group is.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is half done: what is read then, in the same turn, is committed. */
  settled(): Promise<void>;
  /** By which the pieces of work change what is stored. */
  readonly held: HeldChanges;
}

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
 * A durable commit waits for the disk for many times as long as the work takes: shared, it costs each request little.
 * One savepoint keeps each piece of work all or nothing: it is moved to where a piece of work begins that writes by itself.
 */
export function groupCommit(database: SqlDatabase, { commitsEach = false }: GroupCommitOptions = {}): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const savepoint = database.prepare('SAVEPOINT work');
  const release = database.prepare('RELEASE work');
  const rollbackWork = database.prepare('ROLLBACK TO work');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');

  const waiting: Job[] = [];
  const held = heldChanges(moveSavepoint);
  let underWay: Promise<void> | undefined;

  /** Throws when the database has ended the transaction by itself. */
  function moveSavepoint(): void {
    release.run();
    savepoint.run();
  }

  function undoWork(): void {
    if (held.undo()) rollbackWork.run();
    else moveSavepoint();
  }

  function jobOf<T>(work: () => Promise<T>, resolve: (outcome: T) => void, reject: (reason: unknown) => void): Job {
    async function perform(): Promise<() => void> {
      let outcome: T;
      try {
        outcome = await work();
      } catch (error) {
        undoWork();
        return () => {
          reject(error);
        };
      }
      held.keep();
      return () => {
        resolve(outcome);
      };
    }
    return { perform, fail: reject };
  }

  async function flush(): Promise<void> {
    const group = commitsEach ? waiting.splice(0, 1) : waiting.splice(0);
    const settlements: (() => void)[] = [];
    try {
      begin.run();
      savepoint.run();
      for (const job of group) settlements.push(await job.perform());
      held.write();
      commit.run();
    } catch (error) {
      abandon(group, error);
      return;
    } finally {
      held.forget();
    }
    for (const settle of settlements) settle();
  }

  function abandon(group: readonly Job[], reason: unknown): void {
    try {
      rollback.run();
    } catch {
      // A full disk or an I/O error has ended the transaction already: there is nothing left to roll back.
    }
    for (const job of group) job.fail(reason);
  }

  function flushSoon(): void {
    setImmediate(() => {
      underWay = flush().finally(() => {
        underWay = undefined;
        if (waiting.length > 0) flushSoon();
      });
    });
  }

  return {
    run(work) {
      return new Promise((resolve, reject) => {
        waiting.push(jobOf(work, resolve, reject));
        if (waiting.length === 1 && underWay === undefined) flushSoon();
      });
    },
    async settled() {
      while (underWay !== undefined) await underWay;
    },
    held,
  };
}
