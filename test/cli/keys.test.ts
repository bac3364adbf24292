import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { failureOf, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { balance, noWithdrawals, paymentPage, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

const REVOKED_KEY = 'pk_nobodyKnowsThisKey00000000000000e5f6';
const NONE = { name: 'none', key: 'none' };

let folder: string;
let service: RunningTestService;

onlyNock({ host: '127.0.0.1' });
beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ payments: 5, withdraws: 2 });
  store('demo', 'main');
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });
const profiles = () => openProfiles({ configDirectory: folder });
const storedNames = () =>
  profiles()
    .get('work')
    ?.keys.map(({ name }) => name);

function store(account: string, name: string): void {
  profiles().set('work', { baseUrl: service.url, apiKey: service.keyOf(account, name) });
  profiles().use('work');
}

interface KeyView {
  readonly name: string;
  readonly key: string;
  readonly first: boolean;
  readonly accepted?: boolean;
  readonly permissions: Readonly<Record<string, boolean | null>>;
}

async function readKeys(command: 'list' | 'check'): Promise<readonly KeyView[]> {
  const { stdout } = await run(['keys', command, '--json']);
  const view: { profile: string; keys: KeyView[] } = JSON.parse(stdout);
  expect(view.profile).toBe('work');
  return view.keys;
}

describe('pix keys add', () => {
  it('stores a key of the same account beside the first, with its permissions', async () => {
    const key = service.keyOf('demo', 'balance');
    const { exitCode, stdout, stderr } = await run(['keys', 'add', 'balances', '--json'], { stdin: `${key}\n` });
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain(key);
    const view: KeyView = JSON.parse(stdout);
    expect(view).toMatchObject({ name: 'balances', first: false, key: `pk_…${key.slice(-4)}` });
    expect(view.permissions).toEqual({
      'read:payments': false,
      'read:withdraws': false,
      'read:balance': true,
      'write:withdraw:create': null,
      'write:payment:create': null,
    });
    expect(stderr).toContain(`Stored key pk_…${key.slice(-4)} as "balances" in profile "work".\n`);
    expect(stderr).toContain(`is stored in the file ${join(folder, 'config.json')}`);
    expect(await readKeys('list')).toEqual([expect.objectContaining({ name: 'main', first: true }), view]);
  });

  it('asks a person for the key without showing it', async () => {
    const key = service.keyOf('demo', 'payouts');
    const { exitCode, questions, stdout } = await run(['keys', 'add', 'payouts'], { isTerminal: true, answers: [key] });
    expect([exitCode, questions, stdout]).toEqual([0, ['API key (hidden)'], '']);
    expect(storedNames()).toEqual(['main', 'payouts']);
  });

  it('refuses a key of another account, by its rows or by its balance', async () => {
    const other = await run(['keys', 'add', 'more', '--json'], { stdin: service.keyOf('other', 'main') });
    expect([other.exitCode, jsonError(other).code]).toEqual([2, 'other_account']);
    store('demo', 'balance');
    const byBalance = await run(['keys', 'add', 'more', '--json'], { stdin: service.keyOf('other', 'main') });
    expect([byBalance.exitCode, jsonError(byBalance).code]).toEqual([2, 'other_account']);
    expect(storedNames()).toEqual(['main']);
  });

  it('reports when it cannot determine the account of a key', async () => {
    service = await startTestService({ payments: 0, withdraws: 0 });
    store('demo', 'main');
    const { exitCode, stderr } = await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Could not check');
  });

  it('stores no key while the account of the profile is blocked: it may be of another account', async () => {
    const profile = { baseUrl: 'https://wallet.example', apiKey: 'pk_first' };
    profiles().set('work', profile);
    const answers = nock(profile.baseUrl).persist();
    answers.get(/./).matchHeader('X-API-Key', profile.apiKey).reply(403, refusal('Forbidden', 'account_blocked'));
    answers.get(/payment.list/).reply(200, paymentPage());
    answers.get(/withdraw.list/).reply(200, noWithdrawals);
    answers.get('/api/v1/user/balance').reply(200, { success: true, data: balance });
    const added = await run(['keys', 'add', 'more', '--json'], { stdin: 'pk_second' });
    expect([failureOf(added), storedNames()]).toEqual([[1, 'account_blocked'], ['main']]);
  });

  it('stores no key that the service rejects', async () => {
    const wrong = await run(['keys', 'add', 'more', '--json'], { stdin: REVOKED_KEY });
    expect([wrong.exitCode, jsonError(wrong).code]).toEqual([4, 'unauthorized']);
    expect(wrong.stderr).not.toContain('pk_nobodyKnows');
    expect(storedNames()).toEqual(['main']);
  });

  it('refuses existing names and keys before any request', async () => {
    await service.stop();
    const attempts: readonly (readonly [name: string, key: string, code: string])[] = [
      ['main', 'pk_x', 'key_name_taken'],
      ['two words', 'pk_x', 'invalid_key_name'],
      ['more', '', 'no_key_given'],
      ['more', 'ção', 'invalid_key'],
      ['more', service.keyOf('demo', 'main'), 'duplicate_key'],
    ];
    for (const [name, key, code] of attempts) {
      const result = await run(['keys', 'add', name, '--json'], { stdin: key });
      expect(failureOf(result)).toEqual([2, code]);
      // It would replace the main key.
      expect(jsonError(result).hint).not.toContain('auth login');
    }
  });
});

describe('pix keys check', () => {
  it('tests what each key may read, stores it, and reports refused keys', async () => {
    profiles().changeKeys('work', ([main = NONE]) => [
      main,
      { name: 'temporary', key: REVOKED_KEY, permissions: { 'read:payments': true } },
      { name: 'balances', key: service.keyOf('demo', 'balance') },
    ]);

    const checked = await run(['keys', 'check', '--json']);
    expect([checked.exitCode, jsonError(checked)]).toMatchObject([
      4,
      { code: 'keys_refused', details: { names: ['temporary'] } },
    ]);
    const rows = await readKeys('check');
    expect(rows.map(({ name, accepted }) => [name, accepted])).toEqual([
      ['main', true],
      ['temporary', false],
      ['balances', true],
    ]);
    const [main] = await readKeys('list');
    expect(main?.permissions).toMatchObject({ 'read:payments': true, 'write:withdraw:create': null });
  });

  it.each([
    ['en', 'only on use whether a key may send money'],
    ['pt-BR', 'Só ao usar uma chave se sabe se ela pode enviar dinheiro'],
  ])('says in words what no check can tell: %s', async (language, words) => {
    const checked = await run(['keys', 'check', '--lang', language], { isTerminal: true, columns: 200 });
    expect(checked.stdout).not.toMatch(/—|Sends money|Envia dinheiro/);
    expect(checked.stderr).toContain(words);
  });

  it('continues with the remaining keys', async () => {
    profiles().changeKeys('work', () => [
      { name: 'revoked', key: REVOKED_KEY },
      { name: 'balances', key: service.keyOf('demo', 'balance') },
      { name: 'reader', key: service.keyOf('demo', 'reader') },
    ]);
    const { exitCode, stdout } = await run(['payments', 'list', '--fields', 'id']);
    expect([exitCode, stdout.split('\n').length]).toEqual([0, 6]);
  });
});

describe('pix keys list and remove', () => {
  it('shows a person the known keys, and removes one', async () => {
    await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
    await service.stop();
    const { stdout } = await run(['keys', 'list', '-o', 'table']);
    expect(stdout).toMatch(/^Name +Key +Used first +Reads charges/);
    expect(stdout).toMatch(/main +pk_….{4} +yes +not tested +not tested +not tested +File\n/);
    expect(stdout).toMatch(/reader +pk_….{4} +no +yes +yes +yes +File\n/);

    expect([(await run(['keys', 'remove', 'reader'])).exitCode, storedNames()]).toEqual([0, ['main']]);
    expect(failureOf(await run(['keys', 'remove', 'main', '--json']))).toEqual([2, 'last_key']);
    const typo = await run(['keys', 'remove', 'mian', '--json']);
    expect(jsonError(typo)).toMatchObject({ code: 'unknown_key', hint: expect.stringContaining('did you mean main?') });
  });

  it('makes the next key the first one', async () => {
    await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
    expect((await run(['keys', 'remove', 'main'])).exitCode).toBe(0);
    expect(profiles().get('work')?.keys[0]?.key).toBe(service.keyOf('demo', 'reader'));
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).not.toContain(service.keyOf('demo', 'main'));
  });

  it('says what to do without a profile, and that a new login removes the other keys', async () => {
    await run(['keys', 'add', 'reader'], { stdin: service.keyOf('demo', 'reader') });
    const again = await run(['auth', 'login', '-p', 'work'], { stdin: service.keyOf('demo', 'main') });
    expect(again.stderr).toContain('other keys of this profile were removed');
    expect(again.stderr).toContain('reader');
    folder = temporaryFolder();
    expect(failureOf(await run(['keys', 'list', '--json']))).toEqual([4, 'no_profile']);
  });
});
