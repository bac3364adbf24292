import { createRequire } from 'node:module';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import {
  serveConnection,
  type BlockingAnswer,
  type BlockingRequest,
  type BlockingResult,
  type ThreadData,
} from './blocking-worker.ts';
import { ConnectionLostError, PostgresOpenError } from './errors.ts';

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
