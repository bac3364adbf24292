import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Container, stopped } from '../support/container.ts';

const TOKEN = 'a-token-of-the-container';

/** Opens an account with the token, and reads its balance with its key. */
async function openAccount(url: string) {
  const opened = await fetch(`${url}/mock/account/open`, {
    method: 'POST',
    headers: { 'X-Mock-Token': TOKEN, 'Content-Type': 'application/json' },
    body: '{}',
  });
  return ((await opened.json()) as { data: { key: string } }).data.key;
}

async function statusOf(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/api/v1/user/balance`, { headers: { 'X-API-Key': key } })).status;
}

describe('the command of the Containerfile, as a user without a home folder', () => {
  it('serves, is healthy, ends when it is asked to, and keeps its data', async () => {
    const container = new Container();
    const command = container.words('\nCMD');
    const first = await container.start(command, { PIX_MOCK_TOKEN: TOKEN });
    expect(await container.isHealthy(first.url)).toBe(true);
    const key = await openAccount(first.url);
    expect([await statusOf(first.url, key), await stopped(first.child)]).toEqual([200, 0]);
    expect(await container.isHealthy(first.url)).toBe(false);
    const second = await container.start(command, { PIX_MOCK_TOKEN: TOKEN });
    expect([await statusOf(second.url, key), await stopped(second.child)]).toEqual([200, 0]);
  });

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('ends as process 1, too', async () => {
    const container = new Container();
    const unshare = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child'];
    const { child } = await container.start(container.words('\nCMD'), { PIX_MOCK_TOKEN: TOKEN }, unshare);
    const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m);
    expect(await stopped(child, Number(pid))).toBe(0);
  });
});
