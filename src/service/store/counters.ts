import type { Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import type { TransactionKind } from '../wallet/identifiers.ts';
import { BLOCK_SIZES } from './deep-pages.ts';
import type { HeldChanges } from './held-changes.ts';

/** What is counted of something that has a status. */
export interface Counted {
  readonly accountId: string;
  readonly status: string;
  /** Of what is listed in pages. */
  readonly sequence?: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly netCentavos: Centavos;
  readonly updatedAt: number;
}

export interface Counters {
  /** It is there from now on. */
  add(kind: TransactionKind | 'dispute', row: Counted): void;
  /** It had another status before. */
  move(kind: TransactionKind | 'dispute', row: Counted, before: string): void;
  /** How many have a status. */
  countOf(accountId: string, kind: TransactionKind, status: string): number;
}

const NONE = { count: 0, value: 0, fee: 0, net: 0 };

/** Counts what has which status, and remembers the latest time of anything: once for a group of changes. */
export function counters(database: SqlDatabase, held: HeldChanges): Counters {
  const totals = database.prepare('SELECT * FROM status_totals WHERE account = ? AND kind = ? AND status = ?');
  const storeTotals = database.prepare(`
    INSERT INTO status_totals (account, kind, status, count, value, fee, net) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = excluded.count, value = excluded.value, fee = excluded.fee, net = excluded.net`);
  const block = database.prepare(`
    SELECT count FROM status_blocks WHERE account = ? AND kind = ? AND status = ? AND size = ? AND block = ?`);
  const storeBlock = database.prepare(`
    INSERT INTO status_blocks (account, kind, status, size, block, count) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = excluded.count`);
  const latest = database.prepare('SELECT latest_at FROM service_state');
  const storeLatest = database.prepare('UPDATE service_state SET latest_at = ?');

  const heldTotals = held.rows(
    (...key) => totalsOf(totals.get(...key)),
    ({ count, value, fee, net }, ...key) => storeTotals.run(...key, count, value, fee, net),
  );
  const heldBlocks = held.rows(
    (...key) => integerOr(0, block.get(...key), 'count'),
    (count, ...key) => storeBlock.run(...key, count),
  );
  const heldLatest = held.rows(
    () => integerOr(0, latest.get(), 'latest_at'),
    (at) => storeLatest.run(at),
  );

  function count(kind: TransactionKind | 'dispute', row: Counted, status: string, change: 1 | -1): void {
    const { accountId, sequence } = row;
    const counted = ({ count, value, fee, net }: typeof NONE) => ({
      count: count + change,
      value: value + change * row.valueCentavos,
      fee: fee + change * row.feeCentavos,
      net: net + change * row.netCentavos,
    });
    heldTotals.change(counted, accountId, kind, status);
    if (sequence === undefined) return;
    for (const size of BLOCK_SIZES) {
      heldBlocks.change((count) => count + change, accountId, kind, status, size, Math.floor(sequence / size));
    }
  }

  function add(kind: TransactionKind | 'dispute', row: Counted): void {
    count(kind, row, row.status, 1);
    heldLatest.change((at) => Math.max(at, row.updatedAt));
  }

  return {
    add,
    move(kind, row, before) {
      count(kind, row, before, -1);
      add(kind, row);
    },
    countOf: (accountId, kind, status) => heldTotals.of(accountId, kind, status).count,
  };
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
