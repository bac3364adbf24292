import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM, readyOf, type Ready } from '../../support/pix-process.ts';

/** A row of the list of withdrawals. */
export interface Withdrawal {
  readonly pixKey: string;
  readonly value: number;
  readonly id: string;
  readonly status: string;
}

interface Answer {
  readonly data: {
    readonly withdraws: readonly Withdrawal[];
    readonly pagination: { readonly total: number };
    readonly faults: readonly { readonly fault: string; readonly fired: number }[];
    readonly holds: boolean;
  };
}

const ROWS_A_PAGE = 100;

/** The built local service in a process of its own, on a free port. */
export async function serveBuilt({ isLimited = false } = {}): Promise<BuiltService> {
  const options = ['--mock', '--port', '0', '--no-profile', '--json', ...(isLimited ? [] : ['--no-rate-limit'])];
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new BuiltService(child, await readyOf(child));
}

export class BuiltService {
  readonly url: string;
  /** The key for payouts. */
  readonly key: string;
  readonly #readerKey: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, { url, keyOf }: Ready) {
    this.#child = child;
    this.url = url;
    this.key = keyOf('demo', 'payouts');
    this.#readerKey = keyOf('demo', 'reader');
  }

  async use(control: string, body: object): Promise<void> {
    await this.#ask('POST', `/mock/${control}`, body);
  }

  async clearFaults(): Promise<Readonly<Record<string, number>>> {
    const { faults } = await this.#ask('DELETE', '/mock/faults');
    return Object.fromEntries(faults.map(({ fault, fired }) => [fault, fired]));
  }

  async ledgerHolds(): Promise<boolean> {
    return (await this.#ask('GET', '/mock/verify')).holds;
  }

  /** Newest first, past the cache, because minutes have passed. */
  async withdrawals(): Promise<readonly Withdrawal[]> {
    const rows: Withdrawal[] = [];
    for (let total = 1; rows.length < total;) {
      const path = `/api/v1/withdraw/list?limit=${ROWS_A_PAGE}&offset=${rows.length}`;
      const { withdraws, pagination } = await this.#ask('GET', path);
      rows.push(...withdraws);
      total = pagination.total;
    }
    return rows;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }

  async #ask(method: string, path: string, body?: object): Promise<Answer['data']> {
    const answer = await fetch(this.url + path, {
      method,
      // Between two calls the service may close a connection that it keeps: a slow machine takes minutes.
      headers: { 'X-API-Key': this.#readerKey, 'Content-Type': 'application/json', Connection: 'close' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as Answer).data;
  }
}
