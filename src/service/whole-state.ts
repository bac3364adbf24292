import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SqlDatabase } from '../sqlite/driver.ts';
import { DatabaseOpenError, type DatabaseOpenReason } from '../sqlite/open-error.ts';
import { openDatabase } from '../sqlite/open.ts';
import type { WholeState } from './http/world.ts';
import { SERVICE_SCHEMA } from './store/schema.ts';
import { sqliteStore, type SqliteStore } from './store/sqlite-store.ts';
import { Refusal } from './wallet/refusal.ts';

interface WholeStateParts {
  readonly store: SqliteStore;
  /** Fills a new store as this service was filled when it was new. @returns the seed */
  readonly fill: (store: SqliteStore) => Promise<number>;
  /** Called when the state has become another one. */
  readonly onReplaced: () => void;
}

/** The state as a whole: it leaves and comes back as a data file. */
export function wholeState({ store, fill, onReplaced }: WholeStateParts): WholeState {
  return {
    async snapshot() {
      const folder = await privateFolder();
      const file = join(folder, 'snapshot.db');
      await store.copyInto(file);
      const stream = createReadStream(file);
      stream.once('close', () => void rm(folder, { recursive: true, force: true }));
      return Readable.toWeb(stream);
    },
    restore: (snapshot) =>
      withPrivateFolder(async (folder) => {
        const file = join(folder, 'snapshot.db');
        await pipeline(snapshot, createWriteStream(file));
        const { size } = await stat(file);
        const database = await openSnapshot(file);
        try {
          const damage = store.damageOf(database);
          if (damage !== undefined) throw refusedSnapshot(damage);
        } finally {
          database.close();
        }
        await store.replaceWith(file);
        onReplaced();
        return size;
      }),
    reset: () =>
      withPrivateFolder(async (folder) => {
        const file = join(folder, 'new.db');
        const fresh = sqliteStore(await openDatabase(file, SERVICE_SCHEMA));
        const seed = await fill(fresh).finally(() => fresh.close());
        await store.replaceWith(file);
        onReplaced();
        return seed;
      }),
  };
}

/** In the newest version of the schema, when an older program made it. */
async function openSnapshot(file: string): Promise<SqlDatabase> {
  try {
    return await openDatabase(file, SERVICE_SCHEMA);
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    throw refusedSnapshot(SNAPSHOT_PROBLEMS[error.reason]);
  }
}

const SNAPSHOT_PROBLEMS = {
  locked: 'it is in use',
  unreadable: 'it is no data file',
  foreign: 'another program made it',
  newer: 'a newer version of this program made it',
} as const satisfies Record<DatabaseOpenReason, string>;

function refusedSnapshot(problem: string): Refusal {
  return new Refusal('validation_failed', `This is no snapshot that can be restored: ${problem}`);
}

async function withPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await privateFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nobody else can look into it: states hold names and money. */
function privateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'pix-state-'));
}
