import { ALTERATIONS, type AlterationName } from './descriptions.ts';
import type { HttpTraits } from './simulated-http.ts';
import type { NetworkTraits } from './simulated-network.ts';
import type { WalletTraits } from './simulated-wallet.ts';

/** One payout that a file wants, as the person who wrote it means it. */
export interface WantedPayout {
  readonly reference: string | undefined;
  readonly pixKey: string;
  readonly amountCentavos: number;
  readonly description: string | undefined;
}

/** How bad the world is, drawn from its seed. */
export interface World {
  /** The files that are run one after the other: changed copies share references with the first. */
  readonly files: readonly (readonly WantedPayout[])[];
  readonly coverFee: boolean;
  readonly hasMark: boolean;
  readonly resendsProvenAbsent: boolean;
  readonly wallet: WalletTraits;
  readonly http: HttpTraits;
  readonly network: NetworkTraits;
  /** The service's time of day less ours. */
  readonly skewMs: number;
  readonly keys: readonly string[];
  /** When each key is refused. */
  readonly revokedAtMs: ReadonlyMap<string, number>;
  /** Withdrawals of the account that are none of ours: before the first run, and for each minute of it. */
  readonly othersBefore: number;
  readonly othersEveryMs: number;
  /** Whether some of those look like payouts of ours. */
  readonly hasLookalikes: boolean;
  /** Whether each file comes to its end before the next one is run. */
  readonly settlesInBetween: boolean;
  /** Whether what was definitely not paid is run again as a file of its own. */
  readonly retries: boolean;
  /** For each life of the program the point at which it is killed; the last one lives on. */
  readonly crashes: readonly number[];
  /** When a second process tries the same, within each life. */
  readonly rivalAfterMs: number | undefined;
  /** When the person presses Ctrl-C, within each life. */
  readonly interruptedAfterMs: number | undefined;
  readonly diskFaultProbability: number;
}

/** The bounds that the program states and relies upon: no world is worse. */
export const STATED_BOUNDS = {
  /** A request takes effect so long after its end at the latest. */
  latestEffectMs: 120_000,
  cacheMs: 60_000,
  timeoutMs: 30_000,
  skewMs: 60_000,
  /** The clocks of the service's servers are so far apart. */
  nodesApartMs: 12 * 3_600_000,
};
type StatedBounds = typeof STATED_BOUNDS;

const ALTERATION_NAMES = Object.keys(ALTERATIONS).filter(isAlteration);
const HOUR_MS = 3_600_000;
const ROWS = [1, 2, 3, 5, 8, 13, 24];
const KEYS = ['pk_simulated_one', 'pk_simulated_two', 'pk_simulated_three'];

export function drawWorld(random: () => number, bounds: StatedBounds = STATED_BOUNDS): World {
  const chance = (probability: number) => random() < probability;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));

  const first = drawFile();
  const files = chance(0.4) ? [first, changedCopy(first)] : [first];
  const sum = files.flat().reduce((total, { amountCentavos }) => total + amountCentavos, 0);
  const fee = pick([0, 7]);
  const plenty = 10 * (sum + 100_000);
  const hasMark = chance(0.8);
  const descriptions: AlterationName = chance(0.55) ? 'kept' : pick(ALTERATION_NAMES);
  const gateway = pick(['plain', 'plain', 'plain', 'repeating', 'replaying'] as const);
  const wantedKeys = [...new Set(files.flat().map(({ pixKey }) => pixKey))];
  const keys = KEYS.slice(0, pick([1, 1, 2, 3]));
  const lives = pick([0, 1, 1, 2, 3, 5]);

  return {
    files,
    coverFee: chance(0.3),
    hasMark,
    resendsProvenAbsent: chance(0.4),
    wallet: {
      balance: chance(gateway === 'repeating' ? 0.7 : 0.85) ? plenty : Math.floor(sum * random()),
      fee,
      perTransactionLimit: chance(0.9) ? plenty : 3_000,
      dailyLimit: chance(0.9) ? plenty : Math.floor(sum * random()),
      isOneAtATime: chance(gateway === 'repeating' ? 0.3 : 0.12),
      // What is replayed is told to be old by its time alone.
      nodeSkewsMs: gateway !== 'replaying' && chance(0.25) ? apart() : [0],
      instantProbability: pick([1, 1, 0.7, 0]),
      settlesWithinMs: pick([1_000, 60_000, 600_000]),
      failProbability: pick([0, 0, 0.1, 0.5]),
      unknownKeys: new Set(chance(0.2) ? wantedKeys.filter(() => chance(0.3)) : []),
    },
    http: {
      pageSizeMaximum: pick([100, 100, 7, 3]),
      descriptions,
      order: chance(0.5) ? 'insertion' : 'time',
      requestsPerSecond: 10,
      ...pick([
        { cacheMs: bounds.cacheMs, lagMs: 0 },
        { cacheMs: bounds.cacheMs, lagMs: 0 },
        { cacheMs: 0, lagMs: bounds.cacheMs },
      ]),
    },
    network: {
      roundTripMs: pick([2, 50, 300]),
      faultProbability: pick([0, 0.05, 0.2, 0.5]),
      gateway,
      latestEffectMs: bounds.latestEffectMs,
      timeoutMs: bounds.timeoutMs,
    },
    skewMs: chance(0.5) ? 0 : Math.round((2 * random() - 1) * bounds.skewMs),
    keys,
    revokedAtMs: new Map(
      keys.filter((_, place) => chance(place === 0 ? 0.03 : 0.2)).map((key) => [key, 20_000 * random()]),
    ),
    othersBefore: pick([0, 0, 5, 20]),
    othersEveryMs: pick([0, 0, 500, 20_000]),
    hasLookalikes: hasMark && chance(0.3),
    settlesInBetween: chance(0.5),
    retries: chance(0.5),
    crashes: Array.from({ length: lives }, () => between(1, pick([4, 20, 60, 150]))),
    rivalAfterMs: chance(0.3) ? 5_000 * random() : undefined,
    interruptedAfterMs: chance(0.15) ? 5_000 * random() : undefined,
    diskFaultProbability: pick([0, 0, 0, 0.01, 0.05]),
  };

  /** One of two servers is off, by an hour or by as much as may be. */
  function apart(): readonly number[] {
    const offMs = Math.min(pick([HOUR_MS, 3 * HOUR_MS, bounds.nodesApartMs]), bounds.nodesApartMs) - bounds.skewMs;
    return [0, chance(0.5) ? offMs : -offMs];
  }

  function drawFile(): readonly WantedPayout[] {
    const rows = pick(ROWS);
    const hasReferences = chance(0.7);
    const payees = chance(0.75) ? rows : Math.max(1, Math.floor(rows / 2));
    const hasOneAmount = payees < rows && chance(0.7);
    const describes = pick(['each', 'all', 'accents', 'some', 'none'] as const);
    return Array.from({ length: rows }, (_, place) => ({
      reference: hasReferences ? `ref-${place + 1}` : undefined,
      pixKey: `payee-${payees === rows ? place : between(0, payees - 1)}@example.com`,
      amountCentavos: hasOneAmount ? 2_000 : 10 * between(50, 500),
      description: {
        each: `payment ${place + 1}`,
        all: 'salary',
        accents: 'salário & férias de março',
        some: place % 2 === 0 ? 'março' : undefined,
        none: undefined,
      }[describes],
    }));
  }

  /** Some rows as they were, some with another amount, some new ones. */
  function changedCopy(file: readonly WantedPayout[]): readonly WantedPayout[] {
    const kept = file
      .filter(({ reference }) => reference !== undefined && chance(0.8))
      .map((payout) => (chance(0.2) ? { ...payout, amountCentavos: payout.amountCentavos + 100 } : payout));
    const added = Array.from({ length: between(1, 4) }, (_, place) => ({
      reference: chance(0.8) ? `new-${place}` : undefined,
      pixKey: `newcomer-${place}@example.com`,
      amountCentavos: 10 * between(50, 500),
      description: undefined,
    }));
    return [...kept, ...added];
  }
}

function isAlteration(name: string): name is AlterationName {
  return name in ALTERATIONS;
}
