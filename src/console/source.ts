import * as z from 'zod';
import type { Control, controls } from '../contract/control.ts';
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

const ORIGIN = 'http://console';

const refusalBody = z.looseObject({ code: z.string().default('internal_error'), message: z.string().default('') });

/** What the service answers instead of data. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  /** Of the form, where one is to blame. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

type Controls = typeof controls;
type Query = Readonly<Record<string, string | undefined>>;
export type DataControl = Control & { readonly data: z.ZodType };
type DataName = { [Name in keyof Controls]: Controls[Name] extends DataControl ? Name : never }[keyof Controls];

export type DataOf<Name extends DataName> = z.output<Controls[Name]['data']>;
export type LoggedRequest = DataOf<'listRequests'>['requests'][number];

/** The service, asked through its controls and its API. All methods throw {@link Refused}. */
export class Source {
  readonly #host: ConsoleHost;

  constructor(host: ConsoleHost) {
    this.#host = host;
  }

  async read<Row extends DataControl>(control: Row, query: Query = {}): Promise<z.output<Row['data']>> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    return this.#data(control, await this.fetch(`${control.path}?${search}`));
  }

  async use<Row extends DataControl & { readonly body?: z.ZodType }>(
    control: Row,
    body?: Row extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined,
  ): Promise<z.output<Row['data']>> {
    const { method, path } = control;
    const content = control.body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return this.#data(control, await this.fetch(path, { method, ...content }));
  }

  async operate<Row extends Operation>(operation: Row, call: OperationCall): Promise<z.output<Row['answer']>> {
    const answer = await checked(await this.#host.operate(operation, call));
    return operation.answer.parse(await answer.json()) as z.output<Row['answer']>;
  }

  /** What is not wrapped as data: snapshots, and the document of the API. */
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    return checked(await this.#host.fetch(new Request(`${ORIGIN}${path}`, init)));
  }

  async #data<Row extends DataControl>({ data }: Row, response: Response): Promise<z.output<Row['data']>> {
    const answer = z.looseObject({ data: z.unknown() }).parse(await response.json());
    return data.parse(answer.data) as z.output<Row['data']>;
  }
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { code, message } = refusalBody.parse(await response.json());
  throw new Refused(response.status, code, message);
}
