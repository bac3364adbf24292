import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceJournal } from '../../src/payouts/journal/service-journal.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { onDiskOf, simulateDisk } from './simulation/simulated-disk.ts';
import { SimulatedProcess, ProcessStopped } from './simulation/simulated-process.ts';
import { approvedRun, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { makeOldJournal } from '../support/old-journal.ts';

const ORIGIN = 'https://wallet.example';
const POINTS_MAXIMUM = 200;
const clock = simulatedClock(seededRandom(1));

let restoreDisk: () => void;
beforeAll(async () => {
  restoreDisk = await simulateDisk();
});
afterAll(() => {
  restoreDisk();
});

/** Old journals of two profiles, each with a run that has an unconfirmed payout. */
async function oldStates(): Promise<string> {
  const states = temporaryFolder();
  for (const profile of ['work', 'key-1']) {
    const folder = temporaryFolder();
    const journal = await temporaryJournal(folder);
    const rows = [payout(1, { reference: `${profile}-1` }), payout(2, { reference: `${profile}-2` })];
    const { runId, lock } = await approvedRun(journal, rows);
    const mark = profile === 'work' ? '#px2222222' : '#px3333333';
    journal.intend({ runId, row: 1 }, { at: 1, mark, servedBefore: null });
    lock.release();
    mkdirSync(join(states, profile));
    await makeOldJournal(join(folder, 'payouts.sqlite'), join(states, profile));
  }
  return states;
}

const open = (states: string) => openServiceJournal({ states, origin: ORIGIN, clock });

/** The contents of both old journals, whichever was imported first. */
async function known(states: string) {
  const journal = await open(states);
  const payouts = journal.runs().flatMap(({ id, account }) => {
    return [...journal.payouts(id)].map(({ reference, state }) => ({
      reference,
      state,
      isTaken: journal.holderOf(reference ?? '', account) !== undefined,
    }));
  });
  const accounts = journal.accounts.all().map(({ labels }) => labels.join());
  const marks = ['#px2222222', '#px3333333'].map((mark) => journal.payoutOfMark(mark)?.reference);
  journal.close();
  const byReference = payouts.toSorted((one, other) => (one.reference ?? '').localeCompare(other.reference ?? ''));
  return { payouts: byReference, accounts: accounts.toSorted(), marks };
}

const WHOLE = {
  payouts: [
    { reference: 'key-1-1', state: 'sending', isTaken: true },
    { reference: 'key-1-2', state: 'planned', isTaken: false },
    { reference: 'work-1', state: 'sending', isTaken: true },
    { reference: 'work-2', state: 'planned', isTaken: false },
  ],
  accounts: ['key-1', 'work'],
  marks: ['work-1', 'key-1-1'],
};

it('imports old journals once and completely, although it is killed before or after any write', async () => {
  let killed = 0;
  for (let crashAt = 1; crashAt < POINTS_MAXIMUM; crashAt += 1) {
    const states = await oldStates();
    const process = new SimulatedProcess({ name: `killed at ${crashAt}`, clock, crashAt });
    const disk = { faultProbability: 0, random: seededRandom(crashAt), hasNoLocks: false };
    const ended = await onDiskOf(process, disk, () => open(states)).then(
      (journal) => {
        journal.close();
        return true;
      },
      (error: unknown) => {
        if (error instanceof ProcessStopped || process.isStopped()) return false;
        throw error;
      },
    );
    process.stop();
    expect(await known(states), `killed at ${crashAt}`).toEqual(WHOLE);
    expect(existsSync(join(states, 'work', 'payouts.sqlite'))).toBe(false);
    rmSync(states, { recursive: true });
    if (ended) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(5);
  expect(killed).toBeLessThan(POINTS_MAXIMUM - 1);
});

it('finishes what was killed between the import and the last renaming', async () => {
  const states = await oldStates();
  const file = join(states, 'work', 'payouts.sqlite');
  expect(await known(states)).toEqual(WHOLE);
  // As if the file had not been renamed: its token shows that everything was imported.
  cpSync(`${file}.taken-over`, file);
  rmSync(`${file}.taken-over`);
  expect(await known(states)).toEqual(WHOLE);
  expect(existsSync(file)).toBe(false);
});
