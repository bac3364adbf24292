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
