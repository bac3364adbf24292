import type * as z from 'zod';
import type { Control } from '../../contract/control.ts';
import { jsonResponse } from './http-refusal.ts';
import { readInput, type InputOf, type RouteRequest } from './route.ts';

/** A control of the contract and its implementation. */
export interface ControlRoute {
  readonly control: Control;
  readonly answer: (request: RouteRequest) => Promise<Response>;
}

type DataControl = Control & { readonly data: z.ZodType };
type Answered<Row extends DataControl> = z.input<Row['data']> | Promise<z.input<Row['data']>>;

/** The type of `run` must match the contract's answer. */
export function control<Row extends DataControl>(row: Row, run: (input: InputOf<Row>) => Answered<Row>): ControlRoute {
  return {
    control: row,
    async answer(request) {
      const input: InputOf<Row> = await readInput(row, request);
      return dataResponse<Row>(await run(input));
    },
  };
}

export function dataResponse<Row extends DataControl>(data: z.input<Row['data']>): Response {
  return jsonResponse(JSON.stringify({ success: true, data }), 200, {});
}
