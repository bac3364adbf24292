import type { CommandError } from '../errors/command-error.ts';

/** What still has to be told when a command can't end in good order, since money may have moved, or has. */
export interface ExitReport {
  /** Given why the command can't go on. Undefined as long as nothing has happened that must be told. */
  errorFor: ((reason: string) => CommandError) | undefined;
  /** Loads what telling needs, so that it can be done at once. */
  readonly prepare: () => Promise<unknown>;
}
