import type * as z from 'zod';
import type { Lever } from '../../contract/lever.ts';
import { jsonResponse } from './http-refusal.ts';
import type { RouteRequest } from './route.ts';

/** A control of the contract, and what it does. */
export interface LeverRoute {
  readonly lever: Lever;
  readonly pull: (request: RouteRequest) => Promise<Response>;
}

/** What `run` answers has to fit the contract to compile. */
export function lever<Input, Data extends z.ZodType>(
  row: Lever & { readonly data: Data },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (input: Input) => z.input<Data> | Promise<z.input<Data>>,
): LeverRoute {
  return {
    lever: row,
    async pull(request) {
      const data = await run(await read(request));
      return jsonResponse(JSON.stringify({ success: true, data }), 200, {});
    },
  };
}
