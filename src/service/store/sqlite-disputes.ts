import { DISPUTE_STATUSES } from '../../contract/account.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { Dispute } from '../wallet/dispute.ts';
import type { PageRequest, WalletTransaction } from '../wallet/wallet-store.ts';
import { centavosOf } from './rows.ts';

type DisputeWrites = Pick<WalletTransaction, 'insertDispute' | 'dispute' | 'disputeOfPayment' | 'moveDispute'>;

export function disputeWriter(database: SqlDatabase): DisputeWrites {
  const insert = database.prepare(`
    INSERT INTO disputes (account, id, payment, value, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const byId = database.prepare('SELECT * FROM disputes WHERE id = ?');
  const byPayment = database.prepare('SELECT * FROM disputes WHERE payment = ?');
  const move = database.prepare(
    "UPDATE disputes SET status = ?, updated_at = ? WHERE id = ? AND status = 'OPEN' RETURNING *",
  );
  const found = (row: SqlRow | undefined) => Promise.resolve(row === undefined ? undefined : disputeOf(row));

  return {
    insertDispute({ accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt }) {
      insert.run(accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt);
      return Promise.resolve();
    },
    dispute: (id) => found(byId.get(id)),
    disputeOfPayment: (paymentId) => found(byPayment.get(paymentId)),
    moveDispute: (id, to, at) => found(move.get(to, at, id)),
  };
}

/** Reads disputes of any account, newest first. */
export function disputeReader(database: SqlDatabase) {
  const all = database.prepare('SELECT * FROM disputes ORDER BY number DESC LIMIT ? OFFSET ?');
  const withStatus = database.prepare('SELECT * FROM disputes WHERE status = ? ORDER BY number DESC LIMIT ? OFFSET ?');
  return ({ status, limit, offset }: PageRequest<Dispute['status']>): Dispute[] =>
    (status === undefined ? all.all(limit, offset) : withStatus.all(status, limit, offset)).map(disputeOf);
}

function disputeOf(row: SqlRow): Dispute {
  return {
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    paymentId: textOf(row, 'payment'),
    valueCentavos: centavosOf(row, 'value'),
    status: wordOf(row, 'status', DISPUTE_STATUSES),
    createdAt: integerOf(row, 'created_at'),
    updatedAt: integerOf(row, 'updated_at'),
  };
}
