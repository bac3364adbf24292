import type * as z from 'zod';
import type { DisputeStatus } from '../../contract/account.ts';
import type { controls } from '../../contract/control.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { RefusalCode } from '../../pix/refusal-codes.ts';
import type { Payment, Withdrawal } from '../wallet/transactions.ts';

export type AccountBehaviour = z.input<(typeof controls)['showAccount']['data']>;
export type AccountChanges = Omit<z.output<(typeof controls)['setAccount']['body']>, 'account'>;
type InboxMessage = z.input<(typeof controls)['inbox']['data']>['messages'][number];
type Invariant = z.input<(typeof controls)['verify']['data']>['invariants'][number];
export type MovedPayment = Pick<Payment, 'id' | 'status' | 'valueCentavos'>;
export type MovedWithdrawal = Pick<Withdrawal, 'id' | 'status' | 'valueCentavos' | 'failureReason'>;
export type MovedDispute = z.input<(typeof controls)['openDispute']['data']>;

/**
 * What only the outside world decides when a real service runs. All of it throws `Refusal`:
 * `not_found` for what is not there, `invalid_transition` for what its state forbids, and then nothing has changed.
 */
export interface Outside {
  /** Of any account. FAILED: it expires. */
  movePayment(id: string, to: 'ACTIVE' | 'COMPLETED' | 'FAILED'): Promise<MovedPayment>;
  /** Of any account. A refusal code: it FAILED for that reason. */
  moveWithdrawal(id: string, to: 'COMPLETED' | RefusalCode): Promise<MovedWithdrawal>;
  /** A payment, created and paid at once. */
  deposit(accountId: string, amountCentavos: Centavos): Promise<MovedPayment>;
  /** OPEN opens a dispute on the payment; the others end the one that is open on it. */
  moveDispute(paymentId: string, to: DisputeStatus): Promise<MovedDispute>;
  accountBehaviour(accountId: string): Promise<AccountBehaviour>;
  changeAccount(accountId: string, changes: AccountChanges): Promise<AccountBehaviour>;
  /** Newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  /** Moves the service's clock on and carries out what falls due. @returns the new time, epoch milliseconds */
  advance(durationMs: number): Promise<number>;
  verify(): Promise<readonly Invariant[]>;
}

/** The state as a whole, whatever is in it. */
export interface WholeState {
  /** The whole state, as it is between two transactions. */
  snapshot(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
  /**
   * Replaces the whole state.
   *
   * @returns how many bytes the snapshot has
   * @throws {Refusal} `validation_failed` when it is no snapshot of this service, or what reading it throws
   */
  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number>;
  /** Back to the history with which the service was first filled, as if it were filled today. @returns its seed */
  reset(): Promise<number>;
}
