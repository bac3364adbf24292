import { centavos, type Centavos } from '../../pix/centavos.ts';
import { transferOf } from '../ledger/ledger.ts';
import type { Account, AccountLimits, Plan, AccountHolding } from './account.ts';
import { found } from './refusal.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

const DEFAULT_PLAN: Plan = { name: 'Padrão', transactionFee: centavos(50) };

const DEFAULT_LIMITS: AccountLimits = {
  daily: centavos(10_000_000),
  monthly: centavos(100_000_000),
  perTransaction: centavos(2_000_000),
};

/** Settings of a new account. */
export const DEFAULT_BEHAVIOUR = {
  blocked: false,
  instant: true,
  settleAfterMs: null,
  settleAs: 'COMPLETED',
  transferSecurity: false,
  oneAtATime: false,
  limits: DEFAULT_LIMITS,
  plan: DEFAULT_PLAN,
  listCache: true,
  clockAheadMs: 0,
} as const satisfies Partial<Account>;

/** Settings that may change. */
export type AccountChanges = Partial<Pick<Account, keyof typeof DEFAULT_BEHAVIOUR>>;

/** Applies to later requests. @throws {Refusal} `not_found` */
export async function changeAccount(
  transaction: WalletTransaction,
  accountId: string,
  changesOf: (account: Account) => AccountChanges,
): Promise<AccountHolding> {
  const account = await transaction.accounts.find(accountId);
  if (account !== undefined) await transaction.accounts.update({ ...account, ...changesOf(account) });
  return found(await transaction.accounts.holding(accountId), 'account');
}

/** What a decision about an account receives from outside: its time may be ahead of the service's. */
export async function atAccount<Now extends { readonly at: number }>(
  transaction: WalletTransaction,
  now: Now,
  accountId: string,
): Promise<Now> {
  const account = await transaction.accounts.find(accountId);
  return { ...now, at: now.at + (account?.clockAheadMs ?? 0) };
}

/** Opens an account with an initial deposit. */
export async function openAccount(transaction: WalletTransaction, account: Account, openingBalanceCentavos: Centavos) {
  transaction.accounts.insert(account);
  if (openingBalanceCentavos === 0) return;
  const moved = { settlement: 0 - openingBalanceCentavos, available: openingBalanceCentavos };
  await transaction.ledger.post(transferOf('opening_balance', account.id, account.id, moved), account.createdAt);
}
