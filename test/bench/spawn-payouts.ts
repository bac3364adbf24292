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
  /** Answers of 429. */
  readonly refused: number;
  /** Of this machine's clock: when the approved run was begun, and when nothing was left of it. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

const PROGRAM = fileURLToPath(new URL('payouts-process.js', import.meta.url));

/** Has payouts sent by a process of their own, from start to end. */
export async function runPayoutsIn(task: PayoutsTask): Promise<PayoutsOutcome> {
  const child = fork(PROGRAM, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the payouts ended with ${String(code)}`)),
  );
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [PayoutsOutcome];
  exited.catch(() => undefined);
  return outcome;
}
