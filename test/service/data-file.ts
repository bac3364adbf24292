import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SqlRow } from '../../src/sql/sqlite/driver.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/schema/tables.ts';

/** A path for a data file in a folder of its own, removed after the test. */
export function dataFilePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data.db');
}

/** Reads a closed data file. */
export async function queryDataFile(file: string, sql: string): Promise<SqlRow[]> {
  const database = await openDatabase(file, SERVICE_SCHEMA);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Changes a closed data file in ways that the API does not offer. */
export async function editDataFile(file: string, sql: string): Promise<void> {
  const database = await openDatabase(file, SERVICE_SCHEMA);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Sets the balance of the account `demo`, by a transfer. */
export function withBalance(centavos: number): string {
  return `
    INSERT INTO transfers (kind, reference, account, available, in_transit, blocked, settlement, fees, created_at)
    SELECT 'test', 'demo', account, ${centavos} - available, 0, 0, available - ${centavos}, 0, 0
    FROM account_state WHERE account = 'demo';
    UPDATE account_state SET settlement = settlement + available - ${centavos}, available = ${centavos}
    WHERE account = 'demo';`;
}

const PARTS = ['available', 'in_transit', 'blocked', 'settlement', 'fees'];
const SUM = PARTS.join(' + ');

const BROKEN_RULES = `
  SELECT 'integrity_check: ' || integrity_check AS problem FROM pragma_integrity_check WHERE integrity_check <> 'ok'
  UNION ALL SELECT 'foreign key: ' || "table" FROM pragma_foreign_key_check
  UNION ALL SELECT 'the ledger of ' || account || ' does not balance' FROM account_state WHERE ${SUM} <> 0
  UNION ALL SELECT 'transfer ' || number || ' sums to ' || (${SUM}) FROM transfers WHERE ${SUM} <> 0
  UNION ALL SELECT 'transfer ' || number || ' moves nothing' FROM transfers
    WHERE available = 0 AND in_transit = 0 AND blocked = 0 AND settlement = 0
  ${PARTS.map(
    (part) => `
  UNION ALL SELECT '${part} of ' || account FROM account_state s
    WHERE ${part} <> (SELECT coalesce(sum(${part}), 0) FROM transfers t WHERE t.account = s.account)`,
  ).join('')}
  UNION ALL SELECT 'overdrawn: ' || account FROM account_state s
    WHERE in_transit < 0 OR blocked < 0 OR (available < 0
      AND -available > (SELECT coalesce(sum(value), 0) FROM disputes d WHERE d.account = s.account AND status <> 'REFUSED'))
  UNION ALL SELECT 'blocked of ' || account || ' is not disputed' FROM account_state s
    WHERE blocked <> (SELECT coalesce(sum(value), 0) FROM disputes d WHERE d.account = s.account AND status = 'OPEN')
  UNION ALL SELECT 'in transit of ' || account || ' is not pending' FROM account_state s
    WHERE in_transit <> (SELECT coalesce(sum(value), 0) FROM withdrawals w WHERE w.account = s.account AND status = 'PENDING')
  UNION ALL SELECT 'debits of withdrawal ' || id FROM withdrawals
    WHERE (SELECT count(*) FROM transfers WHERE reference = id AND kind IN ('withdrawal_sent', 'withdrawal_held')) <> 1
    OR (SELECT t.available FROM transfers t
        WHERE t.reference = id AND t.kind IN ('withdrawal_sent', 'withdrawal_held') AND t.account = withdrawals.account) <> -value
  UNION ALL SELECT 'return of withdrawal ' || id FROM withdrawals
    WHERE (status = 'FAILED') <> EXISTS (SELECT 1 FROM transfers WHERE reference = id AND kind = 'withdrawal_returned')
  UNION ALL SELECT 'credit of payment ' || id FROM payments
    WHERE (status = 'COMPLETED') <> EXISTS (SELECT 1 FROM transfers WHERE reference = id AND kind = 'payment_received')
  UNION ALL SELECT 'totals of ' || t.account || ' ' || t.kind || ' ' || t.status FROM status_totals t
    WHERE (count, value, fee, net) IS NOT (
      SELECT count(*), coalesce(sum(value), 0), coalesce(sum(fee), 0), coalesce(sum(net), 0) FROM (
        SELECT account, 'payment' AS kind, status, value, fee, net FROM payments
        UNION ALL SELECT account, 'withdrawal', status, value, fee, sent FROM withdrawals
        UNION ALL SELECT account, 'dispute', status, value, 0, value FROM disputes
      ) r WHERE r.account = t.account AND r.kind = t.kind AND r.status = t.status)
  UNION ALL SELECT 'rows without totals' WHERE
    (SELECT count(*) FROM payments) + (SELECT count(*) FROM withdrawals) + (SELECT count(*) FROM disputes) <> (SELECT coalesce(sum(count), 0) FROM status_totals)
  UNION ALL SELECT 'limit use of ' || account || ' in ' || period FROM limit_use l
    WHERE used <> (SELECT coalesce(sum(value), 0) FROM withdrawals w WHERE w.account = l.account AND status <> 'FAILED'
      AND date(created_at / 1000 - 3 * 3600, 'unixepoch') LIKE period || '%')
  UNION ALL SELECT 'a gap in the payments of ' || account FROM payments GROUP BY account HAVING max(sequence) <> count(*)
  UNION ALL SELECT 'a gap in the withdrawals of ' || account FROM withdrawals GROUP BY account HAVING max(sequence) <> count(*)
`;

/** Errors of the money in a data file, recounted from its entries and rows; none in a sound file. */
export async function brokenRules(file: string): Promise<string[]> {
  const rows = await queryDataFile(file, BROKEN_RULES);
  return rows.map((row) => String(row['problem']));
}
