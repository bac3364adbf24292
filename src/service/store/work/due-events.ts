import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DueEvent, Schedule } from '../../wallet/wallet-transaction.ts';
import { SETTLEMENT_OUTCOMES } from '../rows.ts';
import type { Unit } from './unit.ts';

/**
 * Events due by $1, in the order in which they happen: partial indexes on open rows sort them by time.
 *
 * @param condition further SQL about an event
 */
export function dueEvents(condition = ''): string {
  return `
    SELECT 'expiry' AS kind, account, id, sequence, expires_at AS due_at, NULL AS outcome FROM payments
      WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= CAST($1 AS bigint) ${condition}
    UNION ALL SELECT 'settlement', account, id, sequence, settles_at, settles_as FROM withdrawals
      WHERE status = 'PENDING' AND settles_at <= CAST($1 AS bigint) ${condition}
    ORDER BY due_at, kind, account, sequence`;
}

const FIRST_DUE = { name: 'first due', text: `${dueEvents()} LIMIT 1000` };
const SAVE_CLOCK = { name: 'save clock', text: 'UPDATE service_state SET clock_ahead_ms = $1' };

/** The account of each event that is due. Without duplicates, SQLite would read every row in the order of accounts. */
export const DUE_ACCOUNTS = {
  name: 'due accounts',
  text: `SELECT account FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= CAST($1 AS bigint)
    UNION ALL SELECT account FROM withdrawals WHERE status = 'PENDING' AND settles_at <= CAST($1 AS bigint)`,
};

/** How far ahead events are loaded: work of the same unit may happen a little later than its beginning. */
export const AHEAD_MS = 1_000;

type Scheduled = DueEvent & { readonly sequence: number };

/** Events that are due on the accounts of a unit of work. */
export class DueEvents implements Schedule {
  readonly #unit: Unit;
  #events: Scheduled[] = [];
  #loadedUntil = 0;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  /** @param until epoch milliseconds */
  load(rows: readonly SqlRow[], until: number): void {
    this.#events = rows.map(eventOf);
    this.#loadedUntil = until;
  }

  addExpiry({ accountId, id, sequence, expiresAt, status }: Payment): void {
    const isOpen = status === 'PENDING' || status === 'ACTIVE';
    if (isOpen) this.#add({ kind: 'expiry', at: expiresAt, accountId, id, sequence });
  }

  addSettlement({ accountId, id, sequence, status, dueSettlement }: Withdrawal): void {
    if (status === 'PENDING' && dueSettlement !== null) {
      this.#add({ kind: 'settlement', at: dueSettlement.at, as: dueSettlement.as, accountId, id, sequence });
    }
  }

  async next(now: number): Promise<DueEvent | undefined> {
    if (this.#unit.isAlone) return this.#nextOfAll(now);
    if (now > this.#loadedUntil) await this.#loadUntil(now + AHEAD_MS);
    const index = this.#events.findIndex((event) => this.#isOpen(event));
    const event = this.#events[index];
    if (event === undefined || event.at > now) return undefined;
    if (index > 0) this.#become(this.#events.slice(index));
    return event;
  }

  async saveClock(aheadMs: number): Promise<void> {
    await this.#unit.ask(SAVE_CLOCK, [aheadMs]);
  }

  async #nextOfAll(now: number): Promise<DueEvent | undefined> {
    for (;;) {
      const event = this.#events.find((candidate) => candidate.at <= now && this.#isOpen(candidate));
      if (event !== undefined) {
        this.#events = this.#events.slice(this.#events.indexOf(event));
        return event;
      }
      await this.#unit.write();
      const rows = await this.#unit.ask(FIRST_DUE, [now]);
      if (rows.length === 0) return undefined;
      this.#events = rows.map(eventOf);
    }
  }

  /** What this unit of work has added is not stored yet. */
  async #loadUntil(until: number): Promise<void> {
    const rows = await this.#unit.dueBy(until);
    if (rows === undefined) return;
    const { payments, withdrawals, log } = this.#unit.drafts;
    const [events, loadedUntil] = [this.#events, this.#loadedUntil];
    this.load(rows, until);
    log.add(() => {
      this.#events = events;
      this.#loadedUntil = loadedUntil;
    });
    for (const payment of payments.inserted()) this.addExpiry(payment);
    for (const withdrawal of withdrawals.inserted()) this.addSettlement(withdrawal);
  }

  #add(event: Scheduled): void {
    if (event.at > this.#loadedUntil) return;
    const index = this.#events.findIndex((other) => isBefore(event, other));
    this.#become(this.#events.toSpliced(index === -1 ? this.#events.length : index, 0, event));
  }

  /** A piece of work that is undone gives back the events that it carried out. */
  #become(events: Scheduled[]): void {
    const before = this.#events;
    this.#events = events;
    this.#unit.drafts.log.add(() => {
      this.#events = before;
    });
  }

  #isOpen({ kind, id }: DueEvent): boolean {
    const { payments, withdrawals } = this.#unit.drafts;
    const status = kind === 'expiry' ? payments.get(id)?.status : withdrawals.get(id)?.status;
    return status === undefined || status === 'PENDING' || status === 'ACTIVE';
  }
}

/** In the order of {@link dueEvents}. */
function isBefore(one: Scheduled, other: Scheduled): boolean {
  if (one.at !== other.at) return one.at < other.at;
  if (one.kind !== other.kind) return one.kind === 'expiry';
  return one.accountId === other.accountId ? one.sequence < other.sequence : one.accountId < other.accountId;
}

function eventOf(row: SqlRow): Scheduled {
  const [at, sequence] = [integerOf(row, 'due_at'), integerOf(row, 'sequence')];
  const event = { at, sequence, accountId: textOf(row, 'account'), id: textOf(row, 'id') };
  return textOf(row, 'kind') === 'expiry'
    ? { ...event, kind: 'expiry' }
    : { ...event, kind: 'settlement', as: wordOf(row, 'outcome', SETTLEMENT_OUTCOMES) };
}
