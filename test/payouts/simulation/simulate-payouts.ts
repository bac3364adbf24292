import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// What the client loads when it needs it would be waited for in real time, which the simulated one takes for hanging.
import '../../../src/contract/operations.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import { unpaidPayouts } from '../../../src/payouts/report.ts';
import { seededRandom } from '../../client/support/random.ts';
import { openBooks, type Books } from './books.ts';
import { drawWorld, STATED_BOUNDS } from './draw-world.ts';
import { createPixClient } from '../../../src/client/client.ts';
import { openJournal } from '../../../src/payouts/journal.ts';
import { judgeRuns } from './judge.ts';
import { decideHeld } from './person.ts';
import { livePayouts, ORIGIN, type Life, type PayoutFile, type Sabotage } from './program.ts';
import { readyJournal } from './ready-journal.ts';
import { simulatedHttp } from './simulated-http.ts';
import { simulatedNetwork, type Fault } from './simulated-network.ts';
import { simulatedProcess, type CrashPoint } from './simulated-process.ts';
import { simulatedTime } from './simulated-time.ts';
import { simulatedWallet } from './simulated-wallet.ts';

/** What happened in one world, for whoever wants to know what a campaign has seen. */
export interface PayoutReceipt {
  readonly payouts: number;
  readonly withdrawals: number;
  readonly requests: number;
  readonly lives: number;
  readonly crashes: readonly CrashPoint[];
  readonly faults: ReadonlyMap<Fault, number>;
  /** How often payouts came into each state, as it was told. */
  readonly states: ReadonlyMap<PayoutState, number>;
  readonly simulatedMs: number;
  /** The same on every run of a seed: what was asked, in which order, and when. */
  readonly trace: string;
}

/** In memory where there is such a place: thousands of files are made. */
const QUICK_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const START_QUIET_MS = 3_600_000;
const OTHERS_MAXIMUM = 40;
const FINAL_KEY = 'pk_simulated_final';
const CLOSING: PayoutFile = {
  name: 'closing.csv',
  rows: [{ reference: undefined, pixKey: 'closing@example.com', amountCentavos: 7_770, description: undefined }],
};
/** So often a person tries again what stopped for a reason that passes. */
const FINAL_TRIES = 40;

/**
 * Lets files be paid in one world, through crashes, faults and rivals, until only proven or human questions are left;
 * then a person answers those.
 *
 * @throws {Error} when somebody was paid twice, or anything was told that is not so; its message tells the seed
 */
export async function simulatePayouts(seed: number, sabotage: Sabotage = {}): Promise<PayoutReceipt> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'pix-simulated-'));
  try {
    if (seed % 10 !== 0) await readyJournal(folder);
    return await simulateIn(folder, seed, sabotage);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${problem}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function simulateIn(folder: string, seed: number, sabotage: Sabotage): Promise<PayoutReceipt> {
  const random = seededRandom(seed);
  const world = sabotage.world?.(drawWorld(random)) ?? drawWorld(random);
  const time = simulatedTime(seededRandom(seed + 1));
  const serviceNowMs = () => Math.floor(time.clock.epochMs() + world.skewMs);
  const wholeClock = { ...time.clock, epochMs: () => Math.floor(time.clock.epochMs()) };
  const violations: unknown[] = [];
  const trace: string[] = [];
  const story = { isOver: false };

  const note = (check: () => void) => {
    try {
      check();
    } catch (error) {
      violations.push(error);
    }
  };
  const wallet = simulatedWallet(
    world.wallet,
    { nowMs: serviceNowMs, schedule: (delayMs, wake) => time.clock.schedule(delayMs, wake) },
    seededRandom(seed + 2),
    (created) => {
      trace.push(`${time.clock.now()} ${created.id} ${created.pixKey} ${created.description}`);
      note(() => {
        books.check();
      });
    },
  );
  const books: Books = openBooks([...world.files, CLOSING.rows], wallet.withdrawals, world.http.descriptions);
  const isRevoked = (key: string) =>
    key !== FINAL_KEY && time.clock.now() - START_QUIET_MS >= (world.revokedAtMs.get(key) ?? Number.POSITIVE_INFINITY);
  const network = simulatedNetwork({
    clock: time.clock,
    random: seededRandom(seed + 3),
    traits: world.network,
    answer: simulatedHttp({ wallet, traits: world.http, nowMs: serviceNowMs, isRevoked }),
    track: (work) => time.track(work),
  });
  const crashes: CrashPoint[] = [];
  const states = new Map<PayoutState, number>();
  let lives = 0;

  /** @returns undefined when it did not come to its end: it crashed, or had no right to work */
  async function live(file: PayoutFile, life: Partial<Life>) {
    lives += 1;
    const outcome = await livePayouts({
      name: `life ${lives}`,
      folder,
      file,
      world,
      time,
      network,
      books,
      random: seededRandom(seed * 1_000 + lives),
      keys: world.keys,
      crashAt: Number.POSITIVE_INFINITY,
      diskFaultProbability: 0,
      isCalm: false,
      interruptedAfterMs: undefined,
      sabotage,
      note,
      onCrash: (point) => {
        crashes.push(point);
      },
      onState: count,
      ...life,
    });
    if (violations.length > 0) throw violations[0];
    return outcome;
  }

  async function stormyLives(file: PayoutFile): Promise<void> {
    network.setCalm(false);
    for (const crashAt of world.crashes) {
      const { rivalAfterMs, interruptedAfterMs, diskFaultProbability } = world;
      const first = live(file, { crashAt, interruptedAfterMs, diskFaultProbability });
      const rival =
        rivalAfterMs === undefined
          ? undefined
          : time.wait(rivalAfterMs).then(() => live(file, { diskFaultProbability }));
      await Promise.all([first, rival]);
      await time.wait(random() < 0.5 ? 0 : 300_000 * random());
    }
  }

  /** The same command again and again, now that everything works, and a key that holds. */
  async function calmLives(file: PayoutFile): Promise<void> {
    network.setCalm(true);
    let wasRefused = false;
    for (let tries = 0; ; tries += 1) {
      const outcome = await live(file, { isCalm: true, keys: [FINAL_KEY] });
      assert.ok(outcome !== undefined, 'the last life has no reason to end early');
      if (outcome.isSettled && (wasRefused || !outcome.hasNoMore)) return;
      // What was refused in a storm is looked for once it can no longer be carried out.
      wasRefused ||= outcome.isSettled;
      if (wasRefused) await time.wait(STATED_BOUNDS.latestEffectMs + 2 * STATED_BOUNDS.cacheMs);
      assert.ok(tries < FINAL_TRIES, `it does not come to an end: ${outcome.told}`);
      await time.wait(60_000);
    }
  }

  /** Everybody who runs and everything that is under way comes to its end; then a person decides what is held. */
  async function settle(files: readonly PayoutFile[]): Promise<void> {
    for (const file of files) await calmLives(file);
    await time.wait(STATED_BOUNDS.latestEffectMs + 700_000);
    const apiKeys = [{ name: FINAL_KEY, key: FINAL_KEY }];
    const person = simulatedProcess({ name: 'person', clock: time.clock, crashAt: Number.POSITIVE_INFINITY });
    const client = createPixClient({ baseUrl: ORIGIN, apiKeys, fetch: network.fetchOf(person) }, person.clock);
    const journal = await openJournal({ folder, clock: person.clock });
    const decided = await decideHeld(journal, client, person.clock, books);
    decided.forEach(count);
    journal.close();
    // What gave way to a payout that was not paid after all may be sent now.
    if (decided.length > 0) for (const file of files) await calmLives(file);
  }

  /** What a person would send again: all that was definitely not paid, and nothing else. */
  async function retryFile(): Promise<PayoutFile> {
    const journal = await openJournal({ folder, clock: wholeClock });
    const rows = journal.runs().flatMap(({ id }) => [...unpaidPayouts(journal, id)]);
    journal.close();
    return {
      name: 'retry.csv',
      rows: rows.map(({ reference, pixKey, amountCentavos, description }) => ({
        reference,
        pixKey,
        amountCentavos,
        description,
      })),
    };
  }

  function count(state: PayoutState): void {
    states.set(state, (states.get(state) ?? 0) + 1);
  }

  async function others(): Promise<void> {
    for (let made = 0; made < OTHERS_MAXIMUM && world.othersEveryMs > 0; made += 1) {
      await time.wait(2 * random() * world.othersEveryMs);
      if (story.isOver) return;
      makeOther(made);
    }
  }

  function makeOther(number: number): void {
    const [like] = world.hasLookalikes ? (world.files[0] ?? []) : [];
    wallet.create(
      {
        amountCentavos: like?.amountCentavos ?? 1_000 + number,
        pixKey: like?.pixKey ?? `other-${number}@example.com`,
        pixKeyType: 'EMAIL',
        description: like?.description ?? '',
        coverFee: world.coverFee,
      },
      'others',
    );
  }

  const files = world.files.map((rows, place) => ({ name: `file-${place + 1}.csv`, rows }));
  await time.runThrough(async () => {
    for (let number = 0; number < world.othersBefore; number += 1) makeOther(number);
    await time.wait(START_QUIET_MS);
    const writing = others();
    for (const file of files) {
      await stormyLives(file);
      if (world.settlesInBetween) await settle([file]);
    }
    await settle(files);
    const retry = await retryFile();
    if (world.retries && retry.rows.length > 0) {
      await stormyLives(retry);
      await settle([...files, retry]);
    }
    story.isOver = true;
    await writing;
    // A copy that was carried out after the end of its run is noticed by the next.
    if (world.network.gateway === 'repeating') await calmLives(CLOSING);
    const journal = await openJournal({ folder, clock: wholeClock });
    judgeRuns(journal, books, wallet.withdrawals);
    journal.close();
    if (violations.length > 0) throw violations[0];
  });

  return {
    payouts: world.files.flat().length,
    withdrawals: wallet.withdrawals.length,
    requests: network.requests(),
    lives,
    crashes,
    faults: network.faults,
    states,
    simulatedMs: time.clock.now(),
    trace: trace.join('\n'),
  };
}
