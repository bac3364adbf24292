import type { RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { dayOf, startOf } from '../policy-day.ts';
import type { AuditLog, LogSettings } from './audit-log.ts';

type Run = Pick<RunRecord, 'id' | 'dueOn'>;

/** Nothing of a run is sent before its day, unless a person lets it. Days are those of Brasília. */
export function dueDays({ log, clock }: { readonly log: Pick<AuditLog, 'newestOf'> } & Pick<LogSettings, 'clock'>) {
  const isEarly = ({ id, dueOn }: Run) => dueOn !== null && log.newestOf(id, 'early') !== undefined;
  const isToCome = (run: Run) => run.dueOn !== null && dayOf(clock.epochMs()) < run.dueOn && !isEarly(run);
  return {
    isEarly,
    isToCome,
    /** The first moment at which a run may be sent, from now on. Milliseconds since the epoch. */
    startOf: (run: Run) => (run.dueOn !== null && isToCome(run) ? startOf(run.dueOn) : clock.epochMs()),
    /** @throws {PayoutError} `not_due` */
    assertCome(run: Run): void {
      if (!isToCome(run)) return;
      const facts = { dueOn: String(run.dueOn) };
      throw new PayoutError(`the run ${run.id} is due on ${facts.dueOn}`, { code: 'not_due', runId: run.id, facts });
    },
  };
}
