import type { Statement } from '../statement.ts';
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
import type { Unit } from './unit.ts';

const PAYMENT = byId('payments');
const WITHDRAWAL = byId('withdrawals');
const DISPUTE = byId('disputes');
const DISPUTE_OF_PAYMENT = { name: 'dispute of payment', text: 'SELECT * FROM disputes WHERE payment = $1' };
const PENDING_WITHDRAWALS = {
  name: 'pending withdrawals',
  text: `SELECT count FROM status_totals WHERE account = $1 AND kind = 'withdrawal' AND status = 'PENDING'`,
};

function byId(table: string): Statement {
  return { name: `${table} by id`, text: `SELECT * FROM ${table} WHERE id = $1` };
}

export class DraftPayments implements PaymentRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  async insert(payment: Payment): Promise<void> {
    const { drafts } = this.#unit;
    drafts.payments.insert(payment.id, payment);
    drafts.moved.add({ kind: 'payment', record: payment });
    drafts.countInserted();
    await this.#unit.noteTime(payment.accountId, payment.updatedAt);
    this.#unit.schedule.addExpiry(payment);
    await this.#unit.writeIfLarge();
  }

  async find(id: string): Promise<Payment | undefined> {
    const { payments } = this.#unit.drafts;
    const known = payments.get(id);
    if (known !== undefined) return known;
    const [row] = await this.#unit.ask(PAYMENT, [id]);
    if (row === undefined) return undefined;
    const found = paymentOf(row);
    this.#unit.requireLocked(found.accountId);
    return payments.load(id, found);
  }

  async move(accountId: string, id: string, { from, to, at }: PaymentMove): Promise<Payment | undefined> {
    const payment = await this.find(id);
    if (payment?.accountId !== accountId || !from.some((status) => status === payment.status)) return undefined;
    const moved: Payment = { ...payment, status: to, updatedAt: at };
    this.#unit.drafts.payments.change(id, moved);
    this.#unit.drafts.moved.add({ kind: 'payment', record: moved });
    await this.#unit.noteTime(accountId, at);
    return moved;
  }
}

export class DraftWithdrawals implements WithdrawalRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  async insert(withdrawal: Withdrawal): Promise<void> {
    const { drafts } = this.#unit;
    drafts.withdrawals.insert(withdrawal.id, withdrawal);
    drafts.moved.add({ kind: 'withdrawal', record: withdrawal });
    drafts.countInserted();
    await this.#unit.noteTime(withdrawal.accountId, withdrawal.updatedAt);
    this.#unit.schedule.addSettlement(withdrawal);
    await this.#unit.writeIfLarge();
  }

  async find(id: string): Promise<Withdrawal | undefined> {
    const { withdrawals } = this.#unit.drafts;
    const known = withdrawals.get(id);
    if (known !== undefined) return known;
    const [row] = await this.#unit.ask(WITHDRAWAL, [id]);
    if (row === undefined) return undefined;
    const found = withdrawalOf(row);
    this.#unit.requireLocked(found.accountId);
    return withdrawals.load(id, found);
  }

  async hasPending(accountId: string): Promise<boolean> {
    const { withdrawals } = this.#unit.drafts;
    const isOpen = (row: Withdrawal) => row.accountId === accountId && row.status === 'PENDING';
    const [row] = await this.#unit.ask(PENDING_WITHDRAWALS, [accountId]);
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
    this.#unit.drafts.withdrawals.change(id, ended);
    this.#unit.drafts.moved.add({ kind: 'withdrawal', record: ended });
    await this.#unit.noteTime(accountId, at);
    return ended;
  }
}

export class DraftDisputes implements DisputeRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  async insert(dispute: Dispute): Promise<void> {
    this.#unit.drafts.disputes.insert(dispute.id, dispute);
    this.#unit.drafts.moved.add({ kind: 'dispute', record: dispute });
    await this.#unit.noteTime(dispute.accountId, dispute.updatedAt);
  }

  find(id: string): Promise<Dispute | undefined> {
    return this.#found(this.#unit.drafts.disputes.get(id), DISPUTE, id);
  }

  findByPayment(paymentId: string): Promise<Dispute | undefined> {
    const known = this.#unit.drafts.disputes.values().find((dispute) => dispute.paymentId === paymentId);
    return this.#found(known, DISPUTE_OF_PAYMENT, paymentId);
  }

  async move(id: string, to: Exclude<DisputeStatus, 'OPEN'>, at: number): Promise<Dispute | undefined> {
    const dispute = await this.find(id);
    if (dispute?.status !== 'OPEN') return undefined;
    const moved: Dispute = { ...dispute, status: to, updatedAt: at };
    this.#unit.drafts.disputes.change(id, moved);
    this.#unit.drafts.moved.add({ kind: 'dispute', record: moved });
    await this.#unit.noteTime(dispute.accountId, at);
    return moved;
  }

  async #found(known: Dispute | undefined, statement: Statement, id: string): Promise<Dispute | undefined> {
    if (known !== undefined) return known;
    const [row] = await this.#unit.ask(statement, [id]);
    if (row === undefined) return undefined;
    const found = disputeOf(row);
    this.#unit.requireLocked(found.accountId);
    return this.#unit.drafts.disputes.load(found.id, found);
  }
}
