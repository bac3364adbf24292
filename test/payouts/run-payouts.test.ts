import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import { runPayouts, type RunOptions } from '../../src/payouts/engine/run-payouts.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { refusal, unsent, type Fate } from './support/fake-wallet.ts';
import { approvedRun, bound, facts, payout, temporaryJournal } from './support/journals.ts';
import { signer } from './support/signers.ts';
import { counts, once, openRun, rowsOf, type RunSettings } from './support/run-scene.ts';
import { draws } from '../support/draws.ts';

const bug = new TypeError('a bug');

describe('a run', () => {
  it('has every intent on the disk before its request is sent', async () => {
    const seen: (string | null)[][] = [];
    const onlookers: Journal[] = [];
    const { run, runId, folder, clock } = await openRun({
      rows: rowsOf(30),
      fate: ({ pixKey, description }) => {
        const row = Number(/\d+/.exec(pixKey)?.[0]);
        const stored = onlookers.map((onlooker) => onlooker.payout({ runId, row }));
        seen.push(...stored.map(({ state, mark }) => [state, mark === description ? 'its mark' : mark]));
        return 'done';
      },
    });
    onlookers.push(await temporaryJournal(folder, clock));
    await run();
    expect(seen).toEqual(Array.from({ length: 30 }, () => ['sending', 'its mark']));
  });

  it('is not sent before it is approved, nor with keys that could not look for a lost response', async () => {
    const { run, runOf, wallet, journal } = await openRun();
    const staged = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:s');
    onTestFinished(() => staged.lock.release());
    const message = `the run ${staged.run.id} was not approved`;
    await expect(runOf(staged.lock)).rejects.toMatchObject({ code: 'run_not_approved', runId: staged.run.id, message });
    const cause = refusal('permission_missing', 403);
    wallet.alter('page', () => () => Promise.reject(cause));
    const unreadable = 'no key may read withdrawals, so a lost answer could never be cleared up';
    await expect(run()).rejects.toMatchObject({ name: 'PayoutError', code: 'cannot_look', message: unreadable, cause });
    expect(wallet.requests).toEqual([]);
  });
});

describe('sending stops', () => {
  it('when another journal begins to pay between two rounds', async () => {
    const { run, wallet } = await openRun({ rows: [payout(1)], fate: () => 'lost-before' });
    const foreign = { id: 'foreign', value: centavos(77), status: 'COMPLETED', pixKey: 'x@example.com' };
    wallet.alter('proven', (proven) => (options) => {
      if (wallet.withdrawals.length === 0) wallet.withdrawals.push({ ...foreign, description: '#pxfff2222' });
      return proven(options);
    });
    expect((await run({ resendsProvenAbsent: true })).stop).toMatchObject({ reason: 'foreign_journal' });
    expect(wallet.requests).toHaveLength(1);
  });

  it('before the second request when it is interrupted while it looks for the first', async () => {
    const { run, wallet, controller } = await openRun();
    let pages = 0;
    wallet.alter('page', (page) => async (query) => {
      const read = await page(query);
      if ((pages += 1) === 1) return read;
      controller.abort(new Error('Ctrl-C'));
      return { ...read, items: [] };
    });
    expect((await run()).stop).toEqual({ reason: 'interrupted' });
    expect(wallet.requests).toHaveLength(1);
  });
});

describe('a look beside the requests', () => {
  /** As under a rate limit: a request a second. The third reading of the newest page fails. */
  async function slowRun(failure: Error) {
    const made = await openRun({ rows: rowsOf(40) });
    let [sent, read] = [0, 0];
    made.wallet.alter('create', (create) => async (...request) => {
      sent += 1;
      await new Promise<void>((resolve) => made.clock.schedule(1_000 * sent, resolve));
      return create(...request);
    });
    made.wallet.alter('page', (page) => (query) => {
      if (query?.offset === undefined) read += 1;
      return read === 3 ? Promise.reject(failure) : page(query);
    });
    return { ...made, read: () => read };
  }

  it('is repeated when the service does not answer it', async () => {
    const { run, read } = await slowRun(unsent());
    expect(counts((await run()).tally)).toEqual({ paid: 40 });
    expect(read()).toBeGreaterThan(5);
  });

  it('ends the run when it fails for another reason, once the outcomes of open requests are stored', async () => {
    const { run, wallet, journal, runId } = await slowRun(bug);
    await expect(run()).rejects.toThrow(bug);
    const paid = wallet.requests.length;
    expect(counts(journal.tally(runId))).toEqual({ paid, planned: 40 - paid });
  });
});

describe('an error that no one expects', () => {
  it.each<[string, RunSettings, 'proven' | 'get']>([
    ['from a look for a lost response', { fate: once({ 1: 'lost-before' }) }, 'proven'],
    ['from following', { fate: once({ 3: { settles: 'COMPLETED', afterMs: 1_000 } }) }, 'get'],
    [
      'from following one that blocks the others',
      { fate: (_, number) => (number === 1 ? { settles: 'FAILED', afterMs: 9 } : refusal('withdrawal_in_progress')) },
      'get',
    ],
  ])('%s ends the run', async (_, settings, method) => {
    const { run, wallet } = await openRun(settings);
    wallet.alter(method, () => () => {
      throw bug;
    });
    await expect(run({ waits: true })).rejects.toThrow(bug);
  });

  it('from the closing look ends the run', async () => {
    const { run, wallet, journal, runId } = await openRun({ rows: [payout(1)] });
    wallet.alter('page', (page) => (query) => (wallet.withdrawals.length > 0 ? Promise.reject(bug) : page(query)));
    await expect(run()).rejects.toThrow(bug);
    expect(counts(journal.tally(runId))).toEqual({ paid: 1 });
  });
});

it('never sends a row that was paid by hand while the machine slept, wherever in the run that was', async () => {
  const met = new Set<string | undefined>();
  const nap = fc.record({
    atRequest: fc.integer({ min: 1, max: 12 }),
    lengthMs: fc.constantFrom<number>(66_000, 3_600_000),
    paidRow: fc.integer({ min: 1, max: 12 }),
  });
  const paidInTime = { atRequest: 1, lengthMs: 66_000, paidRow: 12 };
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        naps: fc.array(nap, { minLength: 1, maxLength: 3 }),
        failures: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
        showsDescriptions: fc.boolean(),
      }),
      async ({ naps, failures, showsDescriptions }) => {
        const paidByHand = new Set<string>();
        const wrong: string[] = [];
        const scene = await openRun({
          rows: rowsOf(12),
          showsDescriptions,
          fate: ({ pixKey }, number) => {
            if (paidByHand.has(pixKey)) wrong.push(pixKey);
            for (const { atRequest, lengthMs, paidRow } of naps) if (atRequest === number) sleep(lengthMs, paidRow);
            return failures.includes(number) ? unsent() : 'done';
          },
        });
        const { journal, runId, wallet, clock } = scene;
        let startMs = clock.epochMs() - clock.now();
        clock.epochMs = () => startMs + clock.now();
        const sleep = (lengthMs: number, row: number) => {
          startMs += lengthMs;
          const { state, pixKey, amountCentavos: value } = journal.payout({ runId, row });
          if (state !== 'planned' || paidByHand.has(pixKey)) return;
          paidByHand.add(pixKey);
          const createdAt = new Date(clock.epochMs()).toISOString();
          const price = { value, metadata: { fee: centavos(0), sent: value } };
          wallet.withdrawals.push({ id: `by-hand-${row}`, status: 'COMPLETED', pixKey, createdAt, ...price });
        };
        const { stop } = await scene.run();
        if (paidByHand.size > 0) met.add(stop?.reason);
        expect(wrong).toEqual([]);
        // Otherwise all rows are either paid, or were paid by hand in time to be seen.
        expect(stop?.reason).toBe(paidByHand.size > 0 ? 'foreign_journal' : undefined);
      },
    ),
    // Draws may all pay what was sent already.
    { ...draws(15), examples: [[{ naps: [paidInTime], failures: [], showsDescriptions: true }]] },
  );
  expect(met).toEqual(new Set(['foreign_journal']));
});

it.each([
  ['three rows and their sum', { payouts: 3, sumCentavos: centavos(3_006) }, 3],
  ['fewer rows', { payouts: 2, sumCentavos: centavos(3_006) }, 0],
  ['a smaller sum', { payouts: 3, sumCentavos: centavos(3_005) }, 0],
])('sends no more than was agreed to: %s', async (_, agreed, requests) => {
  const { run, wallet, runId } = await openRun();
  const running = run({ agreed });
  if (requests > 0) await running;
  else {
    const message = `more of the run ${runId} would be sent than was agreed to`;
    await expect(running).rejects.toMatchObject({ code: 'plan_changed', runId, message });
  }
  expect(wallet.requests).toHaveLength(requests);
});

it('counts no row as one that it sends whose reference another run has taken', async () => {
  const rows = rowsOf(201).map((row) => ({ ...row, reference: `R${row.row}` }));
  const { run, journal, runId, clock } = await openRun({ rows });
  const { runId: other } = await approvedRun(journal, [payout(1, { reference: 'R201' })]);
  const key = { runId: other, row: 1 };
  journal.steps.intend(key, { at: clock.epochMs(), mark: null, servedBefore: null });
  journal.steps.change(key, 'sending', { to: 'unknown', endedAt: clock.epochMs() });
  const sum = rows.reduce((total, { amountCentavos }) => total + amountCentavos, 0) - payout(201).amountCentavos;
  const options = { onlyLooks: true, agreed: { payouts: 200, sumCentavos: centavos(sum) } };
  expect(counts((await run(options)).tally)).toEqual({ planned: 200, duplicate: 1 });
  expect(counts((await run(options)).tally)).toEqual({ planned: 200, duplicate: 1 });
  expect(journal.payout({ runId, row: 201 }).code).toBe('reference_held');
});

it.each<[string, RunOptions, Partial<Record<string, number>>, number]>([
  ['none', {}, { absent: 2 }, 2],
  ['all, three times', { resendsProvenAbsent: true }, { absent: 2 }, 8],
  ['those that were named, once', { resendsProvenAbsent: new Set([1]) }, { absent: 2 }, 3],
])('sends again what is proven absent: %s', async (_, options, expected, requests) => {
  const { run, wallet } = await openRun({ rows: rowsOf(2), fate: () => 'lost-before' });
  await run();
  expect(counts((await run(options)).tally)).toEqual(expected);
  expect(wallet.requests).toHaveLength(requests);
});

it('only looks where nothing is to be sent, and settles what was refused', async () => {
  const { run, wallet, pass } = await openRun({ fate: () => refusal('too_many_requests', 429) });
  expect([counts((await run({ onlyLooks: true })).tally), wallet.requests]).toEqual([{ planned: 3 }, []]);
  await run({ lookForMs: 1_000 });
  const { length } = wallet.requests;
  await pass(600_000);
  expect(counts((await run({ onlyLooks: true })).tally)).toEqual({ planned: 3 });
  expect(wallet.requests).toHaveLength(length);
});

it.each([
  ['minutes ago before', 600_000, true],
  ['just now after', 0, false],
])('looks for what was refused %s it sends the others', async (_, ms, isFirst) => {
  const { run, events, pass } = await openRun({
    fate: once({ 1: refusal('no', 429), 2: refusal('insufficient_balance') }),
  });
  await run({ lookForMs: 1_000 });
  await pass(ms);
  events.length = 0;
  expect(counts((await run()).tally)).toEqual({ paid: 3 });
  expect(events.findIndex(({ type }) => type === 'looking') === 0).toBe(isFirst);
});

it('sends nothing more once it has stopped, although a lost response is found', async () => {
  const { run } = await openRun({ fate: once({ 1: 'lost-after', 2: refusal('insufficient_balance') }) });
  expect(counts((await run()).tally)).toEqual({ paid: 1, planned: 2 });
});

it('looks for what a killed process was sending, and sends it no more', async () => {
  const { run, journal, runId, wallet, clock } = await openRun();
  journal.steps.intend({ runId, row: 1 }, { at: clock.epochMs(), mark: '#px2222222', servedBefore: null });
  expect(counts((await run({ lookForMs: 1 })).tally)).toEqual({ unknown: 1, paid: 2 });
  expect(journal.payout({ runId, row: 1 })).toMatchObject({
    code: 'interrupted',
    endedAt: expect.any(Number) as number,
  });
  expect(counts((await run()).tally)).toEqual({ absent: 1, paid: 2 });
  expect(wallet.requests).toHaveLength(2);
});

it.each([
  [59_999, 0],
  [60_000, 1],
])('reads the newest page again where that of the account is %d ms old', async (ageMs, more) => {
  const { journal, lock, wallet, clock, controller } = await openRun({ rows: [payout(1)] });
  const binding = bound(journal, wallet.client, clock);
  await clock.runToEnd();
  const { newest, ...account } = await binding;
  let before = 0;
  wallet.alter('page', (page) => (query) => {
    if (wallet.requests.length === 0) before += 1;
    return page(query);
  });
  const aged = { ...account, newest: { ...newest, askedAt: clock.epochMs() - ageMs } };
  const given = { journal, lock, client: wallet.client, clock, signal: controller.signal, onEvent: () => undefined };
  const running = runPayouts({ ...given, account: aged });
  await clock.runToEnd();
  expect([counts((await running).tally), before]).toEqual([{ paid: 1 }, more]);
});

it('sends nothing once other keys have joined the account', async () => {
  const { journal, lock, wallet, clock, controller } = await openRun();
  const binding = bound(journal, wallet.client, clock);
  await clock.runToEnd();
  const account = { ...(await binding), keys: ['a key that is forgotten'] };
  const given = { journal, lock, client: wallet.client, clock, signal: controller.signal, onEvent: () => undefined };
  const running = runPayouts({ ...given, account });
  running.catch(() => undefined);
  await clock.runToEnd();
  await expect(running).rejects.toMatchObject({ code: 'account_unclear' });
  expect(wallet.requests).toEqual([]);
});

it.each<[string, RunOptions, boolean, object]>([
  ['not followed, unless it is asked to', {}, false, { accepted: 1 }],
  ['followed', { waits: true }, false, { paid: 1 }],
  ['left, where no key may follow it', { waits: true }, true, { accepted: 1 }],
])('a payment that is pending is %s', async (_, options, isRefused, expected) => {
  const { run, wallet } = await openRun({
    rows: [payout(1)],
    fate: () => ({ settles: 'COMPLETED', afterMs: 600_000 }),
  });
  if (isRefused) wallet.alter('get', () => () => Promise.reject(refusal('permission_missing', 403)));
  expect(counts((await run(options)).tally)).toEqual(expected);
});

it.each<[string, Fate, RunOptions, object]>([
  ['what they were', 'lost-before', {}, { absent: 10, planned: 4 }],
  ['all of them', 'lost-after', { lookForMs: 1 }, { paid: 1, unknown: 9, planned: 4 }],
])('stops when answers keep getting lost, and a look does not find %s', async (_, first, options, expected) => {
  const fate: RunSettings['fate'] = (_order, number) => (number === 1 ? first : 'lost-before');
  const { run, wallet, events } = await openRun({ rows: rowsOf(14), fate });
  const { stop, tally } = await run(options);
  expect([stop, counts(tally), wallet.requests.length]).toEqual([{ reason: 'outcomes_unknown' }, expected, 10]);
  expect(events).toContainEqual({ type: 'stopped', stop });
});

const codeIn = (error: unknown) => (error instanceof PayoutError ? error.code : String(error));

it('logs what it begins to send, once, however often it sends again', async () => {
  const { run, journal, runId } = await openRun({ fate: once({ 1: 'lost-before' }) });
  expect(counts((await run({ resendsProvenAbsent: true })).tally)).toEqual({ paid: 3 });
  const details = { payments: 3, sumCentavos: 3_006 };
  expect(Array.from(journal.log.entries(), (entry) => [entry.act, entry.runId, entry.details])).toEqual([
    ['ran', runId, details],
  ]);
});

it.each([
  [['ana', 'bia'], { approvers: 'ana, bia' }],
  [[], {}],
])('logs who has approved a run that was submitted: %j', async (approvers, logged) => {
  const { run, journal } = await openRun();
  const standing = () => ({ approvers });
  Object.assign(journal.approvals, { assertMaySend: () => undefined, submissionOf: () => ({}), standing });
  await run();
  const [entry] = journal.log.entries();
  expect(entry?.details).toEqual({ payments: 3, sumCentavos: 3_006, ...logged });
});

it.each([
  ['and looks for a lost response', true, ['policy', { unknown: 1, planned: 1 }, 1]],
  ['where there is none', false, ['cap_exceeded', { planned: 2 }, 0]],
] as const)('sends nothing that a policy forbids since, %s', async (_, isLost, expected) => {
  const { run, wallet, journal, runId, events } = await openRun({
    rows: rowsOf(2),
    fate: (_order, number) => (number === 1 ? 'lost-before' : unsent()),
  });
  if (isLost) await run({ lookForMs: 1 });
  const ana = signer();
  const roles = { administrators: ['ana'], submitters: ['ana'], approvers: ['ana'] };
  const document = JSON.stringify({
    ...{ people: { ana: [ana.publicKey] }, ...roles },
    ...{ approvals: [], caps: { payment: '10,00' } },
  });
  journal.policies.set(document, ana.sign(journal.policies.statementFor(document), 'pix-policy'));
  const sent = wallet.requests.length;
  events.length = 0;
  const ended = await run({ lookForMs: 1 }).catch((error: unknown) => ({ stop: { reason: codeIn(error) } }));
  const looks = events.filter(({ type }) => type === 'looking').length;
  expect([ended.stop?.reason, counts(journal.tally(runId)), looks]).toEqual(expected);
  expect(wallet.requests).toHaveLength(sent);
});

const never = () => ({ settles: 'COMPLETED', afterMs: 9_000_000 }) as const;
it.each<[string, RunSettings, RunOptions, string | undefined]>([
  ['nothing is left', {}, {}, undefined],
  ['one is pending', { fate: never }, {}, undefined],
  ['one is pending, and was to be followed', { fate: never }, { waits: true }, 'interrupted'],
  ['one is to be looked for', { fate: () => 'lost-before' }, {}, 'interrupted'],
  ['one is to be sent', { rows: rowsOf(2) }, {}, 'interrupted'],
])('a look that is interrupted when %s, interrupts the run, or not', async (_, settings, options, reason) => {
  const { run, controller, wallet } = await openRun({ rows: [payout(1)], ...settings });
  const interrupt = () => {
    if (wallet.requests.length > 0) controller.abort();
  };
  wallet.alter('page', (page) => (query) => page(query).finally(interrupt));
  wallet.alter('proven', (proven) => (query) => {
    interrupt();
    return proven(query);
  });
  expect((await run(options)).stop?.reason).toBe(reason);
});

const lost = new PayoutError('lost', { code: 'lock_lost' });
it.each([
  ['alone', lost, lost, true],
  ['and then something else', lost, bug, false],
  ['after something else', bug, lost, false],
])('ends when its lock is lost, and says so if nothing else has failed: %s', async (_, first, then, isLost) => {
  const { run, journal, events } = await openRun();
  const transaction = journal.transaction.bind(journal);
  let left = 6;
  journal.transaction = (work) => {
    if ((left -= 1) > 0) return transaction(work);
    throw left === 0 ? first : then;
  };
  const running = run();
  const stop = { reason: 'lock_lost' } as const;
  if (!isLost) await expect(running).rejects.toMatchObject({ errors: [first, then] });
  else expect((await running).stop).toEqual(stop);
  if (isLost) expect(events.at(-1)).toEqual({ type: 'stopped', stop });
});

it.each([
  ['nothing was sent', 1, refusal('no', 500), 'no'],
  ['something was sent', 2, refusal('no', 500), undefined],
  ['something was sent, and no list may be read any more', 2, refusal('no', 403), 'cannot_look'],
])('a look that fails after %s', async (_, round, error, code) => {
  const { run, wallet, events } = await openRun({ rows: [payout(1)], fate: () => 'lost-before' });
  let pages = 0;
  wallet.alter('page', (page) => (query) => ((pages += 1) > round ? Promise.reject(error) : page(query)));
  const running = run({ resendsProvenAbsent: true, mayHavePaused: true });
  if (code === undefined) {
    const { stop } = await running;
    expect(stop).toEqual({ reason: 'network', error });
    expect(events.filter(({ type }) => type === 'stopped')).toEqual([{ type: 'stopped', stop }]);
  } else await expect(running).rejects.toMatchObject({ code });
  expect(wallet.requests).toHaveLength(round - 1);
});
