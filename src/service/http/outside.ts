import type * as z from 'zod';
import type { AccountStatus, DisputeStatus } from '../../contract/account.ts';
import type { controls } from '../../contract/control.ts';
import type { WorldFile } from '../../contract/world.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { RefusalCode } from '../../pix/refusal-codes.ts';
import type { Payment, Withdrawal } from '../wallet/wallet-entries.ts';
import type { EntryHistory, Page, PageRequest } from '../wallet/wallet-store.ts';

export type AccountBehaviour = z.input<(typeof controls)['showAccount']['data']>;
export type AccountChanges = Omit<z.output<(typeof controls)['setAccount']['body']>, 'account'>;
type ListedChange = z.input<(typeof controls)['listChanges']['data']>['changes'][number];
type InboxMessage = z.input<(typeof controls)['inbox']['data']>['messages'][number];
type Invariant = z.input<(typeof controls)['verify']['data']>['invariants'][number];
type OpenedAccount = z.input<(typeof controls)['openAccount']['data']>;
export type MovedPayment = Pick<Payment, 'id' | 'status' | 'valueCentavos'>;
export type MovedWithdrawal = Pick<Withdrawal, 'id' | 'status' | 'valueCentavos' | 'failureReason'>;
export type MovedDispute = z.input<(typeof controls)['openDispute']['data']>;

/**
 * Events that come from outside a real service. All methods throw `Refusal`: `not_found` for an unknown id,
 * `invalid_transition` for what the state forbids; then nothing has changed.
 */
export interface Outside {
  /** On any account. FAILED: it expires. */
  movePayment(id: string, to: 'ACTIVE' | 'COMPLETED' | 'FAILED'): Promise<MovedPayment>;
  /** On any account. With a refusal code it becomes FAILED for that reason. */
  moveWithdrawal(id: string, to: 'COMPLETED' | RefusalCode): Promise<MovedWithdrawal>;
  /** Creates a payment and pays it. */
  deposit(accountId: string, amountCentavos: Centavos): Promise<MovedPayment>;
  /** OPEN opens a dispute on the payment; the others end the open one. */
  moveDispute(paymentId: string, to: DisputeStatus): Promise<MovedDispute>;
  /** Opens an account with a main key of its own. */
  openAccount(balanceCentavos: Centavos): Promise<OpenedAccount>;
  accountBehaviour(accountId: string): Promise<AccountBehaviour>;
  /** Newest first. */
  accounts(page: PageRequest<AccountStatus>): Promise<Page<AccountBehaviour>>;
  /** A payment or withdrawal on any account. */
  entry(id: string): Promise<EntryHistory>;
  changeAccount(accountId: string, changes: AccountChanges): Promise<AccountBehaviour>;
  /** Newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
  /**
   * Advances the clock of the service, or of one account, and processes what becomes due.
   *
   * @returns the new time, epoch milliseconds
   */
  advance(durationMs: number, accountId?: string): Promise<number>;
  /** The latest changes of status that this process has committed, oldest first. @param id only those of this id */
  changes(after: number, id?: string): Promise<readonly ListedChange[]>;
  verify(): Promise<readonly Invariant[]>;
}

/** The complete stored state. */
export interface WholeState {
  /** The complete state, as a world. */
  world(): Promise<WorldFile>;
  /** The complete state, between two transactions. */
  snapshot(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
  /**
   * Replaces the complete state.
   *
   * @returns the size of the snapshot in bytes
   * @throws {Refusal} `validation_failed` when it is no snapshot of this service, or the error of reading it
   */
  restore(snapshot: AsyncIterable<Uint8Array>): Promise<number>;
  /** Resets to the first history, as if it were created today. @returns its seed */
  reset(): Promise<number>;
}
