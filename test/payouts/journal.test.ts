import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYOUT_STATES, REFERENCE_HOLDING_STATES, TRANSITIONS } from '../../src/payouts/payout-state.ts';
import { PaymentRecords } from '../../src/cnab/payment-records.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { PAYMENT, remittanceLines } from '../support/remittance.ts';
import { drawsOfStore } from '../support/postgres.ts';
import { codeOf } from './support/codes.ts';
import {
  approvedRun,
  facts,
  payout,
  rawDatabase,
  temporaryFolder,
  temporaryJournal,
  withdrawal,
} from './support/journals.ts';

describe('staging', () => {
  it('stores rows that must not be paid before they are approved', async () => {
    const journal = await temporaryJournal();
    const { run, lock, isKnown } = await journal.staging.stage(facts(), [payout(1), payout(2)], () => 'sha256:a');
    expect({ run, isKnown }).toMatchObject({
      run: { digest: 'sha256:a', payouts: 2, amountCentavos: 2_003, approvedAt: null },
      isKnown: false,
    });
    expect(run.id).toMatch(/^r-\d{8}-[2-9a-z]{4}$/);
    expect(journal.runs()).toEqual([]);
    const place = { runId: run.id, row: 1 };
    expect(codeOf(() => journal.steps.intend(place, { at: 1, mark: '#pxaaaaaaa', servedBefore: null }))).toBe(
      'this run is not approved',
    );
    expect(journal.staging.approve(run.id).approvedAt).not.toBeNull();
    expect(journal.steps.intend(place, { at: 1, mark: '#pxaaaaaaa', servedBefore: null })).toBe(true);
    lock.release();
  });

  it('returns the rows unchanged', async () => {
    const journal = await temporaryJournal();
    const full = payout(1, {
      reference: 'NF 1',
      name: 'João',
      taxId: '12345678909',
      description: 'salário',
      cells: { Referência: 'NF 1', 'valor;': ' "1.234,56" ' },
    });
    const { runId } = await approvedRun(journal, [full, payout(2)]);
    expect([...journal.payouts(runId)]).toMatchObject([
      { ...full, state: 'planned', attempt: 0, mark: null, withdrawal: null },
      payout(2),
    ]);
    for (const name of ['reference', 'name', 'taxId', 'description'])
      expect(journal.payout({ runId, row: 2 })).not.toHaveProperty(name);
  });

  it('recognises the payouts of an approved run, and stages nothing', async () => {
    const { staging } = await temporaryJournal();
    const first = await staging.stage(facts(), [payout(1)], () => 'sha256:same');
    staging.approve(first.run.id);
    first.lock.release();
    const again = await staging.stage(facts({ source: 'cópia.csv' }), [payout(1)], () => 'sha256:same');
    expect(again).toMatchObject({ isKnown: true, run: { id: first.run.id, source: 'folha.csv' } });
    again.lock.release();
    const elsewhere = staging.stage(facts({ origin: 'https://other.example' }), [payout(1)], () => 'sha256:same');
    await expect(elsewhere).rejects.toMatchObject({ code: 'other_origin', runId: first.run.id });
  });

  it('lets one of two processes approve the same payouts', async () => {
    const folder = temporaryFolder();
    const [one, other] = [await temporaryJournal(folder), await temporaryJournal(folder)];
    const first = await one.staging.stage(facts(), [payout(1)], () => 'sha256:same');
    const second = await other.staging.stage(facts(), [payout(1)], () => 'sha256:same');
    one.staging.approve(first.run.id);
    expect(() => other.staging.approve(second.run.id)).toThrow(
      expect.objectContaining({ code: 'already_approved', runId: first.run.id }),
    );
    first.lock.release();
    second.lock.release();
  });

  it('creates another run of payouts to pay once more, when the earlier one is complete', async () => {
    const folder = temporaryFolder();
    const [one, other] = [await temporaryJournal(folder), await temporaryJournal(folder)];
    const stageAgain = (journal: typeof one) => journal.staging.stage(facts(), [payout(1)], () => 'sha256:same', true);
    expect(codeOf(() => one.staging.assertRepeatable('sha256:same', 1))).toBe('not_run_before');
    const first = await stageAgain(one);
    one.staging.approve(first.run.id);
    first.lock.release();
    const [second, rival] = [await stageAgain(one), await stageAgain(other)];
    expect([first, second, rival].map(({ run, isKnown }) => [run.round, isKnown])).toEqual([
      [1, false],
      [2, false],
      [2, false],
    ]);
    expect(codeOf(() => one.staging.approve(second.run.id))).toBe('run_unfinished');
    one.steps.change({ runId: first.run.id, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'ana' });
    one.staging.approve(second.run.id);
    expect(codeOf(() => other.staging.approve(rival.run.id))).toBe('already_approved');
    expect(one.runOfDigest('sha256:same', 1)?.id).toBe(second.run.id);
    second.lock.release();
    rival.lock.release();
  });

  it('stores the terms of a run, and for each payout whether its fee is added on top', async () => {
    const journal = await temporaryJournal();
    const rows = [payout(1, { coverFee: true }), payout(2)];
    const compared = { at: 7, ids: ['wd-1'] };
    const terms = facts({ coverFee: true, usesMarks: false, resendsProvenAbsent: true, compared });
    const { runId } = await approvedRun(journal, rows, terms);
    expect(journal.run(runId)).toMatchObject(terms);
    expect([...journal.payouts(runId)].map(({ coverFee }) => coverFee)).toEqual([true, false]);
    expect(journal.feeOnTop(runId)).toEqual({ payouts: 1, amountCentavos: 1_001 });
    expect(journal.feeOnTop('none')).toEqual({ payouts: 0, amountCentavos: 0 });
  });

  it('stores no rows of a failed staging, and removes what a killed process left behind, but not what a running one uses', async () => {
    const folder = temporaryFolder();
    const journal = await temporaryJournal(folder);
    function* broken() {
      yield payout(1);
      throw new Error('line 3');
    }
    await expect(journal.staging.stage(facts(), broken(), () => '')).rejects.toThrow('line 3');
    const held = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:1');
    const left = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:2');
    left.lock.release();
    const next = await journal.staging.stage(facts(), [payout(1)], () => 'sha256:3');
    expect(codeOf(() => journal.run(left.run.id))).toBe('run_unknown');
    const stillThere = [left, held].map(({ run }) => codeOf(() => journal.staging.assertStillThere(run.id)));
    expect(stillThere).toEqual(['run_not_approved', 'nothing was thrown']);
    expect(journal.run(held.run.id).digest).toBe('sha256:1');
    journal.staging.discard(held.run.id);
    expect(codeOf(() => journal.run(held.run.id))).toBe('run_unknown');
    held.lock.release();
    next.lock.release();
  });

  it('keeps no run locked whose rows it could not remove', async () => {
    const folder = temporaryFolder();
    const journal = await temporaryJournal(folder);
    const { runId, lock } = await approvedRun(journal, [payout(1)]);
    lock.release();
    const { digest } = journal.run(runId);
    const database = await rawDatabase(folder);
    database.exec('CREATE TABLE holder (run INTEGER REFERENCES run (number))');
    const same = () => {
      database.exec(
        'INSERT INTO holder SELECT number FROM run WHERE approved_at IS NULL AND number NOT IN (SELECT run FROM holder)',
      );
      return digest;
    };
    await expect(journal.staging.stage(facts(), [payout(1)], same)).rejects.toThrow(/holder|FOREIGN KEY/);
    (await journal.steps.lockRun(runId)).release();
    await expect(journal.staging.stage(facts(), [payout(1)], same)).rejects.toThrow(/holder|FOREIGN KEY/);
    database.exec('DROP TABLE holder');
    const next = await journal.staging.stage(facts(), [payout(1)], () => digest);
    expect(next).toMatchObject({ isKnown: true, run: { id: runId } });
    next.lock.release();
  });

  it('lets the number of a remittance be that of one file of an account', async () => {
    const { staging, accounts } = await temporaryJournal();
    const other = accounts.add();
    const begin = async (file: string, digest: string, account = 1) => {
      const records = remittanceLines({ batches: [[PAYMENT]] }).slice(0, 4);
      const row = { ...payout(1), cells: { 'CNAB 240': PaymentRecords.cellOf(file.repeat(64), records) } };
      const { run, lock } = await staging.stage(facts({ account }), [row], () => digest);
      lock.release();
      return staging.approve(run.id).id;
    };
    const agreement = '001 CONV-1';
    expect(staging.newestNumber(agreement, 1)).toBeUndefined();
    const first = await begin('a', 'sha256:1');
    await expect(begin('b', 'sha256:2')).rejects.toMatchObject({
      ...{ code: 'remittance_used', runId: first, facts: { number: 7 } },
      message: `the remittance 7 is that of the run ${first}`,
    });
    // Rows of the same file that are due on another day.
    await begin('a', 'sha256:3');
    await begin('b', 'sha256:4', other);
    expect([staging.newestNumber(agreement, 1), staging.newestNumber('001 CONV-2', 1)]).toEqual([7, undefined]);
  });

  it('stores more rows than one write takes', async () => {
    const journal = await temporaryJournal();
    const rows = Array.from({ length: 2_300 }, (_, index) => payout(index + 1, { amountCentavos: centavos(500) }));
    const { runId } = await approvedRun(journal, rows);
    expect(journal.tally(runId).planned).toEqual({ payouts: 2_300, amountCentavos: 1_150_000 });
    expect([...journal.payouts(runId)].map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
    const some = journal.payouts(runId, { after: 2_000, maximum: 2, states: ['planned'] });
    expect([...some].map(({ row }) => row)).toEqual([2_001, 2_002]);
    expect([...journal.payouts(runId, { maximum: 600 })]).toHaveLength(600);
  });
});

it('a run is used by one process at a time', async () => {
  const folder = temporaryFolder();
  const [one, other] = [await temporaryJournal(folder), await temporaryJournal(folder)];
  const { runId, lock } = await approvedRun(one, [payout(1)]);
  await expect(other.steps.lockRun(runId)).rejects.toMatchObject({ code: 'run_locked', runId });
  lock.release();
  const second = await other.steps.lockRun(runId);
  await expect(one.steps.lockRun(runId)).rejects.toMatchObject({ code: 'run_locked', runId });
  second.release();
  second.release();
  one.steps.change({ runId, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'ana' });
  const late = [
    second.assertMayLeave,
    () => other.steps.intend({ runId, row: 1 }, { at: 1, mark: null, servedBefore: null }),
    () => other.steps.change({ runId, row: 1 }, 'planned', { to: 'duplicate' }),
  ];
  for (const work of late) {
    const working = other.steps.underLock(second, () => Promise.resolve().then(work));
    await expect(working).rejects.toMatchObject({ code: 'lock_lost', runId });
  }
  await expect(one.steps.lockRun('r-20260101-none')).rejects.toMatchObject({ code: 'run_unknown' });
});

it('a reference belongs to one payout of all runs, until that is certainly not paid, and no copy of it was found', async () => {
  const journal = await temporaryJournal();
  const { runId: first } = await approvedRun(journal, [payout(1, { reference: 'NF 1' })]);
  const { runId: second } = await approvedRun(journal, [payout(1, { reference: 'NF 1' })]);
  const [one, other] = [first, second].map((runId) => ({ runId, row: 1 })) as [Place, Place];
  expect(journal.holderOf('NF 1', 1)).toBeUndefined();
  expect(journal.steps.intend(one, { at: 1, mark: null, servedBefore: null })).toBe(true);
  expect(journal.steps.intend(other, { at: 2, mark: null, servedBefore: null })).toBe(false);
  expect(journal.payout(other)).toMatchObject({ state: 'duplicate', code: 'reference_held', reason: `${first} 1` });
  expect(journal.holderOf('NF 1', 1)).toMatchObject(one);
  journal.steps.change(one, 'sending', { to: 'refused', endedAt: 3 });
  expect(journal.holderOf('NF 1', 1)).toBeUndefined();
  journal.steps.change(other, 'duplicate', { to: 'planned' });
  expect(journal.steps.intend(other, { at: 4, mark: null, servedBefore: null })).toBe(false);
  journal.steps.storeSought([one], 5);
  journal.steps.change(other, 'duplicate', { to: 'planned' });
  expect(journal.steps.intend(other, { at: 6, mark: null, servedBefore: null })).toBe(true);
  expect(journal.payoutsOf('NF 1').map(({ runId, state }) => [runId, state])).toEqual([
    [second, 'sending'],
    [first, 'refused'],
  ]);
});

it('a withdrawal is claimed by one payout, which keeps it', async () => {
  const journal = await temporaryJournal();
  const { runId } = await approvedRun(journal, [payout(1), payout(2)]);
  for (const row of [1, 2]) journal.steps.intend({ runId, row }, { at: row, mark: null, servedBefore: null });
  journal.steps.change({ runId, row: 1 }, 'sending', {
    to: 'accepted',
    withdrawal: withdrawal('w1', { status: 'PENDING' }),
  });
  expect(
    codeOf(() => journal.steps.change({ runId, row: 2 }, 'sending', { to: 'paid', withdrawal: withdrawal('w1') })),
  ).toBe('withdrawal_claimed');
  journal.steps.change({ runId, row: 1 }, 'accepted', { to: 'paid', withdrawal: withdrawal('w1') });
  expect(journal.claimantOf('w1')).toMatchObject({ runId, row: 1, state: 'paid', withdrawal: { status: 'COMPLETED' } });
  expect(journal.payout({ runId, row: 2 }).state).toBe('sending');
});

it('finds a payout by the mark of any of its attempts, and others by key and amount', async () => {
  const journal = await temporaryJournal();
  const { runId } = await approvedRun(journal, [payout(1), payout(2)]);
  const place = { runId, row: 1 };
  for (const mark of ['#pxaaaaaaa', '#pxbbbbbbb']) {
    journal.steps.intend(place, { at: 1, mark, servedBefore: null });
    if (mark === '#pxaaaaaaa') journal.steps.change(place, 'sending', { to: 'planned', endedAt: 2 });
  }
  expect(journal.payout(place)).toMatchObject({ attempt: 2, mark: '#pxbbbbbbb', endedAt: null });
  expect(journal.marksOf(place)).toEqual(['#pxaaaaaaa', '#pxbbbbbbb']);
  expect(journal.payoutOfMark('#pxaaaaaaa')).toMatchObject(place);
  expect(journal.payoutOfMark('#pxzzzzzzz')).toBeUndefined();
  expect(() => journal.steps.intend({ runId, row: 2 }, { at: 3, mark: '#pxaaaaaaa', servedBefore: null })).toThrow(
    'a mark is made once',
  );
  expect(journal.alike(payout(1), 1)).toMatchObject([place]);
  expect(journal.alike(payout(2), 1)).toEqual([]);
});

it('keeps the reference of a failed payout after a second withdrawal was made for it', async () => {
  const journal = await temporaryJournal();
  const failed = payout(1, { reference: 'A-1' });
  const { runId } = await approvedRun(journal, [failed]);
  const place = { runId, row: 1 };
  journal.steps.intend(place, { at: 1, mark: '#pxaaaaaaa', servedBefore: null });
  journal.steps.change(place, 'sending', { to: 'failed', withdrawal: withdrawal('wd-1', { status: 'FAILED' }) });
  expect(journal.holderOf('A-1', 1)).toBeUndefined();
  journal.steps.storeSecond(place, 'wd-2');
  expect([
    journal.holderOf('A-1', 1),
    ...journal.alikeSince(failed, 1, { sinceMs: 0, deniedSinceMs: Number.MAX_SAFE_INTEGER }),
  ]).toMatchObject([place, place]);
});

it('finds unsent rows of a run among payments that a new file may repeat, until a person decides otherwise', async () => {
  const journal = await temporaryJournal();
  const { runId } = await approvedRun(journal, [payout(1)]);
  const { lock } = await journal.staging.stage(facts(), [payout(2)], () => 'sha256:not approved');
  expect(journal.alikeSince(payout(1), 1, { sinceMs: 0, deniedSinceMs: Number.MAX_SAFE_INTEGER })).toMatchObject([
    { runId, row: 1 },
  ]);
  expect(journal.alikeSince(payout(2), 1, { sinceMs: 0, deniedSinceMs: Number.MAX_SAFE_INTEGER })).toEqual([]);
  lock.release();
  journal.steps.change({ runId, row: 1 }, 'planned', { to: 'resolved_unpaid', resolvedBy: 'Ana' });
  expect(journal.alikeSince(payout(1), 1, { sinceMs: 0, deniedSinceMs: Number.MAX_SAFE_INTEGER })).toEqual([]);
});

it('compares payments with those of each account that has not proven to be another one', async () => {
  const journal = await temporaryJournal();
  const { accounts } = journal;
  const own = accounts.add();
  const third = accounts.add();
  const { runId } = await approvedRun(journal, [payout(1)]);
  const alikeFor = (account: number) =>
    journal.alikeSince(payout(1), account, { sinceMs: 0, deniedSinceMs: Number.MAX_SAFE_INTEGER });
  expect(alikeFor(own)).toMatchObject([{ runId, row: 1 }]);
  accounts.recordDistinct(third, 1);
  expect([alikeFor(third), alikeFor(own)]).toMatchObject([[], [{ runId, row: 1 }]]);
  accounts.link(third, own);
  expect([alikeFor(third), alikeFor(own)]).toEqual([[], []]);
  accounts.link(1, own);
  expect([alikeFor(third), alikeFor(1)]).toMatchObject([[{ runId, row: 1 }], [{ runId, row: 1 }]]);
});

it('goes on, of two runs of a file whose accounts are joined since, with the one whose payment is in doubt', async () => {
  const journal = await temporaryJournal();
  const other = journal.accounts.add();
  const begin = async (account: number) => {
    const { run, lock } = await journal.staging.stage(facts({ account }), [payout(1)], () => 'sha256:both');
    journal.staging.approve(run.id);
    lock.release();
    return run.id;
  };
  const [first, second] = [await begin(1), await begin(other)];
  const { lock } = await journal.staging.stage(facts({ account: 1 }), [payout(1)], () => 'sha256:both');
  journal.steps.intend({ runId: first, row: 1 }, { at: 1, mark: '#pxaaaaaaa', servedBefore: null });
  lock.release();
  journal.accounts.link(1, other);
  const next = () => journal.runOfDigest('sha256:both', other)?.id;
  expect(next()).toBe(first);
  const twin = { runId: second, row: 1 };
  expect(journal.steps.intend(twin, { at: 1, mark: null, servedBefore: null })).toBe(false);
  expect(journal.payout(twin)).toMatchObject({ state: 'duplicate', code: 'row_held', reason: `${first} 1` });
  journal.steps.change({ runId: first, row: 1 }, 'sending', { to: 'refused', code: 'limit_exceeded' });
  expect(next()).toBe(second);
});

it('stores all of a transaction or nothing', async () => {
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder);
  const { runId } = await approvedRun(journal, [payout(1), payout(2)]);
  const work = () => {
    journal.transaction(() => {
      journal.steps.intend({ runId, row: 1 }, { at: 1, mark: null, servedBefore: null });
      journal.steps.change({ runId, row: 2 }, 'sending', { to: 'paid' });
    });
  };
  expect([codeOf(work), journal.tally(runId).planned.payouts]).toEqual(['illegal_transition', 2]);
});

describe('a payout that was refused after its request had been sent', () => {
  const intent = { at: 1, mark: '#pxaaaaaaa', servedBefore: null };

  it('is looked for before it is sent again, which the database itself ensures', async () => {
    const folder = temporaryFolder();
    const journal = await temporaryJournal(folder);
    const { runId } = await approvedRun(journal, [payout(1), payout(2)]);
    const place = { runId, row: 1 };
    journal.steps.intend(place, intent);
    journal.steps.change(place, 'sending', { to: 'planned', endedAt: 2, refusedAt: 2 });
    expect(codeOf(() => journal.steps.intend(place, { ...intent, mark: '#pxbbbbbbb' }))).toBe('illegal_transition');
    const database = await rawDatabase(folder);
    for (const [row, state] of [
      [1, 'sending'],
      [2, 'unknown'],
    ]) {
      expect(() => {
        database.exec(`UPDATE payout SET state = '${state}', mark = NULL, ended_at = 1 WHERE row = ${row}`);
      }).toThrow('looked for before it is sent again');
    }
    journal.steps.change(place, 'planned', { to: 'unknown' });
    journal.steps.change(place, 'unknown', { to: 'absent' });
    expect(journal.payout(place).refusedAt).toBe(2);
    journal.steps.change(place, 'absent', { to: 'planned' });
    expect(journal.payout(place).refusedAt).toBeNull();
    expect(journal.steps.intend(place, { ...intent, mark: '#pxbbbbbbb' })).toBe(true);
  });

  it('keeps its reference', async () => {
    const journal = await temporaryJournal();
    const { runId } = await approvedRun(journal, [payout(1, { reference: 'A' })]);
    const other = await approvedRun(journal, [payout(1, { reference: 'A' })]);
    journal.steps.intend({ runId, row: 1 }, intent);
    journal.steps.change({ runId, row: 1 }, 'sending', { to: 'planned', endedAt: 2, refusedAt: 2 });
    expect(journal.holderOf('A', 1)).toMatchObject({ runId, state: 'planned' });
    expect(journal.steps.intend({ runId: other.runId, row: 1 }, { ...intent, mark: '#pxbbbbbbb' })).toBe(false);
  });
});

it('knows the withdrawals that existed before a payout was first sent', async () => {
  const journal = await temporaryJournal();
  const { runId } = await approvedRun(journal, [payout(1), payout(2)]);
  const [one, other] = [
    { runId, row: 1 },
    { runId, row: 2 },
  ];
  journal.steps.storeSeen(['early']);
  expect(journal.wasSeenBefore('early', one)).toBe(false);
  journal.steps.intend(one, { at: 1, mark: '#pxaaaaaaa', servedBefore: null });
  journal.steps.storeSeen(['early', 'late']);
  journal.steps.intend(other, { at: 1, mark: '#pxbbbbbbb', servedBefore: null });
  expect(['early', 'late', 'none'].map((id) => journal.wasSeenBefore(id, one))).toEqual([true, false, false]);
  expect(['early', 'late', 'none'].map((id) => journal.wasSeenBefore(id, other))).toEqual([true, true, false]);
  // What did not leave was not sent: the same is seen before the next attempt. A refused request was sent.
  journal.steps.change(one, 'sending', { to: 'planned' });
  journal.steps.change(other, 'sending', { to: 'planned', endedAt: 2 });
  journal.steps.storeSeen(['later']);
  journal.steps.intend(one, { at: 3, mark: '#pxccccccc', servedBefore: null });
  journal.steps.intend(other, { at: 3, mark: '#pxddddddd', servedBefore: null });
  expect(['late', 'later', 'none'].map((id) => journal.wasSeenBefore(id, one))).toEqual([true, true, false]);
  expect(['late', 'later', 'none'].map((id) => journal.wasSeenBefore(id, other))).toEqual([true, false, false]);
});

it('the database itself has the same steps as the program', async () => {
  const folder = temporaryFolder();
  await temporaryJournal(folder);
  const database = await rawDatabase(folder);
  const listed = database.prepare('SELECT state_before, state FROM transition').all();
  const wanted = Object.entries(TRANSITIONS).flatMap(([state_before, states]) =>
    states.map((state) => ({ state_before, state })),
  );
  expect(listed).toHaveLength(wanted.length);
  expect(listed).toEqual(expect.arrayContaining(wanted));
});

interface Place {
  readonly runId: string;
  readonly row: number;
}

it('keeps its rules whatever steps are tried, in whatever order, and its sums agree', async () => {
  const journal = await temporaryJournal();
  const step = fc.record({
    row: fc.integer({ min: 1, max: 4 }),
    from: fc.constantFrom(...PAYOUT_STATES),
    to: fc.constantFrom(...PAYOUT_STATES),
    withdrawalId: fc.option(fc.constantFrom('a', 'b', 'c')),
    isHonest: fc.boolean(),
  });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      runs += 1;
      const name = `run ${runs}`;
      const rows = [1, 2, 3, 4].map((row) => payout(row, { reference: `${name} ${row % 2}` }));
      const { runId, lock } = await approvedRun(journal, rows);
      for (const { row, from, to, withdrawalId, isHonest } of steps) {
        const place = { runId, row };
        const before = journal.payout(place);
        const believed = isHonest ? before.state : from;
        let isTaken = true;
        try {
          if (to === 'sending') isTaken = journal.steps.intend(place, { at: 1, mark: null, servedBefore: null });
          else {
            journal.steps.change(place, believed, {
              to,
              endedAt: 2,
              resolvedBy: 'maria',
              ...(withdrawalId !== null && { withdrawal: withdrawal(`${name} ${withdrawalId}`) }),
            });
          }
        } catch {
          isTaken = false;
        }
        const after = journal.payout(place);
        if (!isTaken) {
          expect([before.state, 'duplicate']).toContain(after.state);
          continue;
        }
        expect(after.state).toBe(to);
        if (to !== 'sending') expect(before.state).toBe(believed);
        expect(TRANSITIONS[before.state]).toContain(to);
      }
      const all = [...journal.payouts(runId)];
      const tally = journal.tally(runId);
      for (const state of PAYOUT_STATES) {
        const those = all.filter((one) => one.state === state);
        const sum = those.reduce((total, { amountCentavos }) => total + amountCentavos, 0);
        expect(tally[state]).toEqual({ payouts: those.length, amountCentavos: sum });
      }
      const claims = all.flatMap((one) => one.withdrawal?.id ?? []);
      expect(new Set(claims).size).toBe(claims.length);
      const holders = all.filter(({ state }) => REFERENCE_HOLDING_STATES.includes(state));
      expect(new Set(holders.map(({ reference }) => reference)).size).toBe(holders.length);
      lock.release();
    }),
    drawsOfStore(8),
  );
});
