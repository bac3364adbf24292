import { createReadStream } from 'node:fs';
import { isSystemError } from '../../../files/system-error.ts';
import { BookError } from '../../../reconcile/books/book-error.ts';
import { readBooks, readDecisions, type BookOptions, type Books } from '../../../reconcile/books/read-books.ts';
import type { Decision, DecisionProblem } from '../../../reconcile/decision.ts';
import { usageError } from '../../errors/command-error.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import type { Context } from '../../context/context.ts';
import type { Catalogue } from '../../text/translate.ts';

/** @throws CommandError file_unreadable, unreadable_books */
export async function openBooks(context: Context, path: string, options: BookOptions): Promise<Books> {
  const { text } = context.screen;
  return guarded(path, text, () => readBooks(path === '-' ? context.host.stdin.bytes() : bytesOf(path), options));
}

/** @throws CommandError file_unreadable, unreadable_books, invalid_decisions */
export async function openDecisions(context: Context, path: string | undefined): Promise<readonly Decision[]> {
  if (path === undefined) return [];
  const { text } = context.screen;
  const { decisions, problems } = await guarded(path, text, () => readDecisions(bytesOf(path)));
  assertDecisions(path, problems, text);
  return decisions;
}

/** @throws CommandError invalid_decisions */
export function assertDecisions(path: string, problems: readonly DecisionProblem[], text: Catalogue): void {
  const [first] = problems;
  if (first === undefined) return;
  const told = text.reconcile.invalidDecision(path, first.line, text.reconcile.decisionFlaws[first.flaw]);
  throw usageError('invalid_decisions', told, { problems });
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
}

async function guarded<Value>(path: string, text: Catalogue, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BookError) {
      const { flaw, names } = error;
      const reason = text.reconcile.flaws[flaw](names.join(', '));
      const told = text.reconcile.unreadable(path, reason, flaw === 'no_sides');
      throw usageError('unreadable_books', told, { flaw, names });
    }
    if (!isSystemError(error)) throw error;
    throw usageError('file_unreadable', text.payouts.fileUnreadable(path, plainCause(error, text)), { file: path });
  }
}
