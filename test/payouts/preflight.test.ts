import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../src/client/answers.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { amountBounds, preflight, preflightOfOne, type PreflightCheckName } from '../../src/payouts/rules/preflight.ts';
import { readFile } from './batch-files.ts';

type AccountFacts = Readonly<Record<'total', number>> &
  Readonly<Record<Exclude<keyof typeof RICH, 'total'>, number | null>>;

const RICH = {
  total: 1_000_000,
  blocked: 0,
  fee: 50,
  perTransaction: 500_000,
  daily: 2_000_000,
  dailyRemaining: 2_000_000,
  monthly: 3_000_000,
  monthlyRemaining: 3_000_000,
};

function money(amount: number | null) {
  return amount === null ? null : centavos(amount);
}

function balanceWith(facts: Partial<AccountFacts> = {}): Balance {
  const all = { ...RICH, ...facts };
  return {
    balance: { total: centavos(all.total), pendingPayments: null, totalWithPending: null, isNegative: null },
    disputes: { total: null, pending: null, totalDisputedAmount: null, totalBlockedAmount: money(all.blocked) },
    statistics: { totalReceived: null, totalFees: null, completedPayments: 0, pendingPayments: 0, totalPayments: 0 },
    limits: {
      daily: money(all.daily),
      dailyUsed: null,
      dailyRemaining: money(all.dailyRemaining),
      monthly: money(all.monthly),
      monthlyUsed: null,
      monthlyRemaining: money(all.monthlyRemaining),
      perTransaction: money(all.perTransaction),
    },
    plan: { name: 'Basic', transactionFee: money(all.fee), transactionFeeInReais: '0.50' },
  };
}

const totalsOf = (...amounts: readonly number[]) => totalsBy(false, ...amounts);

async function totalsBy(coverFee: boolean, ...amounts: readonly number[]) {
  const rows = amounts.map((amount, row) => `{"amount":${amount / 100},"pix_key":"pessoa${row}@exemplo.com.br"}\n`);
  return (await readFile(rows.join(''), { feeRule: { coverFee } })).summary.totals;
}

function verdictsOf(result: ReturnType<typeof preflight>): Partial<Record<PreflightCheckName, string>> {
  return Object.fromEntries(result.checks.map(({ name, verdict }) => [name, verdict]));
}

/** The verdict of the check that counts most. */
function worstOf(...given: Parameters<typeof preflight>): string {
  const verdicts = Object.values(verdictsOf(preflight(...given)));
  return ['not', 'unknown'].find((verdict) => verdicts.includes(verdict)) ?? 'ok';
}

describe('a batch compared with the account', () => {
  it('deducts the fees from its amounts, or adds them on top', async () => {
    const totals = await totalsOf(1000, 2000, 150_000);
    expect(preflight(totals, balanceWith())).toMatchObject({
      feePerPayoutCentavos: 50,
      feesCentavos: 150,
      leavingCentavos: 153_000,
      arrivingCentavos: 152_850,
      balanceCentavos: 1_000_000,
      balanceAfterCentavos: 847_000,
    });
    expect(worstOf(totals, balanceWith())).toBe('ok');
    expect(preflight(await totalsBy(true, 1000, 2000, 150_000), balanceWith())).toMatchObject({
      feesCentavos: 150,
      leavingCentavos: 153_150,
      arrivingCentavos: 153_000,
      balanceAfterCentavos: 846_850,
    });
    expect(worstOf(await totalsBy(true, 1000, 2000, 150_000), balanceWith())).toBe('ok');
  });

  it.each<[string, Partial<AccountFacts>, PreflightCheckName, number]>([
    ['more than the balance', { total: 152_999 }, 'balance', 1],
    ['what disputes block', { total: 200_000, blocked: 50_000 }, 'balance', 3000],
    ['a debt', { total: -100 }, 'balance', 153_100],
    ['a row over the limit of a transaction', { perTransaction: 149_000 }, 'per_transaction', 1000],
    ["more than is left of the day's limit", { dailyRemaining: 152_000 }, 'daily', 1000],
    ["more than is left of the month's limit", { monthlyRemaining: 0 }, 'monthly', 153_000],
    ['an amount that the fee eats', { fee: 1000 }, 'fee', 1],
  ])('reports %s', async (_, facts, name, missingCentavos) => {
    const totals = await totalsOf(1000, 2000, 150_000);
    const result = preflight(totals, balanceWith(facts));
    expect(result.checks.filter(({ verdict }) => verdict === 'not')).toMatchObject([{ name, missingCentavos }]);
  });

  it('counts the fee on top against balance and limits', async () => {
    const totals = await totalsBy(true, 1000, 2000);
    const taken = await totalsOf(1000, 2000);
    const exact = { total: 3100, perTransaction: 2050, dailyRemaining: 3100, monthlyRemaining: 3100 };
    expect(worstOf(totals, balanceWith(exact))).toBe('ok');
    for (const name of ['total', 'perTransaction', 'dailyRemaining', 'monthlyRemaining'] as const) {
      const short = { ...exact, [name]: exact[name] - 1 };
      expect(worstOf(totals, balanceWith(short)), name).toBe('not');
      expect(worstOf(taken, balanceWith(short)), name).toBe('ok');
    }
  });

  it('says what can be sent, and asks nothing of a fee that is added to every row', async () => {
    const [onTop, taken] = [await totalsBy(true, 1000), await totalsOf(1000)];
    const blocked = balanceWith({ total: 5_000, blocked: 1_000 });
    expect(preflight(taken, blocked)).toMatchObject({ availableCentavos: 4_000, availableAfterCentavos: 3_000 });
    expect(preflight(taken, undefined)).toMatchObject({ availableCentavos: undefined });
    const limits = ['per_transaction', 'balance', 'daily', 'monthly'];
    const namesOf = (totals: typeof taken) => preflight(totals, blocked).checks.map(({ name }) => name);
    expect([namesOf(onTop), namesOf(taken)]).toEqual([limits, ['fee', ...limits]]);
    expect(preflight(taken, balanceWith({ daily: null })).checks.at(-2)).toMatchObject({ limitCentavos: undefined });
    expect(preflight(taken, balanceWith({ daily: 9 })).checks.at(-2)).toMatchObject({ limitCentavos: 9 });
    const order = { amountCentavos: centavos(1_000), coverFee: true };
    expect(preflightOfOne(order, blocked)).toEqual(preflight(onTop, blocked));
  });

  it('adds the fees up row by row, where some are on top', async () => {
    const file = 'pixKey,amount,coverFee\nana@example.com,20,yes\nbia@example.com,20.40,no\n';
    const { totals } = (await readFile(file)).summary;
    expect(preflight(totals, balanceWith())).toMatchObject({
      feesCentavos: 100,
      leavingCentavos: 4_090,
      arrivingCentavos: 3_990,
    });
    const exact = { total: 4_090, perTransaction: 2_050 };
    expect(worstOf(totals, balanceWith(exact))).toBe('ok');
    expect(verdictsOf(preflight(totals, balanceWith({ ...exact, perTransaction: 2_049 }))).per_transaction).toBe('not');
    expect(verdictsOf(preflight(totals, balanceWith({ ...exact, total: 4_089 }))).balance).toBe('not');
    expect(verdictsOf(preflight(totals, balanceWith({ fee: 2_020 }))).fee).toBe('ok');
    expect(verdictsOf(preflight(totals, balanceWith({ fee: 2_040 }))).fee).toBe('not');
    expect(preflight(totals, balanceWith({ fee: null }))).toMatchObject({
      leavingCentavos: undefined,
      arrivingCentavos: undefined,
    });
  });

  it('reports what it does not know, instead of guessing', async () => {
    const totals = await totalsOf(1000);
    expect(worstOf(totals, undefined)).toBe('unknown');
    expect(preflight(totals, undefined)).toMatchObject({
      leavingCentavos: 1000,
      arrivingCentavos: undefined,
      balanceAfterCentavos: undefined,
    });
    const nothing = { fee: null, blocked: null, perTransaction: null, daily: null, dailyRemaining: null, monthly: 0 };
    expect(verdictsOf(preflight(totals, balanceWith({ ...nothing, monthlyRemaining: 0 })))).toEqual({
      fee: 'unknown',
      per_transaction: 'unknown',
      balance: 'unknown',
      daily: 'unknown',
      monthly: 'unknown',
    });
    // If the balance is insufficient without disputes, it is insufficient with them.
    const poor = balanceWith({ blocked: null, total: 999 });
    expect(verdictsOf(preflight(totals, poor)).balance).toBe('not');
  });

  it('never finds enough money when rows and fees together exceed what is available', async () => {
    const amount = fc.integer({ min: 500, max: 100_000 });
    const facts = { total: fc.integer({ min: 0, max: 300_000 }), blocked: fc.nat(50_000), fee: fc.nat(400) };
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 1, maxLength: 5 }),
        fc.record(facts),
        fc.boolean(),
        async (amounts, account, coverFee) => {
          const result = preflight(await totalsBy(coverFee, ...amounts), balanceWith(account));
          const cost = amounts.reduce((sum, one) => sum + one + (coverFee ? account.fee : 0), 0);
          expect(verdictsOf(result).balance).toBe(cost <= account.total - account.blocked ? 'ok' : 'not');
          expect(result.leavingCentavos).toBe(cost);
          expect(Number(result.arrivingCentavos) + Number(result.feesCentavos)).toBe(cost);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the limits of a row', () => {
  it.each([
    ['R$ 5,00 and the limit', {}, false, 500, 500_000],
    ['the limit without the fee, when it goes on top', {}, true, 500, 499_950],
    ['more than the fee', { fee: 700 }, false, 701, 500_000],
    ['R$ 5,00, when the fee goes on top', { fee: 700 }, true, 500, 499_300],
    ['the limit, when it goes on top and is not known', { fee: null }, true, 500, 500_000],
    ['no limit where none is known', { perTransaction: null }, false, 500, undefined],
    ['no limit where it is nothing', { perTransaction: 0 }, false, 500, undefined],
  ])('are %s', (_, facts, coverFee, minimumCentavos, maximumCentavos) => {
    expect(amountBounds(balanceWith(facts), coverFee)).toEqual({ minimumCentavos, maximumCentavos });
  });

  it('are R$ 5,00 when nothing is known of the account', () => {
    expect(amountBounds(undefined, false)).toEqual({ minimumCentavos: 500, maximumCentavos: undefined });
  });
});
