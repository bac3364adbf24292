import type { PgConnection } from '../../../postgres/connection.ts';
import type { PostgresAddress } from '../../../postgres/database-url.ts';
import { sqlStateOf } from '../../../postgres/errors.ts';
import { openConnection } from '../../../postgres/pool.ts';
import { textOf } from '../../../sqlite/row.ts';
import { checkInvariants, VIOLATIONS_SHOWN, type Invariant, type InvariantName } from '../../ledger/invariants.ts';
import { limitUseViolations, QUARTER_MS } from '../limit-use.ts';
import { STORED_TABLES } from './schema.ts';
import { beginMoment } from './snapshot.ts';
import { EVERYTHING } from './waits.ts';

const PARTS = ['available', 'in_transit', 'blocked', 'settlement', 'fees'] as const;
const DEBITS = "('withdrawal_sent', 'withdrawal_held')";

/** Queries that return a row per violation, described in the column `violation`. */
const QUERIES: Readonly<Record<Exclude<InvariantName, 'storageIntact' | 'limitUseEqualsRecount'>, string>> = {
  transfersBalance: `
    SELECT 'transfer ' || number || ' (' || kind || ' ' || reference || ') does not balance' AS violation
    FROM transfers WHERE available + in_transit + blocked + settlement + fees <> 0`,
  ledgerSumsToZero: `
    SELECT 'it sums to ' || sum(available + in_transit + blocked + settlement + fees) AS violation FROM account_state
    HAVING sum(available + in_transit + blocked + settlement + fees) <> 0`,
  balancesEqualEntries: PARTS.map(
    (part) => `
    SELECT '${part}:' || s.account || ' has ' || s.${part} || ', its entries ' || coalesce(t.total, 0) AS violation
    FROM account_state s LEFT JOIN (SELECT account, sum(${part}) AS total FROM transfers GROUP BY account) t USING (account)
    WHERE s.${part} <> coalesce(t.total, 0)`,
  ).join(' UNION ALL '),
  inTransitIsPending: openAmountQuery('in_transit', "withdrawals WHERE status = 'PENDING'"),
  blockedIsDisputed: openAmountQuery('blocked', "disputes WHERE status = 'OPEN'"),
  overdrawnByDisputeOnly: `
    SELECT 'available:' || account || ' went to ' || balance || ' by ' || kind || ' ' || reference AS violation
    FROM (
      SELECT *, sum(available) OVER (PARTITION BY account ORDER BY number) AS balance FROM transfers
    ) AS t WHERE balance < 0 AND available < 0 AND kind <> 'dispute_opened'`,
  countersEqualRecount: `
    WITH recount AS (
      SELECT account, kind, status, count(*) AS count, sum(value) AS value, sum(fee) AS fee, sum(net) AS net
      FROM (
        SELECT account, 'payment' AS kind, status, value, fee, net FROM payments
        UNION ALL SELECT account, 'withdrawal', status, value, fee, sent FROM withdrawals
        UNION ALL SELECT account, 'dispute', status, value, 0, value FROM disputes
      ) AS r GROUP BY account, kind, status
    ), kept AS (SELECT account, kind, status, count, value, fee, net FROM status_totals WHERE count <> 0),
    block_recount AS (
      SELECT account, kind, status, size, sequence / size AS block, count(*) AS count FROM (
        SELECT account, 'payment' AS kind, status, sequence FROM payments
        UNION ALL SELECT account, 'withdrawal', status, sequence FROM withdrawals
      ) AS r, (VALUES (16384), (256)) AS sizes (size) GROUP BY account, kind, status, size, sequence / size
    ), block_kept AS (SELECT account, kind, status, size, block, count FROM status_blocks WHERE count <> 0)
    SELECT 'kept, but not counted: ' || kind || 's ' || status || ' of ' || account AS violation
    FROM (SELECT * FROM kept EXCEPT SELECT * FROM recount) AS a
    UNION ALL SELECT 'counted, but not kept: ' || kind || 's ' || status || ' of ' || account
    FROM (SELECT * FROM recount EXCEPT SELECT * FROM kept) AS b
    UNION ALL SELECT 'blocks of ' || kind || 's ' || status || ' of ' || account || ' differ' FROM (
      (SELECT * FROM block_kept EXCEPT SELECT * FROM block_recount)
      UNION (SELECT * FROM block_recount EXCEPT SELECT * FROM block_kept)
    ) AS c
    UNION ALL SELECT 'payments of ' || account || ' are numbered up to ' || payment_count FROM account_state s
    WHERE (payment_count, payment_count) <> (
      SELECT count(*), coalesce(max(sequence), 0) FROM payments p WHERE p.account = s.account)
    UNION ALL SELECT 'withdrawals of ' || account || ' are numbered up to ' || withdrawal_count FROM account_state s
    WHERE (withdrawal_count, withdrawal_count) <> (
      SELECT count(*), coalesce(max(sequence), 0) FROM withdrawals w WHERE w.account = s.account)`,
  withdrawalsMoveOnce: `
    SELECT 'withdrawal ' || id || ' (' || status || ') has ' || debits || ' debits of ' || debited || ', ' || settlements
      || ' settlements, ' || returns || ' returns of ' || returned AS violation
    FROM (
      SELECT w.id, w.status, w.value,
        count(*) FILTER (WHERE kind IN ${DEBITS}) AS debits,
        coalesce(sum(t.available) FILTER (WHERE kind IN ${DEBITS}), 0) AS debited,
        count(*) FILTER (WHERE kind = 'withdrawal_held') AS holds,
        count(*) FILTER (WHERE kind = 'withdrawal_settled') AS settlements,
        count(*) FILTER (WHERE kind = 'withdrawal_returned') AS returns,
        coalesce(sum(t.available) FILTER (WHERE kind = 'withdrawal_returned'), 0) AS returned
      FROM withdrawals w LEFT JOIN transfers t ON t.reference = w.id GROUP BY w.id, w.status, w.value
    ) AS m
    WHERE debits <> 1 OR debited <> -value OR returns <> (status = 'FAILED')::int
      OR returned <> value * (status = 'FAILED')::int
      OR settlements <> (status = 'COMPLETED' AND holds = 1)::int OR (status = 'PENDING' AND holds <> 1)`,
  paymentsCreditOnce: `
    SELECT 'payment ' || id || ' (' || status || ') was credited ' || credited AS violation
    FROM (
      SELECT p.id, p.status, p.net, coalesce(sum(t.available), 0) AS credited, count(t.number) AS credits
      FROM payments p LEFT JOIN transfers t ON t.reference = p.id AND t.kind = 'payment_received'
      GROUP BY p.id, p.status, p.net
    ) AS m
    WHERE credits <> (status = 'COMPLETED')::int OR credited <> net * (status = 'COMPLETED')::int`,
  disputesMoveOnce: `
    SELECT 'dispute ' || id || ' (' || status || ') was opened ' || openings || ' times, accepted ' || acceptances
      || ', refused ' || refusals AS violation
    FROM (
      SELECT d.id, d.status,
        count(*) FILTER (WHERE kind = 'dispute_opened') AS openings,
        count(*) FILTER (WHERE kind = 'dispute_accepted') AS acceptances,
        count(*) FILTER (WHERE kind = 'dispute_refused') AS refusals
      FROM disputes d LEFT JOIN transfers t ON t.reference = d.id GROUP BY d.id, d.status
    ) AS m
    WHERE openings <> 1 OR acceptances <> (status = 'ACCEPTED')::int OR refusals <> (status = 'REFUSED')::int`,
};

function openAmountQuery(part: string, open: string): string {
  return `
    SELECT s.account || ' has ' || s.${part} || ', ' || coalesce(o.held, 0) || ' is open' AS violation
    FROM account_state s LEFT JOIN (SELECT account, sum(value) AS held FROM ${open} GROUP BY account) o USING (account)
    WHERE s.${part} <> coalesce(o.held, 0)`;
}

const WITHDRAWN = `
  SELECT account, created_at / ${QUARTER_MS} AS quarter, sum(value)::bigint AS used
  FROM withdrawals WHERE status <> 'FAILED' GROUP BY account, quarter`;
const LIMIT_USE = 'SELECT account, period, used FROM limit_use WHERE used <> 0';

/** Checks every invariant of one moment, while other instances go on. */
export async function audit(address: PostgresAddress): Promise<Invariant[]> {
  const connection = await openConnection(address, EVERYTHING);
  try {
    await beginMoment(connection);
    return await checkInvariants((name) => violationsOf(connection, name));
  } finally {
    await connection.close();
  }
}

async function violationsOf(connection: PgConnection, name: InvariantName): Promise<readonly string[]> {
  if (name === 'storageIntact') return damageIn(connection);
  if (name === 'limitUseEqualsRecount') {
    const [withdrawn, used] = [await connection.query(WITHDRAWN), await connection.query(LIMIT_USE)];
    return limitUseViolations(withdrawn.rows, used.rows);
  }
  const { rows } = await connection.query(`SELECT * FROM (${QUERIES[name]}) AS v LIMIT ${VIOLATIONS_SHOWN}`);
  return rows.map((row) => textOf(row, 'violation'));
}

/** Reads every row as a whole: with data checksums, the server finds what the disk has changed. */
async function damageIn(connection: PgConnection): Promise<string[]> {
  const damage: string[] = [];
  for (const table of STORED_TABLES) {
    await connection.run('SAVEPOINT reading');
    try {
      await connection.query(`SELECT count(hashtext(t::text)) FROM ${table} AS t`);
    } catch (error) {
      // Class XX: internal errors, of which damaged data is one.
      if (sqlStateOf(error)?.startsWith('XX') !== true || !(error instanceof Error)) throw error;
      damage.push(`${table}: ${error.message}`);
      await connection.run('ROLLBACK TO reading');
    }
  }
  return damage;
}
