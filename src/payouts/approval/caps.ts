import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import { listOf } from '../journal/read-statements.ts';
import type { RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { UNPAID_STATES } from '../payout-state.ts';
import { dayOf, startOfDay } from '../policy-day.ts';
import { assertNeedsNone, requirementOf, type Caps, type Policy } from './policy.ts';
import type { Payout } from '../payout.ts';

const UNPAID = listOf(UNPAID_STATES);

/** What the journal has sent, and still has to send. */
export class SentSums {
  readonly #sql: ReturnType<typeof prepareSums>;

  constructor(database: SqlDatabase) {
    this.#sql = prepareSums(database);
  }

  /**
   * What was sent since the start of a day, unless it is certainly not paid, and what started runs may still send then. Of
   * two that are left, the one that was started first may be sent: it does not count the other, until that one sends.
   *
   * @param runId of a run that counts in any case, also before it is started
   */
  ofDay(nowMs: number, runId = '') {
    const start = startOfDay(nowMs);
    const planned = this.#sql.planned.all(runId, dayOf(nowMs), start, runId);
    const sums = [this.#sql.sent.get(start), ...planned].map((row) => centavos(integerOf(row, 'sum')));
    // Of the other runs with payments in it that are not sent yet, the one with the largest sum.
    const waitingRun = planned.map((row) => textOf(row, 'run')).find((id) => id !== runId);
    return { sumCentavos: sumCentavos(...sums), waitingRun };
  }

  /** What is left of a run to send. */
  ofRun(runId: string): Centavos {
    return centavos(integerOf(this.#sql.ofRun.get(runId), 'sum'));
  }

  /** What was started for that day, before a moment and without an approval, beside a run. */
  unapprovedOfDay(nowMs: number, run?: Pick<RunRecord, 'id' | 'approvedAt'>): Centavos {
    const untilMs = run?.approvedAt ?? Math.ceil(nowMs);
    const start = startOfDay(nowMs);
    const found = this.#sql.unapproved.get(dayOf(nowMs), start, start, untilMs, run?.id ?? '');
    return centavos(integerOf(found, 'sum'));
  }
}

const EARLY = "EXISTS (SELECT 1 FROM audit WHERE audit.run = run.id AND audit.act = 'early'";
/** What is sent early comes after all that was started before. */
const STARTED = `coalesce((SELECT max(at) FROM audit WHERE audit.run = run.id AND audit.act = 'early'), run.approved_at)`;

/** A planned payment whose reference was paid before is never sent. */
const IS_LEFT = `payout.state = 'planned' AND NOT EXISTS (SELECT 1 FROM payout AS held
  JOIN run AS theirs ON theirs.number = held.run JOIN account ON account.number = theirs.account
  WHERE held.reference = payout.reference AND held.state IN ('paid', 'resolved_paid')
  AND account.root = (SELECT root FROM account WHERE number = run.account))`;

function prepareSums(database: SqlDatabase) {
  return {
    sent: database.prepare(`SELECT coalesce(sum(amount_centavos), 0) AS sum FROM payout
      WHERE intended_at >= ? AND state NOT IN (${UNPAID}, 'planned', 'duplicate', 'absent')`),
    planned: database.prepare(`SELECT run.id AS run, sum(payout.amount_centavos) AS sum FROM payout
      JOIN run ON run.number = payout.run WHERE ${IS_LEFT}
      AND (run.id = ? OR run.approved_at IS NOT NULL AND (run.due_on IS NULL OR run.due_on <= ? OR ${EARLY}))
      AND (EXISTS (SELECT 1 FROM payout AS sent WHERE sent.run = run.number AND sent.intended_at >= ?)
        OR ${STARTED} <= coalesce((SELECT ${STARTED} FROM run WHERE run.id = ?), ${STARTED})))
      GROUP BY run.id ORDER BY sum DESC, run.id`),
    ofRun: database.prepare(`SELECT coalesce(sum(payout.amount_centavos), 0) AS sum FROM payout
      JOIN run ON run.number = payout.run WHERE run.id = ? AND ${IS_LEFT}`),
    unapproved: database.prepare(`SELECT coalesce(sum(payout.amount_centavos), 0) AS sum FROM payout
      JOIN run ON run.number = payout.run 
      WHERE (run.due_on = ? OR (run.due_on IS NULL AND run.approved_at >= ?) OR ${EARLY} AND audit.at >= ?))
      AND run.approved_at <= ? AND run.id <> ?
      AND payout.state NOT IN (${UNPAID})
      AND NOT EXISTS (SELECT 1 FROM approval WHERE approval.run = run.number)`),
  };
}

interface Counted {
  readonly reads: Pick<JournalReads, 'payouts'>;
  readonly sums: SentSums;
}

/** Before a run is started, or in the same transaction. @throws {PayoutError} `cap_exceeded` */
export function assertWithinCaps(caps: Caps, runId: string, nowMs: number, { reads, sums }: Counted): void {
  assertRowsWithinCaps(caps, runId, reads.payouts(runId, { states: ['planned'] }));
  assertDayWithinCap(caps, runId, sums.ofDay(nowMs, runId));
}

/** @throws {PayoutError} `cap_exceeded` */
function assertDayWithinCap({ dayCentavos }: Caps, runId: string, day: ReturnType<SentSums['ofDay']>): void {
  const { sumCentavos: sum, waitingRun } = day;
  if (dayCentavos === undefined || sum <= dayCentavos) return;
  const waiting = waitingRun !== undefined && { waitingRun };
  throw exceeded('day', runId, { capCentavos: dayCentavos, sumCentavos: sum, ...waiting });
}

/** @throws {PayoutError} `cap_exceeded` for what of a run no approval makes possible on any day */
export function assertPossible(caps: Caps, runId: string, { reads, sums }: Counted): void {
  assertRowsWithinCaps(caps, runId, reads.payouts(runId, { states: ['planned'] }));
  assertDayWithinCap(caps, runId, { sumCentavos: sums.ofRun(runId), waitingRun: undefined });
}

/** @throws {PayoutError} `cap_exceeded` with the first payment that no approval makes possible */
export function assertRowsWithinCaps(caps: Caps, runId: string, rows: Iterable<NewPayment>): void {
  const wrong = firstBeyondCaps(caps, runId, rows);
  if (wrong !== undefined) throw wrong;
}

function firstBeyondCaps({ paymentCentavos, recipients }: Caps, runId: string, rows: Iterable<NewPayment>) {
  if (paymentCentavos === undefined && recipients === undefined) return undefined;
  const listed = new Set(recipients?.map(({ type, key }) => `${type} ${key}`));
  for (const { row, line, amountCentavos, pixKey, pixKeyType } of rows) {
    if (paymentCentavos !== undefined && amountCentavos > paymentCentavos) {
      return exceeded('payment', runId, { capCentavos: paymentCentavos, sumCentavos: amountCentavos }, { row, line });
    }
    if (recipients !== undefined && !listed.has(`${pixKeyType} ${pixKey}`)) {
      return exceeded('recipients', runId, { pixKey }, { row, line });
    }
  }
  return undefined;
}

function exceeded(
  cap: 'payment' | 'day' | 'recipients',
  runId: string,
  facts: Readonly<Record<string, string | number>>,
  place: { readonly row?: number; readonly line?: number | undefined } = {},
): PayoutError {
  const message = `the policy does not allow it: ${cap}`;
  return new PayoutError(message, { code: 'cap_exceeded', runId, ...place, facts: { cap, ...facts } });
}

type NewPayment = Pick<Payout, 'row' | 'amountCentavos' | 'pixKey' | 'pixKeyType'> & Partial<Pick<Payout, 'line'>>;

/** What the policy says of payments that are not in the journal yet, row by row. */
export class NewPayments {
  readonly #policy: Policy | undefined;
  readonly #sums: SentSums;
  readonly #nowMs: number;
  #sum = centavos(0);
  #wrong: PayoutError | undefined;

  /** @param policy undefined if there is none: everything is allowed */
  constructor(policy: Policy | undefined, sums: SentSums, nowMs: number) {
    this.#policy = policy;
    this.#sums = sums;
    this.#nowMs = nowMs;
  }

  /** Adds a payment whose recipient is not known yet: only its amount is judged. */
  addAmount(amountCentavos: Centavos): void {
    this.#sum = sumCentavos(this.#sum, amountCentavos);
  }

  add(payment: NewPayment): void {
    this.addAmount(payment.amountCentavos);
    if (this.#policy !== undefined) this.#wrong ??= firstBeyondCaps(this.#policy.caps, '', [payment]);
  }

  /** @throws {PayoutError} `approval_required`, `cap_exceeded` */
  assertMaySend(): void {
    const policy = this.#policy;
    if (policy === undefined) return;
    assertNeedsNone(requirementOf(policy, this.#sum, () => this.#sums.unapprovedOfDay(this.#nowMs)));
    if (this.#wrong !== undefined) throw this.#wrong;
    const day = this.#sums.ofDay(this.#nowMs);
    assertDayWithinCap(policy.caps, '', { ...day, sumCentavos: sumCentavos(day.sumCentavos, this.#sum) });
  }
}
