import type { SettlementOutcome } from './account.ts';

/** Something that happens by itself, at its time. */
export type DueEvent = { readonly at: number; readonly accountId: string; readonly id: string } & (
  { readonly kind: 'expiry' } | { readonly kind: 'settlement'; readonly as: SettlementOutcome }
);
