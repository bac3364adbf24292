import { describe, expect, it } from 'vitest';
import { failureOf, jsonError, NOON, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';

/** A service, and `pix` with a profile of it, as `pix serve --mock` leaves one. */
async function wallet() {
  const { url, keyOf } = await startTestService();
  const environment = { PIX_CONFIG_DIR: temporaryFolder(), NO_COLOR: '1' };
  const run = (command: string, options: CliOptions = {}, last: readonly string[] = []) =>
    runCli([...command.split(' '), ...last], { ...options, environment: { ...environment, ...options.environment } });
  expect((await run(`auth login -p mock --base-url ${url}`, { stdin: keyOf() })).exitCode).toBe(0);
  /** The id of the first row as the list shows it, and whole. */
  const ids = async (list: string): Promise<readonly [short: string, whole: string]> => {
    const screen = await run(`${list} --limit 5`, { isTerminal: true, columns: 80 });
    const [, first = ''] = screen.stdout.split('\n');
    const whole = await run(`${list} --limit 5 --fields id`);
    return [first.trim().split(/\s+/).at(-1) ?? '', whole.stdout.split('\n')[0] ?? ''];
  };
  return { run, ids };
}

/** A list of rows, and what looks one of them up. */
const LOOK_UPS = [
  ['payments list', 'payments get'],
  ['withdraw list --status COMPLETED', 'withdraw get'],
  ['withdraw list --status COMPLETED', 'withdraw receipt'],
  ['withdraw list --status COMPLETED', 'explain'],
] as const;

describe('the short id of a list', () => {
  it('is the last eight characters, and every command takes it as the whole one', async () => {
    const { run, ids } = await wallet();
    const [payment, wholePayment] = await ids('payments list --status COMPLETED');
    const [withdrawal, wholeWithdrawal] = await ids('withdraw list --status COMPLETED');
    expect([payment, withdrawal]).toEqual([wholePayment.slice(-8), wholeWithdrawal.slice(-8)]);
    for (const [command, whole] of [
      [`payments get ${payment}`, wholePayment],
      [`payments receipt ${payment}`, wholePayment],
      [`withdraw get ${withdrawal}`, wholeWithdrawal],
      [`withdraw receipt ${withdrawal}`, wholeWithdrawal],
      [`find ${payment}`, wholePayment],
      [`find ${withdrawal}`, wholeWithdrawal],
      [`explain ${payment}`, wholePayment],
      [`explain ${withdrawal}`, wholeWithdrawal],
      [`mock dispute open ${payment}`, wholePayment],
      [`mock ledger ${payment}`, 'payment_received'],
      [`mock ledger ${withdrawal}`, 'withdrawal_'],
    ] as const) {
      const { exitCode, stdout, stderr } = await run(`${command} --json`);
      // What is printed names the whole ID: a notice of it would say it twice.
      expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' });
      expect(stdout, command).toContain(whole);
    }
  });

  it('is found as soon as a screen can show it, whatever was listed within the minute before', async () => {
    const { run } = await wallet();
    const at = (second: number) => ({ now: NOON + second * 1_000 });
    const screen = { isTerminal: true, columns: 120 };
    const created: string[] = [];
    for (const second of [0, 20, 40]) {
      const { stdout } = await run('payments create --value 10.00 --json', at(second));
      created.unshift((JSON.parse(stdout) as { id: string }).id.slice(-8));
      for (const list of ['payments list', 'payments list --limit 100', 'payments list --all']) {
        expect((await run(list, { ...screen, ...at(second + 1) })).stdout, list).toContain(created[0]);
      }
      for (const command of ['payments get', 'payments receipt', 'explain', 'mock pay']) {
        const result = await run(`${command} ${created[0]}`, { ...screen, ...at(second + 2) });
        expect(result.stderr, command).not.toMatch(/not found|unknown/i);
      }
    }
  });

  it('may be typed in capitals, as other programs write it, also whole', async () => {
    const { run, ids } = await wallet();
    for (const [list, command] of LOOK_UPS) {
      for (const id of await ids(list)) {
        const { exitCode, stderr } = await run(`${command} ${id.toUpperCase()} --json`);
        expect({ command, id, exitCode, stderr }).toEqual({ command, id, exitCode: 0, stderr: '' });
      }
    }
    const unknown = await run('withdraw get 00000000-0000-8000-8000-ABCDEFABCDEF --json');
    expect(failureOf(unknown)).toEqual([6, 'not_found']);
  });

  it('may be pasted whole with the label of a screen, and with blanks around it', async () => {
    const { run, ids } = await wallet();
    for (const [list, command] of LOOK_UPS) {
      const [, whole] = await ids(list);
      for (const pasted of [`ID   ${whole}`, ` id: ${whole} `, `"${whole}",`]) {
        const { exitCode, stdout, stderr } = await run(`${command} --json`, {}, [pasted]);
        expect({ command, pasted, exitCode, stderr }).toEqual({ command, pasted, exitCode: 0, stderr: '' });
        expect(stdout).toContain(whole);
      }
    }
    const [, whole] = await ids('payments list');
    for (const command of ['payments get', 'explain'])
      expect(JSON.parse((await run(`${command} --json`, {}, [whole.replaceAll('-', '')])).stdout)).toBeTruthy();
    expect(failureOf(await run('payments get --json', {}, ['two words']))).toEqual([2, 'invalid_id']);
  });

  it('that nothing has is an error that says so', async () => {
    const { run } = await wallet();
    for (const command of [
      'payments get',
      'withdraw get',
      'withdraw receipt',
      'mock settle',
      'mock pay',
      'mock ledger',
    ]) {
      const unknown = await run(`${command} 0badcafe --json`);
      expect([command, ...failureOf(unknown)]).toEqual([command, 6, 'not_found']);
    }
    expect(jsonError(await run('explain 0badcafe --json')).code).toBe('unknown_subject');
  });

  it('that several have is never guessed', async () => {
    const { run, ids } = await wallet();
    const [, whole] = await ids('withdraw list');
    const begin = whole.slice(0, 9);
    for (const command of ['withdraw get', 'explain', 'mock settle', 'mock ledger']) {
      const several = await run(`${command} ${begin} --json`);
      expect([command, ...failureOf(several)]).toEqual([command, 2, 'ambiguous_id']);
    }
  });
});

it('an end-to-end id is enough for every command about a withdrawal', async () => {
  const { run, ids } = await wallet();
  const [, whole] = await ids('withdraw list --status COMPLETED');
  const transfer = (await run(`withdraw get ${whole} --fields transactionId`)).stdout.trim();
  expect(transfer).toMatch(/^E\d{8}/);
  for (const command of ['withdraw get', 'withdraw receipt', 'explain']) {
    const { exitCode, stdout, stderr } = await run(`${command} ${transfer} --json`);
    expect({ command, exitCode, stderr }).toMatchObject({ command, exitCode: 0 });
    expect(stdout).toContain(whole);
  }
  const unknown = await run(`withdraw get ${transfer.slice(0, -1)}~ --json`);
  expect(unknown.exitCode).toBe(6);
});

it('the index is brought up to date before a past balance, and not with --offline', async () => {
  const { run } = await wallet();
  expect(failureOf(await run('balance --at yesterday --offline --json'))).toEqual([2, 'no_mirror']);
  const known = await run('balance --at yesterday --json');
  expect(known).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await run('balance --at yesterday --offline --json')).stdout).toBe(known.stdout);
});
