import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { SqlRow, SqlValue } from './driver.ts';
import { readFileInThread, type ReadAnswer, type ReadRequest, type ReadingData } from './reading-worker.ts';

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
