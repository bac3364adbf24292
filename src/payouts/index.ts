/**
 * Payouts for scripts, with the journal and the engine of `pix payouts`: what was sent is on the disk before it is sent,
 * lost responses are looked for, and nothing is paid twice.
 *
 * @example
 * ```ts
 * import { openPayouts } from 'pix-wallet/payouts';
 *
 * const payouts = await openPayouts({ profile: 'work' });
 * const plan = await payouts.plan([{ amountCentavos: centavos(12_34), pixKey: 'a@example.com', reference: 'invoice-17' }]);
 * const { outcome } = await plan.run({ digest: plan.digest, sumCentavos: plan.sumCentavos });
 * ```
 * @module
 */
export { PayoutError, type ForeignWithdrawal, type ForeignWithdrawals, type PayoutErrorCode } from './payout-error.ts';
export type { StopReason } from './engine/run-events.ts';
export type { PayoutState } from './payout-state.ts';
export { JournalError, openPayouts } from './library/open-payouts.ts';
export type { PayoutOrder, PayoutSource } from './library/payouts.ts';
export type {
  AccountOptions,
  NotPaidDecision,
  PaidDecision,
  PayoutConsent,
  PayoutDecision,
  PayoutPlan,
  Payouts,
  PayoutsOfOneKey,
  PayoutsOfProfile,
  PayoutsOfSeveralKeys,
  PayoutsOptions,
  PlanOptions,
  ResumeConsent,
  WorkOptions,
} from './library/payouts.ts';
export {
  PlanRefusedError,
  type PlanFacts,
  type PlannedRecipient,
  type PlanNotice,
  type PlanProblem,
  type PlanRefusal,
  type PlanRefusalCode,
} from './library/plan.ts';
export type {
  LookFailedEvent,
  OtherMarkEvent,
  PaymentTally,
  PayoutChangedEvent,
  PayoutEvent,
  PayoutOutcome,
  PayoutResult,
  PayoutRow,
  PayoutRun,
  PayoutsLookingEvent,
  PayoutStoppedEvent,
  PayoutWaitingEvent,
  SecondWithdrawalEvent,
} from './library/views.ts';
