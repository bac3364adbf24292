import { describe, expect, it } from 'vitest';
import type { CreatedWithdrawal, Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { InterruptedError } from '../../src/client/errors.ts';
import { assertNotJoined, assertOwnRun, bindAccount, type Binding } from '../../src/payouts/accounts/account.ts';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { seededRandom } from '../support/random.ts';
import { inTime, simulatedClock } from '../support/clocks.ts';
import { FakeWallet, refusal, unsent } from './support/fake-wallet.ts';
import { approvedRun, payout, temporaryFolder, withdrawal } from './support/journals.ts';
import { rowsOf } from './support/run-scene.ts';
import { payableOfRun } from '../../src/payouts/rules/payable.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';

const OLD_MS = 3_600_000;

/** A journal of accounts, of which it knows none yet, and services to bind it to. */
async function scene() {
  const clock = simulatedClock(seededRandom(1));
  const journal = await openJournal({ folder: temporaryFolder(), clock });
  const wallet = () => new FakeWallet({ clock });
  const bind = (of: Pick<FakeWallet, 'client'>, key: string, more: Partial<Binding> = {}) =>
    inTime(clock, bindAccount({ journal, client: of.client, clock, fingerprints: [key], ...more }));
  const pay = (of: Pick<FakeWallet, 'client'>, count: number): Promise<readonly CreatedWithdrawal[]> => {
    const orders = rowsOf(count).map((row) => ({ ...row, description: 'by hand' }));
    return inTime(clock, Promise.all(orders.map((order) => of.client.withdraws.create(order))));
  };
  const later = async (ms = OLD_MS) => {
    clock.schedule(ms, () => undefined);
    await clock.runToEnd();
  };
  return { clock, journal, wallet, bind, pay, later };
}

/** An account that has paid a row, as its service knows, with the key `key`. */
async function paidScene() {
  const made = await scene();
  const one = made.wallet();
  const { number } = await made.bind(one, 'key');
  const [first] = await made.pay(one, 1);
  const run = await sent(made.journal, number, first);
  return { ...made, one, number, first, run };
}

/** A run of an account, and the outcome of its only row. */
async function sent(
  journal: Journal,
  account: number,
  claimed: CreatedWithdrawal | undefined,
  mark = '#px2345678',
  otherwise: 'unknown' | 'refused' = 'unknown',
) {
  const row = payout(1, { reference: 'R' });
  const { runId } = await approvedRun(journal, [row], { account });
  const place = { runId, row: 1 };
  journal.steps.intend(place, { at: 1, mark, servedBefore: null });
  if (claimed === undefined && otherwise === 'refused') {
    journal.steps.change(place, 'sending', { to: 'planned', endedAt: 2, refusedAt: 2, code: 'withdrawal_in_progress' });
  } else if (claimed === undefined) journal.steps.change(place, 'sending', { to: 'unknown', endedAt: 2 });
  else {
    const createdAt = Date.parse(claimed.createdAt ?? '');
    journal.steps.change(place, 'sending', {
      to: 'paid',
      withdrawal: withdrawal(claimed.id, { createdAt, valueCentavos: claimed.value }),
    });
  }
  return runId;
}

/** A wallet with only payments. @param total of its payments, if more than on the page */
function paidBy(wallet: FakeWallet, ids: readonly string[], total = ids.length) {
  const price = { value: centavos(500), netValue: null, fee: null };
  const items = ids.map((id) => ({ id, ...price, createdAt: '2026-07-01T12:00:00.000Z' }));
  const unused = () => {
    throw new TypeError('accounts are not told by that');
  };
  const payments: PixClient['payments'] = {
    page: () =>
      Promise.resolve({
        items,
        pagination: { total, limit: 50, offset: 0 },
        statistics: { totalValue: null, totalNetValue: null },
      }),
    list: unused,
    proven: unused,
    get: unused,
    create: unused,
  };
  return { client: { ...wallet.client, payments } };
}

describe('an account', () => {
  it('is recognised with another key that sees a withdrawal in the journal', async () => {
    const { one, number, bind } = await paidScene();
    expect((await bind(one, 'key 2')).number).toBe(number);
  });

  describe.each([
    ['it shows', true, true],
    ['it has shown', false, true],
    ['its list lacks just now', true, false],
  ])('with a payment that is not cleared up is compared by a withdrawal that %s', (_, isShownLater, isListed) => {
    it.each<[string, Partial<Withdrawal>[], string]>([
      ['in whole seconds', [{ createdAt: '2026-07-14T15:15:00Z' }], 'same'],
      ['without a time', [{ createdAt: null }], 'same'],
      ['of another millisecond', [{ createdAt: '2026-07-14T15:15:00.999Z' }], 'other'],
      ['of another second', [{ createdAt: '2026-07-14T15:15:01Z' }], 'other'],
      ['with another value at the same time', [{ value: centavos(5) }], 'account_unclear'],
      ['with another value and no time', [{ value: centavos(5), createdAt: null }], 'other'],
      ['of another second, above one that is the same', [{ createdAt: '2026-07-14T15:15:01Z' }, {}], 'same'],
      ['of another second, below one that is the same', [{}, { createdAt: '2026-07-14T15:15:01Z' }], 'same'],
    ])('%s', async (_, shown, is) => {
      const { journal, wallet, bind, pay, later } = await scene();
      const [one, other] = [wallet(), wallet()];
      const { number } = await bind(one, 'a');
      await pay(one, shown.length);
      other.withdrawals.push(...one.withdrawals);
      const { withdrawals } = isShownLater ? other : one;
      withdrawals.splice(0, shown.length, ...withdrawals.map((row, index) => ({ ...row, ...shown[index] })));
      await bind(one, 'a');
      const place = { runId: await sent(journal, number, undefined), row: 1 };
      if (isListed) await later();
      else other.alter('page', (page) => async (query) => ({ ...(await page(query)), items: [] }));
      const found = bind(other, 'b');
      if (is === 'account_unclear') await expect(found).rejects.toMatchObject({ code: is });
      else {
        const { number: its } = await found;
        expect([its === number, journal.accounts.areApart(its, number)]).toEqual([is === 'same', is === 'other']);
      }
      journal.steps.change(place, 'unknown', { to: 'resolved_unpaid', resolvedBy: 'Ana' });
      expect((await bind(other, 'b')).number === number).toBe(is === 'same');
    });
  });

  it('is another one when an older withdrawal differs, although another one may be the same', async () => {
    const { journal, wallet, bind, pay, later } = await scene();
    const one = wallet();
    const { number } = await bind(one, 'a');
    await pay(one, 2);
    await bind(one, 'a');
    await sent(journal, number, undefined);
    const other = wallet();
    const [older, newer] = one.withdrawals;
    other.withdrawals.push({ ...older!, createdAt: '2026-07-14T15:15:01Z' }, { ...newer!, value: centavos(5) });
    await later();
    await pay(other, 60);
    expect((await bind(other, 'b')).number).not.toBe(number);
  });

  it('is recognised by a withdrawal that has left the newest page', async () => {
    const { one, number, bind, pay, later } = await paidScene();
    await later();
    await pay(one, 60);
    expect((await bind(one, 'key 2')).number).toBe(number);
  });

  it('is another one when none of its withdrawals exists, although the key is the same', async () => {
    const { journal, one, run, first, number, wallet, bind, pay, later } = await paidScene();
    const other = wallet();
    await later();
    // The same ids and values at other times: a service that was reset.
    await pay(other, 1);
    expect(other.withdrawals[0]?.id).toBe(first?.id);
    const apart = await bind(other, 'key');
    expect(apart.number).not.toBe(number);
    expect((await bind(wallet(), 'key 3')).number).not.toBe(number);
    const refused = { code: 'other_account', runId: run, message: `the run ${run} belongs to another account` };
    expect(() => assertOwnRun(journal, run, apart)).toThrow(expect.objectContaining(refused));
    await expect(bind(other, 'key', { choice: run })).rejects.toMatchObject(refused);
    assertOwnRun(journal, run, await bind(one, 'key 4'));
  });

  it('is not determined by a withdrawal too new to be missed, but by its key, and otherwise by a person', async () => {
    const { one, number, run, wallet, bind, later } = await paidScene();
    one.alter('page', (page) => async (query) => ({ ...(await page(query)), items: [] }));
    expect((await bind(one, 'key of a slow list')).number).toBe(number);
    const lagging = wallet();
    expect((await bind(lagging, 'key')).number).toBe(number);
    await expect(bind(lagging, 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId: run });
    await later();
    expect((await bind(lagging, 'key 2')).number).not.toBe(number);
  });

  it.each<[string, number, Partial<Withdrawal>, string | undefined]>([
    ['just now', 0, {}, 'account_unclear'],
    ['long ago', OLD_MS, {}, undefined],
    ['at a time that is not shown', OLD_MS, { createdAt: null }, 'account_unclear'],
  ])('is another one, or not, where a withdrawal is missing that was there just now, made %s', async (...row) => {
    const [, ms, shown, code] = row;
    const { journal, wallet, bind, pay, later } = await scene();
    const one = wallet();
    await pay(one, 1);
    Object.assign(one.withdrawals[0]!, shown);
    await later(ms);
    const { number } = await bind(one, 'key');
    await sent(journal, number, undefined);
    const found = bind(wallet(), 'key 2');
    if (code === undefined) expect((await found).number).not.toBe(number);
    else await expect(found).rejects.toMatchObject({ code });
  });

  it('is determined by its key where that may not read withdrawals, and otherwise by a person', async () => {
    const { number, run, wallet, bind, later } = await paidScene();
    const unread = wallet();
    for (const name of ['page', 'get'] as const) unread.alter(name, () => () => Promise.reject(refusal('no', 403)));
    expect((await bind(unread, 'key')).number).toBe(number);
    await expect(bind(unread, 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId: run });
    await later();
    const apart = await bind(unread, 'key 2', { choice: 'new' });
    expect(apart.number).not.toBe(number);
    for (const fingerprints of [
      ['key', 'key 2'],
      ['key 3', 'key 2', 'key'],
    ])
      expect((await bind(unread, '', { fingerprints })).number).toBe(apart.number);
  });

  it('is not determined by what a slow list still lacks, although a slow server has dated it', async () => {
    const { journal, wallet, bind } = await scene();
    const { number } = await bind(wallet(), 'key');
    const createdAt = new Date(Date.UTC(2026, 6, 14, 14)).toISOString();
    const made = { id: 'wd-1', value: centavos(1_001), fee: centavos(0), sent: centavos(1_001), status: 'PENDING' };
    await sent(journal, number, { ...made, pixKey: 'payee-1@example.com', createdAt });
    expect((await bind(wallet(), 'key')).number).toBe(number);
  });

  it('is unclear while a payment is unresolved and nothing can be compared, until a person names it', async () => {
    const { journal, wallet, bind } = await scene();
    const one = wallet();
    const { number } = await bind(one, 'key');
    const run = await sent(journal, number, undefined);
    await expect(bind(one, 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId: run });
    expect((await bind(one, 'key')).number).toBe(number);
    expect((await bind(one, 'key 2', { choice: run })).number).toBe(number);
    const apart = await bind(wallet(), 'key 3', { choice: 'new' });
    expect(apart.number).not.toBe(number);
    expect((await bind(wallet(), 'key 3')).number).toBe(apart.number);
  });

  it('is unclear after a refused request that a gateway may have processed before', async () => {
    const { journal, wallet, bind } = await scene();
    const { number } = await bind(wallet(), 'key');
    const runId = await sent(journal, number, undefined, '#px4444444', 'refused');
    await expect(bind(wallet(), 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId });
  });

  it('without any payment is joined, and its former key proves nothing any more', async () => {
    const { journal, wallet, bind, pay, later } = await scene();
    const other = wallet();
    const former = await bind(wallet(), 'key 1');
    const { number } = former;
    assertNotJoined(journal, 'run', former);
    expect((await bind(other, 'key 2')).number).toBe(number);
    const joined = { code: 'account_unclear', runId: 'run', message: 'other keys have joined the account' };
    for (const keys of [['key 1'], ['key 1', 'key 2']])
      expect(() => assertNotJoined(journal, 'run', { ...former, keys })).toThrow(expect.objectContaining(joined));
    const [first] = await pay(other, 1);
    await sent(journal, number, first);
    await later();
    expect((await bind(wallet(), 'key 1')).number).not.toBe(number);
  });

  it('that joins another is not known to differ from a third, because its former key was', async () => {
    const { journal, wallet, bind } = await scene();
    const { number } = await bind(wallet(), 'key 1');
    const lost = await sent(journal, number, undefined, '#px2222222');
    const apart = await bind(wallet(), 'key of another', { choice: 'new' });
    journal.steps.change({ runId: lost, row: 1 }, 'unknown', { to: 'absent' });
    journal.steps.change({ runId: lost, row: 1 }, 'absent', { to: 'resolved_unpaid', resolvedBy: 'Ana' });
    expect((await bind(wallet(), 'key 2')).number).toBe(apart.number);
    const runId = await sent(journal, apart.number, undefined, '#px3333333');
    await expect(bind(wallet(), 'key 1')).rejects.toMatchObject({ code: 'account_unclear', runId });
  });

  it('is not named by a run without payments when a run of another key is at stake', async () => {
    const { journal, wallet, bind } = await scene();
    const { number } = await bind(wallet(), 'key 1');
    const { runId: unsent } = await approvedRun(journal, [payout(2)], { account: number });
    await expect(bind(wallet(), 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId: unsent });
    expect((await bind(wallet(), 'key 2', { choice: unsent })).number).toBe(number);
    const runId = await sent(journal, number, undefined, '#px2222222');
    const refusal = { code: 'account_unclear', runId };
    await expect(bind(wallet(), 'key 3')).rejects.toMatchObject(refusal);
    await expect(bind(wallet(), 'key 3', { choice: unsent })).rejects.toMatchObject(refusal);
    expect((await bind(wallet(), 'key 3', { choice: runId })).number).toBe(number);
  });

  it('is not the one whose run other keys have begun, unless a person says so', async () => {
    const { journal, wallet, bind } = await scene();
    const { number } = await bind(wallet(), 'key 1');
    const { runId } = await approvedRun(journal, [payout(1)], { account: number });
    await expect(bind(wallet(), 'key 2')).rejects.toMatchObject({ code: 'account_unclear', runId });
    const apart = await bind(wallet(), 'key 2', { choice: 'new' });
    expect(apart.number).not.toBe(number);
    expect((await bind(wallet(), 'key 2')).number).toBe(apart.number);
    expect((await bind(wallet(), 'key 1')).number).toBe(number);
  });

  it("is asked for again when another one has sent since, which a person's answer was not about", async () => {
    const { journal, wallet, bind } = await scene();
    const second = wallet();
    const early = await bind(second, 'early key');
    await approvedRun(journal, [payout(1)], { account: early.number });
    const other = journal.accounts.add();
    await sent(journal, other, undefined, '#px2345671');
    const late = await bind(second, 'late key', { choice: 'new' });
    expect(late.number).not.toBe(other);
    const run = await sent(journal, early.number, undefined, '#px2345672');
    await expect(bind(second, 'late key')).rejects.toMatchObject({ code: 'account_unclear', runId: run });
    const named = await bind(second, 'late key', { choice: run });
    expect(journal.accounts.isOne(named.number, late.number)).toBe(true);
    expect(journal.accounts.isOne(named.number, other)).toBe(false);
    await expect(bind(second, 'late key')).resolves.toMatchObject({ number: named.number });
  });

  it.each([
    ['new', 'new'],
    ['the known one', undefined],
  ])('is asked for although its withdrawals are seen, while another has only lost responses: %s', async (_, answer) => {
    const { journal, wallet, bind, pay, later } = await scene();
    const of = wallet();
    const [claimed] = await pay(of, 1);
    const account = journal.accounts.add();
    const own = await sent(journal, account, claimed);
    const lost = journal.accounts.add();
    const run = await sent(journal, lost, undefined, '#px2345672');
    await later();
    await expect(bind(of, 'new key')).rejects.toMatchObject({ code: 'account_unclear', runId: run });
    await expect(bind(of, 'new key', { choice: answer ?? own })).resolves.toMatchObject({ number: account });
    await expect(bind(of, 'new key')).resolves.toMatchObject({ number: account });
    expect(journal.accounts.isOne(account, lost)).toBe(false);
    const named = await bind(of, 'new key', { choice: run });
    expect(journal.accounts.isOne(named.number, lost)).toBe(true);
  });

  it('that a person names is told apart from one other alone, once it is known, and not before', async () => {
    const { journal, wallet, bind } = await scene();
    const [first, second, third, unsent] = [0, 1, 2, 3].map(() => journal.accounts.add());
    const at = (account: number | undefined, mark: string) => sent(journal, account ?? 0, undefined, mark);
    const choice = await at(first, '#px2222222');
    const [left, last] = [await at(second, '#px3333333'), await at(third, '#px4444444')];
    const of = wallet();
    for (const runId of [last, left]) {
      expect((await bind(of, 'key', { choice })).number).toBe(first);
      await expect(bind(of, 'key')).rejects.toMatchObject({ code: 'account_unclear', runId });
    }
    await bind(of, 'key', { choice });
    expect((await bind(of, 'key')).number).toBe(first);
    const { runId } = await approvedRun(journal, [payout(1)], { account: unsent ?? 0 });
    expect((await bind(wallet(), 'key 2', { choice: runId })).number).toBe(unsent);
  });

  it('is recognised by a mark of its run, but not by a mark that was copied into another withdrawal', async () => {
    const { journal, wallet, bind, clock, pay, later } = await scene();
    const one = wallet();
    const { number } = await bind(one, 'key 1');
    const place = { runId: await sent(journal, number, undefined, '#px2222222'), row: 1 };
    const found: Withdrawal = {
      id: 'wd-lost',
      value: payout(1).amountCentavos,
      pixKey: payout(1).pixKey,
      description: '#px2222222',
      createdAt: new Date(clock.epochMs()).toISOString(),
    };
    one.withdrawals.unshift(found);
    expect((await bind(one, 'key 2')).number).toBe(number);
    const other = wallet();
    await later();
    await pay(other, 2);
    other.withdrawals.unshift({ ...found, id: 'wd-copy', value: centavos(99_900) });
    expect((await bind(other, 'key 3')).number).not.toBe(number);
    // Of the same payment, whose own withdrawal is known.
    journal.steps.change(place, 'unknown', { to: 'paid', withdrawal: withdrawal('wd-lost') });
    const third = wallet();
    third.withdrawals.unshift({ ...found, id: 'wd-copy' });
    expect((await bind(third, 'key 4')).number).not.toBe(number);
  });

  it.each([
    ['both', 60],
    ['one', 49],
  ])('merges with another when they prove to be one by payments, %s beyond the page', async (_, more) => {
    const { journal, wallet, bind, pay, later } = await scene();
    const one = wallet();
    const [first, second] = await pay(one, 2);
    const [left, right] = [journal.accounts.add(), journal.accounts.add()];
    await sent(journal, left, first, '#px2222222');
    await sent(journal, right, second, '#px3333333');
    expect(journal.accounts.isOne(left, right)).toBe(false);
    await later();
    await pay(one, more);
    const { number } = await bind(one, 'key');
    expect([journal.accounts.rootOf(left), journal.accounts.rootOf(right)]).toEqual([number, number]);
    // A reference of one is taken in both.
    expect(journal.payoutsOf('R', number)).toHaveLength(2);
    expect(journal.holderOf('R', right)).toBeDefined();
  });

  it('that joins another keeps a run from paying again what the other has paid in the meantime, row by row', async () => {
    const { journal, later } = await scene();
    const [left, right] = [journal.accounts.add(), journal.accounts.add()];
    const same = [payout(1), { ...payout(2), pixKey: payout(1).pixKey, amountCentavos: payout(1).amountCentavos }];
    const { runId: early } = await approvedRun(
      journal,
      same.map((row) => ({ ...row, reference: `R${row.row}` })),
      { account: left },
    );
    const { runId: late } = await approvedRun(journal, [payout(1)], { account: right });
    const intend = (runId: string, row: number, at: number, mark: string) =>
      journal.steps.intend({ runId, row }, { at, mark, servedBefore: null });
    const paid = { runId: late, row: 1 };
    expect(intend(late, 1, journal.run(late).createdAt, '#px2222222')).toBe(true);
    journal.steps.change(paid, 'sending', { to: 'accepted', withdrawal: withdrawal('wd-1') });
    await later();
    journal.accounts.link(right, left);

    const payouts = () => payableOfRun(journal, early, false).totals.payouts;
    expect([payouts(), intend(early, 1, 2, '#px3333333')]).toEqual([1, false]);
    const first = { runId: early, row: 1 };
    expect(journal.payout(first)).toMatchObject({ state: 'duplicate', code: 'row_held', reason: `${late} 1` });
    expect([payouts(), intend(early, 2, 3, '#px4444444')]).toEqual([1, true]);

    journal.steps.learn(paid, withdrawal('wd-1'));
    journal.steps.change(paid, 'accepted', { to: 'failed', withdrawal: withdrawal('wd-1') });
    journal.steps.storeSought([paid], Date.now());
    expect(journal.steps.holderToAwait(journal.payout(first))).toBeUndefined();
  });

  it.each([
    ['7', '007', false],
    ['NF 7', 'NF 8', true],
  ])('that joins another has paid a reference, maybe rewritten: %s, %s', async (one, other, is) => {
    const { journal, later } = await scene();
    const at = { at: Date.now(), mark: null, servedBefore: null };
    const [left, right] = await Promise.all(
      [one, other].map(async (reference) => {
        const account = journal.accounts.add();
        const { runId } = await approvedRun(journal, [payout(1, { reference })], { account });
        return { account, place: { runId, row: 1 } };
      }),
    );
    journal.steps.intend(left!.place, at);
    await later();
    journal.accounts.link(right!.account, left!.account);
    expect(journal.steps.intend(right!.place, at)).toBe(is);
  });

  it('that had joined another before a run was staged does not stop that run: its rows were compared', async () => {
    const { journal, later } = await scene();
    const [left, right] = [journal.accounts.add(), journal.accounts.add()];
    const { runId: paid } = await approvedRun(journal, [payout(1)], { account: right });
    const intend = (runId: string, at: number, mark: string) =>
      journal.steps.intend({ runId, row: 1 }, { at, mark, servedBefore: null });
    intend(paid, journal.run(paid).createdAt, '#px2222222');
    journal.accounts.link(right, left);
    await later();
    const { runId: again } = await approvedRun(journal, [payout(1, { reference: 'R' })], { account: left });
    expect(intend(again, 2, '#px3333333')).toBe(true);
  });

  it('is recognised only by its payments, and is another one when none of them is on a complete list', async () => {
    const { journal, wallet, bind, later } = await scene();
    const [first, second] = [paidBy(wallet(), ['p-1', 'p-2']), paidBy(wallet(), ['p-2', 'p-3'])];
    const { number } = await bind(first, 'key 1');
    const run = await sent(journal, number, undefined);
    expect((await bind(second, 'key 2')).number).toBe(number);
    await later();
    const apart = await bind(paidBy(wallet(), ['p-9']), 'key 3');
    expect(journal.accounts.areApart(apart.number, number)).toBe(true);
    const partly = bind(paidBy(wallet(), ['p-8'], 2), 'key 4', { choice: run });
    expect((await partly).number).toBe(number);
  });

  it('is not recognised by payments that cannot be read', async () => {
    const { journal, wallet, bind } = await scene();
    const paid = paidBy(wallet(), ['p-1']);
    const { number } = await bind(paid, 'key 1');
    const runId = await sent(journal, number, undefined);
    const failing = (error: Error) => {
      const payments = { ...paid.client.payments, page: () => Promise.reject(error) };
      return bind({ client: { ...paid.client, payments } }, 'key 2');
    };
    await expect(failing(unsent())).rejects.toMatchObject({ code: 'account_unclear', runId });
    for (const error of [new InterruptedError({ outcome: 'not-sent', cause: undefined }), new TypeError('a defect')])
      await expect(failing(error)).rejects.toBe(error);
  });

  it('is the same for two processes that determine it at once', async () => {
    const { journal, wallet, bind } = await scene();
    const one = wallet();
    const [first, second] = await Promise.all([bind(one, 'key 1'), bind(one, 'key 1')]);
    expect([first.number, journal.accounts.all()]).toEqual([second.number, [expect.objectContaining({ root: 1 })]]);
  });

  it('is not recognised when the service cannot answer, nor asked for again when it was', async () => {
    const { journal, wallet, bind, pay, later } = await paidScene();
    await later();
    const [failing, other] = [wallet(), wallet()];
    for (const error of [new TypeError('the network is down'), refusal('internal', 500)]) {
      failing.alter('get', () => () => Promise.reject(error));
      await expect(bind(failing, 'key')).rejects.toBe(error);
    }
    expect(journal.accounts.all()).toHaveLength(1);
    await pay(other, 2);
    other.withdrawals.pop();
    const { number } = await bind(other, 'key 2');
    other.alter('get', () => () => Promise.reject(new TypeError('it is asked for again')));
    expect((await bind(other, 'key 3')).number).toBe(number);
  });
});
