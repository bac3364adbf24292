import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { runCli, temporaryFolder, type CliOptions, type CliRun } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import { webhookReceiver } from '../service/webhook-receiver.ts';
import { wordsOf } from './command-tree.ts';
import { createSshKey, type SshKeyFile } from '../support/ssh-keys.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { eventually } from '../support/hang.ts';

const PIX_KEY = 'maria.silva@example.com';

/**
 * An account, a profile that is logged in to it, and the objects of the commands.
 *
 * Words in capitals become: the newest PAYMENT and WITHDRAWAL; a fresh CHARGE, a PAID and a DISPUTED one, a PENDING
 * withdrawal; a BATCH of one row of 30 reais, and one whose row of 5 reais is IN_DOUBT; the last RUN, and a DOUBTED
 * one, and a SUBMITTED one; the address of a RECEIVER of webhooks (`http://RECEIVER`), and an EVENT that it got; a POLICY that requires no approvals; a NEW name, for a key or (`NEW.csv`) a file, and the
 * last one that was GIVEN.
 */
export class Scene {
  readonly service: RunningTestService;
  readonly folder = temporaryFolder();
  readonly environment: Readonly<Record<string, string>> = { PIX_CONFIG_DIR: join(this.folder, 'config') };
  readonly #keychain = Promise.resolve(fakeKeychain());
  readonly #address: string;
  #namesMade = 0;
  #orders = 0;
  #given = '';
  #sshKeys: readonly [SshKeyFile, SshKeyFile] | undefined;

  readonly #objects: Readonly<Record<string, () => Promise<string> | string>> = {
    PAYMENT: () => this.#newest('payment'),
    WITHDRAWAL: () => this.#newest('withdraw'),
    CHARGE: () => this.#charge(),
    PAID: () => this.#paidCharge(),
    DISPUTED: () => this.#disputedCharge(),
    PENDING: () => this.#pendingWithdrawal(),
    BATCH: () => this.#batch('30.00'),
    RUN: () => this.#lastRun(),
    DOUBTED: () => this.#doubtedRun(),
    POLICY: () => this.#policy(),
    SUBMITTED: () => this.#submittedRun(),
    RECEIVER: () => this.#receiver(),
    EVENT: () => this.#deliveredEvent(),
    NEW: () => (this.#given = this.#newName()),
    GIVEN: () => this.#given,
    KEY: () => this.service.keyOf(),
    PAYOUTS_KEY: () => this.service.keyOf('demo', 'payouts'),
    READER_KEY: () => this.service.keyOf('demo', 'reader'),
    FILE: () => 'file',
    ADDRESS: () => this.#address,
  };

  private constructor(service: RunningTestService, address: string) {
    this.service = service;
    this.#address = address;
  }

  /** @param through what stands before the service: from its address to its own */
  static async open(
    rows: { readonly payments: number; readonly withdraws: number },
    through: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  ): Promise<Scene> {
    const service = await startTestService({ cache: false, ...rows });
    const scene = new Scene(service, await through(service.url));
    const profiles = openProfiles({ configDirectory: String(scene.environment['PIX_CONFIG_DIR']) });
    profiles.set('demo', { baseUrl: scene.#address, apiKey: service.keyOf() });
    profiles.use('demo');
    return scene;
  }

  /** Runs a command. */
  readonly type = async (command: string, ...more: readonly string[]): Promise<CliRun> => {
    const [line = '', stdin = ''] = command.split(' < ');
    const argv = [...(await this.#filledLine(line)), ...more];
    return this.#pix(argv, stdin === '' ? '' : await this.#filled(stdin));
  };

  /** The objects of a command are made, and it has not begun. */
  async prepared(command: string, ...more: readonly string[]): Promise<(options: CliOptions) => Promise<CliRun>> {
    const [line = '', stdin = ''] = command.split(' < ');
    const argv = [...(await this.#filledLine(line)), ...more];
    const typed = stdin === '' ? '' : await this.#filled(stdin);
    const keychain = this.#keychain;
    return (options) => runCli(argv, { environment: this.environment, stdin: typed, keychain, ...options });
  }

  #pix(argv: readonly string[], stdin = ''): Promise<CliRun> {
    return runCli(argv, { environment: this.environment, stdin, keychain: this.#keychain });
  }

  /** Makes an object. */
  async make(name: string): Promise<string> {
    const made = await this.#objects[name]?.();
    if (made === undefined) throw new Error(`there is no object ${name}`);
    return made;
  }

  /** The JSON of a command that succeeds. */
  async json(...argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
    const run = await this.#pix([...argv, '--json']);
    expect(run, argv.join(' ')).toMatchObject({ exitCode: 0 });
    return JSON.parse(run.stdout);
  }

  async #filledLine(line: string): Promise<string[]> {
    const argv: string[] = [];
    for (const word of wordsOf(line)) argv.push(await this.#filled(word));
    return argv;
  }

  async #filled(word: string): Promise<string> {
    const [, name = '', ending = ''] = /^(?:http:\/\/)?([A-Z_]+)(\.\w+)?$/.exec(word) ?? [];
    const value = await this.#objects[name]?.();
    if (value === undefined) return word;
    return ending === '' ? value : join(this.folder, value + ending);
  }

  async #receiver(): Promise<string> {
    return (await webhookReceiver()).url;
  }

  async #deliveredEvent(): Promise<string> {
    // A hostile service may have refused the webhook, and then no event comes, or what was to be told.
    expect((await this.json('mock', 'webhooks', 'list')).webhooks).not.toEqual([]);
    await this.json('mock', 'deposit', '1,00');
    return eventually(async () => {
      const { webhooks } = await this.json('mock', 'webhooks', 'list');
      // Those of earlier lines may be there, too.
      expect(webhooks.every(({ pending }: { readonly pending: number }) => pending === 0)).toBe(true);
      return String((await this.json('mock', 'webhooks', 'deliveries')).deliveries[0].id);
    });
  }

  #newName(): string {
    this.#namesMade += 1;
    return `n${this.#namesMade}`;
  }

  async #newest(list: 'payment' | 'withdraw'): Promise<string> {
    const { json } = await this.service.request(`/api/v1/${list}/list?limit=1`);
    return String(json.data[`${list}s`][0]?.id);
  }

  async #charge(): Promise<string> {
    return String((await this.json('payments', 'create', '--value', '10,50')).id);
  }

  async #paidCharge(): Promise<string> {
    const id = await this.#charge();
    await this.json('mock', 'pay', id);
    return id;
  }

  async #disputedCharge(): Promise<string> {
    const id = await this.#paidCharge();
    await this.json('mock', 'dispute', 'open', id);
    return id;
  }

  async #pendingWithdrawal(): Promise<string> {
    await this.json('mock', 'account', 'set', '--instant', 'false');
    this.#orders += 1;
    const order = ['--amount', `5,${String(this.#orders).padStart(2, '0')}`, '--pix-key', PIX_KEY];
    const { id } = await this.json('withdraw', 'create', ...order, '--yes');
    await this.json('mock', 'account', 'set', '--instant', 'true');
    return String(id);
  }

  #batch(amount: string): string {
    const path = join(this.folder, `${this.#newName()}.csv`);
    const row = `${this.#newName()},${this.#newName()}@example.com,${amount}`;
    writeFileSync(path, `reference,pix_key,amount\n${row}\n`);
    return path;
  }

  async #lastRun(): Promise<string> {
    return String((await this.json('payouts', 'list')).runs[0]?.run);
  }

  async #doubtedRun(): Promise<string> {
    const fault = ['--on', 'POST /api/v1/withdraw/create', '--fault', 'reset-before', '--times', '2'];
    await this.json('mock', 'faults', 'add', ...fault);
    const batch = this.#batch('5.00');
    const unconfirmed = await this.#pix(['payouts', 'run', batch, '--yes', '--confirm-total', '5,00', '--json']);
    expect(unconfirmed.exitCode).toBe(5);
    await this.json('mock', 'faults', 'clear');
    return this.#lastRun();
  }

  async #policy(): Promise<string> {
    this.#sshKeys ??= [createSshKey(this.folder, 'one'), createSshKey(this.folder, 'other')];
    const [one, other] = this.#sshKeys;
    await this.json('config', 'set', 'signing-key', one.path);
    const path = join(this.folder, 'policy.json');
    const people = { one: [one.publicKey], other: [other.publicKey] };
    const roles = { administrators: ['one'], submitters: ['one', 'other'], approvers: ['other'] };
    writeFileSync(path, JSON.stringify({ people, ...roles, approvals: [] }));
    return path;
  }

  async #submittedRun(): Promise<string> {
    const [one, other] = this.#sshKeys ?? [];
    await this.json('config', 'set', 'signing-key', one?.path ?? '');
    const { run } = await this.json('payouts', 'submit', this.#batch('30.00'));
    await this.json('config', 'set', 'signing-key', other?.path ?? '');
    return String(run);
  }
}
