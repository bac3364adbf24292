import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SqlRow } from '../../src/sql/sqlite/driver.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/sqlite/schema.ts';

/** A path for a data file in a folder of its own, removed after the test. */
export function dataFilePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-service-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
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

const BROKEN_RULES = `
  SELECT 'integrity_check: ' || integrity_check AS problem FROM pragma_integrity_check WHERE integrity_check <> 'ok'
  UNION ALL SELECT 'foreign key: ' || "table" FROM pragma_foreign_key_check
  UNION ALL SELECT 'the ledger sums to ' || sum(balance) FROM ledger_accounts HAVING sum(balance) <> 0
  UNION ALL SELECT 'transfer ' || transfer || ' sums to ' || sum(amount) FROM entries GROUP BY transfer HAVING sum(amount) <> 0
  UNION ALL SELECT 'transfer ' || number || ' has no entries' FROM transfers WHERE number NOT IN (SELECT transfer FROM entries)
  UNION ALL SELECT 'balance of ' || id FROM ledger_accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM entries WHERE ledger_account = id)
  UNION ALL SELECT 'overdrawn: ' || id FROM ledger_accounts
    WHERE owner IS NOT NULL AND balance < 0 AND (part <> 'available'
      OR -balance > (SELECT coalesce(sum(value), 0) FROM disputes WHERE account = owner AND status <> 'REFUSED'))
  UNION ALL SELECT 'blocked of ' || owner FROM ledger_accounts
    WHERE part = 'blocked'
    AND balance <> (SELECT coalesce(sum(value), 0) FROM disputes WHERE account = owner AND status = 'OPEN')
  UNION ALL SELECT 'in transit of ' || owner FROM ledger_accounts
    WHERE part = 'in_transit'
    AND balance <> (SELECT coalesce(sum(value), 0) FROM withdrawals WHERE account = owner AND status = 'PENDING')
  UNION ALL SELECT 'debits of withdrawal ' || id FROM withdrawals
    WHERE (SELECT count(*) FROM transfers WHERE reference = id AND kind IN ('withdrawal_sent', 'withdrawal_held')) <> 1
    OR (SELECT amount FROM entries JOIN transfers ON number = transfer
        WHERE reference = id AND kind IN ('withdrawal_sent', 'withdrawal_held') AND ledger_account = 'available:' || account) <> -value
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
  UNION ALL SELECT 'block ' || block || ' of ' || size || ' ' || kind || 's ' || status FROM status_blocks b
    WHERE count <> (
      SELECT count(*) FROM (
        SELECT account, 'payment' AS kind, status, sequence FROM payments
        UNION ALL SELECT account, 'withdrawal', status, sequence FROM withdrawals
      ) r WHERE r.account = b.account AND r.kind = b.kind AND r.status = b.status AND r.sequence / b.size = b.block)
  UNION ALL SELECT 'rows without blocks of ' || size FROM status_blocks GROUP BY size
    HAVING sum(count) <> (SELECT count(*) FROM payments) + (SELECT count(*) FROM withdrawals)
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
