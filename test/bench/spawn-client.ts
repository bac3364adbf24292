import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ClientTask {
  readonly url: string;
  readonly keys: readonly string[];
  /** The number of payments. */
  readonly rows: number;
  /** The file to export to; without it, payments are listed. */
  readonly exportPath?: string;
}

export interface ClientOutcome {
  /** The exit code of the command line: 0, or 3 for an export that is not proven complete. */
  readonly exitCode: number;
  readonly rowsRead: number;
  /** The number of 429 answers. */
  readonly refused: number;
  /** By this machine's clock, like all of these times. */
  readonly startedAtMs: number;
  readonly answersAtMs: readonly number[];
  readonly endedAtMs: number;
  readonly peakMemoryBytes: number;
}

const PROGRAM = fileURLToPath(new URL('client-process.js', import.meta.url));

/** Runs a client's task in a process of its own. */
export async function runClient(task: ClientTask): Promise<ClientOutcome> {
  const child = fork(PROGRAM, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the client ended with ${String(code)}`)),
  );
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [ClientOutcome];
  exited.catch(() => undefined);
  return outcome;
}
