import * as z from 'zod';
import type { Operation } from '../contract/operations.ts';
import { ContractError } from './errors.ts';
import type { OperationRequest, Session } from './session.ts';

/**
 * An operation as a function of its request, whose answer has been parsed.
 *
 * @param makeParser called once, when the first answer is there
 */
export function endpoint<Parser extends z.ZodType>(session: Session, operation: Operation, makeParser: () => Parser) {
  let parser: Parser | undefined;
  return async (request: OperationRequest = {}): Promise<z.output<Parser>> => {
    const body = await session.ask(operation, request);
    return parseAnswer((parser ??= makeParser()), body);
  };
}

/** @throws {ContractError} naming the field that is wrong */
export function parseAnswer<Parser extends z.ZodType>(parser: Parser, body: unknown): z.output<Parser> {
  const parsed = z.safeParse(parser, body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContractError({
    path: fieldPath(issue?.path ?? []),
    expected: (issue?.message ?? '').replace(/^Invalid input: /, ''),
  });
}

/** As JavaScript would write it: `data.payments[3].value`. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
