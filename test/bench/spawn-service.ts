import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServiceOptions } from '../../src/service/start.ts';

export interface SpawnedService {
  readonly url: string;
  /** The main key of the account `demo`. */
  readonly key: string;
  readonly residentBytes: () => Promise<number>;
  readonly use: (control: string, body: object) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('service-process.js', import.meta.url));

/** Starts the service in a process of its own, on a free port and without a rate limit. */
export async function spawnService(options: ServiceOptions): Promise<SpawnedService> {
  const child = fork(PROGRAM, [JSON.stringify(options)]);
  const exited = once(child, 'exit');

  async function told(): Promise<unknown> {
    const ended = exited.then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)}`)));
    const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    return message;
  }

  const { url, key } = (await told()) as { url: string; key: string };
  return {
    url,
    key,
    async residentBytes() {
      child.send('memory');
      return ((await told()) as { residentBytes: number }).residentBytes;
    },
    async use(control, body) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(url + control, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${control} answered ${answer.status}: ${await answer.text()}`);
    },
    async stop() {
      child.send('stop');
      await exited;
    },
  };
}
