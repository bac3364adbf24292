import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { INVARIANTS, NO_AMOUNTS, type Invariant, type InvariantName } from '../ledger/ledger.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';

/** A day never changes within a quarter of an hour, so sums by quarter avoid a million rows in JavaScript. */
const QUARTER_MS = 900_000;

const PARTS = Object.keys(NO_AMOUNTS);
const SUM = PARTS.join(' + ');
const DEBITS = "('withdrawal_sent', 'withdrawal_held')";

export const VIOLATIONS_SHOWN = 20;

/** Invariants of what is stored; the other one is of the storage. */
type Recounted = Exclude<InvariantName, 'storageIntact'>;

/**
 * Queries that return a row per violation, described in the column `violation`. They recount everything from transfers
 * and rows.
 */
const QUERIES: Readonly<Record<Exclude<Recounted, 'limitUseEqualsRecount'>, string>> = {
  transfersBalance: `
    SELECT 'transfer ' || number || ' (' || kind || ' ' || reference || ') does not balance' AS violation
    FROM transfers
    WHERE ${SUM} <> 0 OR (available = 0 AND in_transit = 0 AND blocked = 0 AND settlement = 0)`,
  ledgerSumsToZero: `
    SELECT 'it sums to ' || sum(${SUM}) AS violation FROM account_state HAVING sum(${SUM}) <> 0`,
  balancesEqualEntries: `
    WITH moved AS (
      SELECT account, ${PARTS.map((part) => `sum(${part}) AS ${part}`).join(', ')} FROM transfers GROUP BY account
    ) ${PARTS.map(
      (part) => `
    SELECT '${part}:' || s.account || ' has ' || s.${part} || ', its entries ' || coalesce(m.${part}, 0) AS violation
    FROM account_state AS s LEFT JOIN moved AS m ON m.account = s.account WHERE s.${part} <> coalesce(m.${part}, 0)`,
    ).join(' UNION ALL ')}`,
  inTransitIsPending: openAmountQuery('in_transit', "withdrawals WHERE status = 'PENDING'"),
  blockedIsDisputed: openAmountQuery('blocked', "disputes WHERE status = 'OPEN'"),
  overdrawnByDisputeOnly: `
    SELECT 'available:' || account || ' went to ' || balance || ' by ' || kind || ' ' || reference AS violation
    FROM (
      SELECT account, kind, reference, available, sum(available) OVER (PARTITION BY account ORDER BY number) AS balance
      FROM transfers
    ) AS t WHERE balance < 0 AND available < 0 AND kind <> 'dispute_opened'`,
  countersEqualRecount: `
    WITH listed AS (
      SELECT account, 'payment' AS kind, status, value, fee, net FROM payments
      UNION ALL SELECT account, 'withdrawal', status, value, fee, sent FROM withdrawals
    ), recount AS (
      SELECT account, kind, status, count(*) AS count, sum(value) AS value, sum(fee) AS fee, sum(net) AS net FROM listed
      GROUP BY account, kind, status
      UNION ALL SELECT account, 'dispute', status, count(*), sum(value), 0, sum(value) FROM disputes
      GROUP BY account, status
    ), kept AS (SELECT account, kind, status, count, value, fee, net FROM status_totals WHERE count <> 0)
    SELECT 'kept, but not counted: ' || kind || 's ' || status || ' of ' || account AS violation
    FROM (SELECT * FROM kept EXCEPT SELECT * FROM recount) AS a
    UNION ALL SELECT 'counted, but not kept: ' || kind || 's ' || status || ' of ' || account
    FROM (SELECT * FROM recount EXCEPT SELECT * FROM kept) AS b
    UNION ALL ${numberingQuery('payment')} UNION ALL ${numberingQuery('withdrawal')}`,
  withdrawalsMoveOnce: `
    SELECT 'withdrawal ' || id || ' (' || status || ') has ' || debits || ' debits of ' || debited || ', ' || settlements
      || ' settlements, ' || returns || ' returns of ' || returned AS violation
    FROM (
      SELECT r.id, r.status, r.value,
        count(*) FILTER (WHERE kind IN ${DEBITS}) AS debits,
        coalesce(sum(t.available) FILTER (WHERE kind IN ${DEBITS}), 0) AS debited,
        count(*) FILTER (WHERE kind = 'withdrawal_held') AS holds,
        count(*) FILTER (WHERE kind = 'withdrawal_settled') AS settlements,
        count(*) FILTER (WHERE kind = 'withdrawal_returned') AS returns,
        coalesce(sum(t.available) FILTER (WHERE kind = 'withdrawal_returned'), 0) AS returned
      FROM withdrawals AS r LEFT JOIN transfers AS t ON t.reference = r.id
      GROUP BY r.id, r.status, r.value
    ) AS m
    WHERE debits <> 1 OR debited <> -value OR returns <> ${is("status = 'FAILED'")}
      OR returned <> value * ${is("status = 'FAILED'")}
      OR settlements <> ${is("status = 'COMPLETED' AND holds = 1")} OR (status = 'PENDING' AND holds <> 1)`,
  paymentsCreditOnce: `
    SELECT 'payment ' || id || ' (' || status || ') was credited ' || credited AS violation
    FROM (
      SELECT r.id, r.status, r.net, coalesce(sum(t.available), 0) AS credited, count(t.number) AS credits
      FROM payments AS r LEFT JOIN transfers AS t ON t.reference = r.id AND t.kind = 'payment_received'
      GROUP BY r.id, r.status, r.net
    ) AS m
    WHERE credits <> ${is("status = 'COMPLETED'")} OR credited <> net * ${is("status = 'COMPLETED'")}`,
  disputesMoveOnce: `
    SELECT 'dispute ' || id || ' (' || status || ') was opened ' || openings || ' times, accepted ' || acceptances
      || ', refused ' || refusals AS violation
    FROM (
      SELECT d.id, d.status,
        count(*) FILTER (WHERE kind = 'dispute_opened') AS openings,
        count(*) FILTER (WHERE kind = 'dispute_accepted') AS acceptances,
        count(*) FILTER (WHERE kind = 'dispute_refused') AS refusals
      FROM disputes AS d LEFT JOIN transfers AS t ON t.reference = d.id GROUP BY d.id, d.status
    ) AS m
    WHERE openings <> 1 OR acceptances <> ${is("status = 'ACCEPTED'")} OR refusals <> ${is("status = 'REFUSED'")}`,
};

/** 1 or 0. */
function is(condition: string): string {
  return `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
}

function openAmountQuery(part: string, open: string): string {
  return `
    SELECT s.account || ' has ' || s.${part} || ', ' || coalesce(o.held, 0) || ' is open' AS violation
    FROM account_state AS s
    LEFT JOIN (SELECT account, sum(value) AS held FROM ${open} GROUP BY account) AS o ON o.account = s.account
    WHERE s.${part} <> coalesce(o.held, 0)`;
}

function numberingQuery(kind: 'payment' | 'withdrawal'): string {
  return `SELECT '${kind}s of ' || account || ' are numbered up to ' || ${kind}_count FROM account_state AS s
    WHERE ${kind}_count <> (SELECT count(*) FROM ${kind}s AS e WHERE e.account = s.account)
      OR ${kind}_count <> (SELECT coalesce(max(sequence), 0) FROM ${kind}s AS e WHERE e.account = s.account)`;
}

/** What was withdrawn in each quarter of an hour, and what is stored as used in each period: of one moment. */
const LIMIT_USE = `
  SELECT account, created_at / ${QUARTER_MS} AS quarter, NULL AS period, CAST(sum(value) AS bigint) AS used
  FROM withdrawals WHERE status <> 'FAILED' GROUP BY account, created_at / ${QUARTER_MS}
  UNION ALL SELECT account, NULL, period, used FROM limit_use WHERE used <> 0`;

/** A state that does not change while it is checked, or whose parts are checked one after the other. */
export interface AuditedState {
  all(sql: string): Promise<readonly SqlRow[]>;
  /** What is damaged in the storage itself. */
  damage(): Promise<readonly string[]>;
  /** Whether an error means that what a query reads is damaged. */
  isDamage(error: unknown): error is Error;
}

/** Checks every invariant on everything that is stored. */
export async function audit(state: AuditedState): Promise<Invariant[]> {
  const invariants: Invariant[] = [];
  for (const name of Object.keys(INVARIANTS) as InvariantName[]) {
    const violations = name === 'storageIntact' ? await state.damage() : await violationsOf(state, name);
    const shown = violations.slice(0, VIOLATIONS_SHOWN);
    invariants.push({ name: INVARIANTS[name], holds: violations.length === 0, violations: shown });
  }
  return invariants;
}

async function violationsOf(state: AuditedState, name: Recounted): Promise<readonly string[]> {
  try {
    if (name === 'limitUseEqualsRecount') return limitUseViolations(await state.all(LIMIT_USE));
    const rows = await state.all(`SELECT violation FROM (${QUERIES[name]}) AS v LIMIT ${VIOLATIONS_SHOWN}`);
    return rows.map((row) => textOf(row, 'violation'));
  } catch (error) {
    if (!state.isDamage(error)) throw error;
    return [`it cannot be counted: ${error.message}`];
  }
}

/** Compares what the limits have counted with the withdrawals. @param rows of {@link LIMIT_USE} */
function limitUseViolations(rows: readonly SqlRow[]): string[] {
  const [counted, kept] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows) {
    for (const period of periodsOf(row)) {
      const key = `${textOf(row, 'account')} in ${period}`;
      const uses = row['period'] === null ? counted : kept;
      uses.set(key, (uses.get(key) ?? 0) + integerOf(row, 'used'));
    }
  }
  return [...new Set([...counted.keys(), ...kept.keys()])]
    .filter((key) => counted.get(key) !== kept.get(key))
    .map((key) => `${key}: ${kept.get(key) ?? 0} is kept, ${counted.get(key) ?? 0} counted`);
}

/** The period of a stored use; the day and the month of what was withdrawn. */
function periodsOf(row: SqlRow): string[] {
  if (row['period'] !== null) return [textOf(row, 'period')];
  const { day, month } = calendarDayOf(integerOf(row, 'quarter') * QUARTER_MS);
  return [day, month];
}
