import { FILTER_NAMES, type FilterName } from './description-filters.ts';
import type { Dice } from './dice.ts';
import type { GatewayTraits } from './gateway.ts';
import { GET_FAULTS, POST_FAULTS } from './gateway-faults.ts';
import type { Account, Node } from './ledger.ts';
import { REFERENCE_STYLES, type ReferenceStyle } from './spreadsheet.ts';

const HOUR_MS = 3_600_000;

type FilterScope = 'all' | 'every second row' | 'after some minutes' | 'rows of one account';

/** Ingredients that can be excluded, to isolate the others: `CAMPAIGN_ATTACK_WITHOUT=doors,filters`. */
type Ingredient =
  | 'accounts'
  | 'clocks'
  | 'doors'
  | 'extended files'
  | 'filters'
  | 'hand-made twins'
  | 'lost journals'
  | 'messages'
  | 'repetitions'
  | 'replays'
  | 'rewriting'
  | 'singles'
  | 'typed again'
  | 'paid before';

export interface SimulationTraits {
  readonly isWithout: (ingredient: Ingredient) => boolean;
  readonly filter: FilterName | 'swapped with the neighbour' | undefined;
  readonly filterScope: FilterScope;
  readonly keysShown: 'as they are' | 'in upper case' | 'masked';
  readonly gateway: GatewayTraits;
  readonly listOrder: 'by time' | 'by insertion';
  readonly cacheMs: number;
  readonly isRateLimited: boolean;
  readonly usesMarks: boolean;
  readonly hasOtherDoors: boolean;
  readonly hasTwins: boolean;
  /** Others pay the same people the same amounts. */
  readonly hasHandMadeTwins: boolean;
  readonly hasOtherAccount: boolean;
  readonly referenceStyle: ReferenceStyle;
  readonly history: number;
  readonly steps: number;
  readonly killShare: number;
  readonly resendShare: number;
}

export function drawTraits(dice: Dice, without: ReadonlySet<string>): SimulationTraits {
  const isWithout = (ingredient: Ingredient) => without.has(ingredient);
  const isFiltered = dice.chance(0.55) && !isWithout('filters');
  const lagMs = dice.chance(0.3) ? dice.between(1_000, 60_000) : 0;
  const postFaults = POST_FAULTS.filter(
    (name) =>
      !(isWithout('messages') && /message|refusal/.test(name)) &&
      !(isWithout('repetitions') && name.startsWith('repeat')) &&
      !(isWithout('replays') && /replay|swap/.test(name)),
  );
  const hasOtherAccount = dice.chance(0.3) && !isWithout('accounts');
  return {
    isWithout,
    filter: isFiltered ? (dice.chance(0.05) ? 'swapped with the neighbour' : dice.pick(FILTER_NAMES)) : undefined,
    filterScope: dice.pick(['all', 'all', 'every second row', 'after some minutes', 'rows of one account']),
    keysShown: dice.chance(0.85) ? 'as they are' : dice.pick(['in upper case', 'masked']),
    gateway: {
      postFaults: dice.some(postFaults, dice.between(1, 4)),
      getFaults: dice.some(GET_FAULTS, dice.between(0, 3)),
      postShare: dice.pick([0.15, 0.4, 0.7]),
      getShare: dice.pick([0, 0.1, 0.3]),
      nodes: drawNodes(dice, lagMs, isWithout('clocks')),
    },
    listOrder: dice.pick(['by time', 'by insertion']),
    cacheMs: dice.pick([0, 60_000 - lagMs]),
    isRateLimited: dice.chance(0.5),
    usesMarks: dice.chance(0.93),
    hasOtherDoors: dice.chance(0.4) && !isWithout('doors'),
    hasTwins: dice.chance(0.15),
    hasHandMadeTwins: dice.chance(0.15) && !isWithout('hand-made twins'),
    hasOtherAccount,
    referenceStyle: dice.pick(REFERENCE_STYLES),
    history: dice.chance(0.85) ? dice.between(1, 6) : 0,
    steps: dice.between(3, 7),
    killShare: dice.pick(hasOtherAccount ? [0.5, 0.8] : [0, 0.25, 0.5]),
    resendShare: dice.pick([0, 0.5, 1]),
  };
}

function drawNodes(dice: Dice, lagMs: number, agree: boolean): Node[] {
  const plain = { clockOffsetMs: 0, lagMs: 0 };
  const offset = dice.chance(0.35) && !agree ? dice.pick([-3, -1, -0.2, 0.2, 1, 3, 11]) * HOUR_MS : 0;
  if (offset === 0 && lagMs === 0) return [plain];
  return [plain, { clockOffsetMs: offset, lagMs }];
}

export function drawAccount(dice: Dice, name: string, keys: readonly string[]): Account {
  return {
    name,
    keys: new Set(keys),
    balance: dice.chance(0.15) ? dice.between(20_000, 150_000) : 100_000_000,
    dailyLimit: dice.chance(0.15) ? dice.between(20_000, 150_000) : 100_000_000,
    isOneAtATime: dice.chance(0.2),
    instantShare: dice.pick([1, 0.6, 0]),
    failingShare: dice.pick([0, 0.3]),
    refusedKeys: new Set(),
  };
}
