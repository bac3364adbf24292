import { EXIT, type ExitCode } from './exit-code.ts';

/** What is wrong and what to do about it, in the person's language; one line each. */
export interface ErrorText {
  readonly message: string;
  readonly hint?: string;
}

/** The text of an error. */
export function failure(message: string, hint: string): Required<ErrorText> {
  return { message, hint };
}

interface CommandErrorFacts extends ErrorText {
  readonly exitCode: ExitCode;
  /** Stable snake_case word for scripts. */
  readonly code: string;
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** A command failed for a known reason. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: unknown;

  constructor({ message, hint, exitCode, code, details, cause }: CommandErrorFacts) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}

/** Wrong usage or invalid input: nothing was sent. */
export function usageError(code: string, errorText: ErrorText, details?: unknown): CommandError {
  return new CommandError({ ...errorText, exitCode: EXIT.usage, code, details });
}
