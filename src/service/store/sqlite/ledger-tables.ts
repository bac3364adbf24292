import { centavos, type Centavos } from '../../../pix/centavos.ts';
import type { SqlDatabase, SqlStatement } from '../../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, textOf } from '../../../sql/row.ts';
import { customerLedgerAccount, type CustomerPart } from '../../ledger/accounts.ts';
import { FloorReachedError, mayMakeDebt, type Entry, type Transfer } from '../../ledger/transfer.ts';
import type { AccountHolding } from '../../wallet/account.ts';
import type { Ledger } from '../../wallet/wallet-transaction.ts';
import type { PendingChanges, PendingRows } from './pending-changes.ts';
import { centavosOf } from '../rows.ts';

interface LedgerBalance {
  /** The balance in the database at the start of the group. */
  readonly stored: number;
  readonly balance: number;
  /** The floor, and by how much disputes took the balance below it. */
  readonly minimum: number | null;
  readonly debt: number;
}

type Balances = AccountHolding['ledger'];

/**
 * Ledger accounts, transfers and entries. Resulting balances are written once per group, on condition that the stored
 * ones have not changed since its start, and the database checks them again.
 */
export class LedgerTables implements Ledger {
  readonly #database: SqlDatabase;
  readonly #pending: PendingChanges;
  readonly #balances: PendingRows<LedgerBalance>;
  readonly #ofOwner: SqlStatement;
  readonly #insertTransfer: SqlStatement;
  /** Statements by the number of entries that they insert. */
  readonly #insertEntries = new Map<number, SqlStatement>();

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#database = database;
    this.#pending = pending;
    this.#balances = pendingBalances(database, pending);
    this.#ofOwner = database.prepare('SELECT part, balance FROM ledger_accounts WHERE owner = ?');
    this.#insertTransfer = database.prepare('INSERT INTO transfers (kind, reference, created_at) VALUES (?, ?, ?)');
  }

  post(transfer: Transfer, at: number): Promise<void> {
    const { kind, reference, entries } = transfer;
    const makesDebt = mayMakeDebt(transfer);
    for (const entry of entries) {
      this.#balances.change((present) => booked(present, entry, makesDebt), entry.ledgerAccount);
    }
    this.#pending.insert(() => {
      const { lastInsertRowid: number } = this.#insertTransfer.run(kind, reference, at);
      const values = entries.flatMap(({ ledgerAccount, amountCentavos }) => [number, ledgerAccount, amountCentavos]);
      this.#insertionOf(entries.length).run(...values);
    });
    return Promise.resolve();
  }

  /** Balances including the current transaction. */
  balancesOf(accountId: string): Balances {
    return balancesBy((part) => centavos(this.#balances.get(customerLedgerAccount(part, accountId)).balance));
  }

  readBalances(accountId: string): Balances {
    const rows = this.#ofOwner.all(accountId);
    const balances = new Map(rows.map((row) => [textOf(row, 'part'), centavosOf(row, 'balance')]));
    return balancesBy((part) => balances.get(part) ?? centavos(0));
  }

  /** A statement that inserts all entries of a transfer. */
  #insertionOf(length: number): SqlStatement {
    const known = this.#insertEntries.get(length);
    if (known !== undefined) return known;
    const rows = Array.from({ length }, () => '(?, ?, ?)').join(', ');
    const statement = this.#database.prepare(`INSERT INTO entries (transfer, ledger_account, amount) VALUES ${rows}`);
    this.#insertEntries.set(length, statement);
    return statement;
  }
}

function pendingBalances(database: SqlDatabase, pending: PendingChanges): PendingRows<LedgerBalance> {
  const balance = database.prepare('SELECT balance, minimum, debt FROM ledger_accounts WHERE id = ?');
  const update = database.prepare('UPDATE ledger_accounts SET balance = ?, debt = ? WHERE id = ? AND balance = ?');
  return pending.rows<LedgerBalance>(
    (id) => {
      const row = balance.get(id ?? null);
      if (row === undefined) throw new Error(`there is no ledger account ${String(id)}`);
      const [minimum, stored] = [nullableIntegerOf(row, 'minimum'), integerOf(row, 'balance')];
      return { stored, balance: stored, minimum, debt: integerOf(row, 'debt') };
    },
    (row, id = null) => {
      const { changes } = update.run(row.balance, row.debt, id, row.stored);
      if (Number(changes) !== 1) throw new Error(`another connection changed the balance of ${String(id)}`);
    },
  );
}

/** @throws {FloorReachedError} */
function booked(present: LedgerBalance, { ledgerAccount, amountCentavos }: Entry, makesDebt: boolean): LedgerBalance {
  const { stored, minimum } = present;
  const balance = present.balance + amountCentavos;
  if (minimum === null) return { stored, balance, minimum, debt: present.debt };
  const isDebit = amountCentavos < 0;
  if (isDebit && balance < minimum && !makesDebt) {
    throw new FloorReachedError(ledgerAccount, centavos(present.balance));
  }
  const lack = Math.max(0, minimum - balance);
  const debt = isDebit && makesDebt ? Math.max(present.debt, lack) : Math.min(present.debt, lack);
  return { stored, balance, minimum, debt };
}

function balancesBy(balanceOf: (part: CustomerPart) => Centavos): Balances {
  return { available: balanceOf('available'), in_transit: balanceOf('in_transit'), blocked: balanceOf('blocked') };
}
