import type { Context } from '../context/context.ts';
import type { Selection } from './fields.ts';
import type { HumanStyle } from './human-value.ts';
import { jsonLine, Output } from './output.ts';

export { jsonLine };

export function printThing(
  context: Context,
  data: unknown,
  selection: Selection,
  sheet?: (style: HumanStyle) => string,
): Promise<void> {
  return new Output(context, selection).one(data, sheet);
}
