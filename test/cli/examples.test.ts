import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { runCli, stateFolder, type CliOptions, type CliRun } from '../support/cli.ts';
import { createSshKey } from '../support/ssh-keys.ts';
import { webhookReceiver } from '../service/webhook-receiver.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import { COMMANDS } from './command-tree.ts';

const lines = COMMANDS.flatMap(({ path, examples }) =>
  examples.map((line): [string, string] => [line, `pix ${path}`.trim()]),
);

/** The working folder, because people type relative names. */
let folder: string;
let service: RunningTestService;

const environment = () => ({ PIX_CONFIG_DIR: join(folder, 'config') });

/** The preparation of an example, or its context. */
interface Scene extends CliOptions {
  /** Values for the placeholders of the line. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly exitCode?: number;
  /** Appended to the line: a port that is certainly free. */
  readonly also?: readonly string[];
}

/** Profiles of the examples. */
const NAMED = ['shop', 'factory', 'production', 'work'];

/** An account with money, the profiles that the line names and a current one, and the files that it reads. */
async function prepare(line: string): Promise<void> {
  folder = stateFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
  });
  service = await startTestService({ cache: false, payments: 12, withdraws: 3 });
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  for (const name of ['mock', ...NAMED.filter((one) => line.includes(one))]) {
    const apiKey = service.keyOf(name === 'factory' ? 'other' : 'demo');
    profiles.set(name, { baseUrl: service.url, apiKey });
  }
  profiles.use('mock');
}

async function pix(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return runCli(argv, { ...options, environment: environment() });
}

async function json(argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const run = await pix([...argv, '--json']);
  expect(run, argv.join(' ')).toMatchObject({ exitCode: 0 });
  return JSON.parse(run.stdout);
}

/** In place of the secret manager of an example. */
const printing = (key: string) => {
  writeFileSync('vault.mjs', `console.log('${key}')`);
  return ['--key-command', `"${process.execPath}" vault.mjs`];
};

const withIndex = async () => {
  await json(['sync']);
  return {};
};

const charge = async () => String((await json(['payments', 'create', '--value', '10,50'])).id);
const webhook = async () => String((await json(['mock', 'webhooks', 'add', (await webhookReceiver()).url])).id);
const postedEvent = async () => {
  await webhook();
  await charge();
  return vi.waitFor(async () => {
    const { deliveries } = await json(['mock', 'webhooks', 'deliveries']);
    return String(deliveries[0].id);
  }, 10_000);
};
const paidCharge = async () => {
  const id = await charge();
  await json(['mock', 'pay', id]);
  return id;
};
const disputed = async () => {
  const id = await paidCharge();
  await json(['mock', 'dispute', 'open', id]);
  return id;
};
const TO = ['--amount', '25,00', '--pix-key', 'maria.silva@example.com', '--yes'];
const withdrawal = async () => String((await json(['withdraw', 'create', ...TO])).id);
const pendingWithdrawal = async () => {
  await json(['mock', 'account', 'set', '--instant', 'false']);
  return withdrawal();
};

const BATCH = `referencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao
JUL-1;Maria da Silva;529.982.247-25;CPF;529.982.247-25;1.160,10;
JUL-2;Padaria;;EMAIL;pix@padaria.com.br;89,90;
`;

function batchFile(): void {
  writeFileSync('july.csv', BATCH);
}

const digestOf = async () => String((await json(['payouts', 'check', 'july.csv'])).digest);

async function runOfBatch(): Promise<string> {
  batchFile();
  const argv = ['payouts', 'run', 'july.csv', '--yes', '--confirm-total', '1.250,00'];
  return String((await json(argv)).run);
}

/** A policy with two people; the first one's key is set to sign with. @returns the second one's */
async function policyOfTwo(): Promise<string> {
  const [one, other] = [createSshKey(folder, 'one'), createSshKey(folder, 'other')];
  await json(['config', 'set', 'signing-key', one.path]);
  const people = { one: [one.publicKey], other: [other.publicKey] };
  const roles = { administrators: ['one'], submitters: ['one'], approvers: ['other'] };
  writeFileSync('policy.json', JSON.stringify({ people, ...roles, approvals: [{ above: '0,00', needed: 1 }] }));
  return other.path;
}

/** A run that waits for the person whose key is set. */
async function submittedRun(): Promise<string> {
  const other = await policyOfTwo();
  await json(['payouts', 'policy', 'set', 'policy.json', '--yes']);
  batchFile();
  const { run } = await json(['payouts', 'submit', 'july.csv']);
  await json(['config', 'set', 'signing-key', other]);
  return String(run);
}

/** Line 17 of its file. */
const ROW_IN_DOUBT = 16;
const keyOfRow = (row: number) => `row${row}@example.com`;

/** A run of sixteen rows, the last one unconfirmed: its connection was cut, and it is not in the list. */
async function runInDoubt(): Promise<string> {
  const [header] = BATCH.split('\n');
  const rows = Array.from({ length: ROW_IN_DOUBT }, (_, index) => `R-${index};A;;EMAIL;${keyOfRow(index + 1)};5,00;`);
  writeFileSync('doubt.csv', `${[header, ...rows].join('\n')}\n`);
  const fault = ['--on', 'POST /api/v1/withdraw/create', '--fault', 'reset-before'];
  await json(['mock', 'faults', 'add', ...fault, '--after', String(ROW_IN_DOUBT - 1), '--times', '2']);
  const unconfirmed = await pix(['payouts', 'run', 'doubt.csv', '--yes', '--confirm-total', '80,00', '--json']);
  expect(unconfirmed.exitCode).toBe(5);
  await json(['mock', 'faults', 'clear']);
  const { run }: { run: string } = JSON.parse(unconfirmed.stdout);
  return run;
}

/** Interrupts an endless command once it waits. */
function interrupted(): Scene {
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

/** A keychain that works. */
function keychain(): Scene {
  const entries = new Map<string, string>();
  return {
    keychain: Promise.resolve({
      read: (entry) => Promise.resolve(entries.get(entry)),
      write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
      remove: (entry) => Promise.resolve(void entries.delete(entry)),
    }),
  };
}

/** A service that is stopped before it has begun prints that it is ready, and ends. Its port is certainly free. */
function served(): Scene {
  return { interruption: AbortSignal.abort(new Interruption('SIGTERM')), also: ['--port', '0'] };
}

const atTerminal = (...answers: string[]): Scene => ({ isTerminal: true, answers });
const withId = (made: () => Promise<string>) => async () => ({ ids: { ID: await made() } });
const RUN = 'r-20261121-k7m2';

/** Examples that need preparation, by their beginning. All others run unchanged, and succeed. */
const SCENES: Readonly<Record<string, () => Scene | Promise<Scene>>> = {
  'pix auth login --base-url': () => ({ ...atTerminal(service.keyOf()), also: ['--base-url', service.url] }),
  'pix auth login -p production --base-url https://wallet.example --key-command': () => ({
    also: ['--base-url', service.url, ...printing(service.keyOf())],
  }),
  'pix auth login -p production --base-url': () => {
    writeFileSync('key.txt', service.keyOf());
    return { also: ['--base-url', service.url] };
  },
  'pix auth login -p auditor --base-url': () => ({ ...atTerminal(service.keyOf()), also: ['--base-url', service.url] }),
  'pix keys move keychain': keychain,
  'pix keys add payouts --key-command': () => ({ also: printing(service.keyOf('demo', 'payouts')) }),
  'pix keys add payouts': () => atTerminal(service.keyOf('demo', 'payouts')),
  'pix keys add reader': () => {
    writeFileSync('key.txt', service.keyOf('demo', 'reader'));
    return {};
  },
  'pix keys remove payouts': async () => {
    await pix(['keys', 'add', 'payouts'], { stdin: service.keyOf('demo', 'payouts') });
    return {};
  },
  'pix balance --watch': interrupted,
  'pix balance --at yesterday': withIndex,
  'pix export statement --month 2026-07 --offline': withIndex,
  'pix reconcile': async () => {
    const scene = await withIndex();
    for (const file of ['books.xlsx', 'books.csv', 'bank.ofx']) {
      await json(['export', 'statement', '--offline', '--force', '--out', file]);
    }
    return scene;
  },
  'pix reconcile books.csv': async () => {
    const scene = await withIndex();
    await json(['export', 'statement', '--offline', '--force', '--out', 'books.csv']);
    await json(['reconcile', 'books.csv', '--force', '--out', 'july-report.xlsx']);
    return scene;
  },
  'pix payments list --watch': interrupted,
  'pix payments get ID --qr --wait': async () => ({ ...interrupted(), ids: { ID: await charge() } }),
  'pix payments get ID --qr-file': withId(charge),
  'pix payments receipt ID': withId(paidCharge),
  'pix withdraw create': () => atTerminal('25,00', 'another key', 'maria.silva@example.com', 'y'),
  'pix withdraw create --amount': () => ({}),
  'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code': async () => {
    await json(['mock', 'account', 'set', '--transfer-security', 'true']);
    await json(['withdraw', 'request-code', '--amount', '25,00']);
    const { messages } = await json(['mock', 'inbox']);
    return { ids: { 123456: String(messages[0].code) } };
  },
  'pix withdraw request-code': async () => {
    await json(['mock', 'account', 'set', '--transfer-security', 'true']);
    return {};
  },
  'pix withdraw get ID': withId(withdrawal),
  'pix withdraw receipt ID': withId(withdrawal),
  'pix payouts check': () => {
    batchFile();
    return {};
  },
  'pix payouts rehearse': async () => {
    batchFile();
    await json(['sync']);
    return {};
  },
  'pix payouts run': () => {
    batchFile();
    return atTerminal('1.250,00');
  },
  'pix payouts run july.csv --digest': async () => {
    batchFile();
    return { ids: { 'sha256:…': await digestOf() } };
  },
  'pix payouts submit': () => {
    batchFile();
    return {};
  },
  'pix payouts pending r-': async () => {
    batchFile();
    return { ids: { [RUN]: String((await json(['payouts', 'submit', 'july.csv'])).run) } };
  },
  'pix payouts reject': async () => ({ ids: { [RUN]: await submittedRun() } }),
  'pix payouts approve': async () => ({ ...atTerminal('1.250,00'), ids: { [RUN]: await submittedRun() } }),
  'pix payouts policy show': async () => {
    await submittedRun();
    return {};
  },
  'pix payouts policy init': () => {
    const { publicKey } = createSshKey('.', 'dora');
    return { isTerminal: true, answers: ['dora', 'dora', 'dora', '', '', '', publicKey] };
  },
  'pix payouts policy set': async () => {
    await policyOfTwo();
    return atTerminal('y');
  },
  // Without a database, there is nothing to move to or from: test/postgres/journal-move.test.ts does both.
  'pix payouts journal move': () => ({ exitCode: 2 }),
  'pix payouts resume': async () => ({ ids: { [RUN]: await runOfBatch() } }),
  'pix payouts timer': async () => {
    batchFile();
    const argv = ['payouts', 'run', 'july.csv', '--on', 'tomorrow', '--yes', '--confirm-total', '1.250,00'];
    return { ids: { [RUN]: String((await json(argv)).run) } };
  },
  'pix payouts status': async () => {
    await runOfBatch();
    return {};
  },
  'pix payouts status r-': async () => ({ ids: { [RUN]: await runOfBatch() } }),
  'pix payouts receipts': async () => ({ ids: { [RUN]: await runOfBatch() } }),
  'pix payouts report': async () => ({ ids: { [RUN]: await runOfBatch() } }),
  'pix payouts report r-20261121-k7m2 --retry-file': async () => {
    const run = await runInDoubt();
    await json(['payouts', 'resolve', run, String(ROW_IN_DOUBT + 1), '--not-paid', '--yes']);
    return { ids: { [RUN]: run } };
  },
  'pix payouts resolve': async () => ({ ...atTerminal('y'), ids: { [RUN]: await runInDoubt() } }),
  'pix payouts resolve r-20261121-k7m2 17 --paid': async () => {
    const run = await runInDoubt();
    const payment = { amount: 5, pixKey: keyOfRow(ROW_IN_DOUBT), pixKeyType: 'EMAIL' };
    const created = await service.request('/api/v1/withdraw/create', { json: payment });
    return { ...atTerminal('y'), ids: { [RUN]: run, ID: String(created.json.data.id) } };
  },
  'pix find E9999900420260714150700aBcDeFgH1': async () => {
    const { transactionId } = await json(['withdraw', 'get', await withdrawal()]);
    return { ids: { E9999900420260714150700aBcDeFgH1: String(transactionId) } };
  },
  'pix find 529.982.247-25': async () => {
    await json(['withdraw', 'create', '--amount', '25,00', '--pix-key', '529.982.247-25', '--yes']);
    return {};
  },
  'pix find "R$ 10,50"': async () => {
    await charge();
    return {};
  },
  // Yesterday's or failed payments are not prepared: finding none is a valid result.
  'pix find maria 24,50 yesterday': () => ({ exitCode: 6 }),
  'pix find "***.982.247-**" --status FAILED': () => ({ exitCode: 6 }),
  'pix find order 17': async () => {
    await json(['payments', 'create', '--value', '10,50', '--description', 'Order 17']);
    return {};
  },
  'pix find order 17 --offline': async () => {
    await json(['payments', 'create', '--value', '10,50', '--description', 'Order 17']);
    return withIndex();
  },
  'pix find maria@example.com': async () => {
    await json(['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com', '--yes']);
    return {};
  },
  'pix api POST /api/v1/payment/create --input': () => {
    writeFileSync('charge.json', '{"value": 10.5}');
    return {};
  },
  'pix serve': served,
  'pix serve --mock --seed-file': async () => {
    await json(['mock', 'world', 'export', 'world.json']);
    return served();
  },
  'pix serve --mock --from-profile': async () => {
    await json(['sync', '-p', 'work']);
    return served();
  },
  // Only a process of its own may pass signals on: test/journey/serve-command.test.ts.
  'pix serve --mock --no-rate-limit': () => ({ ...served(), also: [], exitCode: 130 }),
  'pix mock activate': withId(charge),
  'pix mock pay': withId(charge),
  'pix mock expire': withId(charge),
  'pix mock settle': withId(pendingWithdrawal),
  'pix mock fail': withId(pendingWithdrawal),
  'pix mock ledger': withId(paidCharge),
  'pix mock dispute open': withId(paidCharge),
  'pix mock dispute accept': withId(disputed),
  'pix mock dispute refuse': withId(disputed),
  'pix mock webhooks remove': withId(webhook),
  'pix mock webhooks resend': withId(postedEvent),
  'pix mock requests --follow': interrupted,
  'pix mock restore': async () => {
    await json(['mock', 'snapshot', 'before.pixmock']);
    return {};
  },
};

const sceneOf = async (line: string): Promise<Scene> => {
  const [start] = Object.keys(SCENES)
    .filter((known) => line.startsWith(known))
    .sort((one, other) => other.length - one.length);
  return start === undefined ? {} : ((await SCENES[start]?.()) ?? {});
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

  it('is one of the test scenes', () => {
    const unused = Object.keys(SCENES).filter((start) => !lines.some(([line]) => line.startsWith(start)));
    expect(unused).toEqual([]);
  });

  // Many lines are examples of both a group and its command.
  it.each([...new Set(lines.map(([line]) => line))])('%s', async (line) => {
    await prepare(line);
    const { ids = {}, exitCode = 0, also = [], ...options } = await sceneOf(line);
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
