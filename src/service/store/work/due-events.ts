import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DueEvent, Schedule } from '../../wallet/wallet-store.ts';
import { SETTLEMENT_OUTCOMES } from '../records.ts';
import type { Unit } from './unit.ts';

interface Kind {
  readonly kind: DueEvent['kind'];
  readonly table: 'payments' | 'withdrawals';
  /** Which rows have an event to come. A partial index sorts them by its time. */
  readonly isOpen: string;
  readonly at: string;
  readonly outcome: string;
}

const KINDS: readonly Kind[] = [
  { kind: 'expiry', table: 'payments', isOpen: "status IN ('PENDING', 'ACTIVE')", at: 'expires_at', outcome: 'NULL' },
  { kind: 'settlement', table: 'withdrawals', isOpen: "status = 'PENDING'", at: 'settles_at', outcome: 'settles_as' },
];

/**
 * Rows with an event that is due by $1 of the service's time: what is due without an account's being ahead, found by its
 * time, and what else is due on accounts that are. SQLite joins in the order in which CROSS JOIN names the tables.
 */
function dueRows(columnsOf: (kind: Kind) => string, condition = ''): string {
  return KINDS.flatMap((kind) => {
    const due = `a.id = e.account AND e.${kind.isOpen} ${condition} AND e.${kind.at}`;
    return [
      `SELECT ${columnsOf(kind)} FROM ${kind.table} AS e CROSS JOIN accounts AS a WHERE ${due} <= CAST($1 AS bigint)`,
      `SELECT ${columnsOf(kind)} FROM accounts AS a CROSS JOIN ${kind.table} AS e WHERE a.clock_ahead_ms > 0
        AND ${due} > CAST($1 AS bigint) AND e.${kind.at} <= CAST($1 AS bigint) + a.clock_ahead_ms`,
    ];
  }).join(' UNION ALL ');
}

/** Events due by $1, in the order in which they happen. @param condition further SQL about an event */
export function dueEvents(condition = ''): string {
  const columns = ({
    kind,
    at,
    outcome,
  }: Kind) => `'${kind}' AS kind, e.account, e.id, e.sequence, e.${at} AS happens_at,
    e.${at} - a.clock_ahead_ms AS due_at, ${outcome} AS outcome`;
  return `${dueRows(columns, condition)} ORDER BY due_at, kind, account, sequence`;
}

const FIRST_DUE = `${dueEvents()} LIMIT 1000`;
const SAVE_CLOCK = 'UPDATE service_state SET clock_ahead_ms = $1';
const FURTHEST = 'SELECT coalesce(max(clock_ahead_ms), 0) AS ahead FROM accounts';

/** The account of each event that is due. Without duplicates, SQLite would read every row in the order of accounts. */
export const DUE_ACCOUNTS = dueRows(() => 'e.account');

/** How far ahead events are loaded: work of the same unit may happen a little later than its beginning. */
export const AHEAD_MS = 1_000;

type Scheduled = DueEvent & {
  readonly sequence: number;
  /** The service's time when it is due. */
  readonly dueAt: number;
};
type Unscheduled<Event extends Scheduled = Scheduled> = Event extends Scheduled ? Omit<Event, 'dueAt'> : never;

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
    if (event === undefined || event.dueAt > now) return undefined;
    if (index > 0) this.#become(this.#events.slice(index));
    return event;
  }

  async furthestAheadMs(): Promise<number> {
    const [row] = await this.#unit.ask(FURTHEST);
    return row === undefined ? 0 : integerOf(row, 'ahead');
  }

  async saveClock(aheadMs: number): Promise<void> {
    await this.#unit.ask(SAVE_CLOCK, [aheadMs]);
  }

  async #nextOfAll(now: number): Promise<DueEvent | undefined> {
    for (;;) {
      const event = this.#events.find((candidate) => candidate.dueAt <= now && this.#isOpen(candidate));
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
    const rows = await this.#unit.database.dueBy(until);
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

  #add(unscheduled: Unscheduled): void {
    const { at, accountId } = unscheduled;
    // Its account was loaded when its payment or withdrawal was.
    const aheadMs = this.#unit.drafts.accounts.get(accountId)?.clockAheadMs ?? 0;
    const event = { ...unscheduled, dueAt: at - aheadMs };
    if (event.dueAt > this.#loadedUntil) return;
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
  if (one.dueAt !== other.dueAt) return one.dueAt < other.dueAt;
  if (one.kind !== other.kind) return one.kind === 'expiry';
  return one.accountId === other.accountId ? one.sequence < other.sequence : one.accountId < other.accountId;
}

function eventOf(row: SqlRow): Scheduled {
  const [at, dueAt, sequence] = [integerOf(row, 'happens_at'), integerOf(row, 'due_at'), integerOf(row, 'sequence')];
  const event = { at, dueAt, sequence, accountId: textOf(row, 'account'), id: textOf(row, 'id') };
  return textOf(row, 'kind') === 'expiry'
    ? { ...event, kind: 'expiry' }
    : { ...event, kind: 'settlement', as: wordOf(row, 'outcome', SETTLEMENT_OUTCOMES) };
}
