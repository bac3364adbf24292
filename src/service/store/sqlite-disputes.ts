import { DISPUTE_STATUSES } from '../../contract/account.ts';
import { centavos } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { Dispute } from '../wallet/dispute.ts';
import type { PageRequest, WalletTransaction } from '../wallet/wallet-store.ts';
import type { Counted, Counters } from './counters.ts';
import type { Directly } from './held-changes.ts';
import { centavosOf } from './rows.ts';

type DisputeWrites = Pick<WalletTransaction, 'insertDispute' | 'dispute' | 'disputeOfPayment' | 'moveDispute'>;

interface DisputeWriterParts {
  readonly directly: Directly;
  readonly count: Counters;
}

export function disputeWriter(database: SqlDatabase, { directly, count }: DisputeWriterParts): DisputeWrites {
  const insert = database.prepare(`
    INSERT INTO disputes (account, id, payment, value, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const byId = database.prepare('SELECT * FROM disputes WHERE id = ?');
  const byPayment = database.prepare('SELECT * FROM disputes WHERE payment = ?');
  const move = database.prepare(
    "UPDATE disputes SET status = ?, updated_at = ? WHERE id = ? AND status = 'OPEN' RETURNING *",
  );
  const found = (row: SqlRow | undefined) => (row === undefined ? undefined : disputeOf(row));

  return {
    insertDispute: (dispute) =>
      directly(() => {
        const { accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt } = dispute;
        insert.run(accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt);
        count.add('dispute', counted(dispute));
      }),
    dispute: (id) => directly(() => found(byId.get(id))),
    disputeOfPayment: (paymentId) => directly(() => found(byPayment.get(paymentId))),
    moveDispute: (id, to, at) =>
      directly(() => {
        const moved = found(move.get(to, at, id));
        if (moved !== undefined) count.move('dispute', counted(moved), 'OPEN');
        return moved;
      }),
  };
}

function counted(dispute: Dispute): Counted {
  return { ...dispute, feeCentavos: centavos(0), netCentavos: dispute.valueCentavos };
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
