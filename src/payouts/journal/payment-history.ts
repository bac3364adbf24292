import { centavos } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, textOf } from '../../sql/row.ts';
import { UNPAID_STATES } from '../payout-state.ts';
import { listOf } from './read-statements.ts';
import {
  foldName,
  USUAL_PAYMENTS,
  type HistoryScope,
  type KeyOfName,
  type PaymentHistory,
  type SameToday,
} from '../rules/payment-warnings.ts';

type SamePayment = Parameters<PaymentHistory['sameToday']>[0];

const PAID = "state IN ('paid', 'accepted', 'resolved_paid')";
const NOT_SENT = listOf([...UNPAID_STATES, 'planned', 'duplicate', 'absent']);
const SAME = `SELECT run.id AS run_id, payout.row, payout.pix_key, payout.pix_key_type, payout.amount_centavos`;

export class JournalHistory {
  readonly #sql: ReturnType<typeof prepareHistory>;

  constructor(database: SqlDatabase) {
    this.#sql = prepareHistory(database);
  }

  /** Payments of today and names are read once, when they are first asked for. */
  of({ todaySinceMs, except, withSubmitted = false }: HistoryScope): PaymentHistory {
    let names: ReadonlyMap<string, readonly KeyOfName[]> | undefined;
    let today: ReadonlyMap<string, readonly SameToday[]> | undefined;
    return {
      amountsTo: ({ pixKey }) => {
        const newest = this.#sql.amounts.all(pixKey, USUAL_PAYMENTS);
        return newest.map((row) => centavos(integerOf(row, 'amount_centavos')));
      },
      keysOf: (name) => (names ??= this.#names()).get(foldName(name)) ?? [],
      sameToday: (payment) => {
        today ??= this.#today(todaySinceMs, withSubmitted);
        return (today.get(identityOf(payment)) ?? []).filter(({ runId }) => runId !== except);
      },
    };
  }

  #names(): ReadonlyMap<string, readonly KeyOfName[]> {
    return grouped(this.#sql.names.all(), (row) => [
      foldName(textOf(row, 'name')),
      { pixKey: textOf(row, 'pix_key'), paidAt: integerOf(row, 'paid_at') },
    ]);
  }

  #today(sinceMs: number, withSubmitted: boolean): ReadonlyMap<string, readonly SameToday[]> {
    const { submitted, planned, sent } = this.#sql;
    const rows = [...(withSubmitted ? submitted.all() : []), ...planned.all(), ...sent.all(sinceMs)];
    return grouped(rows, (row) => [
      [textOf(row, 'pix_key_type'), textOf(row, 'pix_key'), integerOf(row, 'amount_centavos')].join(' '),
      { runId: textOf(row, 'run_id'), row: integerOf(row, 'row'), sentAt: nullableIntegerOf(row, 'sent_at') },
    ]);
  }
}

function identityOf({ pixKeyType, pixKey, amountCentavos }: SamePayment): string {
  return [pixKeyType, pixKey, amountCentavos].join(' ');
}

function grouped<Fact>(
  rows: readonly SqlRow[],
  entryOf: (row: SqlRow) => readonly [key: string, fact: Fact],
): ReadonlyMap<string, readonly Fact[]> {
  const groups = new Map<string, Fact[]>();
  for (const row of rows) {
    const [key, fact] = entryOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [fact]);
    else group.push(fact);
  }
  return groups;
}

function prepareHistory(database: SqlDatabase) {
  return {
    amounts: database.prepare(`SELECT amount_centavos FROM payout WHERE pix_key = ? AND ${PAID}
      ORDER BY coalesce(intended_at, changed_at) DESC, run DESC, row DESC LIMIT ?`),
    names: database.prepare(`SELECT name, pix_key, max(coalesce(intended_at, changed_at)) AS paid_at FROM payout
      WHERE name IS NOT NULL AND ${PAID} GROUP BY name, pix_key ORDER BY paid_at`),
    sent: database.prepare(`${SAME}, payout.intended_at AS sent_at FROM payout JOIN run ON run.number = payout.run
      WHERE payout.intended_at >= ? AND payout.state NOT IN (${NOT_SENT})
      ORDER BY payout.intended_at, payout.run, payout.row`),
    planned: database.prepare(`${SAME}, NULL AS sent_at FROM run JOIN payout ON payout.run = run.number
      WHERE run.approved_at IS NOT NULL AND payout.state = 'planned' ORDER BY run.number, payout.row`),
    submitted: database.prepare(`${SAME}, NULL AS sent_at FROM run JOIN payout ON payout.run = run.number
      WHERE run.approved_at IS NULL AND payout.state = 'planned'
      AND EXISTS (SELECT 1 FROM submission WHERE submission.run = run.number)
      AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.run = run.id AND audit.act = 'rejected')
      ORDER BY run.number, payout.row`),
  };
}
