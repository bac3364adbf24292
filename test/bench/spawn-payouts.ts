import { runTask } from './run-task.ts';

export interface PayoutsTask {
  readonly url: string;
  readonly keys: readonly string[];
  readonly payouts: number;
  /** For the journal. */
  readonly folder: string;
}

export interface PayoutsOutcome {
  readonly paid: number;
  /** The number of 429 answers. */
  readonly refused: number;
  /** By this machine's clock: when sending the approved run began, and when it was complete. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Sends payouts in a process of their own. */
export const runPayoutsIn = (task: PayoutsTask) => runTask<PayoutsOutcome>('payouts-process', task);
