import { describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import { unpaidPayouts } from '../../src/payouts/journal/records.ts';
import { shortfallOf } from '../../src/payouts/engine/run-outcome.ts';
import { refusal, type FakeWallet } from './support/fake-wallet.ts';
import { approvedRun, payout } from './support/journals.ts';
import { counts, once, openRun, rowsOf } from './support/run-scene.ts';

it('sends no reference twice, and one that a refusal has freed once no copy of the request was found', async () => {
  const rows = [payout(1, { reference: 'A' }), payout(2, { reference: 'A' })];
  const { run, wallet, journal } = await openRun({ rows, fate: once({ 1: refusal('validation_failed') }) });
  const first = await run();
  expect(counts(first.tally)).toEqual({ refused: 1, duplicate: 1 });
  expect(shortfallOf(journal, first)).toEqual({ code: 'partly_paid', missing: 2, all: 2, isResumable: true });
  expect(counts((await run()).tally)).toEqual({ refused: 1, paid: 1 });
  const twin = await openRun({ rows });
  expect(counts((await twin.run()).tally)).toEqual({ paid: 1, duplicate: 1 });
  expect(counts((await twin.run()).tally)).toEqual({ paid: 1, duplicate: 1 });
  expect(wallet.withdrawals).toHaveLength(1);
});

describe('a gateway that sends requests twice', () => {
  it.each([
    ['a service that takes one at a time', refusal('withdrawal_in_progress')],
    ['a rate limit', refusal('too_many_requests', 429)],
  ])('and returns the refusal of the second, by %s, does not cause a second payment', async (_, error) => {
    const { run, wallet, journal, runId } = await openRun({ rows: rowsOf(5), fate: once({ 2: { refuses: error } }) });
    expect(counts((await run()).tally)).toEqual({ paid: 5 });
    expect(wallet.withdrawals).toHaveLength(5);
    expect(journal.payout({ runId, row: 2 })).toMatchObject({ code: 'found_by_mark', attempt: 1 });
  });

  it('is checked by the next run if its mark is not shown, and nothing is sent in addition', async () => {
    const { run, wallet } = await openRun({
      rows: [payout(1)],
      showsDescriptions: false,
      fate: once({ 1: { refuses: refusal('insufficient_balance') } }),
    });
    expect(counts((await run()).tally)).toEqual({ planned: 1 });
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1 });
    expect(wallet.requests).toHaveLength(1);
  });

  it.each(['COMPLETED', 'FAILED'])('and has processed both (the first is %s), causes an alarm', async (status) => {
    const { run, wallet, journal, runId, events } = await openRun({ fate: once({ 2: 'done-twice' }) });
    let pages = 0;
    wallet.alter('page', (page) => (query) => {
      pages += 1;
      const first = wallet.withdrawals.findIndex(({ id }) => id === 'wd-2');
      if (pages > 1 && first >= 0) wallet.withdrawals.splice(first, 1, { ...wallet.withdrawals[first]!, status });
      return page(query);
    });
    expect([(await run()).alarms, journal.payout({ runId, row: 2 }).secondWithdrawalId]).toEqual([1, 'wd-3']);
    expect(events.filter(({ type }) => type === 'second_withdrawal')).toHaveLength(1);
    // Whatever is reported about the row, it must not be offered to be paid in another file.
    expect([...unpaidPayouts(journal, runId)]).toEqual([]);
  });

  /** The newest withdrawal is there twice. */
  const copyNewest = ({ withdrawals }: FakeWallet, differing: Partial<Withdrawal> = {}) => {
    withdrawals.unshift({ ...withdrawals[0]!, id: 'copy', ...differing });
  };

  it('causes an alarm at the beginning of any later command when the second was processed late', async () => {
    const { run, wallet } = await openRun({ rows: [payout(1)] });
    expect((await run()).alarms).toBe(0);
    copyNewest(wallet);
    expect((await run()).alarms).toBe(1);
  });

  it('and whose second withdrawal appears after another run has paid under the reference, causes an alarm', async () => {
    const { run, runOf, wallet, journal, runId } = await openRun({
      rows: [payout(1, { reference: 'A' }), payout(2)],
      fate: once({ 1: refusal('duplicate_withdrawal'), 2: refusal('insufficient_balance') }),
    });
    expect(counts((await run()).tally)).toEqual({ refused: 1, planned: 1 });
    const { mark } = journal.payout({ runId, row: 1 });
    const retried = await approvedRun(journal, [payout(1, { reference: 'A' })]);
    expect(counts((await runOf(retried.lock)).tally)).toEqual({ paid: 1 });
    copyNewest(wallet, { description: mark ?? '' });
    await runOf(retried.lock);
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'refused', secondWithdrawalId: 'copy' });
    // Its own run does not claim it either.
    expect(counts((await run()).tally)).toEqual({ refused: 1, paid: 1 });
  });

  it.each([
    ['its key', 'payee-1@example.com', true],
    ['another key', 'other@example.com', false],
  ])('uses the reference of what was decided unpaid, and shows its mark on %s', async (_, pixKey, isIts) => {
    const { run, wallet, journal, runId, beginAnother } = await openRun({
      rows: [payout(1, { reference: 'A' })],
      fate: once({ 1: refusal('insufficient_balance') }),
    });
    await run();
    const { mark, amountCentavos } = journal.payout({ runId, row: 1 });
    journal.steps.change({ runId, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'pix withdraw create' });
    expect(journal.holderOf('A', 1)).toBeUndefined();
    wallet.carryOut({ amountCentavos, pixKey, description: mark ?? '' }, { id: 'copy' });
    await beginAnother();
    expect(journal.holderOf('A', 1)?.secondWithdrawalId).toBe(isIts ? 'copy' : undefined);
  });

  it('causes an alarm when what was decided to be unpaid is paid while the next payment waits for its consent', async () => {
    const { run, wallet, journal, runId } = await openRun({
      rows: [payout(1), payout(2)],
      fate: once({ 1: refusal('insufficient_balance') }),
    });
    await run();
    const { mark, amountCentavos, pixKey } = journal.payout({ runId, row: 1 });
    journal.steps.change({ runId, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'ana' });
    const copy = { id: 'copy', value: amountCentavos, status: 'COMPLETED', pixKey, description: mark };
    wallet.alter('page', (page) => async (query) => {
      const read = await page(query);
      if (wallet.withdrawals.length === 0) wallet.withdrawals.push(copy);
      return read;
    });
    const { alarms, tally } = await run({ mayHavePaused: true });
    expect({ alarms, ...counts(tally) }).toEqual({ alarms: 1, resolved_unpaid: 1, paid: 1 });
    expect(journal.payout({ runId, row: 1 }).secondWithdrawalId).toBe('copy');
  });

  it('causes an alarm at another price than was asked, once a person has named the first withdrawal', async () => {
    const { run, journal, runId, resolve } = await openRun({
      rows: [payout(1), payout(2)],
      feeOnTop: 7,
      fate: once({ 1: 'done-twice' }),
    });
    expect((await run()).alarms).toBe(0);
    await resolve(1, { verdict: 'paid', withdrawalId: 'wd-1' });
    expect((await run()).alarms).toBe(1);
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'resolved_paid', secondWithdrawalId: 'wd-2' });
  });

  it('causes an alarm once the list can be read again, at the beginning of the next run', async () => {
    const { run, wallet, journal, runId } = await openRun({
      rows: [payout(1), payout(2)],
      fate: once({ 1: 'done-twice', 2: refusal('insufficient_balance') }),
    });
    wallet.failPage(3);
    expect([(await run()).alarms, (await run()).alarms]).toEqual([0, 1]);
    expect(journal.payout({ runId, row: 1 }).secondWithdrawalId).toBe('wd-2');
  });
});

it.each([
  ['another recipient', payout(2)],
  ['the same one and amount', payout(2, { pixKey: payout(1).pixKey, amountCentavos: payout(1).amountCentavos })],
])(
  'a service that shows the description of one withdrawal on another hides no payment behind the mark of a payment to %s',
  async (_, second) => {
    const { run, wallet } = await openRun({
      rows: [payout(1), second],
      facts: { resendsProvenAbsent: true },
      fate: (_request, number) => (number === 2 ? 'lost-after' : 'done'),
    });
    wallet.alter(
      'create',
      (create) => (request) =>
        create(request).finally(() => {
          const [made, first] = [wallet.withdrawals[0], wallet.withdrawals.at(-1)];
          if (made?.id === 'wd-2') wallet.withdrawals[0] = { ...made, description: first?.description };
        }),
    );
    const { tally } = await run();
    expect(counts(tally)).toEqual({ paid: 1, ambiguous: 1 });
    expect(wallet.requests).toHaveLength(2);
  },
);
