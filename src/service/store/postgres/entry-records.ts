import type { PgStatement } from '../../../sql/postgres/connection.ts';
import { integerOf } from '../../../sql/row.ts';
import type { DisputeStatus } from '../../../contract/account.ts';
import type { Dispute, Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type {
  DisputeRecords,
  PaymentMove,
  PaymentRecords,
  WithdrawalMove,
  WithdrawalRecords,
} from '../../wallet/wallet-transaction.ts';
import { disputeOf, paymentOf, withdrawalOf } from '../entry-rows.ts';
import type { BatchContext } from './batch-context.ts';

const PAYMENT = byId('payments');
const WITHDRAWAL = byId('withdrawals');
const DISPUTE = byId('disputes');
const DISPUTE_OF_PAYMENT = { name: 'dispute of payment', text: 'SELECT * FROM disputes WHERE payment = $1' };
const PENDING_WITHDRAWALS = {
  name: 'pending withdrawals',
  text: `SELECT count FROM status_totals WHERE account = $1 AND kind = 'withdrawal' AND status = 'PENDING'`,
};

function byId(table: string): PgStatement {
  return { name: `${table} by id`, text: `SELECT * FROM ${table} WHERE id = $1` };
}

export class PostgresPayments implements PaymentRecords {
  readonly #batch: BatchContext;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  async insert(payment: Payment): Promise<void> {
    const { drafts } = this.#batch;
    drafts.payments.insert(payment.id, payment);
    drafts.countInserted();
    await this.#batch.noteTime(payment.accountId, payment.updatedAt);
    this.#batch.schedule.addExpiry(payment);
    await this.#batch.writeIfLarge();
  }

  async find(id: string): Promise<Payment | undefined> {
    const { payments } = this.#batch.drafts;
    const known = payments.get(id);
    if (known !== undefined) return known;
    const [row] = await this.#batch.ask(PAYMENT, [id]);
    if (row === undefined) return undefined;
    const found = paymentOf(row);
    this.#batch.requireCovered(found.accountId);
    return payments.load(id, found);
  }

  async move(accountId: string, id: string, { from, to, at }: PaymentMove): Promise<Payment | undefined> {
    const payment = await this.find(id);
    if (payment?.accountId !== accountId || !from.some((status) => status === payment.status)) return undefined;
    const moved: Payment = { ...payment, status: to, updatedAt: at };
    this.#batch.drafts.payments.change(id, moved);
    await this.#batch.noteTime(accountId, at);
    return moved;
  }
}

export class PostgresWithdrawals implements WithdrawalRecords {
  readonly #batch: BatchContext;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  async insert(withdrawal: Withdrawal): Promise<void> {
    const { drafts } = this.#batch;
    drafts.withdrawals.insert(withdrawal.id, withdrawal);
    drafts.countInserted();
    await this.#batch.noteTime(withdrawal.accountId, withdrawal.updatedAt);
    this.#batch.schedule.addSettlement(withdrawal);
    await this.#batch.writeIfLarge();
  }

  async find(id: string): Promise<Withdrawal | undefined> {
    const { withdrawals } = this.#batch.drafts;
    const known = withdrawals.get(id);
    if (known !== undefined) return known;
    const [row] = await this.#batch.ask(WITHDRAWAL, [id]);
    if (row === undefined) return undefined;
    const found = withdrawalOf(row);
    this.#batch.requireCovered(found.accountId);
    return withdrawals.load(id, found);
  }

  async hasPending(accountId: string): Promise<boolean> {
    const { withdrawals } = this.#batch.drafts;
    const isOpen = (row: Withdrawal) => row.accountId === accountId && row.status === 'PENDING';
    const [row] = await this.#batch.ask(PENDING_WITHDRAWALS, [accountId]);
    const stored = row === undefined ? 0 : integerOf(row, 'count');
    const opened = withdrawals.inserted().filter(isOpen).length;
    const ended = withdrawals.changed().filter(({ before, after }) => isOpen(before) && !isOpen(after)).length;
    return stored + opened - ended > 0;
  }

  async move(accountId: string, id: string, move: WithdrawalMove): Promise<Withdrawal | undefined> {
    const withdrawal = await this.find(id);
    if (withdrawal?.accountId !== accountId || withdrawal.status !== 'PENDING') return undefined;
    const { at } = move;
    const ended: Withdrawal =
      move.to === 'COMPLETED'
        ? { ...withdrawal, status: 'COMPLETED', completedAt: at, updatedAt: at }
        : { ...withdrawal, status: 'FAILED', failedAt: at, failureReason: move.failureReason, updatedAt: at };
    this.#batch.drafts.withdrawals.change(id, ended);
    await this.#batch.noteTime(accountId, at);
    return ended;
  }
}

export class PostgresDisputes implements DisputeRecords {
  readonly #batch: BatchContext;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  async insert(dispute: Dispute): Promise<void> {
    this.#batch.drafts.disputes.insert(dispute.id, dispute);
    await this.#batch.noteTime(dispute.accountId, dispute.updatedAt);
  }

  find(id: string): Promise<Dispute | undefined> {
    return this.#found(this.#batch.drafts.disputes.get(id), DISPUTE, id);
  }

  findByPayment(paymentId: string): Promise<Dispute | undefined> {
    const known = this.#batch.drafts.disputes.values().find((dispute) => dispute.paymentId === paymentId);
    return this.#found(known, DISPUTE_OF_PAYMENT, paymentId);
  }

  async move(id: string, to: Exclude<DisputeStatus, 'OPEN'>, at: number): Promise<Dispute | undefined> {
    const dispute = await this.find(id);
    if (dispute?.status !== 'OPEN') return undefined;
    const moved: Dispute = { ...dispute, status: to, updatedAt: at };
    this.#batch.drafts.disputes.change(id, moved);
    await this.#batch.noteTime(dispute.accountId, at);
    return moved;
  }

  async #found(known: Dispute | undefined, statement: PgStatement, id: string): Promise<Dispute | undefined> {
    if (known !== undefined) return known;
    const [row] = await this.#batch.ask(statement, [id]);
    if (row === undefined) return undefined;
    const found = disputeOf(row);
    this.#batch.requireCovered(found.accountId);
    return this.#batch.drafts.disputes.load(found.id, found);
  }
}
