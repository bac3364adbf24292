import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { headersOf, lightGlobals } from '../../src/client/http/light-web.ts';
import { temporaryFolder } from '../support/cli.ts';
import { API_KEY } from '../support/wallet-client.ts';
import { httpAnswer, wireServer } from '../support/wire.ts';

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/);

describe('light headers', () => {
  it('behave like those of fetch', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), name, value, (pairs, other, text) => {
        const ours = headersOf(pairs);
        const theirs = new Headers(pairs);
        const said = (headers: Headers) => [
          ...headers,
          ...pairs.map(([known]) => [headers.get(known.toUpperCase()), headers.has(known)]),
          [headers.get(other)],
        ];
        expect(said(ours)).toEqual(said(theirs));
        for (const headers of [ours, theirs]) {
          headers.set(other, text);
          headers.append(other, text);
        }
        expect(said(ours)).toEqual(said(theirs));
        for (const headers of [ours, theirs]) headers.delete(other);
        expect(said(ours)).toEqual(said(theirs));
      }),
    );
  });
});

describe('a light request', () => {
  it('has method, address, headers and text, also in a copy', async () => {
    const request = new lightGlobals.Request(new URL('http://wallet.example/a?b=1'), {
      method: 'POST',
      headers: { 'X-API-Key': 'k' },
      body: '{}',
    });
    for (const one of [request, request.clone(), new lightGlobals.Request(request)]) {
      expect([one.url, one.method, one.headers.get('x-api-key')]).toEqual(['http://wallet.example/a?b=1', 'POST', 'k']);
      expect(await one.text()).toBe('{}');
    }
  });
});

describe('the light classes', () => {
  const folder = fileURLToPath(new URL('../../node_modules/ky/distribution/', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

  it('are all that ky takes from the global scope', () => {
    const taken = sources.flatMap((source) =>
      [...source.matchAll(/globalThis\.(\w+)/g)].map(([, taken = '']) => taken),
    );
    const known = new Set([...Object.keys(lightGlobals), 'fetch']);
    expect(new Set(taken).size).toBeGreaterThan(3);
    expect(taken.filter((name) => !known.has(name))).toEqual([]);
  });

  it('spare `pix balance` from loading fetch', async () => {
    const balance = { total: 1050, pendingPayments: 0, totalWithPending: 1050 };
    const disputes = { totalDisputedAmount: 0, totalBlockedAmount: 0 };
    const spent = { daily: 1, dailyUsed: 0, dailyRemaining: 1, monthly: 1, monthlyUsed: 0, monthlyRemaining: 1 };
    const statistics = { totalReceived: 0, totalFees: 0 };
    const data = {
      balance,
      disputes,
      statistics,
      limits: { ...spent, perTransaction: 1 },
      plan: { transactionFee: 50 },
    };
    const { port } = await wireServer((socket) => {
      socket.end(httpAnswer('200 OK', JSON.stringify({ success: true, data })));
    });
    const home = temporaryFolder();
    const hook = join(home, 'hook.cjs');
    const report = 'console.error(process.moduleLoadList.filter((name) => /deps\\/undici/.test(name)).join())';
    writeFileSync(hook, `process.on('exit', () => ${report})`);
    const program = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
    const env = { HOME: home, PIX_BASE_URL: `http://127.0.0.1:${port}`, PIX_API_KEY: API_KEY };
    const argv = ['--require', hook, program, 'balance', '--json'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { env });
    expect(JSON.parse(stdout)).toMatchObject({ balance: { total: 1050 } });
    expect(stderr.trim()).toBe('');
  });
});
