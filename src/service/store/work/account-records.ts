import type { Account, AccountHolding } from '../../wallet/account.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { AccountRecords, KeyRecords } from '../../wallet/wallet-transaction.ts';
import { keyOf } from '../account-rows.ts';
import type { Unit } from './unit.ts';
import { balancesOf, emptyState } from './ledger-records.ts';

export class DraftAccounts implements AccountRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  find(id: string): Promise<Account | undefined> {
    return this.#unit.account(id);
  }

  async holding(id: string): Promise<AccountHolding | undefined> {
    const account = await this.#unit.account(id);
    return account && { account, ledger: balancesOf(this.#unit.stateOf(id)) };
  }

  insert(account: Account): Promise<void> {
    this.#unit.addLocked(account.id);
    this.#unit.drafts.accounts.insert(account.id, account);
    this.#unit.drafts.states.insert(account.id, emptyState(account.id));
    return Promise.resolve();
  }

  async update(account: Account): Promise<void> {
    await this.#unit.account(account.id);
    this.#unit.drafts.accounts.change(account.id, account);
  }

  async takeNumber(): Promise<number> {
    const counters = await this.#unit.counters();
    this.#unit.drafts.counters.change('', { ...counters, accounts: counters.accounts + 1 });
    return counters.accounts + 1;
  }

  takeSequence(id: string, kind: EntryKind): Promise<number> {
    const state = this.#unit.stateOf(id);
    const column = kind === 'payment' ? 'paymentCount' : 'withdrawalCount';
    const taken = state[column] + 1;
    this.#unit.drafts.states.change(id, { ...state, [column]: taken });
    return Promise.resolve(taken);
  }
}

const KEY = { name: 'key by id', text: 'SELECT * FROM api_keys WHERE id = $1 AND account = $2' };

export class DraftKeys implements KeyRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  insert(key: ApiKey): Promise<void> {
    this.#unit.drafts.newKeys.insert(key.id, key);
    return Promise.resolve();
  }

  async takeNumber(accountId: string): Promise<number> {
    await this.#unit.account(accountId);
    const state = this.#unit.stateOf(accountId);
    this.#unit.drafts.states.change(accountId, { ...state, keyCount: state.keyCount + 1 });
    return state.keyCount + 1;
  }

  async find(accountId: string, id: string): Promise<ApiKey | undefined> {
    await this.#unit.account(accountId);
    const { newKeys, deletedKeys } = this.#unit.drafts;
    if (deletedKeys.rows.includes(id)) return undefined;
    const fresh = newKeys.get(id);
    if (fresh !== undefined) return fresh.accountId === accountId ? fresh : undefined;
    const [row] = await this.#unit.ask(KEY, [id, accountId]);
    return row && keyOf(row);
  }

  delete(id: string): Promise<void> {
    this.#unit.drafts.deletedKeys.add(id);
    return Promise.resolve();
  }
}
