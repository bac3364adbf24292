import type { Centavos } from '../../../pix/centavos.ts';
import type { SqlDatabase, SqlRow, SqlStatement } from '../../../sql/sqlite/driver.ts';
import { integerOf, wordOf } from '../../../sql/row.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { StatusTotals } from '../../wallet/wallet-entries.ts';
import { BLOCK_SIZES } from './deep-pages.ts';
import type { PendingChanges, PendingRows } from './pending-changes.ts';
import { centavosOf } from '../rows.ts';

type Kind = EntryKind | 'dispute';

/** The parts of a row that are counted. */
export interface Counted {
  readonly accountId: string;
  readonly status: string;
  /** For rows of paged lists. */
  readonly sequence?: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly netCentavos: Centavos;
  readonly updatedAt: number;
}

const NONE = { count: 0, value: 0, fee: 0, net: 0 };

/** Counts rows by status, and stores the latest time of any event: once per group of changes. */
export class StatusCounts {
  readonly #ofKind: SqlStatement;
  readonly #totals: PendingRows<typeof NONE>;
  readonly #blocks: PendingRows<number>;
  readonly #latest: PendingRows<number>;

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#ofKind = database.prepare('SELECT * FROM status_totals WHERE account = ? AND kind = ?');
    this.#totals = pendingTotals(database, pending);
    this.#blocks = pendingBlocks(database, pending);
    const latest = database.prepare('SELECT latest_at FROM service_state');
    const saveLatest = database.prepare('UPDATE service_state SET latest_at = ?');
    this.#latest = pending.rows(
      () => integerOr(0, latest.get(), 'latest_at'),
      (at) => saveLatest.run(at),
    );
  }

  /** Counts a new row. */
  add(kind: Kind, row: Counted): void {
    this.#count(kind, row, row.status, 1);
    this.#latest.change((at) => Math.max(at, row.updatedAt));
  }

  /** Counts a change of status. */
  move(kind: Kind, row: Counted, before: string): void {
    this.#count(kind, row, before, -1);
    this.add(kind, row);
  }

  /** How many have a status, including the current transaction. */
  countOf(accountId: string, kind: EntryKind, status: string): number {
    return this.#totals.get(accountId, kind, status).count;
  }

  readTotals<Status extends string>(
    accountId: string,
    kind: Kind,
    statuses: readonly Status[],
  ): StatusTotals<Status>[] {
    return this.#ofKind.all(accountId, kind).map((row) => ({
      status: wordOf(row, 'status', statuses),
      count: integerOf(row, 'count'),
      valueCentavos: centavosOf(row, 'value'),
      feeCentavos: centavosOf(row, 'fee'),
      netCentavos: centavosOf(row, 'net'),
    }));
  }

  #count(kind: Kind, row: Counted, status: string, change: 1 | -1): void {
    const { accountId, sequence } = row;
    const counted = ({ count, value, fee, net }: typeof NONE) => ({
      count: count + change,
      value: value + change * row.valueCentavos,
      fee: fee + change * row.feeCentavos,
      net: net + change * row.netCentavos,
    });
    this.#totals.change(counted, accountId, kind, status);
    if (sequence === undefined) return;
    for (const size of BLOCK_SIZES) {
      this.#blocks.change((count) => count + change, accountId, kind, status, size, Math.floor(sequence / size));
    }
  }
}

function pendingTotals(database: SqlDatabase, pending: PendingChanges): PendingRows<typeof NONE> {
  const totals = database.prepare('SELECT * FROM status_totals WHERE account = ? AND kind = ? AND status = ?');
  const save = database.prepare(`
    INSERT INTO status_totals (account, kind, status, count, value, fee, net) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = excluded.count, value = excluded.value, fee = excluded.fee, net = excluded.net`);
  return pending.rows(
    (...key) => totalsOf(totals.get(...key)),
    ({ count, value, fee, net }, ...key) => save.run(...key, count, value, fee, net),
  );
}

function pendingBlocks(database: SqlDatabase, pending: PendingChanges): PendingRows<number> {
  const block = database.prepare(`
    SELECT count FROM status_blocks WHERE account = ? AND kind = ? AND status = ? AND size = ? AND block = ?`);
  const save = database.prepare(`
    INSERT INTO status_blocks (account, kind, status, size, block, count) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = excluded.count`);
  return pending.rows(
    (...key) => integerOr(0, block.get(...key), 'count'),
    (count, ...key) => save.run(...key, count),
  );
}

function totalsOf(row: SqlRow | undefined): typeof NONE {
  if (row === undefined) return NONE;
  return {
    count: integerOf(row, 'count'),
    value: integerOf(row, 'value'),
    fee: integerOf(row, 'fee'),
    net: integerOf(row, 'net'),
  };
}

function integerOr(otherwise: number, row: SqlRow | undefined, column: string): number {
  return row === undefined ? otherwise : integerOf(row, column);
}
