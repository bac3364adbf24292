import { describe, expect, it, onTestFinished } from 'vitest';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import type { PayoutState } from '../../src/payouts/payout-state.ts';
import type { RunFacts, RunTally } from '../../src/payouts/journal/records.ts';
import { reportRows, unpaidRows } from '../../src/payouts/journal/run-report.ts';
import { resolvePayout } from '../../src/payouts/engine/resolve.ts';
import type { RunEvent } from '../../src/payouts/engine/run-events.ts';
import { runPayouts, type RunOptions } from '../../src/payouts/engine/run-payouts.ts';
import { EarlierPayments, isAllowed } from '../../src/payouts/rules/earlier-payments.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { fakeWallet, refusal, unsent, type Fate } from './support/fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

interface Scene {
  readonly rows?: readonly Payout[];
  readonly facts?: Partial<RunFacts>;
  readonly fate?: Parameters<typeof fakeWallet>[0]['fate'];
  readonly showsDescriptions?: boolean;
}

/** A run, and the service that it uses. */
async function scene({ rows = [payout(1), payout(2), payout(3)], facts, fate, showsDescriptions = true }: Scene = {}) {
  const clock = simulatedClock(seededRandom(1));
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const { runId, lock } = await approvedRun(journal, rows, facts);
  const wallet = fakeWallet({ clock, showsDescriptions, ...(fate && { fate }) });
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const run = async (options: RunOptions = {}, changed: Journal = journal) => {
    const ending = bound(journal, wallet.client, clock).then((account) =>
      runPayouts({
        journal: changed,
        lock,
        client: wallet.client,
        account,
        clock,
        signal: controller.signal,
        onEvent: (event) => {
          events.push(event);
        },
        options,
      }),
    );
    ending.catch(() => undefined);
    await clock.runToEnd();
    return ending;
  };
  return { clock, journal, runId, lock, wallet, events, controller, run };
}

const DAY_MS = 86_400_000;

function sameAs({ pixKey, amountCentavos }: Payout): Partial<Payout> {
  return { pixKey, amountCentavos };
}

function rowsOf(count: number): Payout[] {
  return Array.from({ length: count }, (_, index) => payout(index + 1));
}

function counts(tally: RunTally): Partial<Record<PayoutState, number>> {
  return Object.fromEntries(
    Object.entries(tally).flatMap(([state, { payouts }]) => (payouts > 0 ? [[state, payouts]] : [])),
  );
}

/** The first attempt of a payout has a fate; later ones succeed. */
function once(fates: Readonly<Record<number, Fate>>): NonNullable<Scene['fate']> {
  const met = new Set<string>();
  return ({ pixKey }) => {
    const row = Number(/\d+/.exec(pixKey)?.[0]);
    const fate = fates[row];
    if (fate === undefined || met.has(pixKey)) return 'done';
    met.add(pixKey);
    return fate;
  };
}

describe('a run', () => {
  it('pays each row once, and reports its outcome', async () => {
    const { run, wallet, journal, runId, events } = await scene({
      rows: [payout(1, { description: 'salário' }), payout(2)],
    });
    const summary = await run();
    expect({ ...counts(summary.tally), stop: summary.stop, alarms: summary.alarms }).toEqual({ paid: 2, alarms: 0 });
    const { mark } = journal.payout({ runId, row: 1 });
    expect(wallet.requests).toMatchObject([
      {
        pixKey: 'payee-1@example.com',
        pixKeyType: 'EMAIL',
        amountCentavos: 1_001,
        description: `salário ${mark}`,
        coverFee: false,
      },
      { pixKey: 'payee-2@example.com', description: journal.payout({ runId, row: 2 }).mark },
    ]);
    const told = events.flatMap((event) =>
      event.type === 'changed' ? [`${event.payout.row} ${event.payout.state}`] : [],
    );
    expect(told).toEqual(['1 sending', '1 paid', '2 sending', '2 paid']);
    expect([...reportRows(journal, runId)]).toMatchObject([
      {
        row: 1,
        state: 'paid',
        withdrawalId: 'wd-1',
        valueCentavos: 1_001,
        feeCentavos: 0,
        sentCentavos: 1_001,
        cells: payout(1).cells,
      },
      { row: 2, state: 'paid', withdrawalId: 'wd-2' },
    ]);
    await run();
    expect(wallet.requests).toHaveLength(2);
  });

  it('has every intent on the disk before its request is sent', async () => {
    const folder = temporaryFolder();
    const clock = simulatedClock(seededRandom(1));
    const journal = await temporaryJournal(folder, clock);
    const { runId, lock } = await approvedRun(journal, rowsOf(30));
    const onlooker = await temporaryJournal(folder, clock);
    const seen: (string | null)[][] = [];
    const wallet = fakeWallet({
      clock,
      fate: ({ pixKey, description }) => {
        const row = Number(/\d+/.exec(pixKey)?.[0]);
        const { state, mark } = onlooker.payout({ runId, row });
        seen.push([state, mark === description ? 'its mark' : mark]);
        return 'done';
      },
    });
    const { signal } = new AbortController();
    const { client } = wallet;
    const ending = bound(journal, client, clock).then((account) =>
      runPayouts({ journal, lock, client, account, clock, signal }),
    );
    await clock.runToEnd();
    await ending;
    expect(seen).toEqual(Array.from({ length: 30 }, () => ['sending', 'its mark']));
  });

  it('begins with one request, then keeps two windows of them open', async () => {
    const { run, wallet } = await scene({ rows: rowsOf(60), fate: once({ 1: refusal('insufficient_balance') }) });
    expect((await run()).stop?.reason).toBe('insufficient_balance');
    expect(wallet.mostUnderWay()).toBe(1);
    expect(wallet.requests).toHaveLength(1);
    expect(counts((await run()).tally)).toEqual({ paid: 60 });
    expect(wallet.mostUnderWay()).toBe(20);
  });

  it('is not sent before it is approved, nor with keys that could not look for a lost response', async () => {
    const { run, wallet, clock, journal } = await scene();
    const staged = await journal.stage(
      { source: '-', origin: 'x', account: 1, coverFee: false, usesMarks: true, resendsProvenAbsent: false },
      [payout(1)],
      () => 'sha256:s',
    );
    onTestFinished(() => {
      staged.lock.release();
    });
    const signal = new AbortController().signal;
    const { client } = wallet;
    const early = bound(journal, client, clock).then((account) =>
      runPayouts({ journal, lock: staged.lock, client, account, clock, signal }),
    );
    early.catch(() => undefined);
    await clock.runToEnd();
    await expect(early).rejects.toMatchObject({ code: 'run_not_approved' });
    wallet.client.withdraws.page = () => Promise.reject(refusal('permission_missing', 403));
    await expect(run()).rejects.toMatchObject({ code: 'cannot_look' });
    expect(wallet.requests).toEqual([]);
  });
});

describe('a lost response', () => {
  it('to a withdrawal that was made is resolved by its mark, and nothing is sent again', async () => {
    const { run, wallet, journal, runId } = await scene({ fate: once({ 1: 'lost-after', 3: 'lost-after' }) });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
    expect(journal.payout({ runId, row: 1 })).toMatchObject({
      code: 'found_by_mark',
      withdrawal: { id: 'wd-1', sentCentavos: 1_001 },
    });
  });

  it('to one that was not made is proven absent, three minutes later, and put on hold for a person', async () => {
    const { run, wallet, clock, events } = await scene({ fate: once({ 2: 'lost-before' }) });
    const startedAt = clock.epochMs();
    expect(counts((await run()).tally)).toEqual({ paid: 2, absent: 1 });
    expect(clock.epochMs() - startedAt).toBeGreaterThan(185_000);
    expect(events).toContainEqual(expect.objectContaining({ type: 'looking', payouts: 1 }));
    expect(counts((await run()).tally)).toEqual({ paid: 2, absent: 1 });
    expect(wallet.requests).toHaveLength(3);
  });

  it('to one that was not made is sent again with that option, under another mark', async () => {
    const { run, wallet, journal, runId } = await scene({
      fate: once({ 2: 'lost-before' }),
      facts: { resendsProvenAbsent: true },
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
    expect(new Set(journal.marksOf({ runId, row: 2 })).size).toBe(2);
  });

  it('is not proven absent by a list that lacks known withdrawals', async () => {
    const { journal, runId, wallet, run } = await scene({
      fate: (_, number) => {
        // As if the list were read from a replica that has another row instead of the first.
        const [made] = wallet.withdrawals;
        if (number === 2 && made !== undefined) wallet.withdrawals[0] = { ...made, id: 'other', value: centavos(5) };
        return number === 2 ? 'lost-before' : 'done';
      },
    });
    const { tally } = await run({ resendsProvenAbsent: true });
    expect(counts(tally)).toEqual({ paid: 2, unknown: 1 });
    expect(journal.payout({ runId, row: 2 })).toMatchObject({ state: 'unknown' });
    expect(wallet.requests).toHaveLength(3);
  });

  it('is proven absent minutes later, even when a fast clock has been set back in between', async () => {
    const { clock, journal, runId, run } = await scene({ rows: [payout(1)] });
    const inAYear = clock.epochMs() + 365 * 86_400_000;
    journal.intend({ runId, row: 1 }, { at: inAYear, mark: null, servedBefore: null });
    journal.change({ runId, row: 1 }, 'sending', { to: 'unknown', endedAt: inAYear });
    const startedAt = clock.epochMs();
    expect(counts((await run()).tally)).toEqual({ absent: 1 });
    expect(clock.epochMs() - startedAt).toBeGreaterThan(180_000);
    expect(clock.epochMs() - startedAt).toBeLessThan(600_000);
  });

  it('to one that is made late is not sent again', async () => {
    const { run, wallet } = await scene({
      fate: once({ 2: { lateMs: 119_000 } }),
      facts: { resendsProvenAbsent: true },
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('is looked for in other ways when the service shows no descriptions', async () => {
    const { run, wallet, journal, runId } = await scene({
      showsDescriptions: false,
      fate: once({ 1: 'lost-after', 2: 'lost-before' }),
    });
    // The clock of this service is so far ahead that only a mark is proof.
    expect(counts((await run()).tally)).toEqual({ paid: 1, ambiguous: 1, absent: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'wd-1' });
    expect(wallet.withdrawals).toHaveLength(2);
  });

  it('after many others makes it look first, and then continue', async () => {
    const lost = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index + 1, 'lost-after'] as const));
    const { run, wallet, events } = await scene({ rows: rowsOf(14), fate: once(lost) });
    expect(counts((await run()).tally)).toEqual({ paid: 14 });
    expect(wallet.requests).toHaveLength(14);
    expect(events.some(({ type }) => type === 'stopped')).toBe(false);
  });

  it('is reported as unknown when nothing can be read', async () => {
    const { run, wallet, events } = await scene({ fate: once({ 3: 'lost-after' }) });
    const proven = wallet.client.withdraws.proven.bind(wallet.client.withdraws);
    const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
    wallet.client.withdraws.proven = () => {
      wallet.client.withdraws.page = () => Promise.reject(unsent());
      throw unsent();
    };
    expect(counts((await run()).tally)).toEqual({ paid: 2, unknown: 1 });
    wallet.client.withdraws.page = page;
    expect(events.filter(({ type }) => type === 'look_failed').length).toBeGreaterThan(2);
    wallet.client.withdraws.proven = proven;
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
  });

  it('of a killed process is looked for by the next', async () => {
    const { run, wallet, journal, runId, clock } = await scene();
    journal.intend({ runId, row: 1 }, { at: 1, mark: '#pxaaaaaaa', servedBefore: null });
    const created = wallet.client.withdraws.create({ ...payout(1), description: '#pxaaaaaaa' });
    await clock.runToEnd();
    await created;
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('is how a response about something else counts', async () => {
    const { run, journal, runId, wallet } = await scene({
      fate: once({ 2: { answer: { id: 'wd-9', value: centavos(99) } }, 3: { answer: { id: 'wd-1' } } }),
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect([1, 2, 3].map((row) => journal.payout({ runId, row }).withdrawal?.id).sort()).toEqual([
      'wd-1',
      'wd-2',
      'wd-3',
    ]);
    expect(wallet.withdrawals).toHaveLength(3);
  });
});

describe('sending stops', () => {
  it.each([
    ['insufficient_balance', refusal('insufficient_balance')],
    ['limit_reached', refusal('limit_exceeded', 400, 'day')],
    ['verification_wanted', refusal('verification_required')],
    ['account_blocked', refusal('account_blocked', 403)],
    ['key_refused', refusal('unauthorized', 401)],
  ])('for %s, and continues when it is called again', async (reason, error) => {
    const { run, wallet } = await scene({ fate: once({ 2: error }) });
    const { stop, tally } = await run();
    expect(stop).toMatchObject({ reason, error });
    expect(counts(tally)['planned']).toBeGreaterThan(0);
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('when nothing can be sent for a minute, and not for a second', async () => {
    let isDown = true;
    const { run, clock, wallet, events } = await scene({ fate: () => (isDown ? unsent() : 'done') });
    const startedAt = clock.epochMs();
    const { stop, tally } = await run();
    expect({ reason: stop?.reason, ...counts(tally) }).toEqual({ reason: 'network', planned: 3 });
    expect(clock.epochMs() - startedAt).toBeGreaterThan(60_000);
    expect(events).toContainEqual({ type: 'waiting', reason: 'network', waitMs: 1_000 });
    isDown = false;
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('not for a reason that concerns only one row', async () => {
    const { run, journal, runId } = await scene({ fate: once({ 2: refusal('validation_failed') }) });
    expect(counts((await run()).tally)).toEqual({ paid: 2, refused: 1 });
    expect([...unpaidRows(journal, runId)]).toMatchObject([{ row: 2, code: 'validation_failed', withdrawalId: null }]);
  });

  it('when the caller says so: open requests are awaited, and no new ones are sent', async () => {
    const { run, wallet, controller } = await scene({
      rows: rowsOf(50),
      fate: (_, number) => {
        if (number === 5) controller.abort(new Error('Ctrl-C'));
        return 'done';
      },
    });
    const { stop, tally } = await run();
    expect(stop?.reason).toBe('interrupted');
    expect(counts(tally)).toEqual({ paid: wallet.requests.length, planned: 50 - wallet.requests.length });
    expect(wallet.requests.length).toBeLessThan(50);
  });

  it('at once when the journal cannot be written, with nothing sent that it does not know of', async () => {
    const { run, wallet, journal, runId } = await scene({ rows: rowsOf(50) });
    let transactions = 0;
    const original = journal.transaction.bind(journal);
    const transaction: Journal['transaction'] = (work) => {
      transactions += 1;
      if (transactions === 5) throw Object.assign(new Error('disk full'), { errcode: 13 });
      return original(work);
    };
    const failing = Object.assign(journal, { transaction });
    await expect(run({}, failing)).rejects.toThrow('disk full');
    const { paid, planned } = counts(journal.tally(runId));
    expect(paid).toBe(wallet.requests.length);
    expect(planned).toBe(50 - wallet.requests.length);
  });

  it("for no payout that waits for another one's end, where the service allows one at a time", async () => {
    let pendingUntilMs = 0;
    const { run, wallet, clock } = await scene({
      rows: rowsOf(5),
      fate: () => {
        if (clock.now() < pendingUntilMs) return refusal('withdrawal_in_progress');
        pendingUntilMs = clock.now() + 20_000;
        return { settles: 'COMPLETED', afterMs: 20_000 };
      },
    });
    expect(counts((await run({ waits: true })).tally)).toEqual({ paid: 5 });
    expect(wallet.withdrawals).toHaveLength(5);
  });
});

it('follows pending ones to their end with that option', async () => {
  const { run, journal, runId } = await scene({
    fate: once({ 1: { settles: 'FAILED', afterMs: 60_000 }, 2: { settles: 'COMPLETED', afterMs: 60_000 } }),
  });
  expect(counts((await run()).tally)).toEqual({ accepted: 2, paid: 1 });
  expect(counts((await run({ waits: true })).tally)).toEqual({ failed: 1, paid: 2 });
  expect([...unpaidRows(journal, runId)]).toMatchObject([
    { row: 1, state: 'failed', reason: 'AC03', withdrawalId: 'wd-1' },
  ]);
});

it('does not believe the end of a withdrawal that is reported with another amount', async () => {
  const { wallet, run, events } = await scene({
    rows: [payout(1)],
    fate: () => ({ settles: 'COMPLETED', afterMs: 60_000 }),
  });
  await run();
  const [made] = wallet.withdrawals;
  if (made !== undefined) wallet.withdrawals[0] = { ...made, value: centavos(9) };
  expect(counts((await run({ waits: true })).tally)).toEqual({ accepted: 1 });
  expect(events.map(({ type }) => type)).toContain('look_failed');
});

it('sends no reference twice, and one that a refusal has freed once no copy of the request was found', async () => {
  const rows = [payout(1, { reference: 'A' }), payout(2, { reference: 'A' })];
  const { run, wallet } = await scene({ rows, fate: once({ 1: refusal('validation_failed') }) });
  expect(counts((await run()).tally)).toEqual({ refused: 1, duplicate: 1 });
  expect(counts((await run()).tally)).toEqual({ refused: 1, paid: 1 });
  const twin = await scene({ rows });
  expect(counts((await twin.run()).tally)).toEqual({ paid: 1, duplicate: 1 });
  expect(counts((await twin.run()).tally)).toEqual({ paid: 1, duplicate: 1 });
  expect(wallet.withdrawals).toHaveLength(1);
});

it.each([
  ['an answer that came', { 3: 'lost-before' }],
  ['an answer that was lost', { 1: 'lost-after' }],
] as const)('reports an alarm when a second withdrawal has the mark of %s', async (_, fates) => {
  const { run, wallet, journal, runId, events } = await scene({ fate: once(fates) });
  let hasCopied = false;
  const proven = wallet.client.withdraws.proven.bind(wallet.client.withdraws);
  wallet.client.withdraws.proven = (options) => {
    const paid = wallet.withdrawals.at(-1);
    if (!hasCopied && paid !== undefined) wallet.withdrawals.unshift({ ...paid, id: 'copy' });
    hasCopied = true;
    return proven(options);
  };
  expect((await run()).alarms).toBe(1);
  expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'paid', secondWithdrawalId: 'copy' });
  expect(events.filter(({ type }) => type === 'second_withdrawal')).toHaveLength(1);
});

describe('a gateway that sends requests twice', () => {
  it.each([
    ['a service that takes one at a time', refusal('withdrawal_in_progress')],
    ['a rate limit', refusal('too_many_requests', 429)],
  ])('and returns the refusal of the second, by %s, does not cause a second payment', async (_, error) => {
    const { run, wallet, journal, runId } = await scene({ rows: rowsOf(5), fate: once({ 2: { refuses: error } }) });
    expect(counts((await run()).tally)).toEqual({ paid: 5 });
    expect(wallet.withdrawals).toHaveLength(5);
    expect(journal.payout({ runId, row: 2 })).toMatchObject({ code: 'found_by_mark', attempt: 1 });
  });

  it.each([
    ['insufficient_balance', refusal('insufficient_balance')],
    ['limit_reached', refusal('limit_exceeded', 400, 'day')],
    ['verification_wanted', refusal('verification_invalid')],
    ['account_blocked', refusal('account_blocked', 403)],
    ['key_refused', refusal('unauthorized', 401)],
  ])('and has used up what there is with the first (%s), is detected at once', async (reason, error) => {
    const { run, wallet, clock } = await scene({ fate: once({ 3: { refuses: error } }) });
    const startedAt = clock.epochMs();
    const { stop, tally } = await run();
    expect({ reason: stop?.reason, ...counts(tally) }).toEqual({ reason, paid: 3 });
    expect(clock.epochMs() - startedAt).toBeLessThan(10_000);
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('is checked by the next run if its mark is not shown, and nothing is sent in addition', async () => {
    const { run, wallet } = await scene({
      rows: [payout(1)],
      showsDescriptions: false,
      fate: once({ 1: { refuses: refusal('insufficient_balance') } }),
    });
    expect(counts((await run()).tally)).toEqual({ planned: 1 });
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1 });
    expect(wallet.requests).toHaveLength(1);
  });

  it('is believed when it was right: what was refused is sent again by itself, minutes later', async () => {
    const { run, wallet, clock, events } = await scene({ fate: once({ 2: refusal('too_many_requests', 429) }) });
    const startedAt = clock.epochMs();
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(clock.epochMs() - startedAt).toBeGreaterThan(185_000);
    expect(wallet.withdrawals).toHaveLength(3);
    expect(events).toContainEqual(expect.objectContaining({ type: 'looking', payouts: 1 }));
  });

  it('is detected when a payout that was refused for its own sake was paid', async () => {
    const { run, wallet } = await scene({ fate: once({ 2: { refuses: refusal('duplicate_withdrawal') } }) });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it.each(['COMPLETED', 'FAILED'])('and has processed both (the first is %s), causes an alarm', async (status) => {
    const { run, wallet, journal, runId, events } = await scene({ fate: once({ 2: 'done-twice' }) });
    const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
    let pages = 0;
    wallet.client.withdraws.page = (query) => {
      pages += 1;
      const [first] = wallet.withdrawals.filter(({ id }) => id === 'wd-2');
      if (pages > 1 && first !== undefined)
        wallet.withdrawals[wallet.withdrawals.indexOf(first)] = { ...first, status };
      return page(query);
    };
    expect((await run()).alarms).toBe(1);
    const { secondWithdrawalId } = journal.payout({ runId, row: 2 });
    expect(secondWithdrawalId).toBe('wd-3');
    expect(events.filter(({ type }) => type === 'second_withdrawal')).toHaveLength(1);
    // Whatever is reported about the row, it must not be offered to be paid in another file.
    expect([...unpaidRows(journal, runId)]).toEqual([]);
  });

  describe('and reports a failure, while a copy without its mark is completed', () => {
    /** The copy is created first, and the list does not show its mark. */
    const copiedBefore = (status: string): Scene => ({
      rows: [payout(1), payout(2)],
      fate: once({ 1: { answer: { status } }, 2: { answer: { status: 'COMPLETED' } } }),
    });
    async function copiedScene(how: Scene) {
      const made = await scene(how);
      const { wallet } = made;
      const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
      wallet.client.withdraws.create = async (request) => {
        const answer = await create(request).catch((error: unknown) => error as Error);
        const own = wallet.withdrawals.findIndex(({ id }) => !(answer instanceof Error) && id === answer.id);
        const [row] = own < 0 ? [] : wallet.withdrawals.splice(own, 1);
        if (request.pixKey === 'payee-1@example.com') {
          const copy = { id: 'copy', value: request.amountCentavos, status: 'COMPLETED', pixKey: request.pixKey };
          const createdAt = row?.createdAt ?? new Date(made.clock.epochMs() + 900_000).toISOString();
          wallet.withdrawals.unshift({ ...copy, createdAt, description: 'Pix enviado' });
        }
        if (answer instanceof Error) throw answer;
        if (row !== undefined) wallet.withdrawals.unshift({ ...row, status: answer.status });
        return answer;
      };
      return made;
    }

    it.each([
      ['its withdrawal FAILED', copiedBefore('FAILED')],
      ['it was refused', { rows: [payout(1), payout(2)], fate: once({ 1: refusal('duplicate_withdrawal') }) }],
    ])('puts the row on hold when %s, and never offers it to be paid again', async (_, how) => {
      const { run, journal, runId, lock, wallet, clock } = await copiedScene(how);
      expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
      expect(journal.payout({ runId, row: 1 })).toMatchObject({ withdrawal: null, code: 'ambiguous', reason: 'copy' });
      expect([...unpaidRows(journal, runId)]).toEqual([]);
      expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
      const resolving = resolvePayout({
        ...{ journal, lock, row: 1, by: 'ana', client: wallet.client, account: undefined, clock },
        resolution: { verdict: 'paid', withdrawalId: 'copy' },
      });
      await clock.runToEnd();
      expect(await resolving).toMatchObject({ state: 'resolved_paid', withdrawal: { id: 'copy' } });
    });

    it('holds it although another payout of its amount is looked for, when that one costs more for its fee', async () => {
      const covered = payout(3, { pixKey: payout(1).pixKey, amountCentavos: payout(1).amountCentavos, coverFee: true });
      const { run, wallet, journal, runId } = await scene({
        rows: [payout(1), covered],
        fate: ({ coverFee }) => (coverFee === true ? 'lost-before' : { answer: { status: 'FAILED' } }),
      });
      const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
      wallet.client.withdraws.create = async (request) => {
        const answer = await create(request);
        const [own] = wallet.withdrawals.splice(0, 1);
        const metadata = { fee: centavos(50), sent: centavos(951) };
        if (own !== undefined) wallet.withdrawals.push({ ...own, id: 'copy', description: 'Pix enviado', metadata });
        return answer;
      };
      await run({ lookForMs: 1_000 });
      expect(journal.payout({ runId, row: 3 }).state).toBe('unknown');
      expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'copy' });
    });

    it('lets a person decide that it was not paid', async () => {
      const { run, journal, runId, lock, wallet, clock } = await copiedScene(copiedBefore('FAILED'));
      await run();
      const resolution = { verdict: 'not-paid' } as const;
      await resolvePayout({
        journal,
        lock,
        row: 1,
        resolution,
        by: 'ana',
        client: wallet.client,
        account: undefined,
        clock,
      });
      expect([...unpaidRows(journal, runId)]).toMatchObject([{ row: 1, state: 'resolved_unpaid' }]);
      expect(counts((await run()).tally)).toEqual({ resolved_unpaid: 1, paid: 1 });
    });

    it('puts it on hold also when it fails only while it is followed', async () => {
      const made = await copiedScene({
        rows: [payout(1)],
        fate: once({ 1: { settles: 'FAILED', afterMs: 30_000 } }),
      });
      expect(counts((await made.run({ waits: true })).tally)).toEqual({ ambiguous: 1 });
    });

    it('puts it on hold when a copy appears later, at the beginning of the next run', async () => {
      const { run, journal, runId, wallet, clock } = await copiedScene(copiedBefore('FAILED'));
      const hidden = wallet.client.withdraws.page.bind(wallet.client.withdraws);
      wallet.client.withdraws.page = async (query) => {
        const page = await hidden(query);
        return { ...page, items: page.items.filter(({ id }) => id !== 'copy') };
      };
      expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
      expect([...unpaidRows(journal, runId)]).toHaveLength(1);
      wallet.client.withdraws.page = hidden;
      const binding = bound(journal, wallet.client, clock);
      await clock.runToEnd();
      await binding;
      expect(journal.payout({ runId, row: 1 }).state).toBe('ambiguous');
    });

    it('puts it on hold when the copy was never looked for, and is behind many newer withdrawals', async () => {
      const { run, journal, runId, wallet, clock } = await copiedScene(copiedBefore('FAILED'));
      const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
      let pages = 0;
      wallet.client.withdraws.page = (query) => ((pages += 1) === 2 ? Promise.reject(unsent()) : page(query));
      await run();
      const later = Array.from({ length: 150 }, (_, index) => ({
        id: `later-${index}`,
        value: centavos(77),
        status: 'COMPLETED',
        pixKey: 'other@example.com',
        createdAt: new Date(clock.epochMs() + DAY_MS + index).toISOString(),
      }));
      wallet.withdrawals.unshift(...later);
      clock.schedule(2 * DAY_MS, () => undefined);
      await clock.runToEnd();
      const binding = bound(journal, wallet.client, clock);
      await clock.runToEnd();
      await binding;
      expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'copy' });
    });

    it('lets no payment like it be planned before a copy was looked for', async () => {
      const { run, journal, wallet, clock } = await scene(copiedBefore('FAILED'));
      const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
      let pages = 0;
      wallet.client.withdraws.page = (query) => ((pages += 1) === 2 ? Promise.reject(unsent()) : page(query));
      await run();
      const earlier = () =>
        new EarlierPayments(journal, 1, clock.epochMs()).of(payout(7, { ...sameAs(payout(1)), reference: 'new' }));
      const found = earlier();
      expect(found).toMatchObject({ kind: 'repeated', earlier: { payout: { row: 1, state: 'failed' } } });
      expect(found && isAllowed(found, { payAgain: true })).toBe(false);
      await run();
      expect(earlier()).toBeUndefined();
    });

    it.each([false, true])(
      'accepts a copy that showed its mark as the withdrawal when the known one fails (hidden since: %s)',
      async (isHiddenSince) => {
        const { run, wallet, journal, runId, clock } = await scene({
          rows: [payout(1)],
          fate: once({ 1: { settles: 'FAILED', afterMs: 30_000 } }),
        });
        const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
        wallet.client.withdraws.create = async (request) => {
          const answer = await create(request);
          const { description, value, pixKey, createdAt } = wallet.withdrawals[0] ?? {};
          if (value !== undefined)
            wallet.withdrawals.unshift({ id: 'copy', description, value, pixKey, createdAt, status: 'COMPLETED' });
          return answer;
        };
        expect(await run()).toMatchObject({ alarms: 1, tally: { accepted: { payouts: 1 } } });
        const hidden = wallet.withdrawals.map((row) => ({ ...row, description: 'Pix enviado' }));
        if (isHiddenSince) wallet.withdrawals.splice(0, hidden.length, ...hidden);
        clock.schedule(60_000, () => undefined);
        await clock.runToEnd();
        expect(await run({ waits: true })).toMatchObject({ alarms: 0, tally: { paid: { payouts: 1 } } });
        expect(journal.payout({ runId, row: 1 })).toMatchObject({
          withdrawal: { id: 'copy' },
          secondWithdrawalId: null,
        });
      },
    );

    it('offers no row to be paid again for which the list was never read', async () => {
      const { run, journal, runId, wallet } = await scene(copiedBefore('FAILED'));
      const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
      let pages = 0;
      wallet.client.withdraws.page = (query) => ((pages += 1) === 2 ? Promise.reject(unsent()) : page(query));
      expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
      expect([...unpaidRows(journal, runId)]).toEqual([]);
      await run();
      expect([...unpaidRows(journal, runId)]).toHaveLength(1);
    });

    it('is looked for once more, with another limit, when the list still comes from a cache', async () => {
      const { run, journal, runId, wallet } = await scene(copiedBefore('FAILED'));
      const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
      const limits: (number | undefined)[] = [];
      wallet.client.withdraws.page = async (query) => {
        limits.push(query?.limit);
        const answer = await page(query);
        // The first page is read before anything is sent; the first look gets what was true then.
        return limits.length === 2 ? { ...answer, items: [], pagination: { ...answer.pagination, total: 0 } } : answer;
      };
      expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
      expect([...unpaidRows(journal, runId)]).toHaveLength(1);
      expect(limits).toHaveLength(3);
      expect(limits[2]).not.toBe(limits[1]);
    });

    it('does not affect a row when it was made long after its request', async () => {
      const { run, journal, runId, wallet, clock } = await scene(copiedBefore('FAILED'));
      await run();
      const createdAt = new Date(clock.epochMs() + 20 * 3_600_000).toISOString();
      wallet.withdrawals.unshift({
        id: 'later',
        value: centavos(1_001),
        status: 'COMPLETED',
        pixKey: 'payee-1@example.com',
        createdAt,
      });
      const binding = bound(journal, wallet.client, clock);
      await clock.runToEnd();
      await binding;
      expect(journal.payout({ runId, row: 1 }).state).toBe('failed');
    });
  });

  it('causes an alarm at the beginning of any later command when the second was processed late', async () => {
    const { run, wallet } = await scene({ rows: [payout(1)] });
    expect((await run()).alarms).toBe(0);
    const [paid] = wallet.withdrawals;
    if (paid !== undefined) wallet.withdrawals.unshift({ ...paid, id: 'copy' });
    expect((await run()).alarms).toBe(1);
  });

  it('and whose second withdrawal appears after another run has paid under the reference, causes an alarm', async () => {
    const { run, wallet, journal, runId, clock } = await scene({
      rows: [payout(1, { reference: 'A' })],
      fate: once({ 1: refusal('duplicate_withdrawal') }),
    });
    expect(counts((await run()).tally)).toEqual({ refused: 1 });
    const { mark } = journal.payout({ runId, row: 1 });
    const retried = await approvedRun(journal, [payout(1, { reference: 'A' })]);
    const work = async () => {
      const account = await bound(journal, wallet.client, clock);
      return runPayouts({
        journal,
        lock: retried.lock,
        client: wallet.client,
        account,
        clock,
        signal: new AbortController().signal,
      });
    };
    const paying = work();
    await clock.runToEnd();
    expect(counts((await paying).tally)).toEqual({ paid: 1 });
    const [paid] = wallet.withdrawals;
    if (paid !== undefined) wallet.withdrawals.unshift({ ...paid, id: 'copy', description: mark ?? '' });
    const again = work();
    await clock.runToEnd();
    await again;
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'refused', secondWithdrawalId: 'copy' });
  });

  it('uses the reference of what was decided to be unpaid, and shows its mark later', async () => {
    const { run, wallet, journal, runId, clock } = await scene({
      rows: [payout(1, { reference: 'A' })],
      fate: once({ 1: refusal('insufficient_balance') }),
    });
    await run();
    const { mark, pixKey, amountCentavos } = journal.payout({ runId, row: 1 });
    journal.change({ runId, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'pix withdraw create' });
    expect(journal.holderOf('A', 1)).toBeUndefined();
    const createdAt = new Date(clock.epochMs() + 900_000).toISOString();
    wallet.withdrawals.unshift({
      id: 'copy',
      value: amountCentavos,
      status: 'COMPLETED',
      pixKey,
      createdAt,
      description: mark,
    });
    const binding = bound(journal, wallet.client, clock);
    await clock.runToEnd();
    await binding;
    expect(journal.holderOf('A', 1)).toMatchObject({ runId, secondWithdrawalId: 'copy' });
  });

  it('causes an alarm once the list can be read again, at the beginning of the next run', async () => {
    const { run, wallet, journal, runId } = await scene({
      rows: [payout(1), payout(2)],
      fate: once({ 1: 'done-twice', 2: refusal('insufficient_balance') }),
    });
    const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
    let pages = 0;
    wallet.client.withdraws.page = (query) => ((pages += 1) === 2 ? Promise.reject(unsent()) : page(query));
    expect((await run()).alarms).toBe(0);
    expect((await run()).alarms).toBe(1);
    expect(journal.payout({ runId, row: 1 }).secondWithdrawalId).toBe('wd-2');
  });

  it('does not let a refused row be declared unpaid while its first copy may still be processed', async () => {
    const { run, journal, lock, clock, wallet } = await scene({
      rows: [payout(1)],
      fate: once({ 1: refusal('insufficient_balance') }),
    });
    await run();
    const resolution = { verdict: 'not-paid' } as const;
    const { client } = wallet;
    const decide = () =>
      resolvePayout({ journal, lock, row: 1, resolution, by: 'ana', client, account: undefined, clock });
    await expect(decide()).rejects.toMatchObject({ code: 'too_early' });
  });
});

it('doubts a row whose withdrawal has the mark of something else', async () => {
  const { run, wallet, journal, runId, events } = await scene({ rows: [payout(1), payout(2)] });
  const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
  wallet.client.withdraws.create = async (request) => {
    const answer = await create(request);
    const [made] = wallet.withdrawals;
    if (made?.id === 'wd-1') wallet.withdrawals[0] = { ...made, description: 'Pix #px2222222' };
    return answer;
  };
  await run();
  expect(journal.withOtherMarks(runId)).toBe(1);
  expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'paid', code: 'other_mark', reason: '#px2222222' });
  expect(events.filter(({ type }) => type === 'other_mark')).toHaveLength(1);
});

describe('a service that shows the description of one withdrawal on another', () => {
  it.each([
    ['another recipient', payout(2)],
    [
      'the same recipient and amount',
      payout(2, { pixKey: payout(1).pixKey, amountCentavos: payout(1).amountCentavos }),
    ],
  ])('hides no payment behind the mark of a payment to %s', async (_, second) => {
    const { run, wallet } = await scene({
      rows: [payout(1), second],
      facts: { resendsProvenAbsent: true },
      fate: (_request, number) => (number === 2 ? 'lost-after' : 'done'),
    });
    const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
    wallet.client.withdraws.create = (request) =>
      create(request).finally(() => {
        const [made, first] = [wallet.withdrawals[0], wallet.withdrawals.at(-1)];
        if (made?.id === 'wd-2') wallet.withdrawals[0] = { ...made, description: first?.description };
      });
    const { tally } = await run();
    expect(counts(tally)).toEqual({ paid: 1, ambiguous: 1 });
    expect(wallet.requests).toHaveLength(2);
  });

  it('causes no alarm for a withdrawal with another key, whatever mark it shows', async () => {
    const { run, wallet } = await scene({ rows: [payout(1)] });
    await run();
    const [made] = wallet.withdrawals;
    if (made !== undefined) wallet.withdrawals.unshift({ ...made, id: 'copied', pixKey: 'other@example.com' });
    expect((await run()).alarms).toBe(0);
  });
});

describe('a response that is older than its request', () => {
  it.each([
    ['was created before', { id: 'wd-old', createdAt: new Date(Date.UTC(2026, 6, 14, 15, 13)).toISOString() }],
    ['was on the newest page', { id: 'wd-1' }],
  ])('for its withdrawal %s, is not accepted', async (_, some) => {
    const clockMs = Date.UTC(2026, 6, 14, 15);
    const { run, wallet, journal, runId, clock } = await scene({
      rows: [payout(1)],
      facts: { resendsProvenAbsent: true },
      fate: (request, number) => {
        if (number !== 2) return 'done';
        const answer = { status: 'COMPLETED', value: request.amountCentavos, pixKey: request.pixKey, fee: centavos(0) };
        const createdAt = new Date(clockMs + 1_000_000_000).toISOString();
        return { replays: { ...answer, sent: request.amountCentavos, createdAt, ...some } };
      },
    });
    const byHand = wallet.client.withdraws.create({ ...payout(1), description: 'by hand' });
    await clock.runToEnd();
    await byHand;
    expect(counts((await run()).tally)).toEqual({ paid: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ attempt: 2, withdrawal: { id: 'wd-2' } });
    expect(wallet.withdrawals).toHaveLength(2);
  });

  it('is accepted when a slow server has dated it, as its mark shows', async () => {
    const { run, wallet, journal, runId } = await scene({
      fate: once({ 2: { answer: { createdAt: new Date(Date.UTC(2026, 6, 14, 14)).toISOString() } } }),
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(journal.payout({ runId, row: 2 })).toMatchObject({ code: 'found_by_mark', attempt: 1 });
    expect(wallet.withdrawals).toHaveLength(3);
  });
});

describe('a person', () => {
  it('decides about rows on hold, by an existing withdrawal or by none', async () => {
    const { run, wallet, journal, lock, runId, clock } = await scene({
      fate: once({ 1: 'lost-before', 2: 'lost-before' }),
    });
    await run();
    const { client } = wallet;
    const paidBy = async (row: number, withdrawalId: string) => {
      const resolution = { verdict: 'paid', withdrawalId } as const;
      const ending = resolvePayout({ journal, lock, row, by: 'maria', client, account: undefined, clock, resolution });
      ending.catch(() => undefined);
      await clock.runToEnd();
      return ending;
    };
    await expect(paidBy(1, 'wd-1')).rejects.toMatchObject({ code: 'withdrawal_mismatch' });
    await expect(paidBy(1, 'wd-none')).rejects.toMatchObject({ code: 'not_found' });
    const created = wallet.client.withdraws.create({ ...payout(1), description: 'by hand' });
    await clock.runToEnd();
    await created;
    expect(await paidBy(1, 'wd-2')).toMatchObject({
      state: 'resolved_paid',
      resolvedBy: 'maria',
      withdrawal: { id: 'wd-2' },
    });
    await expect(paidBy(3, 'wd-2')).rejects.toMatchObject({ code: 'withdrawal_mismatch' });
    const resolution = { verdict: 'not-paid' } as const;
    await resolvePayout({ journal, lock, row: 2, by: 'joão', client, account: undefined, clock, resolution });
    await expect(
      resolvePayout({ journal, lock, row: 3, by: 'joão', client, account: undefined, clock, resolution }),
    ).rejects.toMatchObject({
      code: 'illegal_transition',
    });
    expect([...unpaidRows(journal, runId)].map(({ row, resolvedBy }) => [row, resolvedBy])).toEqual([[2, 'joão']]);
    expect(counts((await run()).tally)).toEqual({ paid: 1, resolved_paid: 1, resolved_unpaid: 1 });
  });

  it('cannot know that nothing was paid while the request may still be processed', async () => {
    const { wallet, journal, lock, runId, clock } = await scene({ rows: [payout(1)] });
    const place = { runId, row: 1 };
    journal.intend(journal.payout(place), { at: clock.epochMs(), mark: '#px2345678', servedBefore: null });
    journal.change(place, 'sending', { to: 'unknown', endedAt: clock.epochMs() });
    const resolution = { verdict: 'not-paid' } as const;
    const decide = () =>
      resolvePayout({
        journal,
        lock,
        row: 1,
        by: 'joão',
        client: wallet.client,
        account: undefined,
        clock,
        resolution,
      });
    await expect(decide()).rejects.toMatchObject({ code: 'too_early' });
    expect(journal.payout(place).state).toBe('unknown');
    clock.schedule(185_000, () => undefined);
    await clock.runToEnd();
    expect((await decide()).state).toBe('resolved_unpaid');
  });
});
