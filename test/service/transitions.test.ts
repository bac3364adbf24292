import { describe, expect, it, onTestFinished } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { seededNames } from '../../src/service/seeded-names.ts';
import { writeDemo } from '../../src/service/seed/write-demo.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/sqlite/schema.ts';
import { SqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { activatePayment, completePayment, createPayment, failPayment } from '../../src/service/wallet/payments.ts';
import { Refusal } from '../../src/service/wallet/refusal.ts';
import { calendarDayOf } from '../../src/service/wallet/sao-paulo-calendar.ts';
import type { WalletTransaction } from '../../src/service/wallet/wallet-transaction.ts';
import { createWithdrawal, failWithdrawal, settleWithdrawal } from '../../src/service/wallet/withdrawals.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { NOON_IN_SAO_PAULO } from '../support/service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

const CREATED_AT = NOON_IN_SAO_PAULO;
const MOVED_AT = CREATED_AT + 90_000;
const REFUSED = { code: 'invalid_transition', message: expect.stringMatching(/PENDING|COMPLETED/) };
const FAILED_DAYS_LATER = CREATED_AT + 20 * 86_400_000;

/** The wallet over a data file, with the available balance of `demo` and today's use of its limits. */
async function openWallet() {
  const dataFile = dataFilePath();
  const database = await openDatabase(dataFile, SERVICE_SCHEMA);
  const store = new SqliteStore(database);
  const names = seededNames(1);
  await store.initialise({ seed: 1, payments: 0, withdrawals: 0 }, (transaction) =>
    writeDemo(transaction, names, { seed: 1, payments: 3, withdrawals: 3, now: CREATED_AT }),
  );
  let isOpen = true;
  const close = async () => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const circumstances = { at: CREATED_AT, identify: names.identify };
  const order = { accountId: 'demo', amountCentavos: centavos(10_000), coverFee: true, description: '' };
  return {
    circumstances,
    order,
    run: <T>(work: (transaction: WalletTransaction) => Promise<T>) => store.transaction(work),
    pay: () => store.transaction((transaction) => createPayment(transaction, circumstances, order)),
    withdraw: (settlesInstantly: boolean) =>
      store.transaction(async (transaction) => {
        const outcome = await createWithdrawal(transaction, circumstances, { ...order, settlesInstantly });
        if (outcome instanceof Refusal) throw outcome;
        return outcome;
      }),
    money: async () => {
      const { ledger, limitUse } = (await store.overview('demo', calendarDayOf(CREATED_AT)))!;
      return { available: ledger.available, inTransit: ledger.in_transit, usedToday: limitUse.dayCentavos };
    },
    rulesBroken: async () => {
      await close();
      return brokenRules(dataFile);
    },
  };
}

function change(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]!]));
}

describe('a withdrawal that is not instant', () => {
  it('is debited at once, and completed when it is settled', async () => {
    const { run, withdraw, money, rulesBroken } = await openWallet();
    const before = await money();
    const { id, status } = await withdraw(false);
    expect(status).toBe('PENDING');
    expect(change(before, await money())).toEqual({ available: -10_050, inTransit: 10_050, usedToday: 10_050 });
    const settled = await run((transaction) => settleWithdrawal(transaction, MOVED_AT, 'demo', id));
    expect(settled).toMatchObject({ status: 'COMPLETED', completedAt: MOVED_AT, updatedAt: MOVED_AT, failedAt: null });
    expect(change(before, await money())).toEqual({ available: -10_050, inTransit: 0, usedToday: 10_050 });
    expect(await rulesBroken()).toEqual([]);
  });

  it('is returned completely when it fails, to the balance and to the limits of its day', async () => {
    const { run, withdraw, money, rulesBroken } = await openWallet();
    const before = await money();
    const { id } = await withdraw(false);
    const failed = await run((transaction) => failWithdrawal(transaction, FAILED_DAYS_LATER, 'demo', id, 'AC03'));
    expect(failed).toMatchObject({
      status: 'FAILED',
      failedAt: FAILED_DAYS_LATER,
      completedAt: null,
      failureReason: 'AC03: The account of the recipient does not exist',
    });
    expect(change(before, await money())).toEqual({ available: 0, inTransit: 0, usedToday: 0 });
    expect(await rulesBroken()).toEqual([]);
  });

  it('is not refused for the balance when the ledger fails', async () => {
    const { run, circumstances, order, money, rulesBroken } = await openWallet();
    const before = await money();
    const failure = new Error('the disk is full');
    const ledger = { post: () => Promise.reject(failure) };
    const withdrawing = run((transaction) => createWithdrawal({ ...transaction, ledger }, circumstances, order));
    await expect(withdrawing).rejects.toBe(failure);
    expect(await money()).toEqual(before);
    expect(await rulesBroken()).toEqual([]);
  });

  it('changes its status only once', async () => {
    const { run, withdraw, money, rulesBroken } = await openWallet();
    const settled = await withdraw(false);
    await run((transaction) => settleWithdrawal(transaction, MOVED_AT, 'demo', settled.id));
    const failed = await withdraw(false);
    await run((transaction) => failWithdrawal(transaction, MOVED_AT, 'demo', failed.id, 'ED05'));
    const instant = await withdraw(true);
    const before = await money();
    for (const { id } of [settled, failed, instant]) {
      for (const account of ['demo', 'other']) {
        const settling = run((transaction) => settleWithdrawal(transaction, MOVED_AT, account, id));
        await expect(settling).rejects.toMatchObject(REFUSED);
        const failing = run((transaction) => failWithdrawal(transaction, MOVED_AT, account, id, 'AC03'));
        await expect(failing).rejects.toMatchObject(REFUSED);
      }
    }
    expect(await money()).toEqual(before);
    expect(await rulesBroken()).toEqual([]);
  });
});

describe('a payment', () => {
  it('becomes ACTIVE, and credits its net value when it is paid', async () => {
    const { run, pay, money, rulesBroken } = await openWallet();
    const before = await money();
    const { id } = await pay();
    const active = await run((transaction) => activatePayment(transaction, MOVED_AT, 'demo', id));
    expect(active).toMatchObject({ status: 'ACTIVE', updatedAt: MOVED_AT });
    expect(await money()).toEqual(before);
    const paid = await run((transaction) => completePayment(transaction, MOVED_AT, 'demo', id));
    expect(paid.status).toBe('COMPLETED');
    expect(change(before, await money())).toMatchObject({ available: 10_000 });
    expect(await rulesBroken()).toEqual([]);
  });

  it('in a final status stays there', async () => {
    const { run, pay, money, rulesBroken } = await openWallet();
    const paid = await pay();
    await run((transaction) => completePayment(transaction, MOVED_AT, 'demo', paid.id));
    const expired = await pay();
    await run((transaction) => failPayment(transaction, MOVED_AT, 'demo', expired.id));
    const before = await money();
    for (const { id } of [paid, expired]) {
      for (const move of [activatePayment, completePayment, failPayment]) {
        const moving = run((transaction) => move(transaction, MOVED_AT, 'demo', id));
        await expect(moving).rejects.toMatchObject(REFUSED);
      }
    }
    expect(await money()).toEqual(before);
    expect(await rulesBroken()).toEqual([]);
  });

  it('becomes ACTIVE once only', async () => {
    const { run, pay } = await openWallet();
    const { id } = await pay();
    await run((transaction) => activatePayment(transaction, MOVED_AT, 'demo', id));
    const again = run((transaction) => activatePayment(transaction, MOVED_AT, 'demo', id));
    await expect(again).rejects.toMatchObject(REFUSED);
  });
});
