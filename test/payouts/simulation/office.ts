import { assert } from './claims.ts';
import { createPixClient } from '../../../src/client/create-client.ts';
import { openJournal, type Journal } from '../../../src/payouts/journal/journal.ts';
import { PayoutError } from '../../../src/payouts/payout-error.ts';
import { OPEN_STATES, type PayoutState } from '../../../src/payouts/payout-state.ts';
import { unpaidPayouts } from '../../../src/payouts/journal/records.ts';
import { seededRandom } from '../../support/random.ts';
import type { IntendedPayout } from './draw-files.ts';
import { drawSimulation, STATED_BOUNDS, type Simulation } from './draw-simulation.ts';
import { judgeRuns } from './judge.ts';
import { drawSleep, openSharedJournal, type Machines, type SharedJournal } from './machines.ts';
import { OfficeAccount, roundsOf } from './office-account.ts';
import { isAtStake, Owners } from './owners.ts';
import { decideOnHold } from './person.ts';
import { livePayouts, ORIGIN, sourceOf, UNDISTURBED } from './program.ts';
import type { Life, LifeEnd, PayoutFile, Sabotage } from './program.ts';
import type { PayoutReceipt } from './receipt.ts';
import { withoutDuplicates } from './retry-rows.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedProcess, type CrashPoint } from './simulated-process.ts';
import { simulatedTime, type SimulatedTime } from './simulated-time.ts';

const START_QUIET_MS = 3_600_000;
const OTHERS_MAXIMUM = 40;
/** The longest time for which a journal that machines share keeps a run for a program that is not heard of. */
const LEASE_MS = 61_000;
/** For less than the twenty days in which a row that gets a reference is compared with payments without one. */
const COMPARED_MS = 18 * 86_400_000;
/** How often a person retries after a temporary stop. */
const FINAL_TRIES = 40;
/** A person's decision may free other rows, which may need a decision, and so on. */
const DECISIONS_MAXIMUM = 10;

/** One simulation, and the people in it who pay files. */
export class SimulatedOffice {
  readonly #folder: string;
  readonly #seed: number;
  readonly #sabotage: Sabotage;
  readonly #random: () => number;
  readonly #simulation: Simulation;
  readonly #time: SimulatedTime;
  readonly #network: SimulatedNetwork;
  readonly #accounts: readonly OfficeAccount[];
  readonly #owners = new Owners();
  readonly #violations: unknown[] = [];
  readonly #trace: string[] = [];
  readonly #crashes: CrashPoint[] = [];
  readonly #states = new Map<PayoutState, number>();
  readonly #met = new Map<string, number>();
  /** Files for which a person leaves out rows that may have been paid before. */
  readonly #onlyValid = new Set<PayoutFile>();
  /** Undefined: one machine with a journal of its own. */
  readonly #machines: Machines | undefined;
  readonly #machineRandom: () => number;
  #jumpsMs: readonly number[] = [];
  #offMs = 0;
  #lives = 0;
  #isOver = false;

  constructor(folder: string, seed: number, sabotage: Sabotage, machines?: Machines) {
    this.#machines = machines;
    this.#machineRandom = seededRandom(seed + 6);
    this.#folder = folder;
    this.#seed = seed;
    this.#sabotage = sabotage;
    this.#random = seededRandom(seed);
    const drawn = drawSimulation(this.#random, STATED_BOUNDS, seededRandom(seed + 4));
    const simulation = sabotage.simulation?.(drawn) ?? drawn;
    this.#simulation = simulation;
    this.#jumpsMs = simulation.jumpsMs;
    const time = simulatedTime(seededRandom(seed + 1));
    this.#time = time;
    this.#accounts = simulation.accounts.map((account, index) =>
      this.#openAccount(account, seededRandom(seed + 2 + 7 * index)),
    );
    this.#network = new SimulatedNetwork({
      clock: time.clock,
      random: seededRandom(seed + 3),
      traits: simulation.network,
      answer: (request) => this.#accountOf(request.key).answer(request),
      track: (work) => time.track(work),
    });
  }

  async work(): Promise<PayoutReceipt> {
    await inZone(this.#simulation.zone, () => this.#time.runThrough(() => this.#story()));
    return {
      payouts: this.#accounts.flatMap(({ files }) => files.flatMap(({ rows }) => rows)).length,
      withdrawals: this.#accounts.reduce((sum, { wallet }) => sum + wallet.withdrawals.length, 0),
      requests: this.#network.requests(),
      lives: this.#lives,
      crashes: this.#crashes,
      faults: this.#network.faults,
      states: this.#states,
      met: this.#met,
      simulatedMs: this.#time.clock.now(),
      trace: this.#trace.join('\n'),
    };
  }

  #openAccount(drawn: Simulation['accounts'][number], random: () => number): OfficeAccount {
    const time = this.#time;
    const simulation = this.#simulation;
    const account: OfficeAccount = new OfficeAccount({
      drawn,
      simulation,
      random,
      time: {
        nowMs: () => Math.floor(time.clock.epochMs() + simulation.skewMs),
        schedule: (delayMs, wake) => time.clock.schedule(delayMs, wake),
      },
      passedMs: () => time.clock.now() - START_QUIET_MS,
      onCreated: ({ id, pixKey, description }) => {
        this.#trace.push(`${time.clock.now()} ${id} ${pixKey} ${description}`);
        this.#note(() => account.books.check());
      },
    });
    return account;
  }

  #accountOf(key: string): OfficeAccount {
    const account = this.#accounts.find((one) => one.owns(key));
    assert.ok(account !== undefined, `there is no account of ${key}`);
    return account;
  }

  async #story(): Promise<void> {
    const { network, settlesInBetween, retries, decidesAfterMs, runsAtOnce, filesAtOnce } = this.#simulation;
    for (const account of this.#accounts) {
      for (let number = 0; number < account.drawn.othersBefore; number += 1)
        account.makeOther(number, this.#simulation);
      if (this.#simulation.paysByHand) account.payByHand(this.#simulation);
    }
    await this.#time.wait(START_QUIET_MS);
    const writing = this.#others();
    this.#countDrawn();
    const rounds = roundsOf(this.#accounts, filesAtOnce);
    for (const files of rounds) {
      if (runsAtOnce || filesAtOnce) await Promise.all(files.map((file) => this.#stormyLives(file)));
      else for (const file of files) await this.#stormyLives(file);
      if (settlesInBetween) {
        await (decidesAfterMs === 0 ? this.#settle(files) : this.#finish(files));
        await this.#time.wait(Math.min(decidesAfterMs, COMPARED_MS / rounds.length));
        await this.#jump();
      }
    }
    const given = this.#accounts.flatMap(({ files }) => files);
    const sentAgain = decidesAfterMs === 0 ? [] : await this.#retryBeforeDecisions(given);
    const all = decidesAfterMs === 0 ? given : await this.#withRuns([...given, ...sentAgain]);
    await this.#settle(all);
    const isCompared = decidesAfterMs <= COMPARED_MS;
    // Later, a person passes over what she has sent again already, or was told that it is paid: nothing compares it any more.
    const retry = await this.#retryFiles('retry.csv', isCompared ? [] : sentAgain);
    if (retries && retry.length > 0) {
      for (const file of retry) await this.#stormyLives(file);
      await this.#settle([...all, ...retry]);
    }
    this.#isOver = true;
    await writing;
    // A copy that was processed after the end of its run is noticed by the next.
    if (network.gateway === 'repeating') await this.#settle(this.#accounts.map(({ closing }) => closing));
    await this.#judge();
  }

  async #judge(): Promise<void> {
    await this.#withJournal((journal) => {
      for (const account of this.#accounts) {
        judgeRuns(journal, this.#runsOf(journal, account), account.books, account.wallet.withdrawals);
      }
      this.#owners.check(journal);
      return Promise.resolve();
    });
    if (this.#violations.length > 0) throw this.#violations[0];
  }

  #runsOf(journal: Journal, { name }: OfficeAccount) {
    return journal.runs().filter(({ id }) => this.#owners.of(id) === name);
  }

  /** @returns undefined when it did not finish: it crashed, or was not allowed to run */
  async #live(file: PayoutFile, life: Partial<Life>): Promise<LifeEnd | undefined> {
    this.#lives += 1;
    const account = this.#ownerOf(file);
    const outcome = await livePayouts({
      ...UNDISTURBED,
      name: `life ${this.#lives}`,
      folder: this.#folder,
      file,
      simulation: this.#simulation,
      time: this.#time,
      network: this.#network,
      books: account.books,
      random: seededRandom(this.#seed * 1_000 + this.#lives),
      keys: account.keys(),
      account: account.name,
      owners: this.#owners,
      isOnlyValid: this.#onlyValid.has(file),
      consentsWithinMs: this.#simulation.filesAtOnce ? 10_000 : 0,
      sabotage: this.#sabotage,
      skewMs: this.#offMs,
      ...(this.#machines !== undefined && this.#machineOf(this.#machines, life)),
      note: (check) => this.#note(check),
      onCrash: (point) => this.#crashes.push(point),
      onState: (state) => this.#states.set(state, (this.#states.get(state) ?? 0) + 1),
      onMet: (what) => this.#meet(what),
      ...life,
    });
    if (this.#violations.length > 0) throw this.#violations[0];
    if (outcome?.refusal !== undefined) this.#meet(`refused: ${outcome.refusal}`);
    return outcome;
  }

  /** One of the machines, which may sleep, and whose connection may be lost while there are faults. */
  #machineOf(machines: Machines, { isCalm = false }: Partial<Life>): Partial<Life> {
    const random = this.#machineRandom;
    const { skewsMs, sleepProbability } = machines;
    const number = Math.floor(random() * skewsMs.length);
    const sleeps = !isCalm && random() < sleepProbability;
    if (sleeps) this.#meet('a machine slept');
    return {
      skewMs: skewsMs[number] ?? 0,
      sleep: sleeps ? drawSleep(random) : undefined,
      shared: this.#sharedJournal(machines, `machine ${number + 1}`, isCalm),
    };
  }

  #sharedJournal(machines: Machines, machine: string, isCalm: boolean): SharedJournal {
    const { clock } = this.#time;
    const isUp = () => {
      const passedMs = clock.now() - START_QUIET_MS;
      return isCalm || !machines.outages.some(({ fromMs, untilMs }) => passedMs >= fromMs && passedMs < untilMs);
    };
    return {
      machine,
      locks: this.#sabotage.locks,
      connection: {
        lossProbability: isCalm ? 0 : machines.connectionLossProbability,
        random: this.#machineRandom,
        isUp,
        databaseMs: () => Math.floor(clock.epochMs()),
        onLoss: (what) => this.#meet(what),
      },
    };
  }

  /** While nothing is open: a jump while something is looked for changes how long that lasts, as is documented. */
  async #jump(): Promise<void> {
    const [offMs, ...jumps] = this.#jumpsMs;
    const open: readonly PayoutState[] = [...OPEN_STATES, 'absent'];
    const isOpen = await this.#withJournal((journal) =>
      Promise.resolve(journal.runs().some(({ id }) => [...journal.payouts(id, { states: open })].length > 0)),
    );
    if (offMs === undefined || isOpen) return;
    this.#jumpsMs = jumps;
    this.#offMs = offMs;
    this.#meet(`our clock is off by ${offMs / 86_400_000} days`);
  }

  async #stormyLives(file: PayoutFile): Promise<void> {
    const { crashes, rivalAfterMs, interruptedAfterMs, diskFaultProbability } = this.#simulation;
    const rivalsAfterMs = this.#machines?.rivalsAfterMs ?? (rivalAfterMs === undefined ? [] : [rivalAfterMs]);
    const account = this.#ownerOf(file);
    this.#network.setCalm(false);
    if (account.drawn.losesFirst && file === account.files[0]) await this.#loseAnswers(file);
    for (const crashAt of crashes) {
      const first = this.#live(file, { crashAt, interruptedAfterMs, diskFaultProbability });
      const rivals = rivalsAfterMs.map((afterMs) =>
        this.#time.wait(afterMs).then(() => this.#live(file, { diskFaultProbability })),
      );
      const [end] = await Promise.all([first, ...rivals]);
      if (end?.refusal !== undefined) this.#onlyValid.add(file);
      await this.#time.wait(this.#random() < 0.5 ? 0 : 300_000 * this.#random());
      if (account.turn()) this.#meet(account.drawn.rotates ? 'keys rotated' : 'another profile of the account');
      await this.#mistakeKey(file);
    }
  }

  /** The first life on an unknown account that stays silent until another key is used. */
  async #loseAnswers(file: PayoutFile): Promise<void> {
    this.#network.setLosing(true);
    await this.#live(file, { crashAt: 4 + Math.floor(20 * this.#random()) });
    this.#network.setLosing(false);
    this.#meet('all answers of a first run lost');
    this.#ownerOf(file).turn();
  }

  /** Resumes a run with the key of another account: it is refused, and nothing has changed. */
  async #mistakeKey(file: PayoutFile): Promise<void> {
    const other = this.#accounts.find(({ name }) => name !== file.account);
    const { mistakesKeys, runsAtOnce, filesAtOnce } = this.#simulation;
    if (other === undefined || !mistakesKeys || runsAtOnce || filesAtOnce) return;
    const before = await this.#stake(file);
    if (before === undefined) return;
    const keys = this.#random() < 0.5 ? other.keys() : [other.finalKey];
    const mistaken = { keys, account: other.name, books: other.books, resumes: before.runId };
    const code = await this.#mistaken(file, mistaken, (end) => (end === undefined ? 'gave up' : 'went on'));
    assert.notEqual(code, 'went on', `WRONG ACCOUNT: ${before.runId} of ${file.account} went on with ${keys.join()}`);
    this.#meet(`key of another account: ${code}`);
    assert.deepEqual(await this.#stake(file), before, `WRONG ACCOUNT: ${before.runId} was changed by another key`);
  }

  /** Runs a paid file with the profile of another account: nothing of it leaves that account. */
  async #mistakeProfile(file: PayoutFile): Promise<void> {
    const other = this.#accounts.find(({ name }) => name !== file.account);
    if (other === undefined || !this.#simulation.mistakesProfiles || !(await this.#isPaidByOneAccount(file))) return;
    const sent = () => other.wallet.withdrawals.filter(({ by }) => by === 'program').length;
    const before = sent();
    const mistaken = { isCalm: true, keys: [other.finalKey], account: other.name, books: other.books };
    const refusal = await this.#mistaken(file, mistaken, (end) => end?.refusal);
    assert.equal(sent(), before, `WRONG ACCOUNT: ${file.name} of ${file.account} was paid from ${other.name}, too`);
    this.#meet(`profile of another account: ${refusal}`);
  }

  /** @returns the code with which the program refuses a mistake, or what the end of its life means */
  async #mistaken(file: PayoutFile, life: Partial<Life>, meaningOf: (end: LifeEnd | undefined) => string | undefined) {
    return this.#live(file, life).then(meaningOf, (error: unknown) => {
      if (error instanceof PayoutError) return error.code;
      throw error;
    });
  }

  /** Whether the file was paid, and the other account has no such file of its own. */
  async #isPaidByOneAccount({ name, account }: PayoutFile): Promise<boolean> {
    return this.#withJournal((journal) => {
      const runs = journal.runs();
      const own = runs.find((run) => run.source === sourceOf({ name, account }) && this.#owners.of(run.id) === account);
      const isOthers = runs.some(({ id, digest }) => digest === own?.digest && this.#owners.of(id) !== account);
      return Promise.resolve(own !== undefined && !isOthers && journal.tally(own.id).paid.payouts > 0);
    });
  }

  /** The newest run of an account that may have sent something, and its state. */
  async #stake({ account }: PayoutFile) {
    return this.#withJournal((journal) => {
      const run = journal.runs().find(({ id }) => this.#owners.of(id) === account && isAtStake(journal, id));
      return Promise.resolve(run && { runId: run.id, tally: journal.tally(run.id) });
    });
  }

  /** Repeats the same command, now without faults and with a valid key. */
  async #calmLives(file: PayoutFile): Promise<void> {
    this.#network.setCalm(true);
    let wasRefused = false;
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#live(file, { isCalm: true, keys: [this.#ownerOf(file).finalKey] });
      assert.ok(outcome !== undefined, 'the last life has no reason to end early');
      if (outcome.refusal !== undefined) {
        if (this.#onlyValid.has(file)) return;
        this.#onlyValid.add(file);
        continue;
      }
      if (outcome.isSettled && (wasRefused || !outcome.hasNoMore)) return;
      // Rows refused during a storm are looked for once they can no longer be processed.
      wasRefused ||= outcome.isSettled;
      if (wasRefused) await this.#time.wait(STATED_BOUNDS.latestEffectMs + 2 * STATED_BOUNDS.cacheMs);
      assert.ok(
        tries < FINAL_TRIES + (outcome.stop === 'answer_contradicts' ? file.rows.length : 0),
        `it does not come to an end: ${outcome.told}`,
      );
      await this.#time.wait(60_000);
    }
  }

  /** Finishes the files; then a person decides rows on hold. */
  async #settle(files: readonly PayoutFile[]): Promise<void> {
    for (let times = 0; ; times += 1) {
      await this.#finish(files);
      let decided = 0;
      for (const account of this.#accounts) decided += await this.#decide(account);
      // A duplicate of a payout that was not paid after all may be sent now, and may be put on hold in turn.
      if (decided === 0) break;
      assert.ok(times < DECISIONS_MAXIMUM, 'a person has to decide again and again');
    }
    for (const file of files) await this.#mistakeProfile(file);
  }

  /** All runs and open requests, apart from what is on hold. */
  async #finish(files: readonly PayoutFile[]): Promise<void> {
    // The leases of killed programs end first.
    if (this.#machines !== undefined) await this.#time.wait(LEASE_MS);
    for (const file of files) await this.#calmLives(file);
    await this.#time.wait(STATED_BOUNDS.latestEffectMs + 700_000);
  }

  /** What is certainly unpaid is sent again, although what is on hold beside it waits for a person. */
  async #retryBeforeDecisions(files: readonly PayoutFile[]): Promise<readonly PayoutFile[]> {
    if (!this.#simulation.retriesAtOnce) await this.#finish(files);
    const retry = await this.#retryFiles('retry-before-decisions.csv');
    if (retry.length > 0) this.#meet('a retry before decisions');
    for (const file of retry) await this.#stormyLives(file);
    await this.#finish(retry);
    await this.#time.wait(this.#simulation.decidesAfterMs);
    return retry;
  }

  /** A person runs no refused file again when nothing compares it any more. */
  async #withRuns(files: readonly PayoutFile[]): Promise<readonly PayoutFile[]> {
    return this.#withJournal((journal) => {
      const sources = new Set(journal.runs().map(({ source }) => source));
      return Promise.resolve(files.filter((file) => sources.has(sourceOf(file))));
    });
  }

  async #decide(account: OfficeAccount): Promise<number> {
    const { clock } = this.#time;
    const apiKeys = [{ name: account.finalKey, key: account.finalKey }];
    const skewMs = this.#offMs;
    const person = new SimulatedProcess({ name: 'person', clock, crashAt: Number.POSITIVE_INFINITY, skewMs });
    const client = createPixClient({ baseUrl: ORIGIN, apiKeys, fetch: this.#network.fetchOf(person) }, person.clock);
    return this.#withJournal(async (journal) => {
      const runs = this.#runsOf(journal, account);
      const decided = await decideOnHold(journal, runs, client, person.clock, account.books);
      for (const state of decided) this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
      return decided.length;
    }).catch((error: unknown) => {
      // To a clock that was set back, a request has not ended yet: then a person sets it right, and decides again.
      if (!(error instanceof PayoutError && error.code === 'too_early' && this.#offMs < 0)) throw error;
      this.#offMs = 0;
      this.#meet('a clock that was set right to decide');
      return this.#decide(account);
    });
  }

  /** The rows that a person would send again: all certainly unpaid ones, and no others. */
  async #retryFiles(name: string, sentAgain: readonly PayoutFile[] = []): Promise<readonly PayoutFile[]> {
    const isSentAgain = (payout: Payment) =>
      sentAgain.some(({ rows }) => rows.some((row) => isSamePayment(row, payout)));
    return this.#withJournal((journal) => {
      const files = this.#accounts.map((account) => {
        const unpaid = this.#runsOf(journal, account).flatMap(({ id }) => [...unpaidPayouts(journal, id)]);
        return { name, account: account.name, rows: withoutDuplicates(unpaid.filter((row) => !isSentAgain(row))) };
      });
      return Promise.resolve(files.filter(({ rows }) => rows.length > 0));
    });
  }

  async #withJournal<Result>(work: (journal: Journal) => Promise<Result>): Promise<Result> {
    const { clock } = this.#time;
    const whole = { ...clock, epochMs: () => Math.floor(clock.epochMs() + this.#offMs) };
    const person = new SimulatedProcess({ name: 'person', clock: whole, crashAt: Number.POSITIVE_INFINITY });
    const machines = this.#machines;
    const journal =
      machines === undefined
        ? await openJournal({ folder: this.#folder, clock: whole })
        : await openSharedJournal(this.#folder, person, this.#sharedJournal(machines, 'person', true));
    try {
      return await work(journal);
    } finally {
      journal.close();
    }
  }

  async #others(): Promise<void> {
    const { othersEveryMs } = this.#simulation;
    for (let made = 0; made < OTHERS_MAXIMUM && othersEveryMs > 0; made += 1) {
      await this.#time.wait(2 * this.#random() * othersEveryMs);
      if (this.#isOver) return;
      this.#accounts[made % this.#accounts.length]?.makeOther(made, this.#simulation);
    }
  }

  #countDrawn(): void {
    if (this.#accounts.length > 1) this.#meet('two accounts');
    if (this.#simulation.hasFeeColumn) this.#meet('rows that say who bears the fee');
    if (this.#simulation.paysByHand) this.#meet('a row paid by hand');
    if (this.#simulation.acceptsMarks) this.#meet('marks of another journal accepted');
    for (const { drawn } of this.#accounts) for (const { kind } of drawn.files) this.#meet(`file: ${kind}`);
  }

  #ownerOf({ account }: PayoutFile): OfficeAccount {
    const owner = this.#accounts.find(({ name }) => name === account);
    assert.ok(owner !== undefined);
    return owner;
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

type Payment = Pick<IntendedPayout, 'pixKey' | 'amountCentavos'>;

function isSamePayment(one: Payment, other: Payment): boolean {
  return one.pixKey === other.pixKey && one.amountCentavos === other.amountCentavos;
}

/** The program sees this time zone on its machine. */
async function inZone(zone: string, work: () => Promise<void>): Promise<void> {
  const { TZ: zoneBefore } = process.env;
  process.env['TZ'] = zone;
  try {
    await work();
  } finally {
    if (zoneBefore === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneBefore;
  }
}
