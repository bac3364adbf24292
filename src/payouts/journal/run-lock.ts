import { rmSync, statSync } from 'node:fs';
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

/** Files beside a journal that one machine uses. */
export function fileLocks(folder: string): RunLocks {
  const removed = new Set<string>();
  return {
    async lock(runId) {
      const lock = await lockRun(folder, runId);
      const release = () => {
        lock.release();
        if (removed.delete(runId)) removeLockFile(folder, runId);
      };
      return { ...lock, release };
    },
    remove: (runId) => void removed.add(runId),
  };
}

export function lockLost(runId: string): PayoutError {
  return new PayoutError(`the lock of the run ${runId} is gone`, { code: 'lock_lost', runId });
}

const LOCK_SCHEMA = { applicationId: 0x70697872, steps: [] };

/**
 * Takes the lock of a run: a file that is opened exclusively. The operating system releases the lock when the process
 * ends, however it ends.
 *
 * @throws {PayoutError} `run_locked`
 */
async function lockRun(folder: string, runId: string): Promise<RunLock> {
  makePrivateFolder(join(folder, 'runs'));
  try {
    const lockDatabase = await openDatabase(lockFile(folder, runId), LOCK_SCHEMA);
    const opened = identityOf(lockFile(folder, runId));
    let isLocked = true;
    const isOurs = () => isLocked && opened !== undefined && identityOf(lockFile(folder, runId)) === opened;
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
      },
    };
  } catch (error) {
    if (!(error instanceof DatabaseOpenError) || error.reason !== 'locked') throw error;
    throw new PayoutError(`another process is working on the run ${runId}`, {
      code: 'run_locked',
      runId,
      cause: error,
    });
  }
}

/** Windows removes no file that is open, and some drivers close it later. If it stays, no other run has its name. */
function removeLockFile(folder: string, runId: string): void {
  ignoringSystemErrors(() => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      rmSync(`${lockFile(folder, runId)}${suffix}`, { force: true });
    }
  });
}

/** Distinguishes a file from another one with its name. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

function lockFile(folder: string, runId: string): string {
  return join(folder, 'runs', `${runId}.lock`);
}
