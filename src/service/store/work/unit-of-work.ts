import type { WalletTransaction, CodeRecords, AccountRecords, KeyRecords } from '../../wallet/wallet-transaction.ts';
import { DueEvents } from './due-events.ts';
import { draftDisputes, draftPayments, draftWithdrawals } from './entry-records.ts';
import { draftLedger, balancesOf, emptyState } from './ledger-records.ts';
import { draftLimits } from './limit-records.ts';
import { Unit } from './unit.ts';
import { ATTEMPTS_MAXIMUM } from '../../wallet/verification-code.ts';
import { CODE, KEY } from '../records.ts';
import type { StoredCode } from './drafts.ts';

/** A piece of work, and the promise that it settles. */
export interface Piece<T> {
  readonly work: (unit: UnitOfWork) => Promise<T>;
  readonly resolve: (outcome: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** A unit, and the records that its decisions read and write. */
export class UnitOfWork extends Unit {
  readonly schedule = new DueEvents(this);
  readonly records: WalletTransaction = {
    accounts: draftAccounts(this),
    keys: draftKeys(this),
    payments: draftPayments(this, this.schedule),
    withdrawals: draftWithdrawals(this, this.schedule),
    limits: draftLimits(this),
    disputes: draftDisputes(this),
    codes: draftCodes(this),
    ledger: draftLedger(this),
    schedule: this.schedule,
  };

  /**
   * Does a piece of work, or undoes it.
   *
   * @param check throws when nothing of the unit can be committed any more
   * @returns what settles the promise of its caller
   */
  async perform<T>(
    { work, resolve, reject }: Piece<T>,
    check: (error?: unknown) => void = () => undefined,
  ): Promise<() => void> {
    let outcome: T;
    try {
      outcome = await work(this);
    } catch (error) {
      if (this.isAlone) throw error;
      check(error);
      this.drafts.log.undo();
      return () => {
        reject(error);
      };
    }
    check();
    this.drafts.log.accept();
    return () => {
      resolve(outcome);
    };
  }
}

const OPEN = {
  name: 'open codes',
  text: `SELECT * FROM verification_codes
    WHERE account = $1 AND used_at IS NULL AND wrong_attempts < ${ATTEMPTS_MAXIMUM} ORDER BY number DESC`,
};

function draftCodes(unit: Unit): CodeRecords {
  const { codes } = unit.drafts;
  const loaded = new Set<string>();
  const change = (code: StoredCode) => {
    codes.change(String(code.number), code);
  };
  /** Newest first. */
  const openOf = async (accountId: string): Promise<StoredCode[]> => {
    if (!loaded.has(accountId)) {
      const rows = await unit.ask(OPEN, [accountId]);
      for (const code of rows.map(CODE.read)) codes.load(String(code.number), code);
      loaded.add(accountId);
    }
    return codes
      .values()
      .filter((code) => code.accountId === accountId && code.usedAt === null && code.wrongAttempts < ATTEMPTS_MAXIMUM)
      .sort((one, other) => other.number - one.number);
  };
  return {
    takeNumber: () => unit.takeNumber('codes'),
    insert(code, { email, code: text }) {
      codes.insert(String(code.number), { ...code, wrongAttempts: 0, usedAt: null, email, code: text });
      return Promise.resolve();
    },
    open: async (accountId, at) => (await openOf(accountId)).filter(({ expiresAt }) => expiresAt > at),
    use(number, at) {
      const code = codes.get(String(number));
      if (code === undefined) throw new Error(`there is no open code ${number}`);
      change({ ...code, usedAt: at });
      return Promise.resolve();
    },
    async countWrong(accountId) {
      for (const code of await openOf(accountId)) change({ ...code, wrongAttempts: code.wrongAttempts + 1 });
    },
    async retire(accountId, { amountCentavos, coverFee }) {
      for (const code of await openOf(accountId)) {
        const isOfAmount = code.amountCentavos === amountCentavos && code.coverFee === coverFee;
        if (isOfAmount) change({ ...code, wrongAttempts: ATTEMPTS_MAXIMUM });
      }
    },
  };
}

function draftAccounts(unit: Unit): AccountRecords {
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

function draftKeys(unit: Unit): KeyRecords {
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
