import { expect, it } from 'vitest';
import { unexplained, type HistoryOperation } from '../campaign/linearizability.ts';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { ownSchema } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { controlOf } from '../support/service-controls.ts';
import { openTestService, type OpenTestService, type TestAnswer } from '../support/service.ts';
import type { ServiceSettings } from '../../src/service/service-settings.ts';
import { HANG_MS } from '../support/hang.ts';

/** `npm run campaign -- --only stores` records more. */
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const HISTORIES = Number(process.env['CAMPAIGN_HISTORIES'] ?? 1);
const INSTANCES = 3;
const CALLERS = 6;
const REQUESTS_A_CALLER = 25;
const START_CENTAVOS = 30_000;
const ACCOUNTS = ['demo', 'other'] as const;

/** What an account holds, in centavos, and what it has sent. */
interface Holding {
  readonly total: number;
  readonly sentToday: number;
  readonly withdrawals: number;
}

interface Recorder {
  readonly operations: Map<string, HistoryOperation<Holding>[]>;
  /** Rises with every request and every answer. */
  next: number;
}

interface Request {
  readonly account: string;
  readonly name: string;
  readonly send: () => Promise<TestAnswer>;
  /** What the answer says; undefined when it leaves the outcome open. */
  readonly stepOf: (answer: TestAnswer) => HistoryOperation<Holding>['step'] | undefined;
  /** What it does in case it does anything. */
  readonly effect: HistoryOperation<Holding>['step'];
}

function withdrawal(service: OpenTestService, account: string, value: number): Request {
  const effect = ({ total, sentToday, withdrawals }: Holding) =>
    total < value ? undefined : { total: total - value, sentToday: sentToday + value, withdrawals: withdrawals + 1 };
  return {
    account,
    name: `withdraw ${value}`,
    send: () =>
      service.request('/api/v1/withdraw/create', { key: service.keyOf(account), json: { amount: value / 100 } }),
    effect,
    stepOf({ status, json }) {
      if (status === 200) return effect;
      if (json?.code !== 'insufficient_balance') return undefined;
      return (holding) => (holding.total < value ? holding : undefined);
    },
  };
}

function deposit(service: OpenTestService, account: string, amountCentavos: number): Request {
  const effect = (holding: Holding) => ({ ...holding, total: holding.total + amountCentavos });
  return {
    account,
    name: `deposit ${amountCentavos}`,
    send: () => service.request('/mock/deposit', { key: null, json: { account, amountCentavos } }),
    effect,
    stepOf: ({ status }) => (status === 200 ? effect : undefined),
  };
}

function balance(service: OpenTestService, account: string): Request {
  return {
    account,
    name: 'balance',
    send: () => service.request('/api/v1/user/balance', { key: service.keyOf(account) }),
    effect: (holding) => holding,
    stepOf({ json }) {
      const { total } = json.data.balance;
      const { dailyUsed } = json.data.limits;
      return (holding) => (holding.total === total && holding.sentToday === dailyUsed ? holding : undefined);
    },
  };
}

function list(service: OpenTestService, account: string): Request {
  return {
    account,
    name: 'list',
    send: () => service.request('/api/v1/withdraw/list?limit=1', { key: service.keyOf(account) }),
    effect: (holding) => holding,
    stepOf({ json }) {
      const { total } = json.data.pagination;
      return (holding) => (holding.withdrawals === total ? holding : undefined);
    },
  };
}

async function record(recorder: Recorder, { account, name, send, stepOf, effect }: Request): Promise<void> {
  const called = (recorder.next += 1);
  const answer = await send();
  const answered = (recorder.next += 1);
  // 503 says that nothing was done.
  const step = answer.status === 503 ? (holding: Holding) => holding : stepOf(answer);
  recorder.operations.get(account)?.push({
    name: `${name} (${called} to ${answered}): ${answer.status}`,
    called,
    answered: step === undefined ? undefined : answered,
    step: step ?? effect,
  });
}

async function holdingOf(service: OpenTestService, account: string): Promise<Holding> {
  const key = service.keyOf(account);
  const { balance: shown, limits } = (await service.request('/api/v1/user/balance', { key })).json.data;
  const { pagination } = (await service.request('/api/v1/withdraw/list?limit=1', { key })).json.data;
  return { total: shown.total, sentToday: limits.dailyUsed, withdrawals: pagination.total };
}

/** Three instances behind proxies that cut every tenth COMMIT or so, and callers that ask them at random. */
async function recordHistory(seed: number, settings: ServiceSettings = {}) {
  const random = seededRandom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const { database, schema } = ownSchema();
  const proxies = await Promise.all(Array.from({ length: INSTANCES }, () => cuttingProxy(database)));
  // A COMMIT whose answer is lost is reported to the operator.
  const onError = () => undefined;
  const options = { schema, cache: false, payments: 0, withdraws: 0, onError, ...settings };
  const instances = await Promise.all(proxies.map(({ url }) => openTestService({ database: url, ...options })));
  const start = new Map<string, Holding>();
  for (const account of ACCOUNTS) {
    const limits = { dailyLimitCentavos: 1e9, monthlyLimitCentavos: 1e9, perTransactionLimitCentavos: 1e9 };
    await controlOf(instances[0]!, 'account', { account, feeCentavos: 0, transferSecurity: false, ...limits });
    await controlOf(instances[0]!, 'deposit', { account, amountCentavos: START_CENTAVOS });
    start.set(account, await holdingOf(instances[0]!, account));
  }
  const recorder: Recorder = { operations: new Map(ACCOUNTS.map((account) => [account, []])), next: 0 };
  const call = async () => {
    for (let count = 0; count < REQUESTS_A_CALLER; count += 1) {
      const service = instances[whole(INSTANCES)]!;
      const account = ACCOUNTS[whole(ACCOUNTS.length)]!;
      const kind = whole(10);
      if (kind < 4) await record(recorder, withdrawal(service, account, 500 + whole(8_000)));
      else if (kind < 5) await record(recorder, deposit(service, account, 500 + whole(12_000)));
      else if (kind < 8) await record(recorder, balance(service, account));
      else await record(recorder, list(service, account));
      if (whole(25) === 0) void proxies[whole(INSTANCES)]!.cutNextCommit(whole(2) === 0 ? 'before' : 'after');
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  await Promise.all(instances.map((instance) => instance.close()));
  const cuts = proxies.reduce((sum, proxy) => sum + proxy.cuts, 0);
  return { start, operations: recorder.operations, cuts };
}

it(
  `balances and withdrawals of ${HISTORIES} histories over three instances are in order, with COMMITs cut`,
  async () => {
    let [operations, cuts] = [0, 0];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      const history = await recordHistory(seed);
      for (const [account, own] of history.operations) {
        expect(unexplained(history.start.get(account)!, own), `seed ${seed}, ${account}`).toBeUndefined();
        operations += own.length;
      }
      cuts += history.cuts;
    }
    expect(cuts).toBeGreaterThan(0);
    expect(operations).toBe(HISTORIES * CALLERS * REQUESTS_A_CALLER);
    if (process.env['CAMPAIGN_HISTORIES'] !== undefined) console.log({ operations, cuts });
  },
  HISTORIES * HANG_MS,
);

it('a balance that an instance repeats although money has moved is found out of order', async () => {
  const { start, operations } = await recordHistory(1, { balanceCacheSeconds: 60 });
  const found = ACCOUNTS.map((account) => unexplained(start.get(account)!, operations.get(account)!));
  expect(found).toEqual(ACCOUNTS.map(() => expect.objectContaining({ stuckAt: expect.any(String) })));
});
