import * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { received } from '../../contract/received.ts';
import { ContractError } from '../errors.ts';

/** An answer is parsed with the lenient schema of the contract. */
export function answered<Known extends Operation>(operation: Known) {
  return { operation, makeParser: () => received<Known['answer']>(operation.answer) };
}

/**
 * @param isOnly nothing else is parsed with it, so that compiling the parser, some milliseconds, does not pay off
 * @throws {ContractError} naming the wrong field
 */
export function parseAnswer<Parser extends z.ZodType>(parser: Parser, body: unknown, isOnly = false): z.output<Parser> {
  const parsed = z.safeParse(parser, body, { jitless: isOnly });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContractError({
    path: fieldPath(issue?.path ?? []),
    expected: (issue?.message ?? '').replace(/^Invalid input: /, ''),
  });
}

/** In JavaScript notation: `data.payments[3].value`. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
