import type { AccountStatus } from '../../../contract/account.ts';
import type { SqlDatabase, SqlValue } from '../../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../../sql/row.ts';
import { CUSTOMER_PARTS, customerLedgerAccount } from '../../ledger/accounts.ts';
import type { Account, AccountHolding } from '../../wallet/account.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { Page, PageRequest } from '../../wallet/wallet-store.ts';
import type { AccountRecords } from '../../wallet/wallet-transaction.ts';
import type { LedgerTables } from './ledger-tables.ts';
import { accountOf } from '../account-rows.ts';
import type { PendingChanges, PendingRows } from './pending-changes.ts';
import { countOf, takenNumber } from '../rows.ts';

type Sequences = Readonly<Record<EntryKind, number>>;

export class AccountTable implements AccountRecords {
  readonly #pending: PendingChanges;
  readonly #ledger: LedgerTables;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #found: PendingRows<Account | undefined>;
  readonly #sequences: PendingRows<Sequences>;

  constructor(database: SqlDatabase, pending: PendingChanges, ledger: LedgerTables) {
    this.#pending = pending;
    this.#ledger = ledger;
    this.#statements = statementsOf(database);
    this.#found = pending.rows(
      (id) => this.read(String(id)),
      () => undefined,
    );
    this.#sequences = pendingSequences(database, pending);
  }

  find(id: string): Promise<Account | undefined> {
    return Promise.resolve(this.#found.get(id));
  }

  holding(id: string): Promise<AccountHolding | undefined> {
    const account = this.#found.get(id);
    return Promise.resolve(account && { account, ledger: this.#ledger.balancesOf(id) });
  }

  insert(account: Account): Promise<void> {
    return this.#pending.directly(() => {
      this.#statements.insert.run(...accountValues(account));
      for (const part of CUSTOMER_PARTS) {
        this.#statements.insertLedgerAccount.run(customerLedgerAccount(part, account.id), account.id, part);
      }
      this.#found.drop(account.id);
    });
  }

  update(account: Account): Promise<void> {
    return this.#pending.directly(() => {
      this.#statements.update.run(...behaviourValues(account), account.id);
      this.#found.drop(account.id);
    });
  }

  takeNumber(): Promise<number> {
    return this.#pending.directly(() => takenNumber(this.#statements.takeNumber.get()));
  }

  takeSequence(id: string, kind: EntryKind): Promise<number> {
    const taken = this.#sequences.change((before) => ({ ...before, [kind]: before[kind] + 1 }), id);
    return Promise.resolve(taken[kind]);
  }

  read(id: string): Account | undefined {
    const row = this.#statements.byId.get(id);
    return row && accountOf(row);
  }

  readHolding(id: string): AccountHolding | undefined {
    const account = this.read(id);
    return account && { account, ledger: this.#ledger.readBalances(id) };
  }

  /** Newest first. */
  page({ status, limit, offset }: PageRequest<AccountStatus>): Page<AccountHolding> {
    const blocked = status === undefined ? [0, 1] : status === 'BLOCKED' ? [1, 1] : [0, 0];
    const ids = this.#statements.page.all(...blocked, limit, offset).map((row) => textOf(row, 'id'));
    return {
      items: ids.flatMap((id) => this.readHolding(id) ?? []),
      total: countOf(this.#statements.count.get(...blocked)),
    };
  }
}

function statementsOf(database: SqlDatabase) {
  return {
    byId: database.prepare('SELECT * FROM accounts WHERE id = ?'),
    insert: database.prepare(`
      INSERT INTO accounts (id, name, email, tax_id, phone, city, pix_key, pix_key_type, charge_key, administrator,
        created_at, blocked, settles_instantly, settle_after_ms, settle_as, transfer_security, one_at_a_time, daily_limit,
        monthly_limit, transaction_limit, plan_name, plan_fee)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    insertLedgerAccount: database.prepare('INSERT INTO ledger_accounts (id, owner, part, minimum) VALUES (?, ?, ?, 0)'),
    update: database.prepare(`
      UPDATE accounts SET blocked = ?, settles_instantly = ?, settle_after_ms = ?, settle_as = ?, transfer_security = ?,
        one_at_a_time = ?, daily_limit = ?, monthly_limit = ?, transaction_limit = ?, plan_name = ?, plan_fee = ?
      WHERE id = ?`),
    takeNumber: database.prepare(
      'UPDATE service_state SET account_count = account_count + 1 RETURNING account_count AS number',
    ),
    page: database.prepare(
      'SELECT id FROM accounts WHERE blocked IN (?, ?) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
    ),
    count: database.prepare('SELECT count(*) AS count FROM accounts WHERE blocked IN (?, ?)'),
  };
}

function pendingSequences(database: SqlDatabase, pending: PendingChanges): PendingRows<Sequences> {
  const load = database.prepare('SELECT payment_count, withdrawal_count FROM accounts WHERE id = ?');
  const save = database.prepare('UPDATE accounts SET payment_count = ?, withdrawal_count = ? WHERE id = ?');
  return pending.rows<Sequences>(
    (id) => {
      const row = load.get(id ?? null);
      if (row === undefined) throw new Error('there is no such account');
      return { payment: integerOf(row, 'payment_count'), withdrawal: integerOf(row, 'withdrawal_count') };
    },
    ({ payment, withdrawal }, id) => save.run(payment, withdrawal, id ?? null),
  );
}

/** In the order of the columns in the INSERT statement. */
function accountValues(account: Account): SqlValue[] {
  return [
    account.id,
    account.name,
    account.email,
    account.taxId,
    account.phone,
    account.city,
    account.registeredKey?.key ?? null,
    account.registeredKey?.type ?? null,
    account.chargeKey,
    Number(account.administrator),
    account.createdAt,
    ...behaviourValues(account),
  ];
}

/** Values of the columns that may change, in the order of the UPDATE statement. */
function behaviourValues(account: Account): SqlValue[] {
  return [
    Number(account.blocked),
    Number(account.settlesInstantly),
    account.settleAfterMs,
    account.settleAs,
    Number(account.transferSecurity),
    Number(account.oneAtATime),
    account.limits.dailyCentavos,
    account.limits.monthlyCentavos,
    account.limits.perTransactionCentavos,
    account.plan.name,
    account.plan.transactionFeeCentavos,
  ];
}
