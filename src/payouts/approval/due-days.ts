import type { RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { dayOf, startOf } from '../policy-day.ts';
import type { AuditLog } from './audit-log.ts';

type Run = Pick<RunRecord, 'id' | 'dueOn'>;

/** Nothing of a run is sent before its day, unless a person lets it. Days are those of Brasília. */
export class DueDays {
  readonly #log: Pick<AuditLog, 'newestOf'>;
  readonly #nowMs: () => number;

  constructor({ log, clock }: { readonly log: Pick<AuditLog, 'newestOf'>; readonly clock: { epochMs(): number } }) {
    this.#log = log;
    this.#nowMs = () => clock.epochMs();
  }

  isEarly({ id, dueOn }: Run): boolean {
    return dueOn !== null && this.#log.newestOf(id, 'early') !== undefined;
  }

  isToCome(run: Run): boolean {
    return run.dueOn !== null && dayOf(this.#nowMs()) < run.dueOn && !this.isEarly(run);
  }

  /** The first moment at which a run may be sent, from now on. Milliseconds since the epoch. */
  startOf(run: Run): number {
    return run.dueOn !== null && this.isToCome(run) ? startOf(run.dueOn) : this.#nowMs();
  }

  /** @throws {PayoutError} `not_due` */
  assertCome(run: Run): void {
    if (!this.isToCome(run)) return;
    const dueOn = String(run.dueOn);
    throw new PayoutError(`the run ${run.id} is due on ${dueOn}`, { code: 'not_due', runId: run.id, facts: { dueOn } });
  }
}
