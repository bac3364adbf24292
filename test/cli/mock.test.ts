import { readFileSync, statSync, writeFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { API_KEY, failureOf, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { refusal } from '../support/bodies.ts';
import { wordsOf } from './command-tree.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

/* The responses of the controls are typed by hand: a schema cannot test itself. */

const LOCAL = 'http://127.0.0.1:4010';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

let sent: Sent[];

onlyNock();
beforeEach(() => {
  sent = [];
});

/** Answers once, and records the request. */
function answer(method: 'GET' | 'POST' | 'DELETE', path: string, status: number, body: nock.Body, type?: string) {
  nock(LOCAL)
    .intercept(path, method)
    .reply(
      status,
      function (_uri, requested) {
        sent.push({ method, path, body: requested, headers: this.req.headers });
        return body;
      },
      type === undefined ? {} : { 'Content-Type': type },
    );
}

const done = (data: object) => ({ success: true, data });

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(['mock', ...argv], {
    ...options,
    environment: { PIX_BASE_URL: LOCAL, NO_COLOR: '1', ...options.environment },
  });

/** What pix asks an address that refuses a control: whether it has any. */
const hasControls = () => answer('GET', '/mock/faults', 200, done({ faults: [] }));

const bodies = () => sent.map(({ body }) => body);

const payment = { id: 'pay-1', status: 'COMPLETED', value: 1050 };
const withdrawal = { id: 'wd-1', status: 'FAILED', value: 2500, failureReason: 'AB03: Settlement timed out' };
const dispute = { id: 'dis-1', paymentId: 'pay-1', amount: 1000, status: 'OPEN' };
const behaviour = {
  id: 'acc-1',
  name: 'Padaria Aurora',
  instant: false,
  settleAfterMs: 7_200_000,
  settleAs: 'AC03',
  transferSecurity: true,
  oneAtATime: false,
  blocked: false,
  dailyLimitCentavos: 50_000,
  monthlyLimitCentavos: 100_000,
  perTransactionLimitCentavos: 20_000,
  feeCentavos: 50,
  availableCentavos: 123_456,
  inTransitCentavos: 2_500,
  blockedCentavos: 0,
  cache: true,
  clockAheadMs: 0,
};
const receipt = {
  id: 'fault-1',
  on: 'POST /api/v1/withdraw/create',
  fault: 'reset-after',
  times: 1,
  after: 0,
  probability: 1,
  delayMs: 0,
  matched: 2,
  fired: 1,
};
const delivery = {
  number: 1,
  at: '2026-07-14T15:00:00.000Z',
  id: 'evt_1',
  type: 'payment.completed',
  account: 'demo',
  transaction: 'pay-1',
  webhook: 'webhook-1',
  url: 'http://127.0.0.1:3000/pix',
  attempt: 1,
  delivered: false,
  status: 500,
  error: null,
  durationMs: 3.4,
  retryAfterMs: 1_000,
  body: '{}',
};
const logged = {
  number: 7,
  at: '2026-07-14T15:00:00.000Z',
  method: 'POST',
  path: '/api/v1/withdraw/create',
  account: 'demo',
  key: 'pk_…a1b2',
  status: null,
  durationMs: 3.4,
  fault: 'reset-after',
};

describe('the requests and the output of each command', () => {
  const SETTINGS =
    'account set --instant false --settle-after 2h --settle-as ac03 --fee 0 --transfer-security true ' +
    '--one-at-a-time TRUE --blocked false --cache false --daily-limit 500 --monthly-limit 1.000,00 --per-transaction 200,50';
  const SET = {
    account: 'demo',
    instant: false,
    settleAfterMs: 7_200_000,
    settleAs: 'AC03',
    transferSecurity: true,
    oneAtATime: true,
    blocked: false,
    cache: false,
    dailyLimitCentavos: 50_000,
    monthlyLimitCentavos: 100_000,
    perTransactionLimitCentavos: 20_050,
    feeCentavos: 0,
  };
  const HOOK = 'http://127.0.0.1:3000/pix';
  const CREATION = { on: 'POST /api/v1/withdraw/create', fault: 'reset-after', times: 1, delayMs: 0 };
  const LATENCY = { on: '* *', fault: 'latency', delayMs: 1_500, after: 3, probability: 0.25 };
  const deposit = (account: string, amountCentavos: number) => ({ account, amountCentavos });
  const [now, later] = [{ now: '2026-07-14T15:01:30.000Z' }, { now: '2026-07-15T15:00:00.000Z' }];
  const webhook = { id: 'webhook-1', url: HOOK, account: 'demo', secret: 'whsec_x' };

  it.each<[line: string, path: string, body: object, data: object]>([
    ['activate pay-1', 'payment/activate', { id: 'pay-1' }, payment],
    ['pay pay-1', 'payment/pay', { id: 'pay-1' }, payment],
    ['expire pay-1', 'payment/expire', { id: 'pay-1' }, payment],
    ['settle wd-1', 'withdraw/settle', { id: 'wd-1' }, withdrawal],
    ['fail wd-1', 'withdraw/fail', { id: 'wd-1' }, withdrawal],
    ['fail wd-1 --reason ab03', 'withdraw/fail', { id: 'wd-1', reason: 'AB03' }, withdrawal],
    ['deposit 10,50', 'deposit', deposit('demo', 1050), payment],
    ['deposit 0,01 --account other', 'deposit', deposit('other', 1), payment],
    ['dispute open pay-1', 'dispute/open', { paymentId: 'pay-1' }, dispute],
    ['dispute accept pay-1', 'dispute/accept', { paymentId: 'pay-1' }, dispute],
    ['dispute refuse pay-1', 'dispute/refuse', { paymentId: 'pay-1' }, dispute],
    [SETTINGS, 'account', SET, behaviour],
    [
      'account set --account other --settle-after never --settle-as completed',
      'account',
      { account: 'other', settleAfterMs: null, settleAs: 'COMPLETED' },
      behaviour,
    ],
    ['advance 90s', 'clock/advance', { durationMs: 90_000 }, now],
    ['advance 1d --account other', 'clock/advance', { durationMs: 86_400_000, account: 'other' }, later],
    ['faults add --on "post  /api/v1/withdraw/create" --fault RESET-AFTER --times 1', 'faults', CREATION, receipt],
    ['faults add --on "* *" --fault latency --delay 1500ms --after 3 --probability 0,25', 'faults', LATENCY, receipt],
    [
      `webhooks add ${HOOK} --account demo --secret whsec_x`,
      'webhooks',
      { url: HOOK, account: 'demo', secret: 'whsec_x' },
      webhook,
    ],
    ['webhooks remove webhook-1', 'webhooks/remove', { id: 'webhook-1' }, webhook],
    ['webhooks resend evt_1', 'webhooks/resend', { id: 'evt_1' }, { deliveries: [{ ...delivery, delivered: true }] }],
    ['reset', 'reset', {}, { seed: 42 }],
  ])('%s', async (line, path, body, data) => {
    answer('POST', `/mock/${path}`, 200, done(data));
    const { exitCode, stdout } = await run([...wordsOf(line), '--json']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, data]);
    expect(sent.map(({ body: told }) => (told === '' ? {} : told))).toEqual([body]);
  });

  it.each<[argv: string[], method: 'GET' | 'DELETE', path: string, data: object]>([
    [['account', 'show'], 'GET', '/mock/account?account=demo', behaviour],
    [['account', 'show', '--account', 'other'], 'GET', '/mock/account?account=other', behaviour],
    [['inbox'], 'GET', '/mock/inbox', { messages: [] }],
    [['faults', 'list'], 'GET', '/mock/faults', { faults: [receipt] }],
    [['faults', 'clear'], 'DELETE', '/mock/faults', { faults: [receipt] }],
    [['requests'], 'GET', '/mock/requests', { requests: [logged] }],
    [['webhooks', 'list'], 'GET', '/mock/webhooks', { webhooks: [] }],
    [['webhooks', 'deliveries'], 'GET', '/mock/webhooks/deliveries', { deliveries: [delivery] }],
    [['webhooks', 'deliveries', 'pay-1'], 'GET', '/mock/webhooks/deliveries?id=pay-1', { deliveries: [delivery] }],
  ])('%j', async (argv, method, path, data) => {
    answer(method, path, 200, done(data));
    const { exitCode, stdout } = await run([...argv, '--json']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, data]);
    expect(sent).toHaveLength(1);
  });

  it('shows a person sheets and tables, in their language', async () => {
    const show = async (argv: readonly string[]) => (await run(argv, { isTerminal: true })).stdout;
    answer('GET', '/mock/account?account=demo', 200, done({ ...behaviour, settleAfterMs: null }));
    const account = await show(['account', 'show', '--lang', 'pt']);
    expect(account).toMatch(/^Liquidado após +nunca$/m);
    expect(account).toMatch(/^Limite diário +R\$ 500,00$/m);
    answer('GET', '/mock/account?account=demo', 200, done(behaviour));
    expect(await show(['account', 'show'])).toMatch(/^Settled after +2h$/m);
    answer('GET', '/mock/faults', 200, done({ faults: [receipt] }));
    expect(await show(['faults', 'list'])).toMatch(/^fault-1 +POST \/api\/v1\/withdraw\/create +reset-after/m);
    answer('POST', '/mock/dispute/open', 200, done(dispute));
    expect(await show(['dispute', 'open', 'pay-1', '--lang', 'pt'])).toMatch(/^Status +Aberta$/m);
    answer('POST', '/mock/clock/advance', 200, done({ now: '2026-07-14T15:01:30.000Z' }));
    const advanced = await run(['advance', '90s'], { isTerminal: true });
    expect(advanced).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('Service clock advanced by 90s: 2026-07-14'),
    });
  });
});

it('requests shows what the service itself has sent as outgoing', async () => {
  const sentOut = { ...logged, path: delivery.url, key: null, status: 200, fault: null, outgoing: true };
  answer('GET', '/mock/requests', 200, done({ requests: [sentOut] }));
  const { stdout } = await run(['requests'], { isTerminal: true });
  expect(stdout).toMatch(/ Outgoing\n.* 200 +POST +http:\/\/127\.0\.0\.1:3000\/pix .* yes\n$/);
});

describe('requests --follow', () => {
  it('requests new entries, prints them line by line, and continues until it is stopped', async () => {
    const stop = new AbortController();
    answer('GET', '/mock/requests?after=0', 200, done({ requests: [logged] }));
    answer('GET', '/mock/requests?after=7', 200, done({ requests: [] }));
    answer(
      'GET',
      '/mock/requests?after=7',
      200,
      done({ requests: [{ ...logged, number: 8, status: 200, fault: null }] }),
    );
    let sleeps = 0;
    const onSleep = () => {
      sleeps += 1;
      if (sleeps === 3) stop.abort(new Error('stop'));
      stop.signal.throwIfAborted();
    };
    const { stdout } = await run(['requests', '--follow', '--json'], { onSleep, interruption: stop.signal });
    expect(stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line).number))).toEqual([
      7,
      8,
      undefined,
    ]);
  });

  it('shows a person the time, the request, its outcome and the reason', async () => {
    answer('GET', '/mock/requests?after=0', 200, done({ requests: [logged] }));
    const onSleep = () => {
      throw new Error('enough');
    };
    const { stdout } = await run(['requests', '--follow', '--no-color'], { onSleep, isTerminal: true, columns: 120 });
    expect(stdout).toMatch(/^When .*\n2026-07-14 \S+ +— +POST +\/api\/v1\/withdraw\/create +3 +demo +reset-after\n$/);
  });
});

describe('verify', () => {
  const holding = { name: 'every transfer balances', holds: true, violations: [] };
  const broken = { name: 'the ledger sums to zero', holds: false, violations: ['it sums to 1'] };

  it('ends with 0 when all invariants hold', async () => {
    answer('GET', '/mock/verify', 200, done({ holds: true, invariants: [holding] }));
    const { exitCode, stdout, stderr } = await run(['verify']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'every transfer balances\ttrue\t[]\n' });
    expect(stderr).toBe('All 1 invariants hold.\n');
  });

  it('names each with its verdict, and ends with 1 when one is violated', async () => {
    const data = { holds: false, invariants: [holding, broken] };
    answer('GET', '/mock/verify', 200, done(data));
    const shown = await run(['verify'], { isTerminal: true });
    expect(shown.exitCode).toBe(1);
    expect(shown.stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
      'holds each transfer balances',
      'BROKEN the ledger sums to zero',
      'it sums to 1',
      '',
    ]);
    answer('GET', '/mock/verify', 200, done(data));
    const json = await run(['verify', '--json']);
    expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([1, data]);
    expect(jsonError(json)).toMatchObject({ code: 'invariant_broken', details: { broken: [broken.name] } });
  });
});

it('verify of a damaged file ends with 1, and says in words what to do', async () => {
  const damaged = {
    name: 'what is stored is not damaged',
    holds: false,
    violations: ['Tree 5 page 7: btreeInitPage()'],
  };
  answer('GET', '/mock/verify', 200, done({ holds: false, isDamaged: true, invariants: [damaged] }));
  const result = await run(['verify', '--json']);
  expect(result.exitCode).toBe(1);
  expect(JSON.parse(result.stdout)).toEqual({ holds: false, isDamaged: true, invariants: [damaged] });
  expect(jsonError(result)).toMatchObject({ code: 'data_damaged', hint: expect.stringContaining('snapshot') });
});

describe('snapshot and restore', () => {
  const state = Buffer.from([0, 255, 10, 13, 195]);

  it('write and read the exact bytes, in a private file', async () => {
    const file = join(temporaryFolder(), 'before.pixmock');
    answer('GET', '/mock/snapshot', 200, state, 'application/octet-stream');
    const saved = await run(['snapshot', file, '--json']);
    expect([saved.exitCode, JSON.parse(saved.stdout)]).toEqual([0, { file, bytes: 5 }]);
    expect([readFileSync(file), statSync(file).mode & 0o777]).toEqual([state, 0o600]);

    hasControls();
    answer('POST', '/mock/restore', 200, done({ bytes: 5 }));
    const restored = await run(['restore', file, '--json']);
    expect([restored.exitCode, JSON.parse(restored.stdout)]).toEqual([0, { bytes: 5 }]);
    const upload = sent.at(-1);
    expect(upload?.headers['content-type']).toBe('application/octet-stream');
    expect(Buffer.from(String(upload?.body), 'hex')).toEqual(state);
  });

  it('leave nothing behind when the state does not arrive', async () => {
    const folder = temporaryFolder();
    answer('GET', '/mock/snapshot', 500, refusal('Internal Server Error', 'internal_error'));
    hasControls();
    expect([(await run(['snapshot', join(folder, 'x')])).exitCode, readdirSync(folder)]).toEqual([1, []]);
    for (const [path, reason] of [
      [join(folder, 'x'), 'arquivo não encontrado'],
      [folder, 'é uma pasta'],
    ] as const) {
      const refused = await run(['restore', path, '--json', '--lang', 'pt-BR']);
      expect(failureOf(refused)).toEqual([2, 'file_unreadable']);
      expect(jsonError(refused).message).toMatch(new RegExp(`: ${reason}$`));
    }
  });
});

it.each<[argv: string[], code: string]>([
  [['pay', ' '], 'invalid_id'],
  [['deposit', '1.234'], 'ambiguous_amount'],
  [['deposit', '0'], 'below_minimum'],
  [['fail', 'wd-1', '--reason', 'AC99'], 'invalid_refusal_code'],
  [['account', 'set'], 'nothing_to_set'],
  [['account', 'set', '--account', 'other'], 'nothing_to_set'],
  [['account', 'set', '--instant', 'yes'], 'invalid_value'],
  [['account', 'set', '--settle-after', 'soon'], 'invalid_duration'],
  [['account', 'set', '--settle-as', 'FAILED'], 'invalid_refusal_code'],
  [['advance', '2 weeks'], 'invalid_duration'],
  [['advance', '9999d'], 'invalid_duration'],
  [['faults', 'add', '--fault', 'hang'], 'missing_option'],
  [['faults', 'add', '--on', '* *'], 'missing_option'],
  [['faults', 'add', '--on', '/api/v1/x', '--fault', 'hang'], 'invalid_requests'],
  [['faults', 'add', '--on', 'GET /mock/verify', '--fault', 'hang'], 'invalid_requests'],
  [['faults', 'add', '--on', '* *', '--fault', 'hung'], 'invalid_fault'],
  [['faults', 'add', '--on', '* *', '--fault', 'latency'], 'missing_option'],
  [['faults', 'add', '--on', '* *', '--fault', 'hang', '--probability', '1.5'], 'invalid_probability'],
  [['faults', 'add', '--on', '* *', '--fault', 'hang', '--delay', '2h'], 'invalid_duration'],
  [['faults', 'add', '--on', '* *', '--fault', 'hang', '--times', '0'], 'invalid_number'],
  [['requests', '--fields', 'body'], 'unknown_field'],
  [['webhooks', 'add', 'ftp://127.0.0.1/'], 'invalid_webhook'],
])('wrong input sends nothing %j: %s', async (argv, code) => {
  const result = await run([...argv, '--json']);
  expect([result.exitCode, result.stdout, jsonError(result).code]).toEqual([2, '', code]);
  expect(jsonError(result).hint).toBeTruthy();
});

it('webhooks resend fails when the event is not delivered, after the answer', async () => {
  const data = { deliveries: [{ ...delivery, url: 'http://127.0.0.1:1/', delivered: true }, delivery] };
  answer('POST', '/mock/webhooks/resend', 200, done(data));
  const result = await run(['webhooks', 'resend', 'evt_1', '--json']);
  expect(failureOf(result)).toEqual([1, 'not_delivered']);
  expect(jsonError(result).message).toBe(`not delivered to ${delivery.url}`);
  expect(JSON.parse(result.stdout)).toEqual(data);
});

describe('an unknown id', () => {
  it.each<[argv: string[], method: 'GET' | 'POST', path: string, message: RegExp]>([
    [['pay', 'x'], 'POST', '/mock/payment/pay', /charge not found: x/],
    [['settle', 'x'], 'POST', '/mock/withdraw/settle', /withdrawal not found: x/],
    [['dispute', 'open', 'x'], 'POST', '/mock/dispute/open', /charge not found: x/],
    [['dispute', 'accept', 'x'], 'POST', '/mock/dispute/accept', /no dispute found for charge x/],
    [['account', 'show', '--account', 'x'], 'GET', '/mock/account?account=x', /account not found: "x"/],
    [['webhooks', 'remove', 'x'], 'POST', '/mock/webhooks/remove', /no address has the ID x/],
    [['webhooks', 'resend', 'x'], 'POST', '/mock/webhooks/resend', /no event x was posted/],
  ])('%j ends with 6', async (argv, method, path, message) => {
    answer(method, path, 404, refusal('Not Found', 'not_found'));
    hasControls();
    const result = await run([...argv, '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([6, 'not_found']);
    expect(jsonError(result).message).toMatch(message);
  });

  it('reports what the service refuses, in its words', async () => {
    answer('POST', '/mock/payment/pay', 400, refusal('Bad Request', 'invalid_transition'));
    hasControls();
    const result = await run(['pay', 'pay-1', '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([1, 'invalid_transition']);
    expect(jsonError(result).message).toContain('Words of the service about invalid_transition');
  });
});

describe('the service of pix mock', () => {
  it('is refused without controls, whatever answers there', async () => {
    for (const [status, body] of [
      [404, refusal('Not Found', 'not_found')],
      [401, refusal('Unauthorized', 'unauthorized')],
      [405, '<html>'],
      [200, '<html>Welcome</html>'],
      [302, ''],
      [200, { success: true, data: { hello: 'world' } }],
    ] as const) {
      answer('POST', '/mock/reset', status, body);
      answer('GET', '/mock/faults', status, body);
      const result = await run(['reset', '--json']);
      expect([result.exitCode, result.stdout, jsonError(result).code]).toEqual([1, '', 'not_local_service']);
      expect(jsonError(result).message).toContain(LOCAL);
      expect(jsonError(result).hint).toContain('-p mock');
    }
    answer('GET', '/mock/snapshot', 200, '<html>', 'text/html');
    answer('GET', '/mock/faults', 200, '<html>');
    const file = join(temporaryFolder(), 'x');
    expect(jsonError(await run(['snapshot', file, '--json'])).code).toBe('not_local_service');
    expect(existsSync(file)).toBe(false);
  });

  it('without controls receives no byte of a state', async () => {
    const file = join(temporaryFolder(), 'x');
    writeFileSync(file, 'state');
    answer('GET', '/mock/faults', 404, refusal('Not Found', 'not_found'));
    const result = await run(['restore', file, '--json']);
    expect([jsonError(result).code, sent.map(({ path }) => path)]).toEqual(['not_local_service', ['/mock/faults']]);
  });

  it('is --base-url, otherwise the active profile, otherwise the profile "mock"', async () => {
    const configDirectory = temporaryFolder();
    const profiles = openProfiles({ configDirectory });
    const environment = { PIX_CONFIG_DIR: configDirectory, PIX_BASE_URL: '' };
    const none = await run(['reset', '--json'], { environment });
    expect([none.exitCode, jsonError(none).code]).toEqual([2, 'no_local_service']);
    expect(jsonError(none).hint).toContain('pix serve --mock');

    const origins: string[] = [];
    for (const port of [1001, 1002, 1003]) {
      nock(`http://127.0.0.1:${port}`)
        .post('/mock/reset')
        .reply(200, () => {
          origins.push(`${port}`);
          return done({ seed: 42 });
        });
    }
    profiles.set('mock', { baseUrl: 'http://127.0.0.1:1001', apiKey: API_KEY });
    await run(['reset'], { environment });
    profiles.set('other', { baseUrl: 'http://127.0.0.1:1002', apiKey: API_KEY });
    profiles.use('other');
    await run(['reset'], { environment });
    await run(['reset', '--base-url', 'http://127.0.0.1:1003'], { environment });
    expect(origins).toEqual(['1001', '1002', '1003']);
  });

  it('never receives an API key, wherever that is stored', async () => {
    const configDirectory = temporaryFolder();
    openProfiles({ configDirectory }).set('mock', { baseUrl: LOCAL, apiKey: API_KEY });
    answer('POST', '/mock/reset', 200, done({ seed: 42 }));
    answer('POST', '/mock/reset', 200, done({ seed: 42 }));
    await run(['reset', '-p', 'mock'], { environment: { PIX_CONFIG_DIR: configDirectory } });
    await run(['reset'], { environment: { PIX_API_KEY: API_KEY } });
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent)).not.toContain(API_KEY);
    expect(sent.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-api-key');
  });
});

describe('an exposed service', () => {
  const TOKEN = 'a-token-that-nobody-may-see';
  const wanted = {
    ...refusal('Unauthorized', 'unauthorized'),
    message: 'The controls of an exposed service want its token in the header X-Mock-Token',
  };
  const tokens = () => sent.map(({ headers }) => headers['x-mock-token']);

  it('receives the token in PIX_MOCK_TOKEN when it requires one, and not before', async () => {
    answer('POST', '/mock/reset', 401, wanted);
    answer('POST', '/mock/reset', 200, done({ seed: 42 }));
    const { exitCode, stderr } = await run(['reset', '--verbose'], { environment: { PIX_MOCK_TOKEN: TOKEN } });
    expect([exitCode, tokens()]).toEqual([0, [undefined, TOKEN]]);
    expect(stderr).not.toContain(TOKEN);
  });

  it('receives the token that a person types', async () => {
    answer('POST', '/mock/payment/pay', 401, wanted);
    answer('POST', '/mock/payment/pay', 200, done(payment));
    const { exitCode, questions } = await run(['pay', 'pay-1'], { isTerminal: true, answers: [TOKEN] });
    expect([exitCode, questions, tokens()]).toEqual([
      0,
      ['Token of the local service (not shown)'],
      [undefined, TOKEN],
    ]);
    expect(bodies()).toEqual([{ id: 'pay-1' }, { id: 'pay-1' }]);
  });

  it.each([[{}], [{ PIX_MOCK_TOKEN: 'wrong' }], [{ PIX_MOCK_TOKEN: 'chave não é' }]])(
    'ends with 4 and a hint without the right token (%j)',
    async (environment) => {
      for (let attempt = 0; attempt < 2; attempt += 1) answer('POST', '/mock/reset', 401, wanted);
      const result = await run(['reset', '--json'], { environment });
      expect([result.exitCode, jsonError(result).code]).toEqual([4, 'lever_token_wanted']);
      expect(jsonError(result).hint).toContain('PIX_MOCK_TOKEN');
    },
  );

  it('receives its token before a state is sent to it', async () => {
    const file = join(temporaryFolder(), 'x');
    writeFileSync(file, 'state');
    answer('GET', '/mock/faults', 401, wanted);
    hasControls();
    answer('POST', '/mock/restore', 200, done({ bytes: 5 }));
    const { exitCode } = await run(['restore', file], { environment: { PIX_MOCK_TOKEN: TOKEN } });
    expect([exitCode, tokens()]).toEqual([0, [undefined, TOKEN, TOKEN]]);
  });
});
