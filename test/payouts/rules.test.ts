import { describe, expect, it } from 'vitest';
import { AccountPayouts } from '../../src/payouts/account-payouts.ts';
import type { BoundAccount } from '../../src/payouts/accounts/account.ts';
import { TotalsCounter } from '../../src/payouts/files/batch-totals.ts';
import { Duplicates } from '../../src/payouts/rules/duplicates/duplicates.ts';
import { newestLike } from '../../src/payouts/rules/duplicates/like-payment.ts';
import { bySentAt, sentPaymentOf } from '../../src/payouts/rules/duplicates/sent-payment.ts';
import { objectionsToSending } from '../../src/payouts/rules/objections.ts';
import { PayableCounter, payableOfRun } from '../../src/payouts/rules/payable.ts';
import { USUAL_PAYMENTS, withdrawalsOfPage, withWithdrawals } from '../../src/payouts/rules/payment-warnings.ts';
import { absentCode, questionsLeft, resendsOf, type Terms } from '../../src/payouts/rules/permissions.ts';
import { preflight } from '../../src/payouts/rules/preflight.ts';
import { RecipientCollector } from '../../src/payouts/rules/recipients.ts';
import { compareKeys } from '../../src/pix/pix-key.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { facts, payout, temporaryJournal } from './support/journals.ts';
import { record, row } from './support/records.ts';
import { counts, once, openRun } from './support/run-scene.ts';

const DAY_MS = 86_400_000;
const ALLOWS_OTHERS: Terms = { names: () => true, allows: () => false };

describe('rows that may have been paid before', () => {
  it('are all counted, and the first thousand are listed', () => {
    // The last two of one moment are the newest.
    const sent = (row: number) => ({ sentAt: row - (row % 2), withdrawalId: `w${row}`, payout: undefined });
    const judge = ({ row }: { readonly row: number }) => ({ kind: 'repeated', earlier: sent(row % 1_000) }) as const;
    const counter = new PayableCounter((asked) => ({ earlier: judge(asked) }), {}, {});
    for (let row = 1; row <= 1_001; row += 1) counter.add(payout(row));
    const { payouts, amountCentavos, first, newest } = counter.result().repeated;
    expect([payouts, amountCentavos, first.length, newest]).toEqual([1_001, 1_502_501, 1_000, sent(999)]);
    expect(first[0]).toEqual({ payout: payout(1), earlier: sent(1) });
  });

  it('and have the reference of another payment, or of one that is looked for, are all counted, and the first ten are listed', () => {
    const [taken, open] = [record({ amountCentavos: centavos(1) }), record()].map((holder) => {
      const counter = new PayableCounter(() => ({ holder }), {}, {});
      for (let row = 1; row <= 11; row += 1) counter.add(payout(1, { row }));
      return counter.result();
    });
    expect([taken?.taken.payouts, taken?.taken.first.length, open?.open.length]).toEqual([11, 10, 10]);
    expect(taken?.taken.first[0]).toMatchObject({ payout: { row: 1 }, holder: { amountCentavos: 1 } });
  });

  it('are asked about again after a permission to pay the file once more, when others have paid since', () => {
    const nothing = new PayableCounter(() => ({}), {}, {}).result();
    const paidElsewhere = (sentAt: number) => ({
      ...nothing,
      totals: { ...nothing.totals, payouts: 1 },
      elsewhere: { runId: 'r', sentAt, payouts: 1, amountCentavos: centavos(1) },
    });
    const repeated = { id: 'last', sentAt: 1_000 };
    expect(questionsLeft(paidElsewhere(2_000), ALLOWS_OTHERS, repeated)).toMatchObject([{ about: 'paid_elsewhere' }]);
    expect(questionsLeft(paidElsewhere(500), ALLOWS_OTHERS, repeated)).toEqual([]);
  });

  it('are compared with more payments than are remembered', async () => {
    const { run, journal, clock } = await openRun({ rows: [payout(1)] });
    await run();
    const duplicates = new Duplicates(journal, { account: 1, newestRows: [], nowMs: clock.epochMs() });
    const kinds = Array.from({ length: 1_001 }, (_, index) => duplicates.earlierOf(payout(index + 1))?.kind);
    expect(kinds.filter((kind) => kind === 'repeated')).toHaveLength(1);
    expect(duplicates.earlierOf(payout(1))).toMatchObject({ kind: 'repeated', earlier: { withdrawalId: 'wd-1' } });
  });
});

it('a payment of unknown time counts as the newest', () => {
  const payments = [null, 2, null, 1].map((sentAt) => ({ sentAt, withdrawalId: undefined, payout: undefined }));
  expect(payments.toSorted(bySentAt).map(({ sentAt }) => sentAt)).toEqual([1, 2, null, null]);
});

it('a single payment is like the newest one, also when that was made without the journal', async () => {
  const { run, journal, runId, clock } = await openRun({ rows: [payout(1)] });
  await run();
  const earlier = { kind: 'repeated', earlier: sentPaymentOf(journal.payout({ runId, row: 1 })) } as const;
  const like = (createdMs: number) => {
    const made = row('w', { createdAt: new Date(createdMs).toISOString() });
    return newestLike(payout(1), { earlier, rows: [made], journal, nowMs: clock.epochMs() })?.withdrawalId;
  };
  expect([like(clock.epochMs() - DAY_MS / 2), like(clock.epochMs() + DAY_MS)]).toEqual(['wd-1', 'w']);
});

it('rows that are proven absent are sent again only when they are the rows that were seen', async () => {
  const { run, journal, runId } = await openRun({ fate: once({ 1: 'lost-before' }) });
  expect(counts((await run()).tally)).toEqual({ absent: 1, paid: 2 });
  expect(resendsOf(journal, runId, ALLOWS_OTHERS)).toBeUndefined();
  const seen = absentCode(journal, runId);
  expect(resendsOf(journal, runId, { names: () => true, allows: (_, code) => code === seen })).toEqual(new Set([1]));
  expect(payableOfRun(journal, runId, false).totals.payouts).toBe(0);
  expect(payableOfRun(journal, runId, true).totals.payouts).toBe(1);
  expect(payableOfRun(journal, runId, new Set([2])).totals.payouts).toBe(0);
});

it('a list of recipients counts every key, and ends at its maximum', () => {
  const collector = new RecipientCollector(undefined, { recipientsMaximum: 2 });
  for (const row of [1, 1, 2, 2]) collector.add(payout(row));
  const { first, keys } = collector.list();
  expect([first.map(({ pixKey }) => pixKey), keys]).toEqual([[payout(1).pixKey, payout(1).pixKey], 2]);
});

it('a recipient is new without a payment in the journal or elsewhere, and has the name of the row before that of the journal', () => {
  const [journal, elsewhere] = [payout(1).pixKey, payout(2).pixKey];
  const known = { hasPaid: (pixKey: string) => pixKey === journal, nameOf: (pixKey: string) => `known ${pixKey}` };
  const amountsTo = ({ pixKey }: { readonly pixKey: string }) => (pixKey === elsewhere ? [centavos(1)] : []);
  const history = { amountsTo, keysOf: () => [], sameToday: () => [] };
  const collector = new RecipientCollector(known, { history });
  for (const row of [1, 2, 3, 3]) collector.add(payout(row, row === 2 ? { name: 'Ana' } : {}));
  const { first, newKeys } = collector.list();
  expect([first.map(({ isNew, name }) => [isNew, name]), newKeys]).toEqual([
    [
      [false, `known ${journal}`],
      [false, 'Ana'],
      [true, `known ${payout(3).pixKey}`],
      [true, `known ${payout(3).pixKey}`],
    ],
    1,
  ]);
  const alone = new RecipientCollector(undefined);
  alone.add(payout(1));
  expect(alone.list()).toMatchObject({ first: [{ isNew: undefined, name: undefined }], keys: 1, newKeys: undefined });
});

it('a usual amount is that of the newest withdrawals to a key', () => {
  const { pixKey, pixKeyType } = payout(1);
  const rows = Array.from({ length: USUAL_PAYMENTS + 1 }, (_, index) => row('w', { value: centavos(index) }));
  const nothing = { amountsTo: () => [], keysOf: () => [], sameToday: () => [] };
  const history = withWithdrawals(nothing, [{ mayBeTo: () => rows }]);
  expect(history.amountsTo({ pixKey, pixKeyType })).toEqual(rows.slice(0, USUAL_PAYMENTS).map(({ value }) => value));
});

it('a usual amount is that of the journal first, then of the first source with a payment to the key that did not fail', () => {
  const { pixKey, pixKeyType } = payout(1);
  const [known, named, today] = [[centavos(7)], [{ pixKey, paidAt: 1 }], [{ runId: 'r', row: 1, sentAt: 1 }]];
  const own = { amountsTo: () => known, keysOf: () => named, sameToday: () => today };
  const others = row('w', { pixKey: payout(2).pixKey });
  const [failed, newest] = [row('w', { status: 'FAILED' }), row('w', { status: 'PENDING', value: centavos(3) })];
  const pages = [[others], [failed, others, newest]].map((rows) => withdrawalsOfPage(rows));
  const [merged, newer] = [own, { ...own, amountsTo: () => [] }].map((history) => withWithdrawals(history, pages));
  expect([merged?.amountsTo(payout(1)), newer?.amountsTo({ pixKey, pixKeyType })]).toEqual([known, [centavos(3)]]);
  expect([merged?.keysOf('Ana'), merged?.sameToday(payout(1))]).toEqual([named, today]);
});

it('an error of the disk is no objection: it ends the command', async () => {
  const assertMaySend = () => {
    throw new TypeError('disk full');
  };
  const account = { journal: await temporaryJournal(), number: 1, assertMaySend };
  const forecast = preflight(new TotalsCounter().totals(), undefined);
  expect(() => [...objectionsToSending({ forecast, begunRunId: undefined, account })]).toThrow('disk full');
});

it('a run that was staged and never submitted has no approval to start with', async () => {
  const journal = await temporaryJournal();
  const { run, lock } = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:staged');
  const wallet = { journal } as unknown as ConstructorParameters<typeof AccountPayouts>[0];
  expect(await new AccountPayouts(wallet).submittedApproval(run, {} as BoundAccount)).toBeUndefined();
  lock.release();
});

it.each([
  ['(11) 98765-4321', 'same'],
  ['+55 11 3333-4444', 'other'],
  ['98765', 'unclear'],
])('a key that the service writes as %s is %s', (answered, verdict) => {
  expect(compareKeys(answered, { pixKey: '+5511987654321', pixKeyType: 'PHONE' })).toBe(verdict);
});
