import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centavos, type Centavos } from '../../src/pix/centavos.ts';
import { movableClock } from '../../src/service/clock.ts';
import { writeDemo } from '../../src/service/seed/write-demo.ts';
import { seededNames } from '../../src/service/seeded-names.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/schema/tables.ts';
import { SqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import type { EntryKind } from '../../src/service/wallet/wallet-entries.ts';
import { issueKey, registerAccount } from '../../src/service/wallet/accounts.ts';
import { createPayment, movePayment } from '../../src/service/wallet/payments.ts';
import { sendVerificationCode } from '../../src/service/wallet/verification.ts';
import { decide, type Wallet } from '../../src/service/wallet/wallet.ts';
import { createWithdrawal } from '../../src/service/wallet/withdrawals.ts';
import { createOutside, type Outside } from '../../src/service/outside.ts';
import type { SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { fakeClock, NOON_IN_SAO_PAULO } from '../support/service.ts';
import { draws } from '../support/draws.ts';

const FIRST = { seed: 7, payments: 0, withdrawals: 0 };
const names = seededNames(FIRST.seed);

const WITHDRAWAL = {
  accountId: 'demo',
  coverFee: false,
  description: '',
  recipient: { type: 'CPF', key: '52998224725' },
} as const;
const SAME_IDS = names.identify('withdrawal', 'demo', 1, NOON_IN_SAO_PAULO);
const PERSON = { name: 'Maria Silva', email: 'maria.silva@example.com', taxId: '52998224725' };

interface TestWallet {
  readonly wallet: Wallet;
  readonly outside: Outside;
}

type Operation = (testWallet: TestWallet) => Promise<unknown>;

/** A wallet with two accounts, of which `demo` has a small balance, and a counter of commits. */
async function openWallet() {
  const database = await openDatabase(undefined, SERVICE_SCHEMA);
  let commits = 0;
  const watched: SqlDatabase = {
    ...database,
    prepare(sql) {
      const statement = database.prepare(sql);
      if (sql !== 'COMMIT') return statement;
      const run = () => {
        commits += 1;
        return statement.run();
      };
      return { all: () => [], get: () => undefined, run };
    },
  };
  const store = new SqliteStore(watched);
  const now = NOON_IN_SAO_PAULO;
  await store.initialise(FIRST, (transaction) => writeDemo(transaction, names, { ...FIRST, now }));
  const clock = movableClock(fakeClock(), { clockAheadMs: 0, latestAt: 0 });
  const wallet: Wallet = { store, circumstances: () => ({ ...names, at: clock.now() }) };
  return { wallet, outside: createOutside(wallet, clock), store, database, commits: () => commits };
}

/** Everything that is stored, table by table. */
/** Without what counts nothing: within one group, a status that is left again is never written. */
function rowsOf(database: SqlDatabase): unknown {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = (name: unknown) => database.prepare(`SELECT * FROM ${String(name)}`).all();
  return tables.map(({ name }) => [name, rows(name).filter(({ count }) => count !== 0)]);
}

/** One of the first that exist, or may exist by then. */
const sequence = fc.integer({ min: 1, max: 12 });
const account = fc.constantFrom('demo', 'other');
const reais = fc.integer({ min: 4, max: 4_000 }).map((whole) => centavos(whole * 100));

const idOf = (kind: EntryKind, accountId: string, index: number) =>
  names.identify(kind, accountId, index, NOON_IN_SAO_PAULO).id;

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(account, reais, fc.boolean(), fc.option(fc.boolean(), { nil: undefined })).map(withdraw),
  },
  fc.tuple(account, reais).map(
    ([accountId, amount]): Operation =>
      ({ outside }) =>
        outside.deposit(accountId, amount),
  ),
  fc.tuple(account, sequence, fc.constantFrom('OPEN', 'ACCEPTED', 'REFUSED')).map(
    ([accountId, place, to]): Operation =>
      ({ outside }) =>
        outside.moveDispute(idOf('payment', accountId, place), to),
  ),
  fc.tuple(account, sequence, fc.constantFrom('COMPLETED', 'AC03')).map(
    ([accountId, place, to]): Operation =>
      ({ outside }) =>
        outside.moveWithdrawal(idOf('withdrawal', accountId, place), to),
  ),
  fc.tuple(account, reais, fc.boolean(), fc.boolean()).map(
    ([accountId, limit, oneAtATime, transferSecurity]): Operation =>
      ({ outside }) =>
        outside.changeAccount(accountId, {
          dailyLimitCentavos: 10 * limit,
          feeCentavos: limit / 100,
          oneAtATime,
          transferSecurity,
          settleAfterMs: 60_000,
        }),
  ),
  fc.tuple(account, reais, fc.boolean()).map(
    ([accountId, amountCentavos, coverFee]): Operation =>
      ({ wallet }) =>
        decide(wallet, [], (transaction, circumstances) =>
          sendVerificationCode(transaction, circumstances, accountId, { amountCentavos, coverFee }),
        ),
  ),
  fc.tuple(account, reais).map(changeTheMind),
  fc.constant(advance),
  fc.constant(({ wallet }: TestWallet) =>
    decide(wallet, [], (transaction, circumstances) => registerAccount(transaction, circumstances, PERSON)),
  ),
);

function withdraw([accountId, amountCentavos, coverFee, instant]: [
  string,
  Centavos,
  boolean,
  boolean | undefined,
]): Operation {
  return ({ wallet }) =>
    decide(wallet, [], (transaction, circumstances) =>
      createWithdrawal(transaction, circumstances, {
        ...WITHDRAWAL,
        accountId,
        amountCentavos,
        coverFee,
        verificationCode: names.verificationCode(1),
        ...(instant !== undefined && { instant }),
      }),
    );
}

function advance({ outside }: TestWallet): Promise<unknown> {
  return outside.advance(45_000);
}

/** A moved clock commits by itself, and ends the group before it. */
function groupsOf(operations: readonly Operation[]): number {
  return operations.filter((operate, index) => operate === advance || operations[index - 1] === advance || index === 0)
    .length;
}

/** Writes in every possible way, and then fails. */
function changeTheMind([accountId, amountCentavos]: [string, Centavos]): Operation {
  return ({ wallet }) =>
    decide(wallet, [], async (transaction, circumstances) => {
      const order = { accountId, amountCentavos, coverFee: true, description: '' };
      const { id } = await createPayment(transaction, circumstances, order);
      await movePayment(transaction, circumstances.at, accountId, id, 'COMPLETED');
      await createWithdrawal(transaction, circumstances, { ...WITHDRAWAL, ...order, instant: false });
      await issueKey(transaction, circumstances, { accountId, name: 'scripts', permissions: ['read:balance'] });
      throw new Error('changed my mind');
    });
}

/** @param inOneTurn of the event loop; otherwise one after the other */
async function outcomesOf(operations: readonly Operation[], inOneTurn: boolean) {
  const { database, commits, store, ...testWallet } = await openWallet();
  const before = commits();
  const settled: PromiseSettledResult<unknown>[] = [];
  for (const group of inOneTurn ? [operations] : operations.map((operation) => [operation])) {
    settled.push(...(await Promise.allSettled(group.map((operate) => operate(testWallet)))));
  }
  const outcomes = settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)));
  const committed = commits() - before;
  const violations = (await store.audit()).flatMap((invariant) => invariant.violations);
  const rows = rowsOf(database);
  await store.close();
  return { outcomes, rows, violations, committed };
}

it('gives the same results as separate commits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 100, size: 'max' }), async (operations) => {
      const { committed: commitsOfOne, ...together } = await outcomesOf(operations, true);
      const { committed: commitsOfEach, ...oneByOne } = await outcomesOf(operations, false);
      expect([commitsOfOne, commitsOfEach]).toEqual([groupsOf(operations), operations.length]);
      expect([together, together.violations]).toEqual([oneByOne, []]);
    }),
    draws(5),
  );
});

it('overdraws nothing in one commit: of a hundred against money for fifty, exactly fifty succeed, whatever fails between', async () => {
  const { commits, store, ...testWallet } = await openWallet();
  const { outside } = testWallet;
  await outside.changeAccount('demo', { feeCentavos: 0 });
  const { availableCentavos } = await outside.accountBehaviour('demo');
  const before = commits();
  const fiftieth = centavos(availableCentavos / 50);
  const operations = Array.from({ length: 100 }, () => [
    withdraw(['demo', fiftieth, false, undefined]),
    changeTheMind(['demo', fiftieth]),
  ]);
  const settled = await Promise.allSettled(operations.flat().map((operate) => operate(testWallet)));
  expect(commits() - before).toBe(1);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(settled.filter((_, index) => index % 2 === 0).slice(50)).toMatchObject(
    Array.from({ length: 50 }, () => ({ reason: { code: 'insufficient_balance', facts: { balance: 0 } } })),
  );
  expect(await outside.accountBehaviour('demo')).toMatchObject({ availableCentavos: 0, inTransitCentavos: 0 });
  expect((await store.audit()).flatMap(({ violations }) => violations)).toEqual([]);
  await store.close();
});

it('answers a group that the database refuses with failures, stores nothing of it, and continues', async () => {
  const { database, store, wallet, outside } = await openWallet();
  const before = rowsOf(database);
  const twice = () =>
    decide(
      { store, circumstances: () => ({ ...wallet.circumstances(), identify: () => SAME_IDS }) },
      [],
      (transaction, now) => createWithdrawal(transaction, now, { ...WITHDRAWAL, amountCentavos: centavos(500) }),
    );
  const group = [outside.deposit('demo', centavos(1_000)), twice(), outside.deposit('other', centavos(1_000)), twice()];
  const settled = await Promise.allSettled(group);
  expect(settled).toMatchObject(
    group.map(() => ({ status: 'rejected', reason: { message: expect.stringContaining('UNIQUE') } })),
  );
  expect(rowsOf(database)).toEqual(before);
  expect(await outside.deposit('demo', centavos(1_000))).toMatchObject({ value: 1_000 });
  expect((await store.audit()).flatMap(({ violations }) => violations)).toEqual([]);
  await store.close();
});
