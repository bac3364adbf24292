import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** `pix serve` on a database, in a process of its own. */
export interface SpawnedInstance {
  readonly url: string;
  /** The main key of the account `demo`. */
  readonly key: string;
  /** Ends it at once (-9), and waits for that. */
  kill(): Promise<void>;
  /** SIGSTOP: its connections stay, and it answers nothing. */
  freeze(): void;
  /** Whether it was frozen for some of the time since a moment of `performance.now()`. */
  wasFrozenSince(ms: number): boolean;
  thaw(): void;
}

interface Ready {
  readonly url: string;
  readonly keys: readonly { readonly account: string; readonly name: string; readonly key: string }[];
}

export interface Answer {
  readonly status: number;
  /** Without data when Node answered. */
  readonly body: { readonly data: Readonly<Record<string, unknown>> };
}

/** @param program the built command line */
export async function spawnInstance(program: string, database: string, schema = 'pix'): Promise<SpawnedInstance> {
  const store = ['--database', database, '--schema', schema];
  const flags = ['--port', '0', '--no-profile', '--no-rate-limit', '--no-cache', '--with-parent', '--json'];
  const child = spawn(process.execPath, [program, 'serve', '--mock', ...store, ...flags], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const started = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([started, ended.then(() => [undefined])]);
  if (line === undefined) throw new Error('an instance did not start');
  const { url, keys } = JSON.parse(line) as Ready;
  let frozenUntil = -Infinity;
  const key = keys.find(({ account, name }) => account === 'demo' && name === 'main')?.key ?? '';
  return {
    ...{ url, key, kill: () => end(child, ended) },
    freeze() {
      if (child.kill('SIGSTOP')) frozenUntil = Infinity;
    },
    wasFrozenSince: (ms) => frozenUntil >= ms,
    thaw() {
      if (child.kill('SIGCONT')) frozenUntil = performance.now();
    },
  };
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Within how long every request is answered, as docs/integrate/postgresql.md states. */
export const BOUND_MS = 40_000;

/** @throws {TypeError} without an answer; `TimeoutError` when it does not come within the bound */
export async function ask(
  { url, key }: Pick<SpawnedInstance, 'url' | 'key'>,
  path: string,
  json?: unknown,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    signal: AbortSignal.timeout(BOUND_MS),
    headers: { 'X-API-Key': key, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? { data: {} } : (JSON.parse(text) as Answer['body']) };
}

/** Removes every limit of the account `demo`, and its fee, and adds money. */
export async function makeRich(instance: SpawnedInstance): Promise<void> {
  const limits = { dailyLimitCentavos: 1e12, monthlyLimitCentavos: 1e12, feeCentavos: 0 };
  for (const [path, body] of [
    ['/mock/account', limits],
    ['/mock/deposit', { amountCentavos: 900_000_000 }],
  ] as const) {
    const { status } = await ask(instance, path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
}
