import { centavos } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import type { Payment, Withdrawal } from '../wallet/transactions.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import { counters, type Counted } from './counters.ts';
import type { HeldChanges } from './held-changes.ts';
import { ledgerWriter } from './ledger-writer.ts';
import { paymentValues, withdrawalOf, withdrawalValues } from './rows.ts';
import { accountWriter } from './sqlite-accounts.ts';
import { disputeWriter } from './sqlite-disputes.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { codeWriter } from './sqlite-verification.ts';

interface SqliteWriterParts {
  readonly held: HeldChanges;
  /** Told before a key is written or deleted. */
  readonly keysChanged: () => void;
}

/** The writes of the wallet. They have to run inside a transaction, where their caller keeps them together. */
export function sqliteWriter(
  database: SqlDatabase,
  reader: SqliteReader,
  { held, keysChanged }: SqliteWriterParts,
): WalletTransaction {
  const sequences = database.prepare('SELECT payment_count, withdrawal_count FROM accounts WHERE id = ?');
  const storeSequences = database.prepare('UPDATE accounts SET payment_count = ?, withdrawal_count = ? WHERE id = ?');
  const insertPayment = database.prepare(`
    INSERT INTO payments (account, sequence, id, correlation_id, transaction_id, value, fee, net, status, description,
      br_code, expires_at, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const movePayment = database.prepare('UPDATE payments SET status = ?, updated_at = ? WHERE id = ? AND status = ?');
  const insertWithdrawal = database.prepare(`
    INSERT INTO withdrawals (account, sequence, id, correlation_id, transaction_id, value, fee, sent, status,
      description, pix_key, pix_key_type, settles_at, settles_as, completed_at, failed_at, failure_reason, created_at,
      updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const completeWithdrawal = database.prepare(`
    UPDATE withdrawals SET status = 'COMPLETED', completed_at = ?1, updated_at = ?1
    WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
  const failWithdrawal = database.prepare(`
    UPDATE withdrawals SET status = 'FAILED', failed_at = ?1, updated_at = ?1, failure_reason = ?4
    WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
  const limitUse = database.prepare('SELECT used FROM limit_use WHERE account = ? AND period = ?');
  const storeLimitUse = database.prepare(`
    INSERT INTO limit_use (account, period, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = excluded.used`);
  const saveClock = database.prepare('UPDATE service_state SET clock_ahead_ms = ?');

  const ledger = ledgerWriter(database, held);
  const count = counters(database, held);
  const heldSequences = held.rows(
    (accountId) => sequencesOf(sequences.get(accountId ?? null)),
    ({ payment, withdrawal }, accountId) => storeSequences.run(payment, withdrawal, accountId ?? null),
  );
  const heldLimitUse = held.rows(
    (...period) => usedOf(limitUse.get(...period)),
    (used, ...period) => storeLimitUse.run(...period, used),
  );
  const heldAccounts = held.rows(
    (id) => reader.account(String(id)),
    () => undefined,
  );

  /** What the work looks up may be what it has just inserted, and what it writes needs a place to go back to. */
  function directly<T>(work: () => T): Promise<T> {
    held.writeThrough();
    return Promise.resolve(work());
  }

  function changed(accountId: string): void {
    heldAccounts.drop(accountId);
  }

  function usedIn(accountId: string, period: string) {
    return centavos(heldLimitUse.of(accountId, period));
  }

  return {
    ...accountWriter(database, { directly, changed, keysChanged }),
    ...disputeWriter(database, { directly, count }),
    ...codeWriter(database, directly),
    account: (id) => Promise.resolve(heldAccounts.of(id)),
    holding(accountId) {
      const account = heldAccounts.of(accountId);
      return Promise.resolve(account && { account, ledger: ledger.balancesOf(accountId) });
    },
    findPayment: (id) => directly(() => reader.findPayment(id)),
    findWithdrawal: (id) => directly(() => reader.findWithdrawal(id)),
    hasPendingWithdrawal: (accountId) => Promise.resolve(count.countOf(accountId, 'withdrawal', 'PENDING') > 0),
    nextDue: (now) => Promise.resolve(reader.nextDue(now)),
    saveClock: (aheadMs) =>
      directly(() => {
        saveClock.run(aheadMs);
      }),
    limitUse: (accountId, { day, month }) =>
      Promise.resolve({ dayCentavos: usedIn(accountId, day), monthCentavos: usedIn(accountId, month) }),
    takeSequence(accountId, kind) {
      const taken = heldSequences.change((before) => ({ ...before, [kind]: before[kind] + 1 }), accountId);
      return Promise.resolve(taken[kind]);
    },
    insertPayment(payment) {
      count.add('payment', payment);
      held.insert(() => insertPayment.run(...paymentValues(payment)));
      return Promise.resolve();
    },
    movePayment: (accountId, id, { from, to, at }) =>
      directly(() => {
        const payment = reader.findPayment(id);
        if (payment?.accountId !== accountId || !from.some((status) => status === payment.status)) return undefined;
        const { changes } = movePayment.run(to, at, id, payment.status);
        if (Number(changes) !== 1) throw new Error(`payment ${id} is no longer ${payment.status}`);
        const moved: Payment = { ...payment, status: to, updatedAt: at };
        count.move('payment', moved, payment.status);
        return moved;
      }),
    insertWithdrawal(withdrawal) {
      count.add('withdrawal', countedWithdrawal(withdrawal));
      held.insert(() => insertWithdrawal.run(...withdrawalValues(withdrawal)));
      return Promise.resolve();
    },
    moveWithdrawal: (accountId, id, move) =>
      directly(() => {
        const row =
          move.to === 'COMPLETED'
            ? completeWithdrawal.get(move.at, id, accountId)
            : failWithdrawal.get(move.at, id, accountId, move.failureReason);
        if (row === undefined) return undefined;
        const moved = withdrawalOf(row);
        count.move('withdrawal', countedWithdrawal(moved), 'PENDING');
        return moved;
      }),
    useLimit(accountId, period, valueCentavos, maximumCentavos) {
      const used = heldLimitUse.of(accountId, period) + valueCentavos;
      if (used > maximumCentavos) return Promise.resolve(false);
      heldLimitUse.change(() => used, accountId, period);
      return Promise.resolve(true);
    },
    giveBackLimit(accountId, period, valueCentavos) {
      const used = heldLimitUse.of(accountId, period) - valueCentavos;
      if (used < 0) throw new Error(`${accountId} has used less than that in ${period}`);
      heldLimitUse.change(() => used, accountId, period);
      return Promise.resolve();
    },
    post(transfer, at) {
      ledger.post(transfer, at);
      return Promise.resolve();
    },
  };
}

function sequencesOf(row: SqlRow | undefined) {
  if (row === undefined) throw new Error('there is no such account');
  return { payment: integerOf(row, 'payment_count'), withdrawal: integerOf(row, 'withdrawal_count') };
}

function usedOf(row: SqlRow | undefined): number {
  return row === undefined ? 0 : integerOf(row, 'used');
}

function countedWithdrawal(withdrawal: Withdrawal): Counted {
  const { accountId, status, sequence, valueCentavos, feeCentavos, sentCentavos: netCentavos, updatedAt } = withdrawal;
  return { accountId, status, sequence, valueCentavos, feeCentavos, netCentavos, updatedAt };
}
