import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { jsonError } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf } from './payout-office.ts';

const bin = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

beforeAll(() => {
  const bundle = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  if (!existsSync(bundle)) throw new Error('these tests run the built command line: npm run build');
});

it('a second Ctrl-C ends a run without waiting for responses, and resume finds what was sent', async () => {
  const office = await openPayoutOffice();
  await office.fault('hang');
  const path = office.file('batch.csv', [
    'reference,pix_key,amount',
    'R-1,ana@example.com,10.00',
    'R-2,bia@example.com,20.00',
  ]);
  const child = spawn(process.execPath, [bin, ...payingArgv(path, '30,00'), '--verbose'], {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: office.folder },
  });
  let stderr = '';
  let interruptions = 0;
  let insisting: NodeJS.Timeout | undefined;
  onTestFinished(() => {
    clearInterval(insisting);
    child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (interruptions === 0 && stderr.includes('> POST')) {
      interruptions = 1;
      child.kill('SIGINT');
    } else if (interruptions === 1 && stderr.includes('Stopping: ')) {
      interruptions = 2;
      // Signals within a second count as echoes of the first; a person presses until it ends.
      insisting = setInterval(() => child.kill('SIGINT'), 200);
    }
  });
  await once(child, 'close');
  clearInterval(insisting);
  expect([child.exitCode, jsonError({ stderr }).code]).toEqual([5, 'outcome_unknown']);
  expect(jsonError({ stderr }).hint).toContain('pix payouts resume r-');
  expect(await office.sent()).toHaveLength(1);
  const [run] = (await office.run(['payouts', 'list', '--fields', 'run'])).stdout.split('\n');
  const resumed = await office.run(['payouts', 'resume', String(run), '--yes', '--json'], { now: Date.now() });
  expect([resumed.exitCode, runOf(resumed).paid.rows, (await office.sent()).length]).toEqual([0, 2, 2]);
});
