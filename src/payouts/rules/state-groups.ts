import { centavos, sumCentavos } from '../../pix/centavos.ts';
import type { RunTally, StateTally } from '../journal/records.ts';
import type { PayoutState } from '../payout-state.ts';

/** Groups of states, by what you have to do about them. */
const STATE_GROUPS = {
  paid: ['paid', 'resolved_paid'],
  pending: ['accepted'],
  notPaid: ['failed', 'refused', 'resolved_unpaid'],
  notSent: ['planned'],
  duplicate: ['duplicate'],
  open: ['sending', 'unknown', 'absent', 'ambiguous'],
} as const satisfies Readonly<Record<string, readonly PayoutState[]>>;
export type StateGroup = keyof typeof STATE_GROUPS;
export const STATE_GROUP_NAMES = ['paid', 'pending', 'notPaid', 'notSent', 'duplicate', 'open'] as const;

/** Whether a payout was paid, by the service's word or a person's. */
export function isPaid({ state }: { readonly state: PayoutState }): boolean {
  const paid: readonly PayoutState[] = STATE_GROUPS.paid;
  return paid.includes(state);
}

export function groupTally(tally: RunTally, group: StateGroup): StateTally {
  return sumOfTallies(STATE_GROUPS[group].map((state) => tally[state]));
}

export function sumOfTallies(tallies: readonly StateTally[]): StateTally {
  return {
    payouts: tallies.reduce((sum, { payouts }) => sum + payouts, 0),
    amountCentavos: sumCentavos(centavos(0), ...tallies.map(({ amountCentavos }) => amountCentavos)),
  };
}
