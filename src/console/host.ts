import type { Operation } from '../contract/operation.ts';

/** What the console is given of the service. Nothing else reaches the wallet, so it shows what a client would see. */
export interface ConsoleHost {
  /** Answers a control, or the document of the API, within this process: no token is needed. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Carries out an operation of the API for an account. It is not counted, logged, repeated or met by a fault. */
  readonly operate: (operation: Operation, call: OperationCall) => Promise<Response>;
  /** Calls back after changes of the state. @returns ends that */
  readonly watch: (onChange: () => void) => () => void;
  /** The time of the service, epoch milliseconds. */
  readonly now: () => number;
  /** What a visitor of an exposed service must know. */
  readonly token: string | undefined;
}

export interface OperationCall {
  readonly account: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
