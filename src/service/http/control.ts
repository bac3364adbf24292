import type * as z from 'zod';
import type { Control } from '../../contract/control.ts';
import { jsonResponse } from './http-refusal.ts';
import type { RouteRequest } from './route.ts';

/** A control of the contract and its implementation. */
export interface ControlRoute {
  readonly control: Control;
  readonly answer: (request: RouteRequest) => Promise<Response>;
}

/** The type of `run` must match the contract's answer. */
export function control<Input, Data extends z.ZodType>(
  row: Control & { readonly data: Data },
  read: (request: RouteRequest) => Input | Promise<Input>,
  run: (input: Input) => z.input<Data> | Promise<z.input<Data>>,
): ControlRoute {
  return {
    control: row,
    async answer(request) {
      const data = await run(await read(request));
      return jsonResponse(JSON.stringify({ success: true, data }), 200, {});
    },
  };
}
