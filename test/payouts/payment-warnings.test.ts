import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { foldName, usualAmount, warningsOf, type PaymentHistory } from '../../src/payouts/rules/payment-warnings.ts';
import { RecipientCollector } from '../../src/payouts/rules/recipients.ts';
import { payout } from './support/journals.ts';

const NOTHING: PaymentHistory = { amountsTo: () => [], keysOf: () => [], sameToday: () => [] };
const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }).map(centavos), { minLength: 1, maxLength: 12 });
const codesOf = (amount: number, facts: Partial<PaymentHistory>, name?: string) =>
  warningsOf({ ...payout(1, { name }), amountCentavos: centavos(amount) }, { ...NOTHING, ...facts }).map(
    ({ code }) => code,
  );

describe('a usual amount', () => {
  it('has at most half of the payments below it and at most half above, and is the middle of two', () => {
    expect(usualAmount([centavos(125_000), centavos(10_000)])).toBe(67_500);
    expect(usualAmount([centavos(3), centavos(1), centavos(2)])).toBe(2);
    fc.assert(
      fc.property(amounts, (paid) => {
        const usual = usualAmount(paid);
        expect(paid.filter((amount) => amount < Number(usual)).length * 2).toBeLessThanOrEqual(paid.length);
        expect(paid.filter((amount) => amount > Number(usual)).length * 2).toBeLessThanOrEqual(paid.length);
      }),
    );
  });

  it('warns of ten times as much, and of nothing below', () => {
    expect(usualAmount([])).toBeUndefined();
    const codes = [999, 1_000].map((amount) => codesOf(amount, { amountsTo: () => [centavos(100)] }));
    expect(codes).toEqual([[], ['unusual_amount']]);
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 200_000_000 }), (paid, amount) => {
        const isTen = amount >= Number(usualAmount(paid)) * 10;
        expect(codesOf(amount, { amountsTo: () => paid })).toEqual(isTen ? ['unusual_amount'] : []);
      }),
    );
  });
});

describe('a name', () => {
  it('is the same in capitals, without accents and with other spaces', () => {
    expect(foldName('  JOÃO d’Ávila -  Lima ')).toBe('joao d avila lima');
    fc.assert(fc.property(fc.string(), (name) => foldName(foldName(name)) === foldName(name)));
  });

  it('warns only when its key is new, and never of the key itself', () => {
    const known = { pixKey: 'other@example.com', paidAt: 1 };
    const own = { pixKey: 'payee-1@example.com', paidAt: 2 };
    expect(codesOf(1, { keysOf: () => [known, own] }, 'Ana')).toEqual(['first_payment', 'name_with_new_key']);
    expect(codesOf(1, { keysOf: () => [own] }, 'Ana')).toEqual(['first_payment']);
    expect(codesOf(1, { keysOf: () => [known] })).toEqual(['first_payment']);
    expect(codesOf(1, { keysOf: () => [known], amountsTo: () => [centavos(1)] }, 'Ana')).toEqual([]);
  });
});

it('the same amount to the same key today is told with the newest of such payments', () => {
  const sameToday = [1, 2, 3].map((row) => ({ runId: 'r', row, sentAt: row }));
  const amountsTo = () => [centavos(1_000)];
  const warnings = warningsOf(payout(1), { ...NOTHING, amountsTo, sameToday: () => sameToday });
  expect(warnings).toEqual([{ code: 'paid_today', earlier: sameToday[2], payments: 3 }]);
});

it('a file has one first payment to each new key, counts all warnings, and lists a thousand of a kind', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60 }), (keys) => {
      const collector = new RecipientCollector(undefined, { history: NOTHING });
      for (const [index, key] of keys.entries()) {
        collector.add({ ...payout(index + 1), pixKey: `payee-${key}@example.com` });
      }
      expect(collector.warnings().map(({ payouts }) => payouts)).toEqual(keys.length === 0 ? [] : [new Set(keys).size]);
    }),
  );
  const collector = new RecipientCollector(undefined, { history: NOTHING });
  for (let row = 1; row <= 1_200; row += 1) collector.add(payout(row));
  const [group] = collector.warnings();
  expect(group?.first[0]).toEqual({ payout: payout(1), warning: { code: 'first_payment' } });
  expect([group?.code, group?.payouts, group?.first.length]).toEqual(['first_payment', 1_200, 1_000]);
});
