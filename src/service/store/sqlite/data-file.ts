import { realpathSync } from 'node:fs';
import { chmod, mkdtemp, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SqlDatabase } from '../../../sqlite/driver.ts';
import { CHECKPOINT_PAGES, openDatabase } from '../../../sqlite/open.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';
import { SERVICE_SCHEMA } from './schema.ts';

/** The file of a store, whose lock this process has, and the files that are to replace it. */
export class DataFile {
  readonly #path: string;
  readonly #folderPrefix: string;
  readonly #folders = new Set<string>();
  #reader: FileHandle | undefined;
  #isClosed = false;

  /** @param path of an existing file, or of a link to it */
  constructor(path: string) {
    this.#path = realpathSync(path);
    this.#folderPrefix = `${this.#path}.new-`;
  }

  /** On the same disk, closed to other users. */
  async newFolder(): Promise<string> {
    const folder = await mkdtemp(this.#folderPrefix);
    this.#folders.add(folder);
    return folder;
  }

  /** Gives up every file that is still to replace this one: the process ends before they are complete. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#closeReader();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  /**
   * Copies the state of one moment, while others write: they write into the log, and the file does not change until
   * that is copied into it.
   *
   * @param settled resolves when no work is half done
   */
  async copyTo(copy: string, connection: SqlDatabase, settled: () => Promise<void>): Promise<void> {
    // Closing it would end the locks that SQLite has on the file in this process: it stays open as long as they do.
    const reader = (this.#reader ??= await open(this.#path, 'r'));
    await settled();
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0;');
    try {
      await copyAll(reader, copy);
    } finally {
      if (reader === this.#reader) connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    }
  }

  /** Removes folders of killed processes. */
  async sweep(): Promise<void> {
    const folder = dirname(this.#path);
    for (const name of await readdir(folder)) {
      if (name.startsWith(basename(this.#folderPrefix))) await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Moves a closed file into the place of this one: in a moment, whatever its size, and durably. A kill leaves either of
   * them, complete. The connection keeps its lock until the move is done, and is closed after it.
   *
   * @returns the connection to the new file; undefined if the system allows no move, as on Windows, where the file is
   *   open, and where the file is a mount point. Then nothing has changed.
   */
  async replaceBy(newFile: string, connection: SqlDatabase): Promise<SqlDatabase | undefined> {
    if (this.#isClosed) throw new StoreUnavailable('the service stops');
    await chmod(newFile, (await stat(this.#path)).mode);
    // SQLite would apply a remaining log to the new file.
    connection.exec('PRAGMA journal_mode = DELETE');
    try {
      await rename(newFile, this.#path);
    } catch {
      connection.exec('PRAGMA journal_mode = WAL');
      return undefined;
    }
    connection.close();
    await this.#closeReader();
    // Where folders cannot be opened (Windows), the system makes the new name durable by itself.
    await syncToDisk(dirname(this.#path), 'r').catch(() => undefined);
    return openDatabase(this.#path, SERVICE_SCHEMA);
  }

  async #closeReader(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    await reader?.close();
  }
}

const CHUNK_BYTES = 1024 * 1024;
/** SQLite locks this page of a file, and stores nothing there: Windows lets no other handle read it. */
const LOCK_PAGE = { start: 2 ** 30, end: 2 ** 30 + 4096 };

async function copyAll(from: FileHandle, path: string): Promise<void> {
  const to = await open(path, 'wx');
  try {
    const { size } = await from.stat();
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let at = 0;
    while (at < size) {
      if (at === LOCK_PAGE.start) at = LOCK_PAGE.end;
      const end = Math.min(size, at < LOCK_PAGE.start ? LOCK_PAGE.start : Infinity, at + CHUNK_BYTES);
      const { bytesRead } = await from.read(buffer, 0, end - at, at);
      if (bytesRead === 0) break;
      await to.write(buffer, 0, bytesRead, at);
      at += bytesRead;
    }
  } finally {
    await to.close();
  }
}

/**
 * In another thread, so that requests are answered meanwhile.
 *
 * @param path of a closed file, or of a folder
 * @param flags a file must be open for writing on Windows, a folder cannot be
 */
export async function syncToDisk(path: string, flags: 'r+' | 'r' = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}
