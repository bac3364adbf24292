import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Permission } from '../../contract/operation.ts';
import { centavos } from '../../pix/centavos.ts';
import { completeCnpj } from '../../pix/tax-id.ts';
import type { SeededNames } from '../seeded-names.ts';
import type { Account, ApiKey } from '../wallet/account.ts';
import { DEFAULT_BEHAVIOUR, openAccount } from '../wallet/accounts.ts';
import { startOfDay } from '../wallet/sao-paulo-calendar.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import { historyBegins, pastDays, type HistoryPlan } from './history.ts';
import { planEntries, worldKey, type PlannedEntries } from './plan-world.ts';
import { entryTransfers } from './world-ledger.ts';
import { countOf, postAll, writeEntries } from './write-world.ts';

/** The numbers are those of the account `demo`. */
interface DemoOptions extends Pick<HistoryPlan, 'seed' | 'payments' | 'withdrawals'> {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called every few hundred rows of the history. @param share of it that is written, from 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The lowest balance that an account ever has, and the lowest final one. In centavos, like the rounding step. */
const LOWEST_BALANCE = 100_000;
const FINAL_BALANCE = 500_000;
const HUNDRED_REAIS = 10_000;

/** A short history for the second account. */
const OTHER_HISTORY = { payments: 8, withdrawals: 3 };
const NO_HISTORY = { payments: 0, withdrawals: 0 };

/** Fills a new data file: accounts, keys, and a history. */
export async function writeDemo(transaction: WalletTransaction, names: SeededNames, options: DemoOptions) {
  const { seed, payments, withdrawals, now, onProgress = () => undefined } = options;
  const today = startOfDay(now);
  const history: Record<string, typeof NO_HISTORY> = { demo: { payments, withdrawals }, other: OTHER_HISTORY };
  for (const demoAccount of DEMO_ACCOUNTS) {
    const plan = { seed, accountId: demoAccount.id, today, ...(history[demoAccount.id] ?? NO_HISTORY) };
    const account = accountFrom(demoAccount, names, historyBegins(plan));
    const { rows, openingBalance } = await totalsOf(plan, account, names);
    await openAccount(transaction, account, demoAccount.administrator ? centavos(0) : openingBalance);
    for (const key of demoKeysOf(demoAccount, names, account.createdAt)) transaction.keys.insert(key);
    const count = countOf(rows, onProgress);
    for (const day of plannedDays(plan, account, names)) {
      await writeEntries(transaction, day, count);
      await postAll(transaction, entryTransfers(day), count);
    }
  }
}

function* plannedDays(plan: HistoryPlan, account: Account, names: SeededNames): Generator<PlannedEntries> {
  const before = { payments: 0, withdrawals: 0 };
  const of = { path: 'history', account, names };
  for (const day of pastDays(plan)) {
    yield { ...of, ...planEntries(day, of, undefined, before) };
    before.payments += day.payments.length;
    before.withdrawals += day.withdrawals.length;
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
async function totalsOf(plan: HistoryPlan, account: Account, names: SeededNames) {
  let [rows, change, lowest] = [0, 0, 0];
  for (const day of plannedDays(plan, account, names)) {
    const transfers = entryTransfers(day);
    rows += day.payments.length + day.withdrawals.length + transfers.length;
    for (const { transfer } of transfers) {
      change += transfer.amounts.available;
      lowest = Math.min(lowest, change);
    }
    // A service that is being refilled answers requests meanwhile.
    await nextTurn();
  }
  const wanted = Math.max(LOWEST_BALANCE - lowest, FINAL_BALANCE - change);
  return { rows, openingBalance: centavos(Math.ceil(wanted / HUNDRED_REAIS) * HUNDRED_REAIS) };
}

interface DemoAccount extends Pick<Account, 'id' | 'name' | 'city' | 'administrator'> {
  readonly keys: readonly { readonly name: string; readonly permissions: readonly Permission[] }[];
}

const READ = ['read:payments', 'read:withdraws', 'read:balance'] as const;
const PAY_OUT = [...READ, 'write:withdraw:create'] as const;
const MAIN = { name: 'main', permissions: ['admin:all'] } as const;

/** Accounts that exist from the first start. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
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
