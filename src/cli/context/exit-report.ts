import type { CommandError } from '../errors/command-error.ts';

/** The error to report when a command ends early and money may have moved. */
export interface ExitReport {
  /** Builds the error; `reason` is why the command ended. Undefined while there is nothing to report. */
  errorFor: ((reason: string) => CommandError) | undefined;
  /** Loads the modules for reporting in advance, so that it can be done at once. */
  readonly prepare: () => Promise<unknown>;
}
