import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { CallerKey } from '../wallet/api-key.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { readJsonBody } from './request-body.ts';
import { validate } from './validate.ts';

/** The parts of a request that a route reads. */
export interface RouteRequest {
  readonly request: Request;
  readonly query: Readonly<Record<string, string>>;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
}

/** A request that was read and validated. */
export interface ReadRequest {
  /** Equal for equal requests. */
  cacheKey(): string;
  /** Processes the request for the owner of the key. @returns the JSON body of the response */
  answer(wallet: Wallet, key: CallerKey | undefined): Promise<string>;
}

export interface Route {
  readonly operation: Operation;
  readonly read: (request: RouteRequest) => Promise<ReadRequest>;
}

/** An operation of the contract and its implementation. The type of `run` must match the contract's answer. */
export function route<Input, Answer extends z.ZodType>(
  operation: Operation & { readonly answer: Answer },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (wallet: Wallet, accountId: string, input: Input, key: CallerKey) => Promise<z.input<Answer>>,
): Route {
  return publicRoute(operation, read, (wallet, input, key) => {
    if (key === undefined) throw new Refusal('unauthorized', 'An API key is needed');
    return run(wallet, key.accountId, input, key);
  });
}

/** An operation that requires no key. */
export function publicRoute<Input, Answer extends z.ZodType>(
  operation: Operation & { readonly answer: Answer },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (wallet: Wallet, input: Input, key: CallerKey | undefined) => Promise<z.input<Answer>>,
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
