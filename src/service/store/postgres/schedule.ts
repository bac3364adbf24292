import type { PgRow } from '../../../sql/postgres/connection.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { Payment, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { DueEvent, Schedule } from '../../wallet/wallet-transaction.ts';
import { SETTLEMENT_OUTCOMES } from '../rows.ts';
import type { BatchContext } from './batch-context.ts';

/** Events due by $1, in the order in which they happen. */
function dueEvents(condition: string): string {
  return `
    SELECT 'expiry' AS kind, account, id, sequence, expires_at AS due_at, NULL AS outcome FROM payments
      WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= $1::bigint ${condition}
    UNION ALL SELECT 'settlement', account, id, sequence, settles_at, settles_as FROM withdrawals
      WHERE status = 'PENDING' AND settles_at <= $1::bigint ${condition}
    ORDER BY due_at, kind, account, sequence`;
}

export const DUE_OF_ACCOUNTS = { name: 'due of accounts', text: dueEvents('AND account = ANY($2)') };
const DUE_OF_ALL = { name: 'due of all', text: `${dueEvents('')} LIMIT 1000` };
const SAVE_CLOCK = { name: 'save clock', text: 'UPDATE service_state SET clock_ahead_ms = $1' };

/** Accounts with an event that is due. */
export const DUE_ACCOUNTS = {
  name: 'due accounts',
  text: `SELECT account FROM payments WHERE status IN ('PENDING', 'ACTIVE') AND expires_at <= $1::bigint
    UNION SELECT account FROM withdrawals WHERE status = 'PENDING' AND settles_at <= $1::bigint`,
};

/** How far ahead events are loaded: work of the same batch may happen a little later than its beginning. */
export const AHEAD_MS = 1_000;

/** Due events of the accounts that a batch has locked. */
export class PostgresSchedule implements Schedule {
  readonly #batch: BatchContext;
  #events: DueEvent[] = [];
  #loadedUntil = 0;

  constructor(batch: BatchContext) {
    this.#batch = batch;
  }

  /** @param until epoch milliseconds */
  load(rows: readonly PgRow[], until: number): void {
    this.#events = rows.map(eventOf);
    this.#loadedUntil = until;
  }

  addExpiry({ accountId, id, expiresAt, status }: Payment): void {
    const isOpen = status === 'PENDING' || status === 'ACTIVE';
    if (isOpen) this.#add({ kind: 'expiry', at: expiresAt, accountId, id });
  }

  addSettlement({ accountId, id, status, dueSettlement }: Withdrawal): void {
    if (status === 'PENDING' && dueSettlement !== null) {
      this.#add({ kind: 'settlement', at: dueSettlement.at, as: dueSettlement.as, accountId, id });
    }
  }

  async next(now: number): Promise<DueEvent | undefined> {
    // Only a batch that is alone looks further ahead, and it may have accounts of its own that are not written yet.
    if (this.#batch.isAlone && now > this.#loadedUntil) return this.#nextOfAll(now);
    const [event] = this.#events;
    if (event === undefined || event.at > now) return undefined;
    if (this.#isOpen(event)) return event;
    this.#become(this.#events.slice(1));
    return this.next(now);
  }

  async saveClock(aheadMs: number): Promise<void> {
    await this.#batch.ask(SAVE_CLOCK, [aheadMs]);
  }

  async #nextOfAll(now: number): Promise<DueEvent | undefined> {
    for (;;) {
      const event = this.#events.find((candidate) => candidate.at <= now && this.#isOpen(candidate));
      if (event !== undefined) {
        this.#events = this.#events.slice(this.#events.indexOf(event));
        return event;
      }
      await this.#batch.write();
      const rows = await this.#batch.ask(DUE_OF_ALL, [now]);
      if (rows.length === 0) return undefined;
      this.#events = rows.map(eventOf);
    }
  }

  #add(event: DueEvent): void {
    if (event.at > this.#loadedUntil) return;
    const index = this.#events.findIndex(({ at }) => at > event.at);
    this.#become(this.#events.toSpliced(index === -1 ? this.#events.length : index, 0, event));
  }

  /** A piece of work that is undone gives back the events that it carried out. */
  #become(events: DueEvent[]): void {
    const before = this.#events;
    this.#events = events;
    this.#batch.drafts.log.add(() => {
      this.#events = before;
    });
  }

  #isOpen({ kind, id }: DueEvent): boolean {
    const { payments, withdrawals } = this.#batch.drafts;
    const status = kind === 'expiry' ? payments.get(id)?.status : withdrawals.get(id)?.status;
    return status === undefined || status === 'PENDING' || status === 'ACTIVE';
  }
}

function eventOf(row: PgRow): DueEvent {
  const event = { at: integerOf(row, 'due_at'), accountId: textOf(row, 'account'), id: textOf(row, 'id') };
  return textOf(row, 'kind') === 'expiry'
    ? { ...event, kind: 'expiry' }
    : { ...event, kind: 'settlement', as: wordOf(row, 'outcome', SETTLEMENT_OUTCOMES) };
}
