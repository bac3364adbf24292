import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { drip, DRIPS } from '../support/dripping.ts';
import { wireServer } from '../support/wire.ts';
import { API_KEY, jsonError, runCli, temporaryFolder, failureOf } from '../support/cli.ts';
import { finish, start } from '../support/pix-process.ts';

const KEY = ['--pix-key', 'a@example.com'];

/** Every way in which a command reads or writes, and its exit code when no complete answer ever arrives. */
type Command = readonly [argv: readonly string[], exitCode: number];
const COMMANDS: readonly Command[] = [
  [['balance'], 1],
  [['balance', '--watch'], 1],
  [['payments', 'list'], 1],
  [['payments', 'get', 'pay-1'], 1],
  [['payments', 'create', '--value', '10,00'], 5],
  [['withdraw', 'get', 'wd-1', '--wait'], 1],
  [['withdraw', 'create', '--amount', '10,00', ...KEY, '--yes'], 1],
  [['withdraw', 'request-code', '--amount', '10,00'], 1],
  [['export', 'payments', '--out', 'payments.csv'], 1],
  [['export', 'statement', '--out', 'statement.csv'], 1],
  [['sync'], 1],
  [['find', 'maria'], 1],
  [['find', '99999999'], 1],
  [['stats'], 1],
  [['doctor'], 1],
  [['payouts', 'check', 'payouts.csv'], 1],
  [['api', 'GET', '/api/v1/user/balance'], 1],
  [['api', 'POST', '/api/v1/payment/create', '--yes'], 5],
  [['mock', 'faults', 'list'], 1],
];

async function prepared(argv: readonly string[], onRequest: (socket: Socket) => void) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'payouts.csv'), 'reference,pix_key,amount\nA,a@example.com,25.00\n');
  const { port } = await wireServer(onRequest);
  const given = argv.map((word) => (word.endsWith('.csv') ? join(folder, word) : word));
  const connection = { PIX_BASE_URL: `http://127.0.0.1:${port}`, PIX_API_KEY: API_KEY, PIX_LANG: 'en' };
  return [[...given, '--json'], { PIX_CONFIG_DIR: folder, HOME: folder, ...connection }] as const;
}

async function startAgainst(...of: Parameters<typeof prepared>) {
  const child = start(...(await prepared(...of)));
  child.stdin.end();
  return child;
}

/** In this process, whose time-outs are as real. */
async function runAgainst(...of: Parameters<typeof prepared>) {
  const [argv, environment] = await prepared(...of);
  return runCli(argv, { environment });
}

const dripping = Object.values(DRIPS);

describe('a service that sends slowly for ever', () => {
  it.each([COMMANDS.slice(0, 7), COMMANDS.slice(7, 13), COMMANDS.slice(13)])(
    'ends each command with its exit code',
    async (...commands: Command[]) => {
      const ended = commands.map(async ([argv, exitCode]) => {
        let turn = argv.join(' ').length;
        const end = await runAgainst([...argv, '--timeout', '0.4'], (socket) => {
          const [first, piece] = dripping[(turn += 1) % dripping.length] ?? ['', ''];
          drip(socket, first, piece, () => undefined);
        });
        expect([argv, end.exitCode]).toEqual([argv, exitCode]);
      });
      await Promise.all(ended);
    },
  );

  it('ends the process of a command although its connection drips on', async () => {
    const [first, piece] = DRIPS['a body in chunks'] ?? ['', ''];
    const child = await startAgainst(['balance', '--timeout', '0.4'], (socket) => {
      drip(socket, first, piece, () => undefined);
    });
    expect(await finish(child)).toMatchObject({ exitCode: 1, signal: null });
  });

  it.each<[argv: readonly string[], exitCode: number]>([
    [['balance'], 130],
    [['sync'], 130],
    [['payments', 'create', '--value', '10,00'], 5],
  ])('does not keep %j from ending at the first Ctrl-C (exit code %i)', async (argv, exitCode) => {
    const [first, piece] = DRIPS['a body in chunks'] ?? ['', ''];
    const child = await startAgainst([...argv, '--timeout', '3600'], (socket) => {
      drip(socket, first, piece, () => undefined);
      setTimeout(() => child.kill('SIGINT'), 100);
    });
    expect(await finish(child)).toMatchObject({ exitCode, signal: null });
  });
});

describe('a silent service', () => {
  const hanging = (...argv: string[]) => runAgainst([...argv, '--timeout', '0.4'], () => undefined);

  it('is reported once by each command that reads a list, and not with --quiet', async () => {
    const [quiet, ...reporting] = await Promise.all([
      hanging('sync', '--quiet'),
      hanging('sync'),
      hanging('find', 'maria'),
      hanging('export', 'payments', '--out', 'p.csv'),
    ]);
    for (const ended of reporting) {
      expect(ended.stderr.match(/no response from 127\.0\.0\.1:\d+ within 1 s; retrying/g)).toHaveLength(1);
      expect(failureOf(ended)).toEqual([1, 'timed_out']);
    }
    expect(quiet.stderr).not.toContain('retrying');
    expect(jsonError(quiet).code).toBe('timed_out');
  });
});
