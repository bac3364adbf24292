import { setImmediate as nextTurn } from 'node:timers/promises';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { ApiKey } from '../wallet/api-key.ts';
import type { SeededNames } from '../seeded-names.ts';
import type { Account } from '../wallet/account.ts';
import { openAccount, DEFAULT_BEHAVIOUR } from '../wallet/accounts.ts';
import { startOfDay } from '../wallet/sao-paulo-calendar.ts';
import type { WalletTransaction } from '../wallet/wallet-transaction.ts';
import { historyBegins, type HistoryPlan, pastDays, type PastPayment, type PastWithdrawal } from './history.ts';
import { worldKey } from './plan-world.ts';
import { price } from '../wallet/fees.ts';
import type { Identify } from '../wallet/identifiers.ts';
import { createPayment, movePayment } from '../wallet/payments.ts';
import { Refusal } from '../wallet/refusal.ts';
import { createWithdrawal, endWithdrawal } from '../wallet/withdrawals.ts';
import type { Permission } from '../../contract/operation.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import { completeCnpj } from '../../pix/tax-id.ts';

interface DemoOptions {
  readonly seed: number;
  /** Number of payments in the history of the account `demo`. */
  readonly payments: number;
  readonly withdrawals: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called every few hundred steps of the history. @param share of it that is written, from 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The lowest balance that an account ever has, and the lowest final one. In centavos, like the rounding step. */
const LOWEST_BALANCE = 100_000;
const FINAL_BALANCE = 500_000;
const HUNDRED_REAIS = 10_000;

/** A service that is being refilled answers requests after writing this many steps, or after counting that many. */
const STEPS_A_TURN = 200;
const COUNTED_STEPS_A_TURN = 2_000;

/** A short history for the second account. */
const OTHER_HISTORY = { payments: 8, withdrawals: 3 };
const NO_HISTORY = { payments: 0, withdrawals: 0 };

/** Fills a new data file: accounts, keys, and a history created by the wallet's own operations. */
export async function writeDemo(transaction: WalletTransaction, names: SeededNames, options: DemoOptions) {
  const { seed, payments, withdrawals, now, onProgress = () => undefined } = options;
  const today = startOfDay(now);
  const history: Record<string, typeof NO_HISTORY> = { demo: { payments, withdrawals }, other: OTHER_HISTORY };
  for (const demoAccount of DEMO_ACCOUNTS) {
    const plan = { seed, accountId: demoAccount.id, today, ...(history[demoAccount.id] ?? NO_HISTORY) };
    const account = accountFrom(demoAccount, names, historyBegins(plan));
    const { steps, openingBalance } = await totalsOf(plan, account);
    await openAccount(transaction, account, demoAccount.administrator ? centavos(0) : openingBalance);
    for (const key of demoKeysOf(demoAccount, names, account.createdAt)) transaction.keys.insert(key);
    let stepsTaken = 0;
    for (const step of historySteps(plan, account)) {
      await step.take(transaction, names.identify);
      stepsTaken += 1;
      if (stepsTaken % STEPS_A_TURN !== 0) continue;
      onProgress(stepsTaken / steps);
      await nextTurn();
    }
  }
}

/** Keys that exist from the first start. @param createdAt epoch milliseconds */
export function demoKeys(names: SeededNames, createdAt: number): ApiKey[] {
  return DEMO_ACCOUNTS.flatMap((account) => demoKeysOf(account, names, createdAt));
}

function demoKeysOf({ id, keys }: DemoAccount, names: SeededNames, createdAt: number): ApiKey[] {
  return keys.map((key) => worldKey(names, { ...key, accountId: id, createdAt }));
}

/** The opening balance is large enough that the balance never gets close to zero, whatever the history is. */
async function totalsOf(plan: HistoryPlan, account: Account): Promise<{ steps: number; openingBalance: Centavos }> {
  let steps = 0;
  let change = 0;
  let lowest = 0;
  for (const { changeCentavos } of historySteps(plan, account)) {
    steps += 1;
    change += changeCentavos;
    lowest = Math.min(lowest, change);
    if (steps % COUNTED_STEPS_A_TURN === 0) await nextTurn();
  }
  const wanted = Math.max(LOWEST_BALANCE - lowest, FINAL_BALANCE - change);
  return { steps, openingBalance: centavos(Math.ceil(wanted / HUNDRED_REAIS) * HUNDRED_REAIS) };
}

/**
 * Charges that are open when the history ends can be paid for this long, so that a demonstration shows every status.
 */
const STAYS_OPEN_MS = 3 * 86_400_000;

interface HistoryStep {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The change of the available balance. */
  readonly changeCentavos: number;
  /** Applies the event, with the wallet's clock at its time. */
  take(transaction: WalletTransaction, identify: Identify): Promise<unknown>;
}

/** All events in order of time. */
function* historySteps(plan: HistoryPlan, account: Account): Generator<HistoryStep> {
  const openUntil = plan.today + STAYS_OPEN_MS;
  for (const { payments, withdrawals } of pastDays(plan)) {
    const steps = [
      ...payments.flatMap((past) => paymentSteps(account, past, openUntil)),
      ...withdrawals.flatMap((past) => withdrawalSteps(account, past)),
    ];
    yield* steps.sort((one, other) => one.at - other.at);
  }
}

function paymentSteps({ id: accountId, plan }: Account, past: PastPayment, openUntil: number): HistoryStep[] {
  const { createdAt, activatedAt, movedAt, status, ...order } = past;
  const { netCentavos } = price(order.amountCentavos, plan.transactionFee, order.coverFee);
  let id = '';
  const create: HistoryStep = {
    at: createdAt,
    changeCentavos: 0,
    async take(transaction, identify) {
      const charge = { ...order, accountId, validForMs: openUntil - createdAt };
      ({ id } = await createPayment(transaction, { at: createdAt, identify }, charge));
    },
  };
  const move = (to: Exclude<PaymentStatus, 'PENDING'>, at: number, changeCentavos: number): HistoryStep => ({
    at,
    changeCentavos,
    take: (transaction) => movePayment(transaction, at, accountId, id, to),
  });
  if (status === 'PENDING') return [create];
  const activate = move('ACTIVE', activatedAt, 0);
  if (status === 'ACTIVE') return [create, activate];
  return [create, activate, move(status, movedAt, status === 'COMPLETED' ? netCentavos : 0)];
}

function withdrawalSteps({ id: accountId, plan }: Account, past: PastWithdrawal): HistoryStep[] {
  const { createdAt, movedAt, outcome, ...order } = past;
  const { valueCentavos } = price(order.amountCentavos, plan.transactionFee, order.coverFee);
  const instant = outcome === 'instant';
  let id = '';
  const create: HistoryStep = {
    at: createdAt,
    changeCentavos: 0 - valueCentavos,
    async take(transaction, identify) {
      const circumstances = { at: createdAt, identify };
      const created = await createWithdrawal(transaction, circumstances, { ...order, accountId, instant });
      if (created instanceof Refusal) throw created;
      ({ id } = created);
    },
  };
  if (outcome === 'instant' || outcome === 'PENDING') return [create];
  const end: HistoryStep = {
    at: movedAt,
    changeCentavos: outcome === 'COMPLETED' ? 0 : valueCentavos,
    take: (transaction) => endWithdrawal(transaction, movedAt, accountId, id, outcome),
  };
  return [create, end];
}

interface DemoAccount extends Pick<Account, 'id' | 'name' | 'city' | 'administrator'> {
  readonly keys: readonly { readonly name: string; readonly permissions: readonly Permission[] }[];
}

const READ = ['read:payments', 'read:withdraws', 'read:balance'] as const;
const PAY_OUT = [...READ, 'write:withdraw:create'] as const;
const MAIN = { name: 'main', permissions: ['admin:all'] } as const;

/** Accounts that exist from the first start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 'demo',
    name: 'Padaria Aurora',
    city: 'São Paulo',
    administrator: false,
    keys: [
      MAIN,
      { name: 'reader', permissions: READ },
      { name: 'balance', permissions: ['read:balance'] },
      { name: 'payouts', permissions: PAY_OUT },
      { name: 'payouts-2', permissions: PAY_OUT },
      { name: 'payouts-3', permissions: PAY_OUT },
    ],
  },
  { id: 'other', name: 'Livraria Mirante', city: 'Recife', administrator: false, keys: [MAIN] },
  { id: 'admin', name: 'Administração', city: 'Brasília', administrator: true, keys: [MAIN] },
];

/** @param createdAt epoch milliseconds */
function accountFrom({ id, name, city, administrator }: DemoAccount, names: SeededNames, createdAt: number): Account {
  const number = DEMO_ACCOUNTS.findIndex((account) => account.id === id) + 1;
  const taxId = completeCnpj(`9876543${number}0001`);
  return {
    ...DEFAULT_BEHAVIOUR,
    id,
    name,
    email: `financeiro@${id}.example`,
    taxId,
    phone: null,
    city,
    registeredKey: administrator ? null : { type: 'CNPJ', key: taxId },
    chargeKey: names.chargeKey(id),
    administrator,
    createdAt,
  };
}
