import { runTask } from './run-task.ts';

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

/** Runs a client's task in a process of its own. */
export const runClient = (task: ClientTask) => runTask<ClientOutcome>('client-process', task);
