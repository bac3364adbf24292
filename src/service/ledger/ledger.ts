import assert from 'node:assert/strict';
import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';

/**
 * Where the money of a customer is: to spend (`available`), of pending withdrawals (`in_transit`), blocked by disputes
 * (`blocked`). `settlement` is the Pix network outside, where it comes from and goes to; `fees` are what it has paid.
 */
export const CUSTOMER_PARTS = ['available', 'in_transit', 'blocked'] as const;
export type CustomerPart = (typeof CUSTOMER_PARTS)[number];
export type Amounts = Readonly<Record<CustomerPart | 'settlement' | 'fees', Centavos>>;

const NOTHING = centavos(0);
export const NO_AMOUNTS: Amounts = {
  available: NOTHING,
  in_transit: NOTHING,
  blocked: NOTHING,
  settlement: NOTHING,
  fees: NOTHING,
};

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

/** Money of one account that moves, to and from the network and to the fees. Its amounts sum to zero. */
export interface Transfer {
  readonly kind: TransferKind;
  /** The id of the payment, withdrawal, dispute or account that the transfer belongs to. */
  readonly reference: string;
  readonly account: string;
  readonly amounts: Amounts;
}

/** A payer's bank takes disputed money even if it was spent, so only this transfer may make a balance negative. */
export function mayMakeDebt({ kind }: Transfer): boolean {
  return kind === 'dispute_opened';
}

/** A transfer would take a part of an account below its floor. No money was moved. */
export class FloorReachedError extends Error {
  override readonly name = 'FloorReachedError';
  readonly balanceCentavos: Centavos;

  constructor(part: CustomerPart, account: string, balanceCentavos: Centavos) {
    super(`${part}:${account} holds too little`);
    this.balanceCentavos = balanceCentavos;
  }
}

/**
 * @param moved in centavos, below zero where money leaves
 * @throws {assert.AssertionError} when it does not sum to zero, or moves nothing
 */
export function transferOf(
  kind: TransferKind,
  reference: string,
  account: string,
  moved: Readonly<Partial<Record<keyof Amounts, number>>>,
): Transfer {
  const amounts = { ...NO_AMOUNTS };
  for (const [part, amount] of Object.entries(moved)) amounts[part as keyof Amounts] = centavos(amount);
  const all = Object.values(amounts);
  assert.ok(
    all.some((amount) => amount !== 0),
    `transfer ${kind} moves nothing`,
  );
  assert.equal(sumCentavos(...all), 0, `transfer ${kind} does not balance`);
  return { kind, reference, account, amounts };
}

/** Rules that every state satisfies, each with the sentence that is shown. */
export const INVARIANTS = {
  storageIntact: 'what is stored is not damaged',
  transfersBalance: 'every transfer balances',
  ledgerSumsToZero: 'the ledger sums to zero',
  balancesEqualEntries: 'the balance of each ledger account equals its entries',
  inTransitIsPending: 'what is in transit equals the PENDING withdrawals',
  blockedIsDisputed: 'what is blocked equals the OPEN disputes',
  overdrawnByDisputeOnly: 'no available balance went below zero but by a dispute',
  countersEqualRecount: 'counters and statistics equal a recount',
  limitUseEqualsRecount: 'the use of limits equals a recount',
  withdrawalsMoveOnce: 'each withdrawal has exactly one debit, and one return exactly when it FAILED',
  paymentsCreditOnce: 'each payment is credited once, exactly when it is COMPLETED',
  disputesMoveOnce: 'each dispute blocks its money once, and takes or releases it exactly when it ends',
} as const;
export type InvariantName = keyof typeof INVARIANTS;

export interface Invariant {
  readonly name: string;
  readonly holds: boolean;
  /** Only the first ones. */
  readonly violations: readonly string[];
}
