import assert from 'node:assert/strict';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { LedgerAccount } from './accounts.ts';

/** What may happen to money. Each kind happens at most once to the payment or withdrawal that it refers to. */
export type TransferKind =
  | 'opening_balance'
  | 'payment_received'
  | 'withdrawal_sent'
  | 'withdrawal_held'
  | 'withdrawal_settled'
  | 'withdrawal_returned'
  | 'dispute_opened'
  | 'dispute_accepted'
  | 'dispute_refused';

/** Money that reaches (above zero) or leaves (below zero) one ledger account. */
export interface Entry {
  readonly ledgerAccount: LedgerAccount;
  readonly amountCentavos: Centavos;
}

export interface Transfer {
  readonly kind: TransferKind;
  /** The id of the payment, withdrawal, dispute or account that the money moves for. */
  readonly reference: string;
  readonly entries: readonly Entry[];
}

/** The payer's bank takes disputed money hold of, whether or not it is still there: no other transfer makes a debt. */
export function mayMakeDebt({ kind }: Transfer): boolean {
  return kind === 'dispute_opened';
}

/** A transfer would take a ledger account below the floor that it must keep. Nothing was moved. */
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
 * Money moving between ledger accounts: none is made and none is lost. Amounts of zero (no fee) are left out, and what
 * leaves comes first, so that a balance too small is found before anything is credited.
 *
 * @throws {assert.AssertionError} when the entries don't sum to zero or name a ledger account twice
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
