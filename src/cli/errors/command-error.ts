/** Exit codes. The numbers are a promise to scripts. */
export const EXIT = {
  done: 0,
  /** Network, server, or a refusal by the service. */
  failed: 1,
  /** Wrong usage or invalid input: nothing was sent. */
  usage: 2,
  /** Some of it is done: an export that could not be proven complete. */
  partlyDone: 3,
  /** No key, a bad key, or a key without the permission. */
  access: 4,
  /** A request was sent, but its outcome is unknown. */
  unknownOutcome: 5,
  notFound: 6,
  /** The command that was to be run could not be started; as in a shell. */
  notStarted: 127,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Another program, which `pix` ran, has ended, and has reported why by itself. */
export class ProgramEnded extends Error {
  override readonly name = 'ProgramEnded';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** What is wrong and what to do about it, in the person's language; one line each. */
export interface ErrorText {
  readonly message: string;
  readonly hint?: string;
}

/** A text as a person sees it, of two lines: the message, and the hint. A break in a value ends no line. */
export function failure(texts: TemplateStringsArray, ...values: readonly (string | number)[]): Required<ErrorText> {
  const left = [...values];
  const lines = texts
    .join('\0')
    .trim()
    .split(/ *\n */);
  const [message = '', hint = ''] = lines.map((line) => line.replaceAll('\0', () => String(left.shift())));
  return { message, hint };
}

interface CommandErrorFacts extends ErrorText {
  readonly exitCode: ExitCode;
  /** Stable snake_case word for scripts. */
  readonly code: string;
  readonly details?: unknown;
  readonly cause?: unknown;
}

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

export function commandError(
  exitCode: ExitCode,
  code: string,
  errorText: ErrorText,
  facts: Pick<CommandErrorFacts, 'details' | 'cause'> = {},
): CommandError {
  return new CommandError({ ...errorText, exitCode, code, ...facts });
}

/** Wrong usage or invalid input: nothing was sent. */
export function usageError(code: string, errorText: ErrorText, details?: unknown): CommandError {
  return commandError(EXIT.usage, code, errorText, { details });
}
