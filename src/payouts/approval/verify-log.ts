import type { Approvals } from './approvals.ts';
import type { AuditLog } from './audit-log.ts';
import type { Pin, Policies } from './policies.ts';
import type { Rejections } from './rejections.ts';

/** The parts of a journal that the log is compared with. */
interface Logged {
  readonly log: AuditLog;
  readonly pin: Pin;
  readonly approvals: Approvals;
  readonly policies: Policies;
  readonly rejections: Rejections;
}

/**
 * Recomputes the log, and compares it with what it records and with what this machine saw when it verified the log last.
 *
 * @returns the number of the first entry that does not fit; one after the last when entries are missing at the end
 */
export function firstWrongEntry({ log, pin, approvals, policies, rejections }: Logged): number | undefined {
  const wrong = log.firstWrong();
  if (wrong !== undefined) return wrong;
  const head = log.head();
  const afterLast = (head?.number ?? 0) + 1;
  const seen = pin.read().log;
  if (seen !== undefined && log.hashAt(seen.number) !== seen.hash) return Math.min(seen.number, afterLast);
  const stored = new Set([...policies.records(), ...approvals.records()]);
  for (const entry of log.entries()) {
    const { number, details } = entry;
    const { record } = details;
    if (!rejections.isAsSigned(entry)) return number;
    if (typeof record === 'string' && !stored.delete(record)) return number;
  }
  if (stored.size > 0) return afterLast;
  if (head !== undefined) pin.write({ log: head });
  return undefined;
}
