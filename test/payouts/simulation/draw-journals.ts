import { seededRandom } from '../../support/random.ts';
import { showsMark, type AlterationName } from './descriptions.ts';
import type { IntendedPayout } from './draw-files.ts';
import { drawSimulation, STATED_BOUNDS, type Simulation } from './draw-simulation.ts';

/** One of the machines that pay the same file. */
export interface DrawnMachine {
  readonly name: string;
  /** The rows of the file, perhaps in another order than on the others. */
  readonly rows: readonly IntendedPayout[];
  readonly keys: readonly string[];
  readonly startsAfterMs: number;
  /** The longest time at a question, between the look at the account and the first payment. */
  readonly pausesWithinMs: number;
  readonly waits: boolean;
}

/** Machines without a shared journal, and the service they meet. */
export interface JournalsWorld {
  readonly simulation: Simulation;
  readonly machines: readonly DrawnMachine[];
  readonly rows: readonly IntendedPayout[];
  /** Whether lists show the marks of these payments. */
  readonly showsMarks: boolean;
  /** Whether some rows have the same key and amount. */
  readonly hasTwins: boolean;
  /** What was drawn, in one line. */
  readonly told: string;
}

const ROWS = [1, 2, 3, 5, 8, 13, 24, 40, 60];
const MINUTE_MS = 60_000;

export function drawJournals(seed: number): JournalsWorld {
  const random = seededRandom(seed + 40);
  const chance = (probability: number) => random() < probability;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const hasTwins = chance(0.2);
  const rows = drawRows(pick(ROWS), hasTwins, random);
  const hasMark = chance(0.75);
  const descriptions: AlterationName = chance(0.7) ? 'kept' : pick(['none', 'empty', 'generic']);
  const drawn = drawSimulation(seededRandom(seed));
  const startsWithinMs = pick([0, 4 * drawn.network.roundTripMs, 500, 5_000, 5_000, 10 * MINUTE_MS]);
  const sharesKeys = chance(0.3);
  const reorders = chance(0.4);
  const machines = Array.from({ length: pick([2, 2, 3]) }, (_, index): DrawnMachine => {
    const owner = sharesKeys ? 'all' : `machine-${index + 1}`;
    return {
      name: `machine-${index + 1}`,
      rows: reorders ? shuffled(rows, random) : rows,
      keys: Array.from({ length: pick([1, 1, 2, 3]) }, (__, key) => `pk_${owner}_${key + 1}`),
      startsAfterMs: index === 0 ? 0 : Math.floor(startsWithinMs * random()),
      pausesWithinMs: chance(0.3) ? MINUTE_MS : 0,
      waits: chance(0.5),
    };
  });
  const plenty = 100_000_000;
  const lists = pick([
    { cacheMs: 0, lagMs: 0 },
    { cacheMs: STATED_BOUNDS.cacheMs, lagMs: 0 },
    { cacheMs: 0, lagMs: 2_000 },
    { cacheMs: 0, lagMs: STATED_BOUNDS.cacheMs },
  ]);
  const simulation: Simulation = {
    ...drawn,
    hasMark,
    resendsProvenAbsent: chance(0.3),
    wallet: {
      ...drawn.wallet,
      balance: plenty,
      perTransactionLimit: plenty,
      dailyLimit: plenty,
      nodeSkewsMs: [0],
      charging: 'as asked',
      isOneAtATime: chance(0.12),
      failProbability: pick([0, 0, 0.1, 0.5]),
    },
    http: { ...drawn.http, ...lists, pageSizeMaximum: 100, descriptions },
    network: { ...drawn.network, gateway: 'plain', faultProbability: pick([0, 0, 0, 0.02, 0.1]) },
    // In ten minutes others would fill the newest page, behind which nothing is seen.
    othersEveryMs: startsWithinMs > MINUTE_MS ? 0 : pick([0, 0, 5_000]),
    acceptsMarks: false,
    hasLookalikes: false,
  };
  const { network, wallet } = simulation;
  const showsMarks = hasMark && showsMark('#pxabcdefg', descriptions);
  const told = JSON.stringify({
    rows: rows.length,
    ...{ hasTwins, showsMarks, reorders, ...lists, order: simulation.http.order },
    machines: machines.map(({ rows: _, ...rest }) => rest),
    ...{ roundTripMs: network.roundTripMs, faults: network.faultProbability, others: simulation.othersEveryMs },
    ...{ oneAtATime: wallet.isOneAtATime, instant: wallet.instantProbability, fail: wallet.failProbability },
  });
  return { simulation, machines, rows, showsMarks, hasTwins, told };
}

function drawRows(count: number, hasTwins: boolean, random: () => number): readonly IntendedPayout[] {
  return Array.from({ length: count }, (_, index) => {
    const isTwin = hasTwins && random() < 0.4;
    return {
      payout: `row ${index + 1}`,
      reference: `inv-${index + 1}`,
      pixKey: `payee-${isTwin ? 'twin' : index}@example.com`,
      amountCentavos: isTwin ? 2_000 : 10 * (50 + Math.floor(450 * random())),
      description: random() < 0.5 ? `payment ${index + 1}` : undefined,
    };
  });
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const places = items.map((item) => ({ item, place: random() }));
  return places.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
}
