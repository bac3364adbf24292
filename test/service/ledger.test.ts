import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { FloorReachedError, transferOf } from '../../src/service/ledger/ledger.ts';
import { openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath, editDataFile } from './data-file.ts';
import { draws } from '../support/draws.ts';

const CREATE = '/api/v1/withdraw/create';

it('immediate withdrawals of any amounts debit exactly what was answered', async () => {
  const amount = fc.integer({ min: 500, max: 60_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(amount, fc.boolean()), { minLength: 1, maxLength: 40 }), async (orders) => {
      const { request, close } = await openTestService({ payments: 2, withdraws: 1 });
      const before = (await request('/api/v1/user/balance')).json.data.balance.total;
      const answers = await Promise.all(
        orders.map(([reais, coverFee]) => request(CREATE, { json: { amount: (reais * 10) / 100, coverFee } })),
      );
      let left: number = before;
      for (const { status, json } of answers) {
        if (status === 200) left -= json.data.value;
        else expect([json.code, json.balance, json.required > left]).toEqual(['insufficient_balance', left, true]);
      }
      expect(left).toBeGreaterThanOrEqual(0);
      expect((await request('/api/v1/user/balance')).json.data.balance.total).toBe(left);
      await close();
    }),
    draws(8),
  );
});

describe('a transfer', () => {
  const amounts = fc.record({
    available: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    in_transit: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    blocked: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fees: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  });

  it('moves something, and its amounts balance', () => {
    fc.assert(
      fc.property(amounts, (moved) => {
        const settlement = -Object.values(moved).reduce((sum, value) => sum + value, 0);
        const make = (closing: number) =>
          transferOf('payment_received', 'x', 'demo', { ...moved, settlement: closing });
        if (Object.values(moved).every((value) => value === 0)) {
          expect(() => make(settlement)).toThrow(/moves nothing/);
          return;
        }
        const { amounts: made } = make(settlement);
        expect(made).toEqual({ ...moved, settlement: settlement === 0 ? 0 : settlement });
        expect(Object.values(made).reduce((sum: number, value) => sum + value, 0)).toBe(0);
        expect(() => make(settlement + 1)).toThrow(/does not balance/);
      }),
      { examples: [[{ available: 0, in_transit: 0, blocked: 0, fees: 0 }]] },
    );
  });

  it('that is refused names what holds too little', () => {
    const refused = new FloorReachedError('available', 'demo', centavos(5));
    expect(String(refused)).toBe('FloorReachedError: available:demo holds too little');
  });
});

/** Inserts a transfer that is like one of a kind, but for what is named. */
function transferLike(
  kind: string,
  named: string,
  available = 'available',
  others = 'in_transit, blocked, settlement, fees',
) {
  return `INSERT INTO transfers (kind, reference, account, available, in_transit, blocked, settlement, fees, created_at)
    SELECT ${named}, account, ${available}, ${others === '0' ? '0, 0, 0, 0' : others}, 0 FROM transfers
    WHERE kind = '${kind}' LIMIT 1`;
}

it.each([
  ['a COMPLETED withdrawal that fails', "UPDATE withdrawals SET status = 'FAILED' WHERE status = 'COMPLETED'"],
  [
    'a withdrawal that fails without a reason',
    "UPDATE withdrawals SET status = 'FAILED', failed_at = 1 WHERE status = 'PENDING'",
  ],
  ['a status that does not exist', "UPDATE withdrawals SET status = 'LOST' WHERE status = 'PENDING'"],
  ['a value that changes', 'UPDATE withdrawals SET value = value + 1'],
  ['a transfer that does not balance', transferLike('withdrawal_sent', "'other', 'x'", 'available - 1')],
  ['a transfer that moves nothing', transferLike('withdrawal_sent', "'other', 'x'", '0', '0')],
  ['a second debit', transferLike('withdrawal_sent', 'kind, reference')],
  ['a second debit of another kind', transferLike('withdrawal_sent', "'withdrawal_held', reference")],
  ['a settled withdrawal that is returned', transferLike('withdrawal_settled', "'withdrawal_returned', reference")],
  [
    'an overdraft',
    "UPDATE account_state SET settlement = settlement + available + 1, available = -1 WHERE account = 'demo'",
  ],
  ['a limit given back twice', "INSERT INTO limit_use VALUES ('demo', '2026-01-01', -1)"],
  ['a payment of an unknown account', "UPDATE payments SET account = 'nobody'"],
])('the database itself enforces the rules against %s', async (_, sql) => {
  const dataFile = dataFilePath();
  await (await openTestService({ dataFile })).close();
  await expect(editDataFile(dataFile, sql)).rejects.toThrow('constraint failed');
  expect(await brokenRules(dataFile)).toEqual([]);
});
