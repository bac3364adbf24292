import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { ApiKey } from '../wallet/api-key.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { readJsonBody } from './request-body.ts';
import { validate } from './validate.ts';

/** The parts of a request that say what is requested. */
export interface RouteRequest {
  readonly request: Request;
  readonly query: Readonly<Record<string, string>>;
  /** Of the path; empty where the path has none. */
  readonly id: string;
}

/** What is requested, read and found valid. */
export interface ReadRequest {
  /** The same for requests that want the same. */
  cacheKey(): string;
  /** Does it for the owner of the key. @returns the JSON body of the response */
  answer(wallet: Wallet, key: ApiKey | undefined): Promise<string>;
}

export interface Route {
  readonly operation: Operation;
  readonly read: (request: RouteRequest) => Promise<ReadRequest>;
}

/** An operation of the contract, and how it is carried out. What `run` answers has to fit the contract to compile. */
export function route<Input, Answer extends z.ZodType>(
  operation: Operation & { readonly answer: Answer },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (wallet: Wallet, accountId: string, input: Input) => Promise<z.input<Answer>>,
): Route {
  return publicRoute(operation, read, (wallet, input, key) => {
    if (key === undefined) throw new Refusal('unauthorized', 'An API key is needed');
    return run(wallet, key.accountId, input);
  });
}

/** Likewise one that needs no key. */
export function publicRoute<Input, Answer extends z.ZodType>(
  operation: Operation & { readonly answer: Answer },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (wallet: Wallet, input: Input, key: ApiKey | undefined) => Promise<z.input<Answer>>,
): Route {
  return {
    operation,
    async read(request) {
      const input = await read(request);
      return {
        cacheKey: () => JSON.stringify([operation.path, input]),
        answer: async (wallet, key) => JSON.stringify(await run(wallet, input, key)),
      };
    },
  };
}

export function nothing(): undefined {
  return undefined;
}

export function pathId({ id }: RouteRequest): string {
  return id;
}

export function queryOf<Schema extends z.ZodType>(schema: Schema): (request: RouteRequest) => z.output<Schema> {
  return ({ query }) => validate(schema, query);
}

export function bodyOf<Schema extends z.ZodType>(schema: Schema): (request: RouteRequest) => Promise<z.output<Schema>> {
  return async ({ request }) => validate(schema, await readJsonBody(request));
}
