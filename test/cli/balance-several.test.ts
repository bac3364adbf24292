import { describe, expect, it } from 'vitest';
import { failureOf, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';

describe('the balances of several profiles', () => {
  it('are rows of one table, or whole sheets with their accounts, and one list for programs', async () => {
    const [shop, factory] = [await startTestService(), await startTestService()];
    const environment = { PIX_CONFIG_DIR: temporaryFolder(), NO_COLOR: '1' };
    for (const [name, { url, keyOf }] of [
      ['shop', shop],
      ['factory', factory],
    ] as const) {
      await runCli(['auth', 'login', '-p', name, '--base-url', url], { environment, stdin: keyOf() });
    }
    const screen = await runCli(['balance', '-p', 'shop,factory'], { environment, isTerminal: true, columns: 80 });
    expect(screen.stdout).toMatch(/^Profile +Available.*\nshop +R\$ .*\nfactory +R\$ /);
    expect(screen.stdout.trim().split('\n')).toHaveLength(4);
    expect(screen.stdout).toContain('shop, factory · local service, no real money');
    const all = await runCli(['balance', '-p', 'shop,factory', '--all'], {
      environment,
      isTerminal: true,
      columns: 80,
    });
    expect(all.stdout.match(/^Available +R/gm)).toHaveLength(2);
    expect(all.stdout).toMatch(/^shop · local service[^]*^factory · local service/m);
    const json = await runCli(['balance', '-p', 'shop,factory', '--json'], { environment });
    expect(JSON.parse(json.stdout).balances.map(({ profile }: { profile: string }) => profile)).toEqual([
      'shop',
      'factory',
    ]);
    const one = await runCli(['balance', '-p', 'shop,factory', '--json', '--fields', 'available'], { environment });
    expect(Object.keys(JSON.parse(one.stdout).balances[0])).toEqual(['profile', 'available']);
    const csv = await runCli(['balance', '-p', 'shop,factory', '-o', 'csv', '--fields', 'available'], { environment });
    expect(csv.stdout).toMatch(/^profile,available\r\nshop,\d+\r\nfactory,\d+\r\n$/);
    // Equal figures of two services are two accounts.
    expect(screen.stderr).not.toContain('same account');
  });

  it('are neither watched nor of a past day: the profiles are not said to be unknown', async () => {
    for (const [option, ...values] of [['--watch'], ['--at', '2026-06-30']] as const) {
      const refused = await runCli(['balance', '-p', 'shop,factory', option, ...values, '--json']);
      expect(failureOf(refused)).toEqual([2, 'conflicting_options']);
      expect(jsonError(refused).message).toBe(`-p shop,factory and ${option} cannot be used together`);
    }
  });

  it('are said to be of one account, as far as it can be known', async () => {
    const { url, keyOf } = await startTestService();
    const environment = { PIX_CONFIG_DIR: temporaryFolder(), NO_COLOR: '1' };
    const keys = { main: keyOf(), again: keyOf(), reader: keyOf('demo', 'reader'), other: keyOf('other', 'main') };
    for (const [name, stdin] of Object.entries(keys)) {
      await runCli(['auth', 'login', '-p', name, '--base-url', url], { environment, stdin });
    }
    const warnings = async (...argv: readonly string[]) => {
      const { stderr } = await runCli(['balance', '-p', ...argv], { environment, isTerminal: true });
      return stderr.split('\n').filter((line) => line.includes(' and '));
    };
    expect(await warnings('main,again,other')).toEqual([
      'main and again are the same account: do not add up their balances.',
    ]);
    expect(await warnings('main,reader')).toEqual([
      'main and reader show the same figures and may be the same account: check before you add up their balances.',
    ]);
    expect(await warnings('main,other')).toEqual([]);
  });
});
