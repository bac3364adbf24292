import { realpathSync } from 'node:fs';
import { chmod, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SqlDatabase } from '../../../sqlite/driver.ts';
import { openDatabase } from '../../../sqlite/open.ts';
import { SERVICE_SCHEMA } from './schema.ts';

/** The file of a store, whose lock this process has, and the files that are to replace it. */
export class DataFile {
  readonly #path: string;
  readonly #folderPrefix: string;

  /** @param path of an existing file, or of a link to it */
  constructor(path: string) {
    this.#path = realpathSync(path);
    this.#folderPrefix = `${this.#path}.new-`;
  }

  /** On the same disk, closed to other users. */
  newFolder(): Promise<string> {
    return mkdtemp(this.#folderPrefix);
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
    // Where folders cannot be opened (Windows), the system makes the new name durable by itself.
    await syncToDisk(dirname(this.#path), 'r').catch(() => undefined);
    return openDatabase(this.#path, SERVICE_SCHEMA);
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
