import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli, stateFolder, type CliRun } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import { wordsOf } from './command-tree.ts';
import { createSshKey, type SshKeyFile } from '../support/ssh-keys.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';

/** An account, a profile that is logged in to it, and the objects of the commands. */
export interface Scene {
  readonly service: RunningTestService;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command; words in capitals are replaced by the objects of {@link createScene}. */
  readonly type: (command: string, ...more: readonly string[]) => Promise<CliRun>;
  /** The same on a terminal. */
  readonly typeOnTerminal: (command: string) => Promise<CliRun>;
}

const PIX_KEY = 'maria.silva@example.com';

/**
 * Words in capitals become: the newest PAYMENT and WITHDRAWAL; a fresh CHARGE, a PAID and a DISPUTED one, a PENDING
 * withdrawal; a BATCH of one row of 30 reais, and one whose row of 5 reais is IN_DOUBT; the last RUN, and a DOUBTED
 * one, and a SUBMITTED one; a POLICY that requires no approvals; a NEW name, for a key or (`NEW.csv`) a file, and the last one that was GIVEN.
 */
export async function createScene(rows: { readonly payments: number; readonly withdraws: number }): Promise<Scene> {
  const service = await startTestService({ cache: false, ...rows });
  const folder = stateFolder();
  const environment = { PIX_CONFIG_DIR: join(folder, 'config') };
  const keychain = Promise.resolve(fakeKeychain());
  let made = 0;
  let given = '';
  let keys: readonly [SshKeyFile, SshKeyFile] | undefined;

  const pix = (argv: readonly string[], stdin = '', isTerminal = false) =>
    runCli(argv, { environment, stdin, keychain, isTerminal });
  const json = async (...argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>> => {
    const run = await pix([...argv, '--json']);
    expect(run, argv.join(' ')).toMatchObject({ exitCode: 0 });
    return JSON.parse(run.stdout);
  };
  const newName = () => `n${(made += 1)}`;
  const newest = async (list: 'payment' | 'withdraw') => {
    const { json: answer } = await service.request(`/api/v1/${list}/list?limit=1`);
    return String(answer.data[`${list}s`][0]?.id);
  };
  const charge = async () => String((await json('payments', 'create', '--value', '10,50')).id);
  const paid = async () => {
    const id = await charge();
    await json('mock', 'pay', id);
    return id;
  };
  const batch = (amount: string) => {
    const path = join(folder, `${newName()}.csv`);
    writeFileSync(path, `reference,pix_key,amount\n${newName()},${newName()}@example.com,${amount}\n`);
    return path;
  };
  const lastRun = async () => String((await json('payouts', 'list')).runs[0]?.run);

  const meanings: Readonly<Record<string, () => Promise<string> | string>> = {
    PAYMENT: () => newest('payment'),
    WITHDRAWAL: () => newest('withdraw'),
    CHARGE: charge,
    PAID: paid,
    async DISPUTED() {
      const id = await paid();
      await json('mock', 'dispute', 'open', id);
      return id;
    },
    async PENDING() {
      await json('mock', 'account', 'set', '--instant', 'false');
      const { id } = await json('withdraw', 'create', '--amount', '5,00', '--pix-key', PIX_KEY, '--yes', '--pay-again');
      await json('mock', 'account', 'set', '--instant', 'true');
      return String(id);
    },
    BATCH: () => batch('30.00'),
    RUN: lastRun,
    async DOUBTED() {
      const fault = ['--on', 'POST /api/v1/withdraw/create', '--fault', 'reset-before', '--times', '2'];
      await json('mock', 'faults', 'add', ...fault);
      const unconfirmed = await pix(['payouts', 'run', batch('5.00'), '--yes', '--confirm-total', '5,00', '--json']);
      expect(unconfirmed.exitCode).toBe(5);
      await json('mock', 'faults', 'clear');
      return lastRun();
    },
    async POLICY() {
      keys ??= [createSshKey(folder, 'one'), createSshKey(folder, 'other')];
      const [one, other] = keys;
      await json('config', 'set', 'signing-key', one.path);
      const path = join(folder, 'policy.json');
      const people = { one: [one.publicKey], other: [other.publicKey] };
      const roles = { administrators: ['one'], submitters: ['one', 'other'], approvers: ['other'] };
      writeFileSync(path, JSON.stringify({ people, ...roles, approvals: [] }));
      return path;
    },
    async SUBMITTED() {
      const [one, other] = keys ?? [];
      await json('config', 'set', 'signing-key', one?.path ?? '');
      const { run } = await json('payouts', 'submit', batch('30.00'));
      await json('config', 'set', 'signing-key', other?.path ?? '');
      return String(run);
    },
    NEW: () => (given = newName()),
    GIVEN: () => given,
    KEY: () => service.keyOf(),
    PAYOUTS_KEY: () => service.keyOf('demo', 'payouts'),
    READER_KEY: () => service.keyOf('demo', 'reader'),
    FILE: () => 'file',
    ADDRESS: () => service.url,
  };

  const filled = async (word: string) => {
    const [, name = '', ending = ''] = /^([A-Z_]+)(\.\w+)?$/.exec(word) ?? [];
    const value = await meanings[name]?.();
    if (value === undefined) return word;
    return ending === '' ? value : join(folder, value + ending);
  };
  const filledLine = async (line: string) => {
    const argv: string[] = [];
    for (const word of wordsOf(line)) argv.push(await filled(word));
    return argv;
  };
  const type: Scene['type'] = async (command, ...more) => {
    const [line = '', stdin = ''] = command.split(' < ');
    return pix([...(await filledLine(line)), ...more], stdin === '' ? '' : await filled(stdin));
  };
  const typeOnTerminal = async (command: string) => pix(await filledLine(command), '', true);
  expect(await type('auth login -p demo --no-keychain --base-url ADDRESS < KEY')).toMatchObject({ exitCode: 0 });
  return { service, folder, environment, type, typeOnTerminal };
}
