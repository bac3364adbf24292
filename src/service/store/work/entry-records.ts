import { integerOf } from '../../../sql/row.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import type { Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DisputeRecords, PaymentRecords, WithdrawalRecords } from '../../wallet/wallet-store.ts';
import type { Stored } from '../columns.ts';
import { DISPUTE, PAYMENT, WITHDRAWAL } from '../records.ts';
import type { DraftRows } from './drafts.ts';
import type { DueEvents } from './due-events.ts';
import type { Unit } from './unit.ts';

const PAYMENT_BY_ID = 'SELECT * FROM payments WHERE id = $1';
const WITHDRAWAL_BY_ID = 'SELECT * FROM withdrawals WHERE id = $1';
const DISPUTE_BY_ID = 'SELECT * FROM disputes WHERE id = $1';
const DISPUTE_OF_PAYMENT = 'SELECT * FROM disputes WHERE payment = $1';
const PENDING_WITHDRAWALS = `SELECT count FROM status_totals WHERE account = $1 AND kind = 'withdrawal' AND status = 'PENDING'`;

/** What payments, withdrawals and disputes have in common. */
function entriesIn<Row extends Moved['record']>(
  unit: Unit,
  rows: DraftRows<Row>,
  stored: Stored<Row>,
  movedOf: (record: Row) => Moved,
) {
  const announce = async (row: Row) => {
    unit.drafts.moved.add(movedOf(row));
    await unit.noteTime(row.accountId, row.updatedAt);
  };
  return {
    /** @param statement asked for a row that is not known */
    async find(known: Row | undefined, statement: string, id: string): Promise<Row | undefined> {
      if (known !== undefined) return known;
      const [row] = await unit.ask(statement, [id]);
      if (row === undefined) return undefined;
      const found = stored.read(row);
      unit.database.requireLocked(found.accountId);
      return rows.load(found.id, found);
    },
    async insert(row: Row): Promise<void> {
      rows.insert(row.id, row);
      await announce(row);
    },
    async change(row: Row): Promise<Row> {
      rows.change(row.id, row);
      await announce(row);
      return row;
    },
  };
}

export function draftPayments(unit: Unit, schedule: DueEvents): PaymentRecords {
  const { payments } = unit.drafts;
  const entries = entriesIn(unit, payments, PAYMENT, (record) => ({ kind: 'payment', record }));
  const find = (id: string) => entries.find(payments.get(id), PAYMENT_BY_ID, id);
  return {
    find,
    async insert(payment) {
      await entries.insert(payment);
      schedule.addExpiry(payment);
      await unit.writeIfLarge();
    },
    async move(accountId, id, { from, to, at }) {
      const payment = await find(id);
      if (payment?.accountId !== accountId || !from.some((status) => status === payment.status)) return undefined;
      return entries.change({ ...payment, status: to, updatedAt: at });
    },
  };
}

export function draftWithdrawals(unit: Unit, schedule: DueEvents): WithdrawalRecords {
  const { withdrawals } = unit.drafts;
  const entries = entriesIn(unit, withdrawals, WITHDRAWAL, (record) => ({ kind: 'withdrawal', record }));
  const find = (id: string) => entries.find(withdrawals.get(id), WITHDRAWAL_BY_ID, id);
  return {
    find,
    async insert(withdrawal) {
      await entries.insert(withdrawal);
      schedule.addSettlement(withdrawal);
      await unit.writeIfLarge();
    },
    async hasPending(accountId) {
      const isOpen = (row: Withdrawal) => row.accountId === accountId && row.status === 'PENDING';
      const [row] = await unit.ask(PENDING_WITHDRAWALS, [accountId]);
      const stored = row === undefined ? 0 : integerOf(row, 'count');
      const opened = withdrawals.inserted().filter(isOpen).length;
      const ended = withdrawals.changed().filter(({ before, after }) => isOpen(before) && !isOpen(after)).length;
      return stored + opened - ended > 0;
    },
    async move(accountId, id, move) {
      const withdrawal = await find(id);
      if (withdrawal?.accountId !== accountId || withdrawal.status !== 'PENDING') return undefined;
      const { to: status, at } = move;
      const moved = { ...withdrawal, status, updatedAt: at };
      return entries.change(
        move.to === 'COMPLETED'
          ? { ...moved, completedAt: at }
          : { ...moved, failedAt: at, failureReason: move.failureReason },
      );
    },
  };
}

export function draftDisputes(unit: Unit): DisputeRecords {
  const { disputes } = unit.drafts;
  const entries = entriesIn(unit, disputes, DISPUTE, (record) => ({ kind: 'dispute', record }));
  const find = (id: string) => entries.find(disputes.get(id), DISPUTE_BY_ID, id);
  return {
    find,
    insert: (dispute) => entries.insert(dispute),
    findByPayment(paymentId) {
      const known = disputes.values().find((dispute) => dispute.paymentId === paymentId);
      return entries.find(known, DISPUTE_OF_PAYMENT, paymentId);
    },
    async move(id, to, at) {
      const dispute = await find(id);
      if (dispute?.status !== 'OPEN') return undefined;
      return entries.change({ ...dispute, status: to, updatedAt: at });
    },
  };
}
