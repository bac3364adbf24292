import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { Fault } from './network-faults.ts';
import type { CrashPoint } from './simulated-process.ts';

/** The events of one simulation, which a campaign counts. */
export interface PayoutReceipt {
  readonly payouts: number;
  readonly withdrawals: number;
  readonly requests: number;
  readonly lives: number;
  readonly crashes: readonly CrashPoint[];
  readonly faults: ReadonlyMap<Fault, number>;
  /** How often payouts were reported in each state. */
  readonly states: ReadonlyMap<PayoutState, number>;
  /** How often events with accounts, keys and files happened. */
  readonly met: ReadonlyMap<string, number>;
  readonly simulatedMs: number;
  /** The same on every run of a seed: the requests, their order and times. */
  readonly trace: string;
}
