import { setImmediate } from 'node:timers/promises';
import type { Payment } from '../../src/client/answers.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import type { ProofVerdict } from '../../src/lists/proof.ts';
import type { PixClient } from '../../src/client/client.ts';
import type { Clock } from '../../src/client/clock.ts';
import { centavos, type Centavos } from '../../src/pix/centavos.ts';
import { openService, type OpenService } from '../../src/service/service.ts';
import '../support/preloaded-client.ts';
import { collect } from '../support/collect.ts';
import { simulatedClock, type SimulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';

/** The result of one export. */
export interface ExportOutcome {
  /** Undefined when it ended with an error. */
  readonly verdict: ProofVerdict | undefined;
  readonly error: unknown;
  /** No permanent failure prevented a proof. */
  readonly isProvable: boolean;
  /** The rows of the export, and the service's rows for the same numbers. */
  readonly exported: readonly Payment[];
  readonly stored: readonly Payment[];
  readonly requests: number;
}

/** The conditions of a simulation, drawn from the seed. */
interface Simulation {
  readonly payments: number;
  readonly keyNames: readonly string[];
  /** Keys that are revoked during the export, and when. */
  readonly revokedAtMs: ReadonlyMap<string, number>;
  readonly roundTripMs: number;
  readonly faultProbability: number;
  readonly writesPerSecond: number;
  /** Another reader was there before: the service repeats those answers. */
  readonly isCacheWarm: boolean;
  readonly since: Date | undefined;
}

const START_MS = Date.UTC(2026, 6, 14, 15);
const BASE_URL = 'http://127.0.0.1:4010';
const READING_KEYS = ['reader', 'payouts', 'payouts-2', 'payouts-3'];
const WRITES_MAXIMUM = 400;
const DAY_MS = 86_400_000;

/** One export from the whole service, in this process, on a simulated network and clock: the same on every run. */
export async function simulateExport(seed: number): Promise<ExportOutcome> {
  return new SimulatedExport(seed).run();
}

class SimulatedExport {
  readonly #seed: number;
  readonly #random: () => number;
  readonly #simulation: Simulation;
  readonly #clock: SimulatedClock;
  #requestsUnderWay = 0;
  /** How far the service's time is ahead of the clock. */
  #aheadMs = 0;
  #isOver = false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#simulation = drawSimulation(this.#random);
    this.#clock = simulatedClock(seededRandom(seed + 1), async () => {
      do for (let turns = 0; turns < 3; turns += 1) await setImmediate();
      while (this.#requestsUnderWay > 0);
    });
  }

  async run(): Promise<ExportOutcome> {
    const { keyNames, revokedAtMs } = this.#simulation;
    const service = await this.#openService();
    const direct = this.#directTo(service);
    const network = new FaultyNetwork({
      direct,
      clock: this.#clock,
      random: this.#random,
      simulation: this.#simulation,
      service,
    });
    const client = createPixClient(
      {
        baseUrl: BASE_URL,
        apiKeys: keyNames.map((name) => ({ name, key: keyNamed(service, name) })),
        fetch: network.fetch,
      },
      this.#clock,
    );
    const others = createPixClient(
      { baseUrl: BASE_URL, apiKey: keyNamed(service, 'main'), fetch: direct },
      this.#clock,
    );
    const [{ rows, verdict, error }] = await Promise.all([
      this.#read(client, others),
      this.#write(others),
      this.#clock.runToEnd(),
    ]);
    const stored = verdict === undefined ? [] : await this.#storedPayments(service, verdict);
    await service.close();
    const isProvable = keyNames.some((name) => READING_KEYS.includes(name) && !revokedAtMs.has(name));
    return { verdict, error, isProvable, exported: rows, stored, requests: network.requests() };
  }

  #openService(): Promise<OpenService> {
    return openService({
      clock: { now: () => START_MS + this.#clock.now() + this.#aheadMs },
      seed: this.#seed,
      payments: this.#simulation.payments,
      withdraws: 0,
      onError: (error) => {
        throw error;
      },
    });
  }

  #directTo(service: OpenService): typeof fetch {
    return async (input, init) => {
      this.#requestsUnderWay += 1;
      try {
        return await service.app.fetch(new Request(input, init));
      } finally {
        this.#requestsUnderWay -= 1;
      }
    };
  }

  async #read(
    client: PixClient,
    others: PixClient,
  ): Promise<Pick<ExportOutcome, 'verdict' | 'error'> & { rows: Payment[] }> {
    if (this.#simulation.isCacheWarm) await collect(others.payments.list({ maximum: 1_500 }));
    const list = client.payments.proven({ since: this.#simulation.since });
    let rows: Payment[] = [];
    try {
      for await (const step of list.steps()) {
        if (step.type === 'restart') rows = [];
        else rows.push(...step.rows.map(({ row }) => row));
      }
      return { rows, verdict: list.verdict(), error: undefined };
    } catch (error) {
      return { rows, verdict: undefined, error };
    } finally {
      this.#isOver = true;
    }
  }

  async #write(others: PixClient): Promise<void> {
    const { writesPerSecond } = this.#simulation;
    if (writesPerSecond === 0) return;
    for (let writes = 0; writes < WRITES_MAXIMUM && !this.#isOver; writes += 1) {
      await new Promise<void>((resolve) => this.#clock.schedule((2_000 * this.#random()) / writesPerSecond, resolve));
      await others.payments.create({ valueCentavos: centavosBetween(this.#random, 100, 100_000) });
    }
  }

  /** The service's own rows, read long afterwards, oldest first. */
  async #storedPayments(service: OpenService, { firstNumber, endNumber }: ProofVerdict): Promise<Payment[]> {
    const headers = { 'X-API-Key': keyNamed(service, 'main') };
    const newestFirst: Payment[] = [];
    this.#aheadMs += DAY_MS;
    for (let total = 1; newestFirst.length < total;) {
      this.#aheadMs += 200;
      const url = `${BASE_URL}/api/v1/payment/list?limit=100&offset=${newestFirst.length}`;
      const answer = await service.app.fetch(new Request(url, { headers }));
      const { data }: { data: { payments: Payment[]; pagination: { total: number } } } = JSON.parse(
        await answer.text(),
      );
      total = data.pagination.total;
      newestFirst.push(...data.payments);
    }
    return newestFirst.reverse().slice(firstNumber, endNumber);
  }
}

function drawSimulation(random: () => number): Simulation {
  const chance = (probability: number) => random() < probability;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const payments = pick([0, 1, 99, 100, 101, Math.floor(random() * 600), Math.floor(random() * 2_000)]);
  const keyNames = READING_KEYS.slice(0, 1 + Math.floor(random() * READING_KEYS.length));
  // Sometimes includes a key that may only read the balance, and keys that are revoked.
  if (chance(0.15)) keyNames.unshift('balance');
  const revokedNames = keyNames.filter((_, index) => chance(0.1) && (index > 0 || chance(0.3)));
  return {
    payments,
    keyNames,
    revokedAtMs: new Map(revokedNames.map((name) => [name, 3_000 * random()])),
    roundTripMs: pick([2, 50, 200]),
    faultProbability: pick([0, 0, 0.02, 0.1, 0.25]),
    writesPerSecond: pick([0, 1, 5]),
    isCacheWarm: chance(0.3),
    since: chance(0.2) ? new Date(START_MS - 30 * DAY_MS * random()) : undefined,
  };
}

/** Delays, losses before and after processing, failures of gateways, broken answers, revoked keys. */
class FaultyNetwork {
  readonly #direct: typeof fetch;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #simulation: Simulation;
  readonly #names: ReadonlyMap<string, string>;
  #requests = 0;

  constructor(settings: {
    direct: typeof fetch;
    clock: Clock;
    random: () => number;
    simulation: Simulation;
    service: OpenService;
  }) {
    this.#direct = settings.direct;
    this.#clock = settings.clock;
    this.#random = settings.random;
    this.#simulation = settings.simulation;
    const keys = settings.service.keys.filter(({ account }) => account === 'demo');
    this.#names = new Map(keys.map(({ key, name }) => [key, name]));
  }

  requests(): number {
    return this.#requests;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.#requests += 1;
    const request = new Request(input, init);
    await this.#goOneWay();
    try {
      return await this.#answer(request);
    } finally {
      await this.#goOneWay();
    }
  };

  async #answer(request: Request): Promise<Response> {
    const name = this.#names.get(request.headers.get('X-API-Key') ?? '') ?? '';
    if (this.#clock.now() >= (this.#simulation.revokedAtMs.get(name) ?? Number.POSITIVE_INFINITY)) {
      return json(401, { success: false, error: 'Unauthorized', message: 'The API key is not known' });
    }
    const isFaulty = this.#random() < this.#simulation.faultProbability;
    const kind = isFaulty ? Math.floor(this.#random() * 7) : -1;
    if (kind === 0) throw lost();
    if (kind === 1) return new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 });
    if (kind === 2) return json(503, { success: false, error: 'Service Unavailable' });
    if (kind === 3) return json(429, { success: false, error: 'Too Many Requests', retryAfter: 1 });
    const whole = await this.#direct(request);
    if (kind === 4) throw lost();
    if (kind !== 5 && kind !== 6) return whole;
    const { status, headers } = whole;
    const text = await whole.text();
    const broken = kind === 5 ? text.slice(0, text.length / 2) : `<br /><b>Warning</b>: output started early${text}`;
    return new Response(broken, { status, headers });
  }

  #goOneWay(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.schedule((this.#simulation.roundTripMs / 2) * (0.8 + 0.4 * this.#random()), resolve);
    });
  }
}

function lost(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

function keyNamed({ keys }: OpenService, name: string): string {
  const found = keys.find((key) => key.account === 'demo' && key.name === name);
  if (found === undefined) throw new Error(`there is no key ${name}`);
  return found.key;
}

function centavosBetween(random: () => number, least: number, most: number): Centavos {
  return centavos(least + Math.floor(random() * (most - least)));
}
