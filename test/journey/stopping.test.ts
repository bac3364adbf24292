import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { startDumbBus } from '../support/dumb-bus.ts';
import { jsonError, temporaryFolder } from '../support/cli.ts';
import { finish, start } from '../support/pix-process.ts';
import { runOf, it, payingArgv } from './payout-office.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe.runIf(process.platform === 'linux')('waiting for a keychain that never answers', () => {
  it('is ended by a signal', async () => {
    const folder = temporaryFolder();
    const held = { entry: 'work/main 1', masked: 'pk_…abcd', fingerprint: '0123456789abcdef' };
    const profile = { baseUrl: 'https://wallet.example', keys: [{ name: 'main', held }] };
    const configuration = { version: 1, current: 'work', profiles: { work: profile } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(configuration), { mode: 0o600 });
    const bus = await startDumbBus();
    const child = start(['balance', '--json'], { PIX_CONFIG_DIR: folder, DBUS_SESSION_BUS_ADDRESS: bus.address });
    void bus.asked.then(() => child.kill('SIGINT'));
    const ended = await finish(child);
    expect(ended).toMatchObject({ exitCode: 130, signal: null, stdout: '' });
    expect(jsonError(ended).code).toBe('interrupted');
  });
});

it.for(SIGNALS)('a run of payouts ends cleanly by %s, and can be resumed', async (signal, { office }) => {
  const rows = Array.from({ length: 40 }, (_, row) => `R-${row},r${row}@example.com,${row + 5}.00`);
  const path = office.file('batch.csv', ['reference,pix_key,amount', ...rows]);
  const child = start([...payingArgv(path, '980,00'), '--verbose'], { PIX_CONFIG_DIR: office.folder });
  child.stderr.on('data', (text: string) => {
    if (text.includes('< 200 POST')) child.kill(signal);
  });
  const stopped = await finish(child);
  const view = runOf(stopped);
  expect([stopped.signal, view.rows]).toEqual([null, rows.length]);
  expect([5, 130]).toContain(stopped.exitCode);
  expect(view.paid.rows).toBeGreaterThan(0);
  expect(view.notSent.rows).toBeGreaterThan(0);
  const resumed = await office.resume(view.run);
  expect([resumed.exitCode, runOf(resumed).paid.rows]).toEqual([0, rows.length]);
  expect(await office.sent()).toHaveLength(rows.length);
});
