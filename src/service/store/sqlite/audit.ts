import { damageOf, isDamage, quickCheck } from '../../../sqlite/damage.ts';
import type { SqlRow } from '../../../sqlite/driver.ts';
import { integerOf, textOf } from '../../../sqlite/row.ts';
import { checkInvariants, VIOLATIONS_SHOWN, type Invariant, type InvariantName } from '../../ledger/invariants.ts';
import { limitUseViolations, QUARTER_MS } from '../limit-use.ts';

const DEBITS = "('withdrawal_sent', 'withdrawal_held')";

/**
 * Queries that return a row per violation, described in the column `violation`. They recount everything from entries
 * and rows.
 */
const QUERIES: Readonly<Record<Exclude<InvariantName, 'storageIntact' | 'limitUseEqualsRecount'>, string>> = {
  transfersBalance: `
    SELECT 'transfer ' || number || ' (' || kind || ' ' || reference || ') sums to ' || coalesce(sum(amount), 'nothing') AS violation
    FROM transfers LEFT JOIN entries ON transfer = number
    WHERE number BETWEEN ? AND ? GROUP BY number HAVING sum(amount) IS NOT 0`,
  ledgerSumsToZero: `
    SELECT 'it sums to ' || sum(balance) AS violation FROM ledger_accounts HAVING sum(balance) <> 0`,
  balancesEqualEntries: `
    SELECT id || ' has ' || balance || ', its entries ' || coalesce(total, 0) AS violation
    FROM ledger_accounts
    LEFT JOIN (SELECT ledger_account, sum(amount) AS total FROM entries GROUP BY ledger_account) ON ledger_account = id
    WHERE balance <> coalesce(total, 0)`,
  inTransitIsPending: openAmountQuery('in_transit', "withdrawals WHERE status = 'PENDING'"),
  blockedIsDisputed: openAmountQuery('blocked', "disputes WHERE status = 'OPEN'"),
  overdrawnByDisputeOnly: `
    SELECT ledger_account || ' went to ' || balance || ' by ' || kind || ' ' || reference AS violation
    FROM (
      SELECT ledger_account, transfer, amount,
        sum(amount) OVER (PARTITION BY ledger_account ORDER BY transfer) AS balance
      FROM entries WHERE ledger_account IN (SELECT id FROM ledger_accounts WHERE minimum IS NOT NULL)
    ) JOIN transfers ON number = transfer
    WHERE balance < 0 AND amount < 0 AND (kind <> 'dispute_opened' OR ledger_account NOT LIKE 'available:%')`,
  countersEqualRecount: `
    WITH recount AS (
      SELECT account, kind, status, count(*) AS count, sum(value) AS value, sum(fee) AS fee, sum(net) AS net
      FROM (
        SELECT account, 'payment' AS kind, status, value, fee, net FROM payments
        UNION ALL SELECT account, 'withdrawal', status, value, fee, sent FROM withdrawals
        UNION ALL SELECT account, 'dispute', status, value, 0, value FROM disputes
      ) GROUP BY account, kind, status
    ), kept AS (SELECT account, kind, status, count, value, fee, net FROM status_totals WHERE count <> 0)
    SELECT 'kept, but not counted: ' || kind || 's ' || status || ' of ' || account AS violation
    FROM (SELECT * FROM kept EXCEPT SELECT * FROM recount)
    UNION ALL SELECT 'counted, but not kept: ' || kind || 's ' || status || ' of ' || account
    FROM (SELECT * FROM recount EXCEPT SELECT * FROM kept)
    UNION ALL SELECT 'payments of ' || id || ' are numbered up to ' || payment_count FROM accounts
    WHERE payment_count <> (SELECT count(*) FROM payments WHERE account = accounts.id)
      OR payment_count <> (SELECT coalesce(max(sequence), 0) FROM payments WHERE account = accounts.id)
    UNION ALL SELECT 'withdrawals of ' || id || ' are numbered up to ' || withdrawal_count FROM accounts
    WHERE withdrawal_count <> (SELECT count(*) FROM withdrawals WHERE account = accounts.id)
      OR withdrawal_count <> (SELECT coalesce(max(sequence), 0) FROM withdrawals WHERE account = accounts.id)`,
  withdrawalsMoveOnce: `
    SELECT 'withdrawal ' || id || ' (' || status || ') has ' || debits || ' debits of ' || debited || ', ' || settlements
      || ' settlements, ' || returns || ' returns of ' || returned AS violation
    FROM (
      SELECT id, status, value,
        count(*) FILTER (WHERE kind IN ${DEBITS}) AS debits,
        coalesce(sum(amount) FILTER (WHERE kind IN ${DEBITS}), 0) AS debited,
        count(*) FILTER (WHERE kind = 'withdrawal_held') AS holds,
        count(*) FILTER (WHERE kind = 'withdrawal_settled') AS settlements,
        count(*) FILTER (WHERE kind = 'withdrawal_returned') AS returns,
        coalesce(sum(amount) FILTER (WHERE kind = 'withdrawal_returned'), 0) AS returned
      FROM withdrawals
      LEFT JOIN transfers ON reference = id
      LEFT JOIN entries ON transfer = transfers.number AND ledger_account = 'available:' || account
      WHERE withdrawals.number BETWEEN ? AND ? GROUP BY withdrawals.number
    )
    WHERE debits <> 1 OR debited <> -value OR returns <> (status = 'FAILED') OR returned <> value * (status = 'FAILED')
      OR settlements <> (status = 'COMPLETED' AND holds = 1) OR status = 'PENDING' AND holds <> 1`,
  paymentsCreditOnce: `
    SELECT 'payment ' || id || ' (' || status || ') was credited ' || coalesce(credited, 'nothing') AS violation
    FROM (
      SELECT id, status, net, sum(amount) AS credited, count(transfers.number) AS credits
      FROM payments
      LEFT JOIN transfers ON reference = id AND kind = 'payment_received'
      LEFT JOIN entries ON transfer = transfers.number AND ledger_account = 'available:' || account
      WHERE payments.number BETWEEN ? AND ? GROUP BY payments.number
    )
    WHERE credits <> (status = 'COMPLETED') OR coalesce(credited, 0) <> net * (status = 'COMPLETED')`,
  disputesMoveOnce: `
    SELECT 'dispute ' || id || ' (' || status || ') was opened ' || openings || ' times, accepted ' || acceptances
      || ', refused ' || refusals AS violation
    FROM (
      SELECT id, status,
        count(*) FILTER (WHERE kind = 'dispute_opened') AS openings,
        count(*) FILTER (WHERE kind = 'dispute_accepted') AS acceptances,
        count(*) FILTER (WHERE kind = 'dispute_refused') AS refusals
      FROM disputes LEFT JOIN transfers ON reference = id GROUP BY id
    )
    WHERE openings <> 1 OR acceptances <> (status = 'ACCEPTED') OR refusals <> (status = 'REFUSED')`,
};

function openAmountQuery(part: string, open: string): string {
  return `
    SELECT owner || ' has ' || balance || ', ' || coalesce(held, 0) || ' is open' AS violation
    FROM ledger_accounts
    LEFT JOIN (SELECT account, sum(value) AS held FROM ${open} GROUP BY account) ON account = owner
    WHERE part = '${part}' AND balance <> coalesce(held, 0)`;
}

/** Rules about single rows are checked in slices: their query takes the first and the last row number. */
const TABLES_IN_SLICES: Partial<Record<InvariantName, string>> = {
  transfersBalance: 'transfers',
  withdrawalsMoveOnce: 'withdrawals',
  paymentsCreditOnce: 'payments',
};
const ROWS_A_SLICE = 10_000;

const WITHDRAWN = `
  SELECT account, created_at / ${QUARTER_MS} AS quarter, sum(value) AS used
  FROM withdrawals WHERE status <> 'FAILED' GROUP BY account, quarter`;
const LIMIT_USE = 'SELECT account, period, used FROM limit_use WHERE used <> 0';

/** Answers a query about the state that is checked. */
type AuditQuery = (sql: string, ...values: number[]) => Promise<readonly SqlRow[]>;

/** Checks every invariant on the whole database. Its queries are short, except those that count everything. */
export function audit(ask: AuditQuery): Promise<Invariant[]> {
  return checkInvariants(async (name) => {
    const violations: string[] = [];
    try {
      for await (const found of violationsOf(ask, name)) {
        violations.push(...found);
        if (violations.length >= VIOLATIONS_SHOWN) break;
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      violations.unshift(`it cannot be counted: ${error.message}`);
    }
    return violations;
  });
}

async function* violationsOf(ask: AuditQuery, name: InvariantName): AsyncGenerator<readonly string[]> {
  if (name === 'storageIntact') {
    yield await damageFound(ask);
  } else if (name === 'limitUseEqualsRecount') {
    yield limitUseViolations(await ask(WITHDRAWN), await ask(LIMIT_USE));
  } else {
    const violations = async (...numbers: number[]) =>
      (await ask(QUERIES[name], ...numbers)).map((row) => textOf(row, 'violation'));
    const table = TABLES_IN_SLICES[name];
    if (table === undefined) yield await violations();
    else for await (const [first, last] of rangesOf(ask, table)) yield await violations(first, last);
  }
}

async function damageFound(ask: AuditQuery): Promise<readonly string[]> {
  try {
    return damageOf(await ask(quickCheck(VIOLATIONS_SHOWN)));
  } catch (error) {
    if (isDamage(error)) return [error.message];
    throw error;
  }
}

/** Also covers rows that are inserted in the meantime. */
async function* rangesOf(ask: AuditQuery, table: string): AsyncGenerator<[first: number, last: number]> {
  const rows = async () => {
    const [row = {}] = await ask(`SELECT coalesce(max(number), 0) AS largest FROM ${table}`);
    return integerOf(row, 'largest');
  };
  for (let first = 1; first <= (await rows()); first += ROWS_A_SLICE) yield [first, first + ROWS_A_SLICE - 1];
}
