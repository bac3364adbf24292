import type { ConnectionLimits } from '../../../postgres/database-url.ts';

/*
 * How long one end waits for the other. A session whose instance is frozen in the middle of a transaction ends sooner than
 * others give up waiting for its locks. docs/integrate/postgresql.md states the sum.
 */

/** Decisions. */
export const DECISION: ConnectionLimits = { connectMs: 5_000, lockMs: 6_000, idleMs: 4_000, answerMs: 8_000 };
/** Statements that stand alone. */
export const STATEMENT: ConnectionLimits = { connectMs: 5_000, lockMs: 5_000, idleMs: 4_000, answerMs: 8_000 };
/** What reads or replaces everything: single statements take long. */
export const EVERYTHING: ConnectionLimits = { connectMs: 5_000, lockMs: 6_000, idleMs: 30_000, answerMs: 600_000 };

/** A start: another instance may be filling the database, which takes minutes. */
export const START: ConnectionLimits = { connectMs: 30_000, lockMs: 0, idleMs: 60_000, answerMs: 3_600_000 };

/** How long a decision waits for the one before it. */
export const TURN_MS = 8_000;
/** How long a decision may be under way before the instance calls itself not ready. */
export const READY_WITHIN_MS = 3_000;
