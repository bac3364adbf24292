import { faultReceipt, FAULTS_MAXIMUM, type FaultPlan, type FaultReceipt } from '../../../contract/fault-plan.ts';
import type { PgRow } from '../../../sql/postgres/connection.ts';
import { integerOf, textOf } from '../../../sql/row.ts';
import { LocalFaultPlans, tooManyFaults } from '../../http/fault-plans.ts';
import type { Arrival, Fault, FaultPlans } from '../../http/shared-state.ts';
import type { DatabaseClock } from './database-clock.ts';
import { presentOf, PRESENT_COLUMNS, type Present } from './present.ts';
import { rowsIn } from './reads.ts';
import type { StoreConnections } from './store-connections.ts';

const PLANS = `coalesce((SELECT json_agg(f ORDER BY f.number) FROM faults AS f), '[]') AS plans`;
const ARRIVE = { name: 'arrive', text: `SELECT ${PRESENT_COLUMNS}, ${PLANS} FROM service_state` };
const LIST = { name: 'faults', text: `SELECT ${PLANS}` };
const ADD = {
  name: 'add fault',
  text: 'INSERT INTO faults (plan) SELECT $1 WHERE (SELECT count(*) FROM faults) < $2 RETURNING *',
};
const CLEAR = {
  name: 'clear faults',
  text: `DELETE FROM faults WHERE $1::text IS NULL OR plan::json ->> 'account' = $1 RETURNING *`,
};
/** Changes all counts, or none when another request was counted in the meantime. */
const COUNT = {
  name: 'count faults',
  text: `UPDATE faults AS f SET matched = a.matched, fired = a.fired
    FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[]) AS a (number, seen, matched, fired)
    WHERE f.number = a.number AND NOT EXISTS (
      SELECT 1 FROM unnest($1::int8[], $2::int8[]) AS b (number, seen)
      LEFT JOIN faults AS g ON g.number = b.number WHERE g.matched IS DISTINCT FROM b.seen
    ) AND f.matched = a.seen RETURNING f.number`,
};

/**
 * Planned faults of all instances. Each request asks for them, and learns the present state of the service with them:
 * its time, and whether it was replaced.
 */
export class SharedFaultPlans implements FaultPlans {
  readonly #connections: StoreConnections;
  readonly #onPresent: (present: Present) => void;
  readonly #clock: DatabaseClock;

  constructor(connections: StoreConnections, clock: DatabaseClock, onPresent: (present: Present) => void) {
    this.#connections = connections;
    this.#onPresent = onPresent;
    this.#clock = clock;
  }

  async add(plan: FaultPlan): Promise<FaultReceipt> {
    const [row] = await this.#connections.change(ADD, [JSON.stringify(plan), FAULTS_MAXIMUM]);
    if (row === undefined) throw tooManyFaults();
    return receiptOf(row);
  }

  async list(): Promise<readonly FaultReceipt[]> {
    const [row] = await this.#connections.read(LIST);
    return row === undefined ? [] : rowsIn(row, 'plans').map(receiptOf);
  }

  async clear(account?: string): Promise<readonly FaultReceipt[]> {
    const rows = await this.#connections.change(CLEAR, [account ?? null]);
    return rows.toSorted((one, other) => integerOf(one, 'number') - integerOf(other, 'number')).map(receiptOf);
  }

  async meet({ method, path, account }: Arrival): Promise<Fault | undefined> {
    for (;;) {
      const [row] = await this.#connections.read(ARRIVE, [this.#clock.base()]);
      const present = row && presentOf(row);
      if (row === undefined || present === undefined) throw new Error('the store is empty');
      this.#clock.synchronise(present, false);
      this.#onPresent(present);
      const rows = rowsIn(row, 'plans');
      if (rows.length === 0) return undefined;
      const before = rows.map(receiptOf);
      const plans = new LocalFaultPlans(present.first.seed, before);
      const fault = await plans.meet({ method, path, account });
      if (await this.#count(rows, before, plans.list())) return fault;
    }
  }

  /** @returns false when another request was counted in the meantime */
  async #count(
    rows: readonly PgRow[],
    before: readonly FaultReceipt[],
    after: readonly FaultReceipt[],
  ): Promise<boolean> {
    const counted = rows.flatMap((row, index) => {
      const [seen, present] = [before[index]?.matched, after[index]];
      if (seen === undefined || present === undefined || present.matched === seen) return [];
      return [{ number: integerOf(row, 'number'), seen, matched: present.matched, fired: present.fired }];
    });
    if (counted.length === 0) return true;
    const changed = await this.#connections.change(COUNT, [
      counted.map(({ number }) => number),
      counted.map(({ seen }) => seen),
      counted.map(({ matched }) => matched),
      counted.map(({ fired }) => fired),
    ]);
    return changed.length === counted.length;
  }
}

function receiptOf(row: PgRow): FaultReceipt {
  const plan: unknown = JSON.parse(textOf(row, 'plan'));
  const [matched, fired] = [integerOf(row, 'matched'), integerOf(row, 'fired')];
  return faultReceipt.parse({ ...Object(plan), id: `fault-${integerOf(row, 'number')}`, matched, fired });
}
