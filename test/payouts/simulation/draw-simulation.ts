import { ALTERATIONS, type AlterationName } from './descriptions.ts';
import {
  drawFiles,
  drawFilesOfAnother,
  feeColumn,
  withReferences,
  type Chances,
  type IntendedFile,
} from './draw-files.ts';
import { TIME_FORMS, type HttpTraits, type TimeForm } from './simulated-http.ts';
import type { NetworkTraits } from './simulated-network.ts';
import type { WalletTraits } from './simulated-wallet.ts';

/** An account of the service, and the files to pay from it. */
export interface DrawnAccount {
  readonly name: AccountName;
  /** The files in the order in which they are run; changed copies share references with the first. */
  readonly files: readonly IntendedFile[];
  /** The keys of each profile, in the order of use. */
  readonly profiles: readonly (readonly string[])[];
  /** Whether a profile's keys are refused once the next profile is used. */
  readonly rotates: boolean;
  /** The number of withdrawals by others before the first run. */
  readonly othersBefore: number;
  /** Whether every answer to the first requests is lost. */
  readonly losesFirst: boolean;
}
export type AccountName = 'a' | 'b';

/** The conditions of a simulation, drawn from its seed. */
export interface Simulation {
  readonly accounts: readonly DrawnAccount[];
  /** Whether files of two accounts are run at once. */
  readonly runsAtOnce: boolean;
  /** Whether all files are run at once, and each waits for a person's consent. */
  readonly filesAtOnce: boolean;
  /** Whether a person resumes a run with the key of another account by mistake. */
  readonly mistakesKeys: boolean;
  /** Whether a person runs a paid file with the profile of another account by mistake. */
  readonly mistakesProfiles: boolean;
  readonly coverFee: boolean;
  /** Whether rows say themselves whether their fee is added on top. */
  readonly hasFeeColumn: boolean;
  readonly hasMark: boolean;
  readonly resendsProvenAbsent: boolean;
  readonly wallet: WalletTraits;
  readonly http: HttpTraits;
  readonly network: NetworkTraits;
  /** The difference between the service's time of day and ours. */
  readonly skewMs: number;
  /** When each key is refused. */
  readonly revokedAtMs: ReadonlyMap<string, number>;
  /** How often others create withdrawals on the accounts. */
  readonly othersEveryMs: number;
  /** Whether some of those look like payouts of ours. */
  readonly hasLookalikes: boolean;
  /** Whether the first row of each account's file is paid by hand, before the file. */
  readonly paysByHand: boolean;
  /** Whether that payment has the mark of another journal, whose payments the person says are others. */
  readonly acceptsMarks: boolean;
  /** Whether each file is completed before the next one is run. */
  readonly settlesInBetween: boolean;
  /** How far our clock is off after each round of files that was completed, in turn. */
  readonly jumpsMs: readonly number[];
  /** Whether certainly unpaid rows are run again as a file of their own. */
  readonly retries: boolean;
  /** How long a person leaves what is on hold, while work continues. */
  readonly decidesAfterMs: number;
  /** Whether that is done before what was lost is looked for to its end. */
  readonly retriesAtOnce: boolean;
  /** For each life of the program, the point at which it is killed; the last one survives. */
  readonly crashes: readonly number[];
  /** When a second process tries the same, within each life. */
  readonly rivalAfterMs: number | undefined;
  /** When the person presses Ctrl-C, within each life. */
  readonly interruptedAfterMs: number | undefined;
  readonly diskFaultProbability: number;
  /** Of the machine that pays: the service tells its times in UTC. */
  readonly zone: string;
}

/** The bounds that the program documents and relies on: no simulation exceeds them. */
export const STATED_BOUNDS = {
  /** The longest time after its end at which a request takes effect. */
  latestEffectMs: 120_000,
  cacheMs: 60_000,
  timeoutMs: 30_000,
  skewMs: 60_000,
  /** The maximum difference between the clocks of the service's servers. */
  nodesApartMs: 12 * 3_600_000,
};
type StatedBounds = typeof STATED_BOUNDS;

const TIME_FORM_NAMES = Object.keys(TIME_FORMS) as TimeForm[];
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Niue'];
const ALTERATION_NAMES = Object.keys(ALTERATIONS).filter(isAlteration);
const HOUR_MS = 3_600_000;
const KEYS_MAXIMUM = 3;

/** By days and months, ahead and back. */
function drawJumps(later: () => number): readonly number[] {
  const days = [0, 2, 30, 120, -2, -120];
  return Array.from({ length: 3 }, () => (days[Math.floor(later() * days.length)] ?? 0) * 24 * HOUR_MS);
}

/** Before and after the time for which failed payments are looked for again. */
function drawLateness(later: () => number): number {
  const hours = [1, 30, 19 * 24, 22 * 24, 70 * 24];
  return (hours[Math.floor(later() * hours.length)] ?? 0) * HOUR_MS;
}

function chancesOf(random: () => number): Chances {
  return {
    chance: (probability) => random() < probability,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
  };
}

/** @param later draws conditions that were added later, so that older ones stay the same for a seed */
export function drawSimulation(
  random: () => number,
  bounds: StatedBounds = STATED_BOUNDS,
  later: () => number = () => 1,
): Simulation {
  const chances = chancesOf(random);
  const { chance, pick, between } = chances;
  const files = drawFiles(chances);
  const rows = files.flatMap((file) => file.rows);
  const sum = rows.reduce((total, { amountCentavos }) => total + amountCentavos, 0);
  const fee = pick([0, 7]);
  const plenty = 10 * (sum + 100_000);
  const hasMark = chance(0.8);
  const descriptions: AlterationName = chance(0.55) ? 'kept' : pick(ALTERATION_NAMES);
  const gateway = pick(['plain', 'plain', 'plain', 'repeating', 'replaying'] as const);
  const wantedKeys = [...new Set(rows.map(({ pixKey }) => pixKey))];
  const lives = pick([0, 1, 1, 2, 3, 5]);

  const accounts = [drawAccount('a', files)];
  if (chance(0.25)) accounts.push(drawAccount('b', drawFilesOfAnother(files, chances)));
  const keys = accounts.flatMap(({ profiles }) => profiles.flat());

  const simulation: Simulation = {
    accounts,
    runsAtOnce: chance(0.4),
    filesAtOnce: later() < 0.15,
    mistakesKeys: chance(0.6),
    mistakesProfiles: false,
    coverFee: chance(0.3),
    hasFeeColumn: false,
    hasMark,
    resendsProvenAbsent: chance(0.4),
    wallet: {
      balance: chance(gateway === 'repeating' ? 0.7 : 0.85) ? plenty : Math.floor(sum * random()),
      fee,
      charging: 'as asked',
      perTransactionLimit: chance(0.9) ? plenty : 3_000,
      dailyLimit: chance(0.9) ? plenty : Math.floor(sum * random()),
      isOneAtATime: chance(gateway === 'repeating' ? 0.3 : 0.12),
      // Only its time shows that a replayed answer is old.
      nodeSkewsMs: gateway !== 'replaying' && chance(0.25) ? apart() : [0],
      instantProbability: pick([1, 1, 0.7, 0]),
      settlesWithinMs: pick([1_000, 60_000, 600_000]),
      failProbability: pick([0, 0, 0.1, 0.5]),
      unknownKeys: new Set(chance(0.2) ? wantedKeys.filter(() => chance(0.3)) : []),
    },
    http: {
      pageSizeMaximum: pick([100, 100, 7, 3]),
      descriptions,
      times: 'with Z',
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
    revokedAtMs: new Map(
      keys.filter((_, index) => chance(index === 0 ? 0.03 : 0.2)).map((key) => [key, 20_000 * random()]),
    ),
    othersEveryMs: pick([0, 0, 500, 20_000]),
    hasLookalikes: hasMark && chance(0.3),
    paysByHand: false,
    acceptsMarks: false,
    settlesInBetween: chance(0.5),
    jumpsMs: [],
    retries: chance(0.5),
    decidesAfterMs: 0,
    retriesAtOnce: false,
    crashes: Array.from({ length: lives }, () => between(1, pick([4, 20, 60, 150]))),
    rivalAfterMs: chance(0.3) ? 5_000 * random() : undefined,
    interruptedAfterMs: chance(0.15) ? 5_000 * random() : undefined,
    diskFaultProbability: pick([0, 0, 0, 0.01, 0.05]),
    zone: 'UTC',
  };
  const charged = later() < 0.4 ? withFeeColumn(simulation, later) : simulation;
  const referenced = later() < 0.6 ? withAddedReferences(charged, later) : charged;
  const byHand = later() < 0.15 ? withHandPayment(referenced) : referenced;
  const priced = later() < 0.1 ? withOtherPrices(byHand, later) : byHand;
  const mistakesProfiles = later() < 0.5;
  const acceptsMarks = priced.paysByHand && later() < 0.5;
  const jumpsMs = later() < 0.3 ? drawJumps(later) : [];
  const decidesAfterMs = later() < 0.3 ? drawLateness(later) : 0;
  const retriesAtOnce = later() < 0.5;
  const times = pickLater(TIME_FORM_NAMES, 'with Z');
  return {
    ...priced,
    mistakesProfiles,
    acceptsMarks,
    jumpsMs,
    decidesAfterMs,
    retriesAtOnce,
    http: { ...priced.http, times },
    zone: pickLater(ZONES, 'UTC'),
  };

  function pickLater<Item>(items: readonly Item[], otherwise: Item): Item {
    return items[Math.floor(later() * items.length)] ?? otherwise;
  }

  /** One of two servers is off, by an hour or by the maximum. */
  function apart(): readonly number[] {
    const offMs = Math.min(pick([HOUR_MS, 3 * HOUR_MS, bounds.nodesApartMs]), bounds.nodesApartMs) - bounds.skewMs;
    return [0, chance(0.5) ? offMs : -offMs];
  }

  function drawAccount(name: AccountName, payouts: readonly IntendedFile[]): DrawnAccount {
    const losesFirst = chance(0.15);
    const ringSize = pick([1, 1, 2, KEYS_MAXIMUM]);
    const profiles = Array.from({ length: pick([1, 1, 2, 3]) }, (_, profile) =>
      Array.from({ length: ringSize }, (__, index) => `pk_${name}_${profile + 1}_${index + 1}`),
    );
    return {
      name,
      files: payouts,
      profiles,
      rotates: profiles.length > 1 && chance(0.5),
      othersBefore: losesFirst ? 0 : pick([0, 0, 5, 20]),
      losesFirst,
    };
  }
}

export function withFeeColumn(simulation: Simulation, random: () => number): Simulation {
  const fee = [0, 7, 10][Math.floor(random() * 3)] ?? 0;
  const withColumn = feeColumn(fee, random);
  const accounts = simulation.accounts.map((account) => ({ ...account, files: account.files.map(withColumn) }));
  return { ...simulation, accounts, hasFeeColumn: true, wallet: { ...simulation.wallet, fee } };
}

/** Files without references are followed by a copy that has them. */
export function withAddedReferences(simulation: Simulation, random: () => number): Simulation {
  const chances = chancesOf(random);
  const accounts = simulation.accounts.map((account) => {
    const [first, ...others] = account.files;
    const lacksReferences = first?.rows.every(({ reference }) => reference === undefined) === true;
    if (!lacksReferences || others.length > 0) return account;
    return { ...account, files: [first, withReferences(first, chances)] };
  });
  return { ...simulation, accounts };
}

/** Payments by hand are known from the newest page alone, so that no others may come before them. */
export function withHandPayment(simulation: Simulation): Simulation {
  const accounts = simulation.accounts.map((account) => ({
    ...account,
    files: account.files.slice(0, 1),
    losesFirst: false,
  }));
  const http = { ...simulation.http, pageSizeMaximum: 100 };
  return { ...simulation, accounts, http, paysByHand: true, othersEveryMs: 0, hasLookalikes: false };
}

/** The service charges its fee in one way, whatever is asked, and mostly shows no marks. */
export function withOtherPrices(simulation: Simulation, random: () => number): Simulation {
  const { wallet, http } = simulation;
  const coverFee = random() < 0.5;
  return {
    ...simulation,
    coverFee,
    hasMark: random() < 0.5,
    wallet: { ...wallet, fee: 7, charging: coverFee ? 'inside' : 'on top' },
    http: { ...http, descriptions: random() < 0.8 ? 'none' : http.descriptions },
  };
}

function isAlteration(name: string): name is AlterationName {
  return name in ALTERATIONS;
}
