import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ignoringSystemErrors } from '../../files/system-error.ts';
import { makePrivateFolder } from '../../files/private-files.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { openDatabase } from '../../sql/sqlite/open.ts';
import { PayoutError } from '../payout-error.ts';

/** The right to work on a run, for one process at a time. */
export interface RunLock {
  readonly runId: string;
  /** Grows with each change of hands, where several machines share a journal; null on one machine. */
  readonly fence: number | null;
  /** False once its file was removed or replaced: then another process can take the lock, too. */
  isOurs(): boolean;
  /** Called right before a request leaves. @throws when it may not, because another process may work on the run */
  readonly assertMayLeave: () => void;
  release(): void;
}

export interface RunLocks {
  /** @throws {PayoutError} `run_locked` */
  lock(runId: string): Promise<RunLock>;
  /** For a removed run, while its lock is taken: nothing is left of the lock once it is released. */
  remove(runId: string): void;
}

const LOCK_SCHEMA = { applicationId: 0x70697872, steps: [] };

/**
 * Files beside a journal that one machine uses, each opened exclusively. The operating system releases a lock when its
 * process ends, however it ends.
 */
export function fileLocks(folder: string): RunLocks {
  const removed = new Set<string>();
  return {
    async lock(runId) {
      const runs = join(folder, 'runs');
      makePrivateFolder(runs);
      const path = join(runs, `${runId}.lock`);
      const lockDatabase = await openDatabase(path, LOCK_SCHEMA).catch((error: unknown) => {
        if (!(error instanceof DatabaseOpenError) || error.reason !== 'locked') throw error;
        const message = `another process is working on the run ${runId}`;
        throw new PayoutError(message, { code: 'run_locked', runId, cause: error });
      });
      const opened = identityOf(path);
      let isLocked = true;
      const isOurs = () => isLocked && opened !== undefined && identityOf(path) === opened;
      return {
        runId,
        fence: null,
        isOurs,
        assertMayLeave() {
          if (!isOurs()) throw lockLost(runId);
        },
        release() {
          if (isLocked) lockDatabase.close();
          isLocked = false;
          if (removed.delete(runId)) removeLockFile(path);
        },
      };
    },
    remove: (runId) => void removed.add(runId),
  };
}

/** The runs that have a lock, be it taken or not. */
export function lockedRunsIn(folder: string): readonly string[] {
  const runs = join(folder, 'runs');
  return existsSync(runs) ? readdirSync(runs).flatMap((name) => /^(.+)\.lock$/.exec(name)?.[1] ?? []) : [];
}

export function lockLost(runId: string): PayoutError {
  return new PayoutError(`the lock of the run ${runId} is gone`, { code: 'lock_lost', runId });
}

/** Windows removes no file that is open, and some drivers close it later. If it stays, no other run has its name. */
function removeLockFile(path: string): void {
  ignoringSystemErrors(() => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
  });
}

/** Distinguishes a file from another one with its name. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
