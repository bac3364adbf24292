/** What always holds, whatever happens: each in the words in which it is told. */
export const INVARIANTS = {
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

/** An invariant, and what speaks against it. */
export interface Invariant {
  readonly name: string;
  readonly holds: boolean;
  /** The first of them. */
  readonly violations: readonly string[];
}

const VIOLATIONS_TOLD = 20;

/** @param violationsOf what a count of everything finds against an invariant, most telling first */
export function checkInvariants(violationsOf: (name: InvariantName) => readonly string[]): Invariant[] {
  const names = Object.keys(INVARIANTS) as InvariantName[];
  return names.map((name) => {
    const violations = violationsOf(name);
    return {
      name: INVARIANTS[name],
      holds: violations.length === 0,
      violations: violations.slice(0, VIOLATIONS_TOLD),
    };
  });
}
