import type { AccountRecords, KeyRecords } from '../../wallet/wallet-transaction.ts';
import { KEY } from '../records.ts';
import { balancesOf, emptyState } from './ledger-records.ts';
import type { Unit } from './unit.ts';

export function draftAccounts(unit: Unit): AccountRecords {
  const { accounts, states } = unit.drafts;
  return {
    find: (id) => unit.account(id),
    async holding(id) {
      const account = await unit.account(id);
      return account && { account, ledger: balancesOf(unit.stateOf(id)) };
    },
    insert(account) {
      unit.database.addLocked(account.id);
      accounts.insert(account.id, account);
      states.insert(account.id, emptyState(account.id));
      return Promise.resolve();
    },
    async update(account) {
      await unit.account(account.id);
      accounts.change(account.id, account);
    },
    takeNumber: () => unit.takeNumber('accounts'),
    takeSequence(id, kind) {
      const state = unit.stateOf(id);
      const column = kind === 'payment' ? 'paymentCount' : 'withdrawalCount';
      const taken = state[column] + 1;
      states.change(id, { ...state, [column]: taken });
      return Promise.resolve(taken);
    },
  };
}

const KEY_BY_ID = { name: 'key by id', text: 'SELECT * FROM api_keys WHERE id = $1 AND account = $2' };

export function draftKeys(unit: Unit): KeyRecords {
  const { newKeys, deletedKeys, states } = unit.drafts;
  return {
    insert(key) {
      newKeys.insert(key.id, key);
      return Promise.resolve();
    },
    async takeNumber(accountId) {
      await unit.account(accountId);
      const state = unit.stateOf(accountId);
      states.change(accountId, { ...state, keyCount: state.keyCount + 1 });
      return state.keyCount + 1;
    },
    async find(accountId, id) {
      await unit.account(accountId);
      if (deletedKeys.rows.includes(id)) return undefined;
      const fresh = newKeys.get(id);
      if (fresh !== undefined) return fresh.accountId === accountId ? fresh : undefined;
      const [row] = await unit.ask(KEY_BY_ID, [id, accountId]);
      return row && KEY.read(row);
    },
    delete(id) {
      deletedKeys.add(id);
      return Promise.resolve();
    },
  };
}
