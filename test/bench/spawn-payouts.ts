import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

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

const PROGRAM = fileURLToPath(new URL('payouts-process.js', import.meta.url));

/** Sends payouts in a process of their own. */
export async function runPayoutsIn(task: PayoutsTask): Promise<PayoutsOutcome> {
  const child = fork(PROGRAM, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the payouts ended with ${String(code)}`)),
  );
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [PayoutsOutcome];
  exited.catch(() => undefined);
  return outcome;
}
