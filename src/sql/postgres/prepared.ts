import { hash } from 'node:crypto';
import type { PgStatement } from './connection.ts';

const NAME_LENGTH = 32;
const PREPARED = new Map<string, PgStatement>();

/**
 * A statement that each connection prepares once. Its name follows from its text: where sessions are shared behind our
 * back, none executes what another program has prepared.
 */
export function prepared(text: string): PgStatement {
  const known = PREPARED.get(text);
  if (known !== undefined) return known;
  const statement = { name: hash('sha256', text).slice(0, NAME_LENGTH), text };
  PREPARED.set(text, statement);
  return statement;
}
