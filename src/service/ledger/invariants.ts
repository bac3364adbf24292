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

export const VIOLATIONS_SHOWN = 20;

/** @param violationsOf returns the violations of an invariant in the whole database, most important first */
export async function checkInvariants(
  violationsOf: (name: InvariantName) => Promise<readonly string[]>,
): Promise<Invariant[]> {
  const invariants: Invariant[] = [];
  for (const name of Object.keys(INVARIANTS) as InvariantName[]) {
    const violations = await violationsOf(name);
    invariants.push({
      name: INVARIANTS[name],
      holds: violations.length === 0,
      violations: violations.slice(0, VIOLATIONS_SHOWN),
    });
  }
  return invariants;
}
