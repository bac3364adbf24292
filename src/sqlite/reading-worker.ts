import type { MessagePort } from 'node:worker_threads';
import type { SqlDatabase, SqlRow, SqlValue } from './driver.ts';

export interface ReadingData {
  readonly file: string;
  /** The path of the package that replaces `node:sqlite`; undefined: Node has its own. */
  readonly driver: string | undefined;
}

export interface ReadRequest {
  readonly id: number;
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type ReadAnswer =
  | { readonly id: number; readonly rows: readonly SqlRow[] }
  | { readonly id: number; readonly message: string; readonly errcode: number | undefined };

/**
 * The code of the thread. It is passed on as text, so that it needs no file beside the program: it uses nothing but its
 * parameters.
 *
 * @param load `require` of the thread
 */
export function readFileInThread(
  { workerData, parentPort }: { readonly workerData: unknown; readonly parentPort: MessagePort | null },
  load: (path: string) => unknown,
): void {
  const { file, driver } = workerData as ReadingData;
  // Node 22 warns that its SQLite is experimental, which users cannot change.
  process.emitWarning = () => undefined;
  const { DatabaseSync } = load(driver ?? 'node:sqlite') as { DatabaseSync: new (file: string) => SqlDatabase };
  let database: SqlDatabase | undefined;

  function answerTo({ id, sql, values }: ReadRequest): ReadAnswer {
    try {
      if (database === undefined) {
        database = new DatabaseSync(file);
        // Sorting a million rows in memory would take more than the service may use.
        database.exec('PRAGMA temp_store = FILE; PRAGMA cache_size = -8192;');
      }
      return { id, rows: database.prepare(sql).all(...values) };
    } catch (error) {
      const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
      return { id, message: error instanceof Error ? error.message : String(error), errcode };
    }
  }

  parentPort?.on('message', (request: ReadRequest) => {
    parentPort.postMessage(answerTo(request));
  });
}
