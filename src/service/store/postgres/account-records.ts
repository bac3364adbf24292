import { integerOf } from '../../../sql/row.ts';
import type { Account, AccountHolding } from '../../wallet/account.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { AccountRecords, KeyRecords } from '../../wallet/wallet-transaction.ts';
import { keyOf } from '../account-rows.ts';
import type { BatchContext } from './batch-context.ts';
import { balancesOf, emptyState } from './ledger-records.ts';

export class PostgresAccounts implements AccountRecords {
  readonly #batch: BatchContext;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  find(id: string): Promise<Account | undefined> {
    return this.#batch.account(id);
  }

  async holding(id: string): Promise<AccountHolding | undefined> {
    const account = await this.#batch.account(id);
    return account && { account, ledger: balancesOf(this.#batch.stateOf(id)) };
  }

  insert(account: Account): Promise<void> {
    this.#batch.cover(account.id);
    this.#batch.drafts.accounts.insert(account.id, account);
    this.#batch.drafts.states.insert(account.id, emptyState(account.id));
    return Promise.resolve();
  }

  async update(account: Account): Promise<void> {
    await this.#batch.account(account.id);
    this.#batch.drafts.accounts.change(account.id, account);
  }

  async takeNumber(): Promise<number> {
    const counters = await this.#batch.counters();
    this.#batch.drafts.counters.change('', { ...counters, accounts: counters.accounts + 1 });
    return counters.accounts + 1;
  }

  takeSequence(id: string, kind: EntryKind): Promise<number> {
    const state = this.#batch.stateOf(id);
    const column = kind === 'payment' ? 'paymentCount' : 'withdrawalCount';
    const taken = state[column] + 1;
    this.#batch.drafts.states.change(id, { ...state, [column]: taken });
    return Promise.resolve(taken);
  }
}

const KEY = { name: 'key by id', text: 'SELECT * FROM api_keys WHERE id = $1 AND account = $2' };

export class PostgresKeys implements KeyRecords {
  readonly #batch: BatchContext;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  insert(key: ApiKey): Promise<void> {
    this.#batch.drafts.newKeys.insert(key.id, key);
    return Promise.resolve();
  }

  async takeNumber(accountId: string): Promise<number> {
    await this.#batch.account(accountId);
    const state = this.#batch.stateOf(accountId);
    this.#batch.drafts.states.change(accountId, { ...state, keyCount: state.keyCount + 1 });
    return state.keyCount + 1;
  }

  async find(accountId: string, id: string): Promise<ApiKey | undefined> {
    await this.#batch.account(accountId);
    const { newKeys, deletedKeys } = this.#batch.drafts;
    if (deletedKeys.rows.includes(id)) return undefined;
    const fresh = newKeys.get(id);
    if (fresh !== undefined) return fresh.accountId === accountId ? fresh : undefined;
    const [row] = await this.#batch.ask(KEY, [id, accountId]);
    return row && keyOf(row);
  }

  delete(id: string): Promise<void> {
    this.#batch.drafts.deletedKeys.add(id);
    return Promise.resolve();
  }
}

/** The number of the last one in a counting row. */
export const COUNTERS = {
  name: 'counters',
  text: 'SELECT account_count, code_count FROM service_state FOR NO KEY UPDATE',
};

export function countersOf(row: Readonly<Record<string, unknown>>) {
  return { accounts: integerOf(row, 'account_count'), codes: integerOf(row, 'code_count') };
}
