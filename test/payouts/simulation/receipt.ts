import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { Fault } from './simulated-network.ts';
import type { CrashPoint } from './simulated-process.ts';

/** What happened in one world: what a campaign has seen. */
export interface PayoutReceipt {
  readonly payouts: number;
  readonly withdrawals: number;
  readonly requests: number;
  readonly lives: number;
  readonly crashes: readonly CrashPoint[];
  readonly faults: ReadonlyMap<Fault, number>;
  /** How often payouts came into each state, as it was told. */
  readonly states: ReadonlyMap<PayoutState, number>;
  /** How often something happened with accounts, keys and files. */
  readonly met: ReadonlyMap<string, number>;
  readonly simulatedMs: number;
  /** The same on every run of a seed: what was asked, in which order, and when. */
  readonly trace: string;
}
