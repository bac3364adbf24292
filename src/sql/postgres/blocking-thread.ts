import { createRequire } from 'node:module';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ConnectionLostError, PostgresOpenError } from './errors.ts';
import type { Client, ClientConfig, QueryResult } from 'pg';
import type driverModule from 'pg';

type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

const CODE = `(${serveConnection.toString()})(require('node:worker_threads').workerData, require);`;

/**
 * A thread with a connection, which this thread waits for. It sleeps while it waits: no event is handled in between.
 */
export class BlockingThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  #asked = 0;
  #isEnded = false;

  /** @throws {PostgresOpenError} `driver_missing` */
  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { port: port2, signal: this.#signal, driver: pathOfDriver() };
    this.#port = port1;
    this.#worker = new Worker(CODE, { eval: true, workerData, transferList: [port2] });
    // Its failure shows as an answer that does not come.
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
  }

  /** @throws {ConnectionLostError} when there is no answer within `timeoutMs` */
  ask(request: Unnumbered<BlockingRequest>, timeoutMs: number): readonly BlockingResult[] {
    if (this.#isEnded) throw new ConnectionLostError('the connection to the database was closed');
    this.#asked += 1;
    const id = this.#asked;
    this.#port.postMessage({ ...request, id });
    const untilMs = performance.now() + timeoutMs;
    for (;;) {
      const seen = Atomics.load(this.#signal, 0);
      const received = receiveMessageOnPort(this.#port) as { readonly message: BlockingAnswer } | undefined;
      if (received?.message.id === id) return received.message.results;
      if (received !== undefined) continue;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      Atomics.wait(this.#signal, 0, seen, leftMs);
    }
    this.end();
    throw new ConnectionLostError('the database did not answer in time');
  }

  /** Ends it without waiting for an answer. */
  end(): void {
    this.#isEnded = true;
    this.#port.close();
    void this.#worker.terminate();
  }
}

function pathOfDriver(): string {
  try {
    return createRequire(import.meta.url).resolve('pg');
  } catch (error) {
    throw new PostgresOpenError('driver_missing', 'the package pg is not installed', { cause: error });
  }
}

export type BlockingValue = null | number | bigint | string;

export interface BlockingStatement {
  readonly text: string;
  /** Prepared under this name; undefined: sent as it is. */
  readonly name?: string;
  readonly values?: readonly BlockingValue[];
}

/** What the thread is asked for. Statements are sent together, and each has a result of its own. */
type BlockingRequest = { readonly id: number } & (
  | { readonly type: 'open'; readonly config: ClientConfig }
  | { readonly type: 'query'; readonly statements: readonly BlockingStatement[] }
  | { readonly type: 'close' }
);

export type BlockingResult =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly command: string; readonly changed: number }
  | { readonly error: string; readonly sqlState: string | undefined };

interface BlockingAnswer {
  readonly id: number;
  readonly results: readonly BlockingResult[];
}

interface ThreadData {
  readonly port: MessagePort;
  readonly signal: Int32Array;
  /** The path of the package `pg`. */
  readonly driver: string;
}

/**
 * The code of the thread that has the connection. It is passed on as text, so that it needs no file beside the program:
 * it uses nothing but its parameters.
 *
 * @param load `require` of the thread
 */
export function serveConnection({ port, signal, driver }: ThreadData, load: (path: string) => unknown): void {
  // The driver tells programmers that its reading of pgpass files will change.
  process.removeAllListeners('warning');
  const { Client: PgClient, DatabaseError, types } = load(driver) as typeof driverModule;
  let client: Client | undefined;

  function wholeNumberOf(text: string): number {
    const number = Number(text);
    if (!Number.isSafeInteger(number))
      throw new RangeError(`the database contains a number that is too large: ${text}`);
    return number;
  }

  function truthOf(text: string): number {
    return text === 't' ? 1 : 0;
  }

  function failure(error: unknown): BlockingResult {
    const sqlState = error instanceof DatabaseError ? error.code : undefined;
    return { error: error instanceof Error ? error.message : String(error), sqlState };
  }

  async function open(config: ClientConfig): Promise<BlockingResult> {
    const opened = new PgClient({
      ...config,
      types: {
        // Numbers and truth values as SQLite returns them.
        getTypeParser(type, format): unknown {
          const { INT8, INT4, INT2, NUMERIC, BOOL } = types.builtins;
          if (type === INT8 || type === INT4 || type === INT2 || type === NUMERIC) return wholeNumberOf;
          return type === BOOL ? truthOf : types.getTypeParser(type, format);
        },
      },
    });
    // A connection that ends while nothing is asked shows in the next answer.
    opened.on('error', () => undefined);
    client?.end().catch(() => undefined);
    client = opened;
    try {
      await opened.connect();
      return { rows: [], command: 'CONNECT', changed: 0 };
    } catch (error) {
      return failure(error);
    }
  }

  async function query({ text, name, values = [] }: BlockingStatement): Promise<BlockingResult> {
    try {
      if (client === undefined) throw new Error('there is no connection');
      const config = name === undefined ? { text } : { name, text };
      const found: QueryResult<Record<string, unknown>> = await client.query({ ...config, values: [...values] });
      return { rows: found.rows, command: found.command, changed: found.rowCount ?? 0 };
    } catch (error) {
      return failure(error);
    }
  }

  async function resultsOf(request: BlockingRequest): Promise<BlockingResult[]> {
    switch (request.type) {
      case 'open':
        return [await open(request.config)];
      case 'query':
        return Promise.all(request.statements.map(query));
      case 'close':
        await client?.end().catch(() => undefined);
        return [];
    }
  }

  port.on('message', (request: BlockingRequest) => {
    resultsOf(request).then(
      (results) => {
        port.postMessage({ id: request.id, results } satisfies BlockingAnswer);
        Atomics.add(signal, 0, 1);
        Atomics.notify(signal, 0);
        if (request.type === 'close') port.close();
      },
      () => undefined,
    );
  });
}
