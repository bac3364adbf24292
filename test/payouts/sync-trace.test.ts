import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPixClient } from '../../src/client/create-client.ts';
import { systemClock } from '../../src/client/clock.ts';
import { bindAccount } from '../../src/payouts/accounts/account.ts';
import { comparedWith } from '../../src/payouts/accounts/newest-page.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';
import { runPayouts } from '../../src/payouts/engine/run-payouts.ts';
import { loadDriver, type SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import { facts } from './support/journals.ts';
import { rowsOf } from './support/run-scene.ts';
import { serveBuilt } from './simulation/built-service.ts';
import { callsOfMainThread, canTrace, traceArguments } from './simulation/system-calls.ts';
import { PROGRAM } from '../support/pix-process.ts';

const ROWS = 12;
const MARK = /#px[2-9a-hjkmnp-z]{7}/g;
/** https://sqlite.org/pragma.html#pragma_synchronous */
const FULL = 2;

describe('the journal', () => {
  it('has committed an intent, with synchronous=FULL, when the socket receives the request', async () => {
    const folder = temporaryFolder();
    const { DatabaseSync } = await loadDriver();
    const connections = watchConnections(DatabaseSync);
    const service = await startTestService();
    const journal = await openJournal({ folder, clock: systemClock });
    // Another process would see the same: committed data only.
    const onlooker = await openJournal({ folder, clock: systemClock });
    const intended = new Map<string, string | undefined>();
    const write: unknown = Reflect.get(Socket.prototype, 'write');
    if (typeof write !== 'function') throw new TypeError('a socket can be written to');
    vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...given: unknown[]) {
      const [chunk] = given;
      const text = chunk instanceof Uint8Array || typeof chunk === 'string' ? Buffer.from(chunk).toString() : '';
      // The service's answers also use sockets of this process, and are no requests.
      if (!text.includes('"success"')) {
        for (const [mark] of text.matchAll(MARK)) intended.set(mark, onlooker.payoutOfMark(mark)?.state);
      }
      return Reflect.apply(write, this, given) === true;
    });

    const client = createPixClient({ baseUrl: service.url, apiKey: service.keyOf() });
    const account = await bindAccount({ journal, client, clock: systemClock, fingerprints: ['key'] });
    const rows = rowsOf(ROWS);
    const compared = comparedWith(account.newest, journal);
    const traced = facts({ origin: service.url, account: account.number, compared });
    const { run, lock } = await journal.staging.stage(traced, rows, () => 'sha256:trace');
    journal.staging.approve(run.id);
    const { signal } = new AbortController();
    const { tally } = await runPayouts({
      journal,
      lock,
      client,
      account,
      clock: systemClock,
      signal,
      onEvent: () => undefined,
    });

    expect(tally.paid.payouts).toBe(ROWS);
    expect(intended.size).toBe(ROWS);
    expect([...new Set(intended.values())]).toEqual(['sending']);
    expect(connections.synchronousOf(join(folder, 'payouts.sqlite'))).toEqual([FULL, FULL]);
    lock.release();
    journal.close();
    onlooker.close();
  });

  it.skipIf(!canTrace())(
    'is synced to the disk before the socket is written to, by its system calls (strace)',
    async () => {
      const folder = temporaryFolder();
      const trace = join(folder, 'trace.txt');
      const service = await serveBuilt();
      onTestFinished(() => service.stop());
      const lines = Array.from({ length: ROWS }, (_, index) => `payee-${index}@example.com;EMAIL;5,00`);
      writeFileSync(join(folder, 'file.csv'), ['chave_pix;tipo_chave;valor', ...lines, ''].join('\n'));
      const run = ['payouts', 'run', join(folder, 'file.csv'), '--yes', '--confirm-total', `${5 * ROWS}`];
      const child = spawn('strace', [...traceArguments(trace), process.execPath, PROGRAM, ...run], {
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: folder, PIX_BASE_URL: service.url, PIX_API_KEY: service.key },
      });
      const [exitCode] = await once(child, 'exit');

      expect(exitCode).toBe(0);
      const calls = callsOfMainThread(readFileSync(trace, 'utf8'));
      const sent = calls.flatMap(({ subject, text }, index) =>
        subject.startsWith('TCP') ? [...text.matchAll(MARK)].map(([mark]) => ({ mark, place: index })) : [],
      );
      expect(sent).toHaveLength(ROWS);
      for (const { mark, place } of sent) {
        const before = calls.slice(0, place);
        const kept = before.findLastIndex(({ name, subject, text }) => {
          return name === 'pwrite64' && subject.endsWith('-wal') && text.includes(mark);
        });
        expect(kept, `${mark} is written to the journal's log`).toBeGreaterThanOrEqual(0);
        const isSynced = before
          .slice(kept)
          .some(({ name, subject }) => name.endsWith('sync') && subject.endsWith('-wal'));
        expect(isSynced, `${mark} is synced`).toBe(true);
      }
    },
    60_000,
  );
});

/** Records connections, to trace their writes. */
function watchConnections(DatabaseSync: new (location: string) => SqlDatabase) {
  const opened: { readonly location: string; readonly database: SqlDatabase }[] = [];
  const original = process.getBuiltinModule.bind(process);
  function WatchedDatabase(location: string): SqlDatabase {
    const database = new DatabaseSync(location);
    opened.push({ location, database });
    return database;
  }
  const watched: typeof process.getBuiltinModule = (id: string) =>
    id === 'node:sqlite' ? { DatabaseSync: WatchedDatabase } : original(id);
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(watched);
  return {
    synchronousOf: (file: string) =>
      opened
        .filter(({ location }) => location === file)
        .map(({ database }) => database.prepare('PRAGMA synchronous').get()?.['synchronous']),
  };
}
