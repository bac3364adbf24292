import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

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
    readonly requests: readonly { readonly number: number; readonly method: string }[];
    readonly faults: readonly { readonly fault: string; readonly fired: number }[];
    readonly holds: boolean;
  };
}

const ROWS_A_PAGE = 100;

/** The built local service in a process of its own, on a free port. */
export async function serveBuilt(program: string, { isLimited = false } = {}) {
  const options = ['--mock', '--port', '0', '--no-profile', '--json', ...(isLimited ? [] : ['--no-rate-limit'])];
  const child = spawn(process.execPath, [program, 'serve', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, keys } = JSON.parse(line) as { url: string; keys: { account: string; name: string; key: string }[] };
  const keyOf = (name: string) =>
    keys.find(({ account, ...key }) => account === 'demo' && key.name === name)?.key ?? '';
  let seen = 0;
  let creations = 0;

  async function ask(method: string, path: string, body?: object): Promise<Answer['data']> {
    const headers = { 'X-API-Key': keyOf('reader'), 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as Answer).data;
  }

  return {
    url,
    key: keyOf('payouts'),
    use: (control: string, body: object) => ask('POST', `/mock/${control}`, body),
    /** Requests so far that were answered, or whose answer was spoilt. */
    async requests(): Promise<{ readonly creations: number; readonly all: number }> {
      const { requests } = await ask('GET', `/mock/requests?after=${seen}`);
      for (const { number, method } of requests) {
        seen = Math.max(seen, number);
        if (method === 'POST') creations += 1;
      }
      return { creations, all: seen };
    },
    async clearFaults(): Promise<Readonly<Record<string, number>>> {
      const { faults } = await ask('DELETE', '/mock/faults');
      return Object.fromEntries(faults.map(({ fault, fired }) => [fault, fired]));
    },
    async ledgerHolds(): Promise<boolean> {
      return (await ask('GET', '/mock/verify')).holds;
    },
    /** Newest first, past the cache, because minutes have passed. */
    async withdrawals(): Promise<readonly Withdrawal[]> {
      const rows: Withdrawal[] = [];
      for (let total = 1; rows.length < total;) {
        const path = `/api/v1/withdraw/list?limit=${ROWS_A_PAGE}&offset=${rows.length}`;
        const { withdraws, pagination } = await ask('GET', path);
        rows.push(...withdraws);
        total = pagination.total;
      }
      return rows;
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
