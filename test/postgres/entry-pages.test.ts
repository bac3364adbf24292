import { describe, expect, it } from 'vitest';
import { addSimultaneous, ALL_TRANSACTIONS, expectPagesOf } from '../service/transaction-pages.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { openTestService } from '../support/service.ts';

/** More than are read one after the other, so that some pages are found by bisection. */
const HISTORY = { payments: 5_000, withdraws: 2_000 };

describe('a page of the payments and withdrawals of all accounts, or of one', () => {
  it('contains the rows of the tables at that offset, newest first, for any query', async () => {
    const place = ownSchema();
    const service = await openTestService({ ...place, ...HISTORY });
    await addSimultaneous(service);
    const rows = await queryDatabase(place.database, ALL_TRANSACTIONS, place.schema);
    expect(rows.length).toBeGreaterThan(HISTORY.payments + HISTORY.withdraws);
    await expectPagesOf(rows, service, 60);
  });
});
