/** The right to work on a run, as long as this process lives. */
export interface RunLock {
  readonly runId: string;
  release(): void;
}
