import { createRequire } from 'node:module';
import { Worker, type MessagePort } from 'node:worker_threads';
import type { SqlRow, SqlValue, SqlDatabase } from './driver.ts';

const CODE = `(${readFileInThread.toString()})(require('node:worker_threads'), require);`;

interface Waiting {
  readonly resolve: (rows: SqlRow[]) => void;
  readonly reject: (reason: Error) => void;
}

/** Reads a database that no other connection uses, in a thread of its own: this one goes on meanwhile. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(file: string) {
    const workerData: ReadingData = { file, driver: pathOfDriver() };
    this.#worker = new Worker(CODE, { eval: true, workerData });
    this.#worker.unref();
    this.#worker.on('message', (answer: ReadAnswer) => {
      const { resolve, reject } = this.#waiting.get(answer.id) ?? {};
      this.#waiting.delete(answer.id);
      if ('rows' in answer) resolve?.([...answer.rows]);
      else reject?.(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
    });
    this.#worker.on('error', (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  /** @throws what SQLite reports, with its `errcode` */
  all(sql: string, ...values: SqlValue[]): Promise<SqlRow[]> {
    this.#asked += 1;
    const request: ReadRequest = { id: this.#asked, sql, values };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Of the package that replaces `node:sqlite`, where that is missing. */
function pathOfDriver(): string | undefined {
  const builtin: object | undefined = process.getBuiltinModule('node:sqlite');
  return builtin === undefined ? createRequire(import.meta.url).resolve('@photostructure/sqlite') : undefined;
}

interface ReadingData {
  readonly file: string;
  /** The path of the package that replaces `node:sqlite`; undefined: Node has its own. */
  readonly driver: string | undefined;
}

interface ReadRequest {
  readonly id: number;
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

type ReadAnswer =
  | { readonly id: number; readonly rows: readonly SqlRow[] }
  | { readonly id: number; readonly message: string; readonly errcode: number | undefined };

/**
 * The code of the thread. It is passed on as text, so that it needs no file beside the program: it uses nothing but its
 * parameters.
 *
 * @param load `require` of the thread
 */
function readFileInThread(
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
