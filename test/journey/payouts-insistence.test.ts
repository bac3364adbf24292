import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { CTRL_C, openTerminal } from '../terminal/terminal.ts';
import { jsonError } from '../support/cli.ts';
import { start } from '../support/pix-process.ts';
import { runOf, it, payingArgv } from './payout-office.ts';

it('a second Ctrl-C ends a run without waiting for responses, and resume finds what was sent', async ({ office }) => {
  await office.fault('hang');
  const path = office.file('batch.csv', [
    'reference,pix_key,amount',
    'R-1,ana@example.com,10.00',
    'R-2,bia@example.com,20.00',
  ]);
  const child = start([...payingArgv(path, '30,00'), '--verbose'], { PIX_CONFIG_DIR: office.folder });
  let stderr = '';
  let interruptions = 0;
  let insisting: NodeJS.Timeout | undefined;
  onTestFinished(() => clearInterval(insisting));
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
  const resumed = await office.resume(String(run), [], { now: Date.now() });
  expect([resumed.exitCode, runOf(resumed).paid.rows, (await office.sent()).length]).toEqual([0, 2, 2]);
});

it('a second Ctrl-C reports below what the first said, and names the reason once', async ({ office }) => {
  await office.fault('hang');
  const path = office.file('batch.csv', ['reference,pix_key,amount', 'R-1,ana@example.com,10.00']);
  const argv = ['payouts', 'run', path, '--yes', '--confirm-total', '10,00'];
  const environment = { PIX_CONFIG_DIR: office.folder, PIX_LANG: 'pt-BR', PIX_TEST_TIME: String(Date.now()) };
  const session = openTerminal(argv, { columns: 80, rows: 24, folder: office.folder, environment });
  await session.shows(/0 de 1/);
  session.type(CTRL_C);
  await session.shows(/aguardando as últimas respostas/);
  const insisting = setInterval(() => session.type(CTRL_C), 300);
  onTestFinished(() => clearInterval(insisting));
  expect(await session.ended()).toBe(5);
  const screen = session.screen();
  expect(screen).toMatch(/\n│erro: O DINHEIRO PODE TER SAÍDO/);
  expect(screen.match(/interrompido/g)).toHaveLength(1);
});
