import { damageOf, isDamage, quickCheck } from '../../../sql/sqlite/damage.ts';
import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import { integerOf } from '../../../sql/row.ts';
import { VIOLATIONS_SHOWN } from '../../ledger/invariants.ts';
import type { AuditedState } from '../audit.ts';

const ROWS_A_SLICE = 10_000;

/** @param all answers a query about the state. Queries about single rows are short. */
export function auditedState(all: (sql: string) => Promise<readonly SqlRow[]>): AuditedState {
  return {
    all,
    isDamage,
    async damage() {
      try {
        return damageOf(await all(quickCheck(VIOLATIONS_SHOWN)));
      } catch (error) {
        if (isDamage(error)) return [error.message];
        throw error;
      }
    },
    /** Also covers rows that are inserted in the meantime. */
    async *slices(table) {
      const rows = async () => {
        const [row = {}] = await all(`SELECT coalesce(max(rowid), 0) AS largest FROM ${table}`);
        return integerOf(row, 'largest');
      };
      for (let first = 1; first <= (await rows()); first += ROWS_A_SLICE) {
        yield `r.rowid BETWEEN ${first} AND ${first + ROWS_A_SLICE - 1}`;
      }
    },
  };
}
