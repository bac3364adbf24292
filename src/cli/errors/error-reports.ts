import { CommanderError } from 'commander';
import type { ExitReport } from '../context/screen.ts';
import { commandError, EXIT, CommandError } from './command-error.ts';
import { plainCause } from './plain-cause.ts';
import type { Reporting } from './report-failure.ts';

/** The errors with which the program ends. Each method prints one on stderr and gives the exit code. */
export class ErrorReports implements ExitReport {
  errorFor: ExitReport['errorFor'];
  readonly #reporting: () => Reporting;
  #print: ((error: unknown) => number) | undefined;

  /** @param reporting called when an error is printed, and not before */
  constructor(reporting: () => Reporting) {
    this.#reporting = reporting;
  }

  readonly prepare = async (): Promise<(error: unknown) => number> => {
    const { reportFailure } = await import('./report-failure.ts');
    this.#print ??= (error) => reportFailure(error, this.#reporting());
    return this.#print;
  };

  async failed(error: unknown): Promise<number> {
    const print = await this.prepare();
    return print(await this.#lastReportOf(error));
  }

  /** The reader of the output has gone, which is an error only if money may have moved. */
  async outputUnread(): Promise<number> {
    const error = this.errorFor?.(this.#reporting().text.errors.outputUnread);
    return error === undefined ? EXIT.done : this.failed(error);
  }

  /** Incomplete output must not look complete. */
  async outputLost(cause: Error): Promise<number> {
    const { text } = this.#reporting();
    const reason = plainCause(cause, text);
    return this.failed(
      this.errorFor?.(reason) ?? commandError(EXIT.failed, 'output_lost', text.errors.outputLost(reason)),
    );
  }

  /** The second request to stop: nothing is awaited any more. */
  insisted(): number {
    const { host, text } = this.#reporting();
    const error = this.errorFor?.(text.errors.interrupted.message);
    if (error === undefined) return EXIT.interrupted;
    // The cursor is behind the progress and the ^C of the terminal.
    if (host.stderr.isTerminal) host.stderr.write('\n');
    return this.#print?.(error) ?? EXIT.interrupted;
  }

  /** An unexpected error must not look like one after which the command can be repeated. */
  async #lastReportOf(error: unknown): Promise<unknown> {
    if (this.errorFor === undefined || error instanceof CommandError || error instanceof CommanderError) return error;
    const { describeFailure } = await import('./failure.ts');
    return this.errorFor(describeFailure(error, this.#reporting().text).message);
  }
}
