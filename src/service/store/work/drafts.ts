import type { Amounts, Transfer } from '../../ledger/ledger.ts';
import type { Account, ApiKey } from '../../wallet/account.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import type { Dispute, Payment, Withdrawal, VerificationCode } from '../../wallet/wallet-entries.ts';

/** The row that an instance locks before it decides about an account. */
export interface AccountState extends Amounts {
  readonly account: string;
  /** By how much disputes took the available balance below zero. */
  readonly debt: number;
  readonly paymentCount: number;
  readonly withdrawalCount: number;
  readonly keyCount: number;
  readonly latestAt: number;
}

export type TransferRow = Omit<Transfer, 'amounts'> & Amounts & { readonly createdAt: number };

export interface LimitUseRow {
  readonly account: string;
  readonly period: string;
  readonly used: number;
}

/** A verification code, what has become of it, and the e-mail that contained it. */
export interface StoredCode extends VerificationCode {
  readonly wrongAttempts: number;
  readonly usedAt: number | null;
  readonly email: string;
  readonly code: string;
}

/** The numbers that the next account and the next verification code get. */
export interface Counters {
  readonly accounts: number;
  readonly codes: number;
}

/** Undoes the current piece of work: nothing of a batch is written before all of its work is done. */
export class UndoLog {
  #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
  }

  undo(): void {
    for (const step of this.#steps.reverse()) step();
    this.#steps = [];
  }

  accept(): void {
    this.#steps = [];
  }
}

interface DraftRow<Row> {
  /** The row in the database; undefined for a new one. */
  readonly stored: Row | undefined;
  row: Row;
}

/** A row that is in the database already, and what it is to become. */
export interface ChangedRow<Row> {
  readonly before: Row;
  readonly after: Row;
}

/** Rows that a batch has read, added or changed. They are replaced, never changed in place. */
export class DraftRows<Row> {
  readonly #log: UndoLog;
  readonly #rows = new Map<string, DraftRow<Row>>();

  constructor(log: UndoLog) {
    this.#log = log;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)?.row;
  }

  values(): Row[] {
    return [...this.#rows.values()].map(({ row }) => row);
  }

  /** A row as the database has it. One that is known already stays as it is. @returns the present row */
  load(key: string, stored: Row): Row {
    const known = this.#rows.get(key);
    if (known !== undefined) return known.row;
    this.#rows.set(key, { stored, row: stored });
    return stored;
  }

  insert(key: string, row: Row): void {
    this.#rows.set(key, { stored: undefined, row });
    this.#log.add(() => this.#rows.delete(key));
  }

  change(key: string, row: Row): void {
    const known = this.#rows.get(key);
    if (known === undefined) throw new Error(`${key} is changed before it is read`);
    const before = known.row;
    known.row = row;
    this.#log.add(() => {
      known.row = before;
    });
  }

  inserted(): Row[] {
    return [...this.#rows.values()].flatMap(({ stored, row }) => (stored === undefined ? [row] : []));
  }

  changed(): ChangedRow<Row>[] {
    return [...this.#rows.values()].flatMap(({ stored, row }) =>
      stored === undefined || stored === row ? [] : [{ before: stored, after: row }],
    );
  }

  clear(): void {
    this.#rows.clear();
  }
}

/** Rows that a batch only adds. */
class DraftList<Row> {
  readonly #log: UndoLog;
  #rows: Row[] = [];

  constructor(log: UndoLog) {
    this.#log = log;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  add(row: Row): void {
    this.#rows.push(row);
    this.#log.add(() => this.#rows.pop());
  }

  clear(): void {
    this.#rows = [];
  }
}

/** Everything that a batch has read and changed. */
export class Drafts {
  readonly log = new UndoLog();
  readonly accounts = new DraftRows<Account>(this.log);
  readonly states = new DraftRows<AccountState>(this.log);
  readonly payments = new DraftRows<Payment>(this.log);
  readonly withdrawals = new DraftRows<Withdrawal>(this.log);
  readonly disputes = new DraftRows<Dispute>(this.log);
  readonly codes = new DraftRows<StoredCode>(this.log);
  readonly limitUse = new DraftRows<LimitUseRow>(this.log);
  readonly counters = new DraftRows<Counters>(this.log);
  readonly newKeys = new DraftRows<ApiKey>(this.log);
  readonly deletedKeys = new DraftList<string>(this.log);
  readonly transfers = new DraftList<TransferRow>(this.log);
  /** Every step: a payment may be created and paid in one batch. */
  readonly moved = new DraftList<Moved>(this.log);

  clear(): void {
    const { accounts, states, payments, withdrawals, disputes, codes, limitUse, counters, newKeys } = this;
    const { deletedKeys, transfers, moved } = this;
    const all = [accounts, states, payments, withdrawals, disputes, codes, limitUse, counters, newKeys, deletedKeys];
    for (const rows of [...all, transfers, moved]) rows.clear();
    this.log.accept();
  }
}
