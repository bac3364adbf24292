import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf, nullableIntegerOf } from '../../sqlite/row.ts';
import { customerLedgerAccount, type CustomerPart } from '../ledger/accounts.ts';
import { FloorReachedError, mayMakeDebt, type Entry, type Transfer } from '../ledger/transfer.ts';
import type { HeldChanges } from './held-changes.ts';

interface LedgerBalance {
  /** What the database held when the group began. */
  readonly stored: number;
  readonly balance: number;
  /** The floor, and how far disputes have taken the balance below it. */
  readonly minimum: number | null;
  readonly debt: number;
}

export interface LedgerWriter {
  /** @throws {FloorReachedError} when a ledger account would be left with less than it must hold */
  post(transfer: Transfer, at: number): void;
  balancesOf(accountId: string): Record<CustomerPart, Centavos>;
}

/**
 * Writes transfers. The balances that they lead to are written once for a group, if they are still what the group began
 * with, and the database judges them again.
 */
export function ledgerWriter(database: SqlDatabase, held: HeldChanges): LedgerWriter {
  const balance = database.prepare('SELECT balance, minimum, debt FROM ledger_accounts WHERE id = ?');
  const storeBalance = database.prepare(
    'UPDATE ledger_accounts SET balance = ?, debt = ? WHERE id = ? AND balance = ?',
  );
  const insertTransfer = database.prepare('INSERT INTO transfers (kind, reference, created_at) VALUES (?, ?, ?)');
  const insertEntries = entryWriter(database);

  const balances = held.rows<LedgerBalance>(
    (id) => {
      const row = balance.get(id ?? null);
      if (row === undefined) throw new Error(`there is no ledger account ${String(id)}`);
      const [minimum, stored] = [nullableIntegerOf(row, 'minimum'), integerOf(row, 'balance')];
      return { stored, balance: stored, minimum, debt: integerOf(row, 'debt') };
    },
    (row, id = null) => {
      const { changes } = storeBalance.run(row.balance, row.debt, id, row.stored);
      if (Number(changes) !== 1) throw new Error(`the balance of ${String(id)} was changed by somebody else`);
    },
  );

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

  return {
    post(transfer, at) {
      const { kind, reference, entries } = transfer;
      const makesDebt = mayMakeDebt(transfer);
      for (const entry of entries) {
        balances.change((present) => booked(present, entry, makesDebt), entry.ledgerAccount);
      }
      held.insert(() => {
        const { lastInsertRowid: number } = insertTransfer.run(kind, reference, at);
        insertEntries(number, entries);
      });
    },
    balancesOf(accountId) {
      const balanceOf = (part: CustomerPart) => centavos(balances.of(customerLedgerAccount(part, accountId)).balance);
      return { available: balanceOf('available'), in_transit: balanceOf('in_transit'), blocked: balanceOf('blocked') };
    },
  };
}

/** All entries of a transfer in one statement. */
function entryWriter(database: SqlDatabase) {
  const statements = new Map<number, ReturnType<SqlDatabase['prepare']>>();

  function insertion(length: number) {
    const rows = Array.from({ length }, () => '(?, ?, ?)').join(', ');
    const statement = database.prepare(`INSERT INTO entries (transfer, ledger_account, amount) VALUES ${rows}`);
    statements.set(length, statement);
    return statement;
  }

  return (transfer: number | bigint, entries: readonly Entry[]) => {
    const statement = statements.get(entries.length) ?? insertion(entries.length);
    statement.run(...entries.flatMap(({ ledgerAccount, amountCentavos }) => [transfer, ledgerAccount, amountCentavos]));
  };
}
