import { assert } from './claims.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../support/preloaded-client.ts';
import { openJournal } from '../../../src/payouts/journal/journal.ts';
import { PayoutError } from '../../../src/payouts/payout-error.ts';
import { seededRandom } from '../../support/random.ts';
import { drawJournals, type DrawnMachine, type JournalsWorld } from './draw-journals.ts';
import { Machine, OwnBooks } from './machine-with-journal.ts';
import { livePayouts, UNDISTURBED, type LifeEnd } from './program.ts';
import { readyJournal } from './ready-journal.ts';
import { closeConnections } from './shared-connections.ts';
import { SimulatedHttp } from './simulated-http.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedWallet } from './simulated-wallet.ts';
import { simulatedTime, type SimulatedTime } from './simulated-time.ts';

const START_QUIET_MS = 3_600_000;
/** No request of the first commands is processed any more, and every list shows what they sent. */
const NEXT_DAY_MS = 86_400_000;
/** Fewer than hide a payment on the newest page. */
const OTHERS_MAXIMUM = 20;

/** How a command ended. */
type End = LifeEnd | 'foreign_journal' | undefined;

/** What a campaign counts of one world. */
export interface JournalsReceipt {
  readonly met: ReadonlyMap<string, number>;
  /** Rows that were paid more often than the file says. */
  readonly doubled: number;
  readonly simulatedMs: number;
}

/**
 * Machines pay the same file from one account, each with a journal that the others don't share.
 *
 * @throws {Error} when more rows are paid twice than the documentation says, silently, or with a false report
 */
export async function simulateJournals(seed: number): Promise<JournalsReceipt> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-journals-'));
  const world = drawJournals(seed);
  try {
    return await new Journals(folder, seed, world).work();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${problem}\n${world.told}`, { cause: error });
  } finally {
    for (const { name } of world.machines) closeConnections(join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  }
}

class Journals {
  readonly #folder: string;
  readonly #seed: number;
  readonly #world: JournalsWorld;
  readonly #time: SimulatedTime;
  readonly #wallet: SimulatedWallet;
  readonly #http: SimulatedHttp;
  readonly #machines: readonly Machine[];
  readonly #makers = new Map<string, string>();
  readonly #violations: unknown[] = [];
  readonly #met = new Map<string, number>();
  #maker = '';
  #isOver = false;

  constructor(folder: string, seed: number, world: JournalsWorld) {
    this.#folder = folder;
    this.#seed = seed;
    this.#world = world;
    const { simulation } = world;
    this.#time = simulatedTime(seededRandom(seed + 1));
    const { clock } = this.#time;
    const nowMs = () => Math.floor(clock.epochMs() + simulation.skewMs);
    this.#wallet = new SimulatedWallet({
      traits: simulation.wallet,
      random: seededRandom(seed + 2),
      time: { nowMs, schedule: (delayMs, wake) => clock.schedule(delayMs, wake) },
      onCreated: ({ id }) => this.#makers.set(id, this.#maker),
      prefix: 'wd-',
    });
    this.#http = new SimulatedHttp({ wallet: this.#wallet, traits: simulation.http, nowMs, isRevoked: () => false });
    this.#machines = world.machines.map((drawn, index) => this.#equip(drawn, seededRandom(seed + 3 + index)));
  }

  async work(): Promise<JournalsReceipt> {
    const doubled = await this.#time.runThrough(() => this.#story());
    return { met: this.#met, doubled, simulatedMs: this.#time.clock.now() };
  }

  #equip(drawn: DrawnMachine, random: () => number): Machine {
    const { name } = drawn;
    const network = new SimulatedNetwork({
      clock: this.#time.clock,
      random,
      traits: this.#world.simulation.network,
      answer: (request) => {
        this.#maker = name;
        return this.#http.answer(request);
      },
      track: (work) => this.#time.track(work),
    });
    const isOwn = (withdrawalId: string) => this.#makers.get(withdrawalId) === name;
    return new Machine(drawn, network, new OwnBooks(this.#world, this.#wallet, isOwn));
  }

  async #story(): Promise<number> {
    for (const { drawn } of this.#machines) {
      mkdirSync(join(this.#folder, drawn.name));
      await readyJournal(join(this.#folder, drawn.name));
    }
    await this.#time.wait(START_QUIET_MS);
    const others = this.#others();
    const ends = await Promise.all(this.#machines.map((machine) => this.#first(machine)));
    this.#isOver = true;
    await others;
    const doubled = this.#judgeMoney();
    for (const [index, machine] of this.#machines.entries()) this.#judgeReport(machine, ends[index]);
    this.#judgeSilence(ends, doubled);
    await this.#time.wait(NEXT_DAY_MS);
    await this.#again(doubled);
    for (const machine of this.#machines) await this.#judgeJournal(machine);
    if (this.#violations.length > 0) throw this.#violations[0];
    return doubled;
  }

  async #first(machine: Machine): Promise<End> {
    await this.#time.wait(machine.drawn.startsAfterMs);
    const end = await this.#command(machine, machine.drawn.pausesWithinMs);
    const told = typeof end === 'object' ? (end.refusal ?? end.stop ?? 'no stop') : (end ?? 'gave up');
    this.#meet(`a first command: ${told}`);
    return end;
  }

  /** The same command once more, where no command is under way, and nothing is lost. */
  async #again(doubledBefore: number): Promise<void> {
    for (const machine of this.#machines) {
      machine.network.setCalm(true);
      await this.#command(machine, 0);
    }
    const doubled = this.#doubled();
    // Without visible marks a resumed run is not compared with what others have paid since.
    if (doubled > doubledBefore) this.#meet('rows doubled by a later command');
    const isBound = doubled <= doubledBefore || !this.#world.showsMarks;
    assert.ok(isBound, `PAID TWICE: ${doubled - doubledBefore} rows by a later command`);
  }

  async #command(machine: Machine, pausesWithinMs: number): Promise<End> {
    const { drawn, network, books, owners } = machine;
    const { simulation } = this.#world;
    const isStormy = simulation.network.faultProbability > 0 && !this.#isOver;
    try {
      return await livePayouts({
        name: drawn.name,
        folder: join(this.#folder, drawn.name),
        file: { name: 'file.csv', account: 'a', rows: drawn.rows },
        simulation,
        time: this.#time,
        network,
        books,
        random: seededRandom(this.#seed * 100 + this.#machines.indexOf(machine)),
        keys: drawn.keys,
        account: 'a',
        owners,
        ...UNDISTURBED,
        consentsWithinMs: pausesWithinMs,
        isCalm: !isStormy,
        sabotage: {
          client: (client) => machine.watched(client),
          options: { waits: drawn.waits, mayHavePaused: pausesWithinMs > 0 },
        },
        note: (check) => this.#note(check),
      });
    } catch (error) {
      if (!(error instanceof PayoutError) || error.code !== 'foreign_journal') throw error;
      return 'foreign_journal';
    }
  }

  /** Withdrawals of a machine that have not failed. */
  #madeBy(name: string) {
    return this.#wallet.withdrawals.filter(({ id, status }) => this.#makers.get(id) === name && status !== 'FAILED');
  }

  /** How many withdrawals the file's rows have beyond one each, for each key and amount. */
  #surplus(withdrawals: readonly { readonly pixKey: string; readonly valueCentavos: number }[]): number {
    const left = new Map<string, number>();
    const { coverFee, wallet } = this.#world.simulation;
    for (const { pixKey, amountCentavos } of this.#world.rows) {
      const key = `${pixKey} ${coverFee ? amountCentavos + wallet.fee : amountCentavos}`;
      left.set(key, (left.get(key) ?? 0) + 1);
    }
    for (const { pixKey, valueCentavos } of withdrawals) {
      const key = `${pixKey} ${valueCentavos}`;
      const rows = left.get(key);
      assert.ok(rows !== undefined, `${pixKey} with ${valueCentavos} is in no file`);
      left.set(key, rows - 1);
    }
    return [...left.values()].reduce((sum, rows) => sum + Math.max(0, -rows), 0);
  }

  #doubled(): number {
    for (const { drawn } of this.#machines) {
      assert.equal(this.#surplus(this.#madeBy(drawn.name)), 0, `PAID TWICE: ${drawn.name} has paid a row twice itself`);
    }
    return this.#surplus(this.#machines.flatMap(({ drawn }) => this.#madeBy(drawn.name)));
  }

  /** One machine may send on; each of the others has sent what leaves alone, one payment for each lost answer and one. */
  #judgeMoney(): number {
    const sending = this.#machines.filter(({ drawn }) => this.#madeBy(drawn.name).length > 0);
    const alone = sending.map(({ lostFirst }) => 1 + lostFirst).toSorted((one, other) => other - one);
    const bound = alone.slice(0, -1).reduce((sum, rows) => sum + rows, 0);
    const doubled = this.#doubled();
    this.#meet(doubled > 0 ? 'a world with a doubled row' : 'a world without a doubled row');
    assert.ok(doubled <= bound, `PAID TWICE: ${doubled} rows, and the bound is ${bound}`);
    return doubled;
  }

  /** What a list has shown to a machine is not kept silent; and it reports no payment of another that isn't there. */
  #judgeReport(machine: Machine, end: End): void {
    const { name } = machine.drawn;
    const foreign = this.#wallet.withdrawals.filter(({ id }) => ![name, 'others'].includes(this.#makers.get(id) ?? ''));
    const stopped = end === 'foreign_journal' || end?.stop === 'foreign_journal' || end?.refusal === 'paid_before';
    if (stopped) assert.ok(foreign.length > 0, `${name} reports another machine, and it has sent nothing`);
    const own = this.#madeBy(name);
    const seconds = foreign.filter(
      (row) =>
        row.status !== 'FAILED' &&
        machine.shown.has(row.id) &&
        own.some(({ pixKey, valueCentavos }) => pixKey === row.pixKey && valueCentavos === row.valueCentavos),
    );
    if (seconds.length === 0 || !this.#world.showsMarks || this.#world.hasTwins) return;
    assert.ok(
      says(end),
      `SILENT: ${name} has seen ${seconds.map(({ id }) => id).join()} beside its own, and says nothing`,
    );
  }

  #judgeSilence(ends: readonly End[], doubled: number): void {
    if (doubled === 0 || ends.some(says)) return;
    this.#meet('a doubled row that no machine could see');
    const { simulation, showsMarks } = this.#world;
    // After its last row a machine reads only marks, and only once.
    const isLast = this.#machines.some(({ drawn }) => this.#isDoubledKey(drawn.rows.at(-1)?.pixKey));
    const isLookedFor = !isLast || (showsMarks && simulation.http.lagMs === 0);
    const isFaultless = simulation.network.faultProbability === 0;
    assert.ok(!isLookedFor || !isFaultless, 'SILENT: a row was paid twice, and no machine says so');
  }

  #isDoubledKey(key: string | undefined): boolean {
    const paying = this.#machines.filter(({ drawn }) => this.#madeBy(drawn.name).some(({ pixKey }) => pixKey === key));
    return paying.length > 1;
  }

  async #judgeJournal({ drawn, books }: Machine): Promise<void> {
    const journal = await openJournal({ folder: join(this.#folder, drawn.name), clock: this.#time.clock });
    try {
      const payouts = journal.runs().flatMap(({ id }) => [...journal.payouts(id)]);
      for (const payout of payouts) {
        books.checkClaim(payout);
        if (payout.secondWithdrawalId !== null) books.checkAlarm(payout, payout.secondWithdrawalId);
      }
      const claimed = new Set(payouts.flatMap(({ withdrawal }) => withdrawal?.id ?? []));
      const open = payouts.filter(({ state }) => state === 'unknown' || state === 'ambiguous');
      for (const { id, pixKey } of this.#madeBy(drawn.name)) {
        const isKnown = claimed.has(id) || open.some((payout) => payout.pixKey === pixKey);
        assert.ok(isKnown, `${drawn.name} has sent ${id}, and no payout reports it`);
      }
    } finally {
      journal.close();
    }
  }

  async #others(): Promise<void> {
    const { othersEveryMs, coverFee } = this.#world.simulation;
    const random = seededRandom(this.#seed + 9);
    for (let made = 0; made < OTHERS_MAXIMUM && othersEveryMs > 0; made += 1) {
      await this.#time.wait(2 * random() * othersEveryMs);
      if (this.#isOver) return;
      this.#maker = 'others';
      const order = { amountCentavos: 1_000 + made, pixKey: 'other@example.com', pixKeyType: 'EMAIL', coverFee };
      this.#wallet.create({ ...order, description: '' }, 'others');
    }
  }

  #meet(what: string): void {
    this.#met.set(what, (this.#met.get(what) ?? 0) + 1);
  }

  #note(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#violations.push(error);
    }
  }
}

/** Whether a command reports that another machine pays, too. */
function says(end: End): boolean {
  if (end === undefined) return false;
  if (end === 'foreign_journal') return true;
  return end.stop === 'foreign_journal' || end.refusal !== undefined || (end.alarms ?? 0) > 0;
}
