import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../client/support/random.ts';
import { openBooks, type Books } from './books.ts';
import { drawWorld, STATED_BOUNDS, type World } from './draw-world.ts';
import { openJournal } from '../../../src/payouts/journal.ts';
import { judgeRuns } from './judge.ts';
import { livePayouts, type Life, type Sabotage } from './program.ts';
import { simulatedHttp } from './simulated-http.ts';
import { simulatedNetwork, type Fault } from './simulated-network.ts';
import { type CrashPoint } from './simulated-process.ts';
import { simulatedTime } from './simulated-time.ts';
import { simulatedWallet } from './simulated-wallet.ts';

/** What happened in one world, for whoever wants to know what a campaign has seen. */
export interface PayoutReceipt {
  readonly payouts: number;
  readonly withdrawals: number;
  readonly lives: number;
  readonly crashes: readonly CrashPoint[];
  readonly faults: ReadonlyMap<Fault, number>;
  readonly finalStates: Readonly<Record<string, number>>;
  readonly simulatedMs: number;
  /** The same on every run of a seed: what was asked, in which order, and when. */
  readonly trace: string;
}

const START_QUIET_MS = 3_600_000;
const OTHERS_MAXIMUM = 300;
const FINAL_KEY = 'pk_simulated_final';
/** So often a person tries again what stopped for a reason that passes. */
const FINAL_TRIES = 40;

/**
 * Lets files be paid in one world, through crashes, faults and rivals, until only proven or human questions are left;
 * then a person answers those.
 *
 * @throws {Error} when somebody was paid twice, or anything was told that is not so; its message tells the seed
 */
export async function simulatePayouts(seed: number, sabotage: Sabotage = {}): Promise<PayoutReceipt> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-simulated-'));
  try {
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
  const violations: unknown[] = [];
  const trace: string[] = [];
  let isOver = false;

  const note = (check: () => void) => {
    try {
      check();
    } catch (error) {
      violations.push(error);
    }
  };
  const wallet = simulatedWallet(
    world.wallet,
    { nowMs: serviceNowMs, schedule: time.clock.schedule },
    seededRandom(seed + 2),
    (created) => {
      trace.push(`${time.clock.now()} ${created.id} ${created.pixKey} ${created.description}`);
      note(() => {
        books.check();
      });
    },
  );
  const books: Books = openBooks(world.files, wallet.withdrawals);
  const isRevoked = (key: string) =>
    key !== FINAL_KEY && time.clock.now() - START_QUIET_MS >= (world.revokedAtMs.get(key) ?? Number.POSITIVE_INFINITY);
  const network = simulatedNetwork({
    clock: time.clock,
    random: seededRandom(seed + 3),
    traits: world.network,
    answer: simulatedHttp({ wallet, traits: world.http, nowMs: serviceNowMs, isRevoked }),
    track: time.track,
  });
  const crashes: CrashPoint[] = [];
  let lives = 0;

  /** @returns undefined when it did not come to its end: it crashed, or had no right to work */
  async function live(fileNumber: number, life: Partial<Life>) {
    lives += 1;
    const outcome = await livePayouts({
      name: `life ${lives}`,
      folder,
      file: world.files[fileNumber] ?? [],
      fileNumber,
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
      ...life,
    });
    if (violations.length > 0) throw violations[0];
    return outcome;
  }

  async function stormyLives(fileNumber: number): Promise<void> {
    for (const crashAt of world.crashes) {
      const { rivalAfterMs, interruptedAfterMs, diskFaultProbability } = world;
      const first = live(fileNumber, { crashAt, interruptedAfterMs, diskFaultProbability });
      const rival =
        rivalAfterMs === undefined
          ? undefined
          : time.wait(rivalAfterMs).then(() => live(fileNumber, { diskFaultProbability }));
      await Promise.all([first, rival]);
      await time.wait(random() < 0.5 ? 0 : 300_000 * random());
    }
  }

  /** The same command again and again, now that everything works, and a key that holds. */
  async function calmLives(fileNumber: number): Promise<void> {
    network.calm();
    for (let tries = 0; ; tries += 1) {
      const outcome = await live(fileNumber, { isCalm: true, keys: [FINAL_KEY] });
      assert.ok(outcome !== undefined, 'the last life has no reason to end early');
      if (outcome.isSettled) return;
      assert.ok(tries < FINAL_TRIES, `it does not come to an end: ${outcome.told}`);
      await time.wait(60_000);
    }
  }

  async function others(): Promise<void> {
    for (let made = 0; made < OTHERS_MAXIMUM && world.othersEveryMs > 0 && !isOver; made += 1) {
      await time.wait(2 * random() * world.othersEveryMs);
      if (!isOver) makeOther(made);
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

  const finalStates = await time.runThrough(async () => {
    for (let number = 0; number < world.othersBefore; number += 1) makeOther(number);
    await time.wait(START_QUIET_MS);
    const writing = others();
    for (const fileNumber of world.files.keys()) await stormyLives(fileNumber);
    for (const fileNumber of world.files.keys()) await calmLives(fileNumber);
    isOver = true;
    await writing;
    // Whatever was still under way has been carried out by now.
    await time.wait(STATED_BOUNDS.latestEffectMs + 700_000);
    const journal = await openJournal({ folder, clock: time.clock });
    judgeRuns(journal, books, wallet.withdrawals);
    if (violations.length > 0) throw violations[0];
    return {};
  });

  return {
    payouts: world.files.flat().length,
    withdrawals: wallet.withdrawals.length,
    lives,
    crashes,
    faults: network.faults,
    finalStates,
    simulatedMs: time.clock.now(),
    trace: trace.join('\n'),
  };
}
