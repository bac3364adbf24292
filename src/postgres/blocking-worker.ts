import type { Client, ClientConfig, QueryResult } from 'pg';
import type driverModule from 'pg';
import type { MessagePort } from 'node:worker_threads';

export type BlockingValue = null | number | bigint | string;

/** A statement for the thread. */
export interface BlockingStatement {
  readonly text: string;
  /** Prepared under this name; undefined: sent as it is. */
  readonly name?: string;
  readonly values?: readonly BlockingValue[];
}

/** What the thread is asked for. Statements are sent together, and each has a result of its own. */
export type BlockingRequest = { readonly id: number } & (
  | { readonly type: 'open'; readonly config: ClientConfig }
  | { readonly type: 'query'; readonly statements: readonly BlockingStatement[] }
  | { readonly type: 'close' }
);

export type BlockingResult =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly command: string; readonly changed: number }
  | { readonly error: string; readonly sqlState: string | undefined };

export interface BlockingAnswer {
  readonly id: number;
  readonly results: readonly BlockingResult[];
}

export interface ThreadData {
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
