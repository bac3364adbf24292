import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { runCli, type CliOptions } from '../support/cli.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { createSshKey } from '../support/ssh-keys.ts';
import { COMMANDS } from './command-tree.ts';
import { Scene } from './every-scene.ts';

const lines = COMMANDS.flatMap(({ path, examples }) =>
  examples.map((line): [string, string] => [line, `pix ${path}`.trim()]),
);

let scene: Scene;

/** What an example needs beside its line. */
interface Needs extends CliOptions {
  /** Values for the placeholders of the line. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly exitCode?: number;
  /** Appended to the line: a port that is certainly free. */
  readonly also?: readonly string[];
}

/** Profiles of the examples. */
const NAMED = ['shop', 'factory', 'production', 'work'];

/** An account with money, the profiles that the line names and a current one. People type relative names. */
async function prepare(line: string): Promise<void> {
  scene = await Scene.open({ payments: 12, withdraws: 3 });
  const { service, folder } = scene;
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  for (const name of ['mock', ...NAMED.filter((one) => line.includes(one))]) {
    const apiKey = service.keyOf(name === 'factory' ? 'other' : 'demo');
    profiles.set(name, { baseUrl: service.url, apiKey });
  }
  profiles.use('mock');
}

const pix = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { keychain: Promise.resolve(fakeKeychain()), ...options, environment: scene.environment });

/** In place of the secret manager of an example. */
const printing = (key: string) => {
  writeFileSync('vault.sh', `echo ${key}`);
  return ['--key-command', '/bin/sh vault.sh'];
};

/** Needs that commands before it meet. */
const after =
  (...lines: readonly string[]) =>
  async (): Promise<Needs> => {
    for (const line of lines) expect(await scene.type(line), line).toMatchObject({ exitCode: 0 });
    return {};
  };
const INDEXED = after('sync');
const STATEMENT = 'export statement --offline --force --out';
const SECURED = 'mock account set --transfer-security true';
const RUN = 'r-20261121-k7m2';
const withObject = (name: string) => async () => ({ ids: { ID: await scene.make(name) } });
const withRun = async () => {
  await batchFile();
  const argv = ['payouts', 'run', 'july.csv', '--yes', '--confirm-total', '1.250,00'];
  return { ids: { [RUN]: String((await scene.json(...argv)).run) } };
};

const BATCH = `referencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao
JUL-1;Maria da Silva;529.982.247-25;CPF;529.982.247-25;1.160,10;
JUL-2;Padaria;;EMAIL;pix@padaria.com.br;89,90;
`;

function batchFile(): Promise<Needs> {
  writeFileSync('july.csv', BATCH);
  return Promise.resolve({});
}

/** A run that waits for the person whose key is set. */
async function submitted() {
  await after('payouts policy set POLICY --yes')();
  return { ids: { [RUN]: await scene.make('SUBMITTED') } };
}

/** A run whose only row is unconfirmed, and not line 17. */
const inDoubt = async () => ({ ids: { [RUN]: await scene.make('DOUBTED'), ' 17': ' 2' } });

/** Interrupts an endless command once it waits. */
function interrupted(): Needs {
  const controller = new AbortController();
  return {
    interruption: controller.signal,
    exitCode: 130,
    onSleep: () => {
      controller.abort(new Interruption('SIGINT'));
      controller.signal.throwIfAborted();
    },
  };
}

/** A service that is stopped before it has begun prints that it is ready, and ends. Its port is certainly free. */
const served = (): Needs => ({ interruption: AbortSignal.abort(new Interruption('SIGTERM')), also: ['--port', '0'] });

const atTerminal = (...answers: string[]): Needs => ({ isTerminal: true, answers });
const withKey = (account = 'demo', name = 'main') => {
  writeFileSync('key.txt', scene.service.keyOf(account, name));
  return {};
};
const atService = (): Needs => ({ also: ['--base-url', scene.service.url] });

/** Examples that need preparation, by their beginning. All others run unchanged, and succeed. */
const NEEDS: Readonly<Record<string, () => Needs | Promise<Needs>>> = {
  'pix auth login --base-url': () => ({ ...atTerminal(scene.service.keyOf()), ...atService() }),
  'pix auth login -p production --base-url https://wallet.example --key-command': () => ({
    also: ['--base-url', scene.service.url, ...printing(scene.service.keyOf())],
  }),
  'pix auth login -p production --base-url': () => ({ ...withKey(), ...atService() }),
  'pix auth login -p auditor --base-url': () => ({ ...atTerminal(scene.service.keyOf()), ...atService() }),
  'pix keys add payouts --key-command': () => ({ also: printing(scene.service.keyOf('demo', 'payouts')) }),
  'pix keys add payouts': () => atTerminal(scene.service.keyOf('demo', 'payouts')),
  'pix keys add reader': () => withKey('demo', 'reader'),
  'pix keys remove payouts': after('-p mock keys add payouts --no-keychain < PAYOUTS_KEY'),
  'pix balance --watch': interrupted,
  'pix balance --at yesterday': INDEXED,
  'pix export statement --month 2026-07 --offline': INDEXED,
  'pix reconcile': after('sync', `${STATEMENT} books.xlsx`, `${STATEMENT} books.csv`, `${STATEMENT} bank.ofx`),
  'pix reconcile books.csv': after(
    'sync',
    `${STATEMENT} books.csv`,
    'reconcile books.csv --force --out july-report.xlsx',
  ),
  'pix payments list --watch': interrupted,
  'pix payments get ID --qr --wait': async () => ({ ...interrupted(), ids: { ID: await scene.make('CHARGE') } }),
  'pix payments get ID --qr-file': withObject('CHARGE'),
  'pix payments receipt ID': withObject('PAID'),
  'pix withdraw create': () => atTerminal('25,00', 'another key', 'maria.silva@example.com', 'y'),
  'pix withdraw create --amount': () => ({}),
  'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code': async () => {
    await after(SECURED, 'withdraw request-code --amount 25,00')();
    const { messages } = await scene.json('mock', 'inbox');
    return { ids: { 123456: String(messages[0].code) } };
  },
  'pix withdraw request-code': after(SECURED),
  'pix withdraw get ID': withObject('WITHDRAWAL'),
  'pix withdraw receipt ID': withObject('WITHDRAWAL'),
  'pix payouts check': batchFile,
  'pix payouts rehearse': async () => {
    await batchFile();
    return INDEXED();
  },
  'pix payouts run': async () => ({ ...(await batchFile()), ...atTerminal('1.250,00') }),
  'pix payouts run july.csv --confirm-total': batchFile,
  'pix payouts submit': batchFile,
  'pix payouts pending r-': submitted,
  'pix payouts reject': submitted,
  'pix payouts approve': async () => ({ ...atTerminal('30,00'), ...(await submitted()) }),
  'pix payouts policy show': after('payouts policy set POLICY --yes'),
  'pix payouts policy init': () => {
    const [dora, bruno] = ['dora', 'bruno'].map((name) => createSshKey('.', name).publicKey);
    return { isTerminal: true, answers: ['dora', 'dora', 'bruno', '', '', '', dora!, bruno!] };
  },
  'pix payouts policy set': async () => {
    await scene.make('POLICY');
    return atTerminal('y');
  },
  // Without a database, there is nothing to move to or from: test/postgres/journal-move.test.ts does both.
  'pix payouts journal move': () => ({ exitCode: 2 }),
  'pix payouts resume': withRun,
  'pix payouts timer': async () => {
    await batchFile();
    const argv = ['payouts', 'run', 'july.csv', '--on', 'tomorrow', '--yes', '--confirm-total', '1.250,00'];
    return { ids: { [RUN]: String((await scene.json(...argv)).run) } };
  },
  'pix payouts status': withRun,
  'pix payouts receipts': withRun,
  'pix payouts report': withRun,
  'pix payouts report r-20261121-k7m2 --retry-file': async () => {
    const needs = await inDoubt();
    await scene.json('payouts', 'resolve', needs.ids[RUN], '2', '--not-paid', '--yes');
    return needs;
  },
  'pix payouts resolve': async () => ({ ...atTerminal('y'), ...(await inDoubt()) }),
  'pix payouts resolve r-20261121-k7m2 3,7': async () => {
    const { ids } = await inDoubt();
    return { ...atTerminal('y'), ids: { ...ids, ' 3,7': ' 2,2' } };
  },
  'pix payouts resolve r-20261121-k7m2 17 --paid': async () => {
    const { ids } = await inDoubt();
    const { rows } = await scene.json('payouts', 'report', ids[RUN]);
    const payment = { amount: 5, pixKey: rows[0].pixKey, pixKeyType: 'EMAIL' };
    const created = await scene.service.request('/api/v1/withdraw/create', { json: payment });
    return { ...atTerminal('y'), ids: { ...ids, ID: String(created.json.data.id) } };
  },
  'pix find E9999900420260714150700aBcDeFgH1': async () => {
    const { transactionId } = await scene.json('withdraw', 'get', await scene.make('WITHDRAWAL'));
    return { ids: { E9999900420260714150700aBcDeFgH1: String(transactionId) } };
  },
  'pix find 529.982.247-25': after('withdraw create --amount 25,00 --pix-key 529.982.247-25 --yes'),
  'pix find "R$ 10,50"': withObject('CHARGE'),
  // Yesterday's or failed payments are not prepared: finding none is a valid result.
  'pix find maria 24,50 yesterday': () => ({ exitCode: 6 }),
  'pix find "***.982.247-**" --status FAILED': () => ({ exitCode: 6 }),
  'pix find order 17': after('payments create --value 10,50 --description "Order 17"'),
  'pix find order 17 --offline': after('payments create --value 10,50 --description "Order 17"', 'sync'),
  'pix find maria@example.com': after('withdraw create --amount 25,00 --pix-key maria@example.com --yes'),
  'pix api POST /api/v1/payment/create --input': () => {
    writeFileSync('charge.json', '{"value": 10.5}');
    return {};
  },
  'pix serve': served,
  'pix serve --mock --seed-file': async () => ({ ...(await after('mock world export world.json')()), ...served() }),
  'pix serve --mock --from-profile': async () => ({ ...(await after('sync -p work')()), ...served() }),
  // Only a process of its own may pass signals on: test/journey/serve-command.test.ts.
  'pix serve --mock --no-rate-limit': () => ({ ...served(), also: [], exitCode: 130 }),
  'pix mock activate': withObject('CHARGE'),
  'pix mock pay': withObject('CHARGE'),
  'pix mock expire': withObject('CHARGE'),
  'pix mock settle': withObject('PENDING'),
  'pix mock fail': withObject('PENDING'),
  'pix mock ledger': withObject('PAID'),
  'pix mock dispute open': withObject('PAID'),
  'pix mock dispute accept': withObject('DISPUTED'),
  'pix mock dispute refuse': withObject('DISPUTED'),
  'pix mock webhooks remove': async () => {
    const { id } = await scene.json('mock', 'webhooks', 'add', await scene.make('RECEIVER'));
    return { ids: { ID: String(id) } };
  },
  'pix mock webhooks resend': async () => {
    await after('mock webhooks add http://RECEIVER')();
    await scene.make('CHARGE');
    return { ids: { ID: await scene.make('EVENT') } };
  },
  'pix mock requests --follow': interrupted,
  'pix mock restore': after('mock snapshot before.pixmock'),
};

const needsOf = async (line: string): Promise<Needs> => {
  const [start] = Object.keys(NEEDS)
    .filter((known) => line.startsWith(known))
    .sort((one, other) => other.length - one.length);
  return start === undefined ? {} : ((await NEEDS[start]?.()) ?? {});
};

/** Parses a line like a shell: words, quotation, one `>`, `>>` or `<`; a pipe and what follows are ignored. */
function shellWords(line: string): { argv: string[]; readsFrom?: string; writesTo?: string } {
  const [command = ''] = line.split(' | ');
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
  expect(words.shift()).toBe('pix');
  const file = (sign: string) => {
    const index = words.indexOf(sign);
    return index < 0 ? undefined : words.splice(index, 2)[1];
  };
  const [writesTo, readsFrom] = [file('>') ?? file('>>'), file('<')];
  return { argv: words, ...(readsFrom !== undefined && { readsFrom }), ...(writesTo !== undefined && { writesTo }) };
}

describe('each example of each command', () => {
  beforeAll(() => {
    expect(lines.length).toBeGreaterThan(80);
  });

  it('exists: every command has one', () => {
    const silent = COMMANDS.filter(({ examples }) => examples.length === 0);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('is in the help of its command', () => {
    const strays = lines.filter(([line, path]) => !`${line} `.replace(/^pix -p \S+/, 'pix').startsWith(`${path} `));
    // The first half gets a code, the second uses it.
    expect(strays.map(([line]) => line)).toEqual([
      'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code 123456 --yes',
    ]);
  });

  it('is what the needs of this test are of', () => {
    const unused = Object.keys(NEEDS).filter((start) => !lines.some(([line]) => line.startsWith(start)));
    expect(unused).toEqual([]);
  });

  // Many lines are examples of both a group and its command.
  it.each([...new Set(lines.map(([line]) => line))])('%s', async (line) => {
    await prepare(line);
    const { ids = {}, exitCode = 0, also = [], ...options } = await needsOf(line);
    const filled = Object.entries(ids).reduce((text, [name, value]) => text.replaceAll(name, value), line);
    const { argv, readsFrom, writesTo } = shellWords(filled);
    const stdin = readsFrom === undefined ? {} : { stdin: readFileSync(readsFrom, 'utf8') };
    const run = await pix([...argv, ...also], { ...stdin, ...options });
    expect({ exitCode: run.exitCode, told: exitCode === 0 ? '' : run.stderr }, run.stderr).toEqual({
      exitCode,
      told: exitCode === 0 ? '' : expect.any(String),
    });
    if (writesTo !== undefined) expect(run.stdout).not.toBe('');
    const out = argv[argv.indexOf('--out') + 1];
    if (argv.includes('--out') && out !== undefined) expect(existsSync(out)).toBe(true);
  });
});
