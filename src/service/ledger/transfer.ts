import assert from 'node:assert/strict';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { LedgerAccount } from './accounts.ts';

/** Kinds of transfers. A payment or withdrawal has at most one transfer of each kind. */
export type TransferKind =
  | 'opening_balance'
  | 'balance_corrected'
  | 'payment_received'
  | 'withdrawal_sent'
  | 'withdrawal_held'
  | 'withdrawal_settled'
  | 'withdrawal_returned'
  | 'dispute_opened'
  | 'dispute_accepted'
  | 'dispute_refused';

/** A credit (above zero) or debit (below zero) of one ledger account. */
export interface Entry {
  readonly ledgerAccount: LedgerAccount;
  readonly amountCentavos: Centavos;
}

export interface Transfer {
  readonly kind: TransferKind;
  /** The id of the payment, withdrawal, dispute or account that the transfer belongs to. */
  readonly reference: string;
  readonly entries: readonly Entry[];
}

/** A payer's bank takes disputed money even if it was spent, so only this transfer may make a balance negative. */
export function mayMakeDebt({ kind }: Transfer): boolean {
  return kind === 'dispute_opened';
}

/** A transfer would take a ledger account below its floor. No money was moved. */
export class FloorReachedError extends Error {
  override readonly name = 'FloorReachedError';
  readonly ledgerAccount: LedgerAccount;
  readonly balanceCentavos: Centavos;

  constructor(ledgerAccount: LedgerAccount, balanceCentavos: Centavos) {
    super(`${ledgerAccount} holds too little`);
    this.ledgerAccount = ledgerAccount;
    this.balanceCentavos = balanceCentavos;
  }
}

/**
 * A transfer between ledger accounts, whose entries sum to zero. Amounts of zero (no fee) are omitted. Debits come
 * first, so an insufficient balance is found before anything is credited.
 *
 * @throws {assert.AssertionError} when the entries do not sum to zero or name a ledger account twice
 */
export function transferOf(kind: TransferKind, reference: string, entries: readonly Entry[]): Transfer {
  const moving = entries
    .filter((entry) => entry.amountCentavos !== 0)
    .sort((one, other) => one.amountCentavos - other.amountCentavos);
  assert.ok(moving.length >= 2, `transfer ${kind} moves nothing`);
  assert.equal(sumCentavos(...moving.map((entry) => entry.amountCentavos)), 0, `transfer ${kind} does not balance`);
  assert.equal(new Set(moving.map((entry) => entry.ledgerAccount)).size, moving.length, `transfer ${kind} repeats`);
  return { kind, reference, entries: moving };
}
