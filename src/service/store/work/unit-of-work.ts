import { integerOf } from '../../../sql/row.ts';
import type { WalletTransaction } from '../../wallet/wallet-store.ts';
import { DueEvents } from './due-events.ts';
import { draftDisputes, draftPayments, draftWithdrawals } from './entry-records.ts';
import { Unit } from './unit.ts';
import { ATTEMPTS_MAXIMUM } from '../../wallet/wallet-entries.ts';
import { CODE, KEY } from '../records.ts';
import type { AccountState, LimitUseRow, StoredCode } from './drafts.ts';
import { centavos } from '../../../pix/centavos.ts';
import { CUSTOMER_PARTS, FloorReachedError, mayMakeDebt, NO_AMOUNTS, type Transfer } from '../../ledger/ledger.ts';

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
      return () => reject(error);
    }
    check();
    this.drafts.log.accept();
    return () => resolve(outcome);
  }
}

const OPEN = `SELECT * FROM verification_codes
  WHERE account = $1 AND used_at IS NULL AND wrong_attempts < ${ATTEMPTS_MAXIMUM} ORDER BY number DESC`;

function draftCodes(unit: Unit): WalletTransaction['codes'] {
  const { codes } = unit.drafts;
  const loaded = new Set<string>();
  const change = (code: StoredCode) => codes.change(String(code.number), code);
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
    },
    open: async (accountId, at) => (await openOf(accountId)).filter(({ expiresAt }) => expiresAt > at),
    use(number, at) {
      const code = codes.get(String(number));
      if (code === undefined) throw new Error(`there is no open code ${number}`);
      change({ ...code, usedAt: at });
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

function draftAccounts(unit: Unit): WalletTransaction['accounts'] {
  const { accounts, states } = unit.drafts;
  return {
    find: (id) => unit.account(id),
    async holding(id) {
      const account = await unit.account(id);
      return account && { account, ledger: unit.stateOf(id) };
    },
    insert(account) {
      unit.database.addLocked(account.id);
      accounts.insert(account.id, account);
      states.insert(account.id, { account: account.id, ...EMPTY_STATE });
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
      return taken;
    },
  };
}

const KEY_BY_ID = 'SELECT * FROM api_keys WHERE id = $1 AND account = $2';

function draftKeys(unit: Unit): WalletTransaction['keys'] {
  const { newKeys, deletedKeys, states } = unit.drafts;
  return {
    insert(key) {
      newKeys.insert(key.id, key);
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
    },
  };
}

const EMPTY_STATE = { ...NO_AMOUNTS, debt: 0, paymentCount: 0, withdrawalCount: 0, keyCount: 0, latestAt: 0 };

export function limitKey({ account, period }: Pick<LimitUseRow, 'account' | 'period'>): string {
  return `${account} ${period}`;
}

const LIMIT_USED = 'SELECT used FROM limit_use WHERE account = $1 AND period = $2';

/** The use of limits. The rows of today are loaded with the account. */
function draftLimits(unit: Unit): WalletTransaction['limits'] {
  const { limitUse } = unit.drafts;
  const present = async (account: string, period: string): Promise<LimitUseRow> => {
    const key = limitKey({ account, period });
    const known = limitUse.get(key);
    if (known !== undefined) return known;
    const [row] = await unit.ask(LIMIT_USED, [account, period]);
    return limitUse.load(key, { account, period, used: row === undefined ? 0 : integerOf(row, 'used') });
  };
  const change = (row: LimitUseRow) => limitUse.change(limitKey(row), row);
  return {
    async use(account, period, value, maximum) {
      const row = await present(account, period);
      const used = row.used + value;
      if (used > maximum) return false;
      change({ ...row, used });
      return true;
    },
    async giveBack(account, period, value) {
      const row = await present(account, period);
      const used = row.used - value;
      if (used < 0) throw new Error(`${account} has used less than that in ${period}`);
      change({ ...row, used });
    },
    useIn: async (account, period) => centavos((await present(account, period)).used),
  };
}

function draftLedger(unit: Unit): WalletTransaction['ledger'] {
  return {
    async post(transfer, at) {
      const { kind, reference, account, amounts } = transfer;
      await unit.account(account);
      unit.drafts.states.change(account, booked(unit.stateOf(account), transfer));
      unit.drafts.transfers.add({ ...amounts, kind, reference, account, createdAt: at });
    },
  };
}

/** @throws {FloorReachedError} */
function booked(state: AccountState, transfer: Transfer): AccountState {
  const { account, amounts } = transfer;
  const makesDebt = mayMakeDebt(transfer);
  const after = {
    available: centavos(state.available + amounts.available),
    in_transit: centavos(state.in_transit + amounts.in_transit),
    blocked: centavos(state.blocked + amounts.blocked),
    settlement: centavos(state.settlement + amounts.settlement),
    fees: centavos(state.fees + amounts.fees),
  };
  for (const part of CUSTOMER_PARTS) {
    const mayOwe = makesDebt && part === 'available';
    if (amounts[part] < 0 && after[part] < 0 && !mayOwe) throw new FloorReachedError(part, account, state[part]);
  }
  if (amounts.available === 0) return { ...state, ...after };
  const lack = Math.max(0, 0 - after.available);
  const grows = amounts.available < 0 && makesDebt;
  return { ...state, ...after, debt: grows ? Math.max(state.debt, lack) : Math.min(state.debt, lack) };
}
