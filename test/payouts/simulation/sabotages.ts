import type { PixClient } from '../../../src/client/client.ts';
import { PixError, TransportError } from '../../../src/client/errors.ts';
import type { Intent } from '../../../src/payouts/journal/journal-steps.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import type { Binding, BoundAccount } from '../../../src/payouts/accounts/account.ts';
import { readNewestPage } from '../../../src/payouts/accounts/newest-page.ts';
import type { PayoutRecord } from '../../../src/payouts/journal/records.ts';
import type { FileKind } from './draw-files.ts';
import { withFeeColumn, type World } from './draw-world.ts';
import type { Sabotage } from './program.ts';

const HOUR_MS = 3_600_000;

/** Something that breaks the program, or what it relies upon, and how that shows. */
export interface Mutation extends Sabotage {
  readonly tells: RegExp;
  /** Worlds in which it can show. */
  readonly fits?: (world: World) => boolean;
}

export const SABOTAGES: Readonly<Record<string, Mutation>> = {
  'a lost answer is taken for a request that was never sent': {
    client: takeUnknownForNotSent,
    tells: /PAID TWICE|no payout tells of it/,
  },
  'the intent becomes durable with the outcome, not before the request': {
    journal: intendLate,
    tells: /PAID TWICE|can't go from/,
  },
  'two processes may work on one run': {
    hasNoLocks: true,
    world: (world) => ({ ...world, rivalAfterMs: 500 }),
    tells: /PAID TWICE|can't go from/,
  },
  'absence is believed at once': {
    options: { resendsProvenAbsent: true, latestEffectMs: 0, cacheLifeMs: 0 },
    tells: /PAID TWICE|said to be absent|no payout tells of it/,
  },
  'requests take effect later than is stated': {
    world: (world) => ({
      ...world,
      resendsProvenAbsent: true,
      network: { ...world.network, gateway: 'plain', latestEffectMs: 30 * world.network.latestEffectMs },
    }),
    tells: /PAID TWICE|no payout tells of it/,
  },
  'lists are older than is stated': {
    world: (world) => ({ ...world, resendsProvenAbsent: true, http: { ...world.http, lagMs: 3_600_000 } }),
    tells: /PAID TWICE|said to be absent|does not come to an end/,
  },
  'rows of the list are passed over': {
    client: forgetWithdrawals,
    tells: /PAID TWICE|said to be absent|does not come to an end/,
  },
  'a withdrawal that shows other words counts as none of ours': {
    journal: (journal) => Object.assign(journal, { wasSeenBefore: () => true }),
    world: (world) => ({
      ...world,
      resendsProvenAbsent: true,
      http: { ...world.http, descriptions: 'cut with an ellipsis' },
    }),
    tells: /PAID TWICE|said to be absent|proven absent/,
  },
  'the clocks of servers are taken to agree within minutes': {
    client: lookBackMinutes,
    world: (world) => ({
      ...world,
      resendsProvenAbsent: true,
      wallet: { ...world.wallet, nodeSkewsMs: [0, -6 * HOUR_MS] },
      http: { ...world.http, order: 'time' },
    }),
    tells: /PAID TWICE|said to be absent|proven absent|does not come to an end/,
  },
  'what was refused is sent again at once': {
    journal: forgetRefusals,
    world: withRepeatingGateway,
    tells: /PAID TWICE|an alarm without a reason|no payout tells of it/,
  },
  'a run does not end with a look at what is new': {
    client: hideNewest,
    world: (world) => withRepeatingGateway(withoutStorms(world)),
    tells: /no alarm was raised/,
  },
  'an answer is believed, however old': {
    client: freshenAnswers,
    journal: (journal) => Object.assign(journal, { wasSeenBefore: () => false }),
    world: (world) => ({
      ...withoutStorms(world),
      hasLookalikes: true,
      accounts: world.accounts.map((account) => ({ ...account, othersBefore: 5 })),
      http: { ...world.http, descriptions: 'kept' },
      network: { ...world.network, gateway: 'replaying', faultProbability: 0 },
    }),
    tells: /which somebody else made/,
  },
  'accounts are told apart by their keys alone': {
    bind: bindByKey,
    tells: /PAID TWICE|no payout tells of it/,
  },
  'all keys are taken for those of one account': {
    bind: bindToOne,
    world: withTwoAccounts,
    tells: /WRONG ACCOUNT|PAID TWICE|taken for those of one/,
  },
  'a run goes on with the keys of any account': {
    journal: takeAccountsForOne,
    world: withTwoAccounts,
    tells: /WRONG ACCOUNT|PAID TWICE/,
  },
  'an account of which nothing was heard is taken for another one': {
    choice: 'new',
    world: (world) => ({ ...world, accounts: world.accounts.map((account) => ({ ...account, losesFirst: true })) }),
    tells: /PAID TWICE|no payout tells of it|does not come to an end|is left unknown/,
  },
  'references are taken as a spreadsheet has saved them': {
    rules: { newReferences: true },
    fits: hasFile('saved by a spreadsheet'),
    tells: /PAID TWICE/,
  },
  'rows without a reference are new ones in a file that is new': {
    rules: { payAgain: true },
    fits: hasFile('corrected'),
    tells: /PAID TWICE/,
  },
  'a file is approved whatever was approved since it was read': {
    approvesBlindly: true,
    world: (world) => ({ ...world, filesAtOnce: true }),
    tells: /PAID TWICE/,
    fits: (world) => hasFile('corrected')(world) || hasFile('saved by a spreadsheet')(world),
  },
  'what an unfinished run has yet to send is none of the earlier payments': {
    journal: forgetPlanned,
    world: (world) => ({ ...world, settlesInBetween: false }),
    fits: (world) => hasFile('corrected')(world) || hasFile('saved by a spreadsheet')(world),
    tells: /PAID TWICE/,
  },
  "the fee of every row is the run's": {
    client: chargeAll,
    world: withFees,
    tells: /WRONG AMOUNT/,
  },
  'a lost answer is looked for with the fee of other rows': {
    journal: mistakeFees,
    world: (world) => ({ ...withFees(world), resendsProvenAbsent: true }),
    tells:
      /PAID TWICE|said to be absent|proven absent|which somebody else made|of another amount|no payout tells of it/,
  },
};

/** Rows say who bears the fee, and there is one. */
function withFees(world: World): World {
  const drawn = [0.9, 0.1, 0.9, 0.4, 0.9];
  let place = 0;
  return withFeeColumn(world, () => drawn[place++ % drawn.length] ?? 0);
}

/** What a row says of its fee is passed over. */
function chargeAll(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: { ...withdraws, create: (order) => withdraws.create({ ...order, coverFee: false }) },
  };
}

function mistakeFees(journal: Journal): Journal {
  const original = journal.payouts.bind(journal);
  const payouts: Journal['payouts'] = function* (...asked) {
    for (const payout of original(...asked)) {
      yield payout.state === 'unknown' ? { ...payout, coverFee: !payout.coverFee } : payout;
    }
  };
  return Object.assign(journal, { payouts });
}

function hasFile(kind: FileKind) {
  return ({ accounts }: World) => accounts.some(({ files }) => files.some((file) => file.kind === kind));
}

function withTwoAccounts(world: World): World {
  const [first] = world.accounts;
  if (first === undefined) return world;
  const profiles = first.profiles.map((keys) => keys.map((key) => key.replace('pk_a', 'pk_b')));
  const second = { ...first, name: 'b', profiles } as const;
  return { ...world, accounts: [first, second], mistakesKeys: true, runsAtOnce: false };
}

/** Each key is an account of its own. */
async function bindByKey({ journal, client, clock, fingerprints }: Binding): Promise<BoundAccount> {
  const newest = await readNewestPage(client, clock);
  const number = journal.accounts.ofKeys(fingerprints) ?? journal.accounts.add();
  journal.accounts.keepKeys(number, fingerprints);
  return { number, newest, foreign: undefined };
}

async function bindToOne({ journal, client, clock }: Binding): Promise<BoundAccount> {
  const newest = await readNewestPage(client, clock);
  const number = journal.accounts.all()[0]?.root ?? journal.accounts.add();
  return { number, newest, foreign: undefined };
}

function forgetPlanned(journal: Journal): Journal {
  const isSent = ({ state, refusedAt }: PayoutRecord) =>
    (state !== 'planned' && state !== 'duplicate') || refusedAt !== null;
  const original = journal.alikeSince.bind(journal);
  const alikeSince: Journal['alikeSince'] = (...asked) => original(...asked).filter(isSent);
  return Object.assign(journal, { alikeSince });
}

function takeAccountsForOne(journal: Journal): Journal {
  Object.assign(journal.accounts, { isOne: () => true });
  return journal;
}

/** An undisturbed life of each file: what is looked for shows sooner. */
function withoutStorms(world: World): World {
  return {
    ...world,
    hasMark: true,
    network: { ...world.network, faultProbability: 0 },
    filesAtOnce: false,
    crashes: [1_000_000],
    rivalAfterMs: undefined,
    interruptedAfterMs: undefined,
    diskFaultProbability: 0,
  };
}

function withRepeatingGateway(world: World): World {
  return {
    ...world,
    http: { ...world.http, descriptions: 'kept' },
    network: { ...world.network, gateway: 'repeating' },
    wallet: { ...world.wallet, isOneAtATime: world.skewMs > 0, instantProbability: 0 },
  };
}

/** As if it did not matter that a refusal may be that of a copy. */
function forgetRefusals(journal: Journal): Journal {
  const original = journal.change.bind(journal);
  const change: Journal['change'] = (place, from, changes) => {
    original(place, from, { ...changes, refusedAt: undefined });
  };
  return Object.assign(journal, { change });
}

function lookBackMinutes(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      proven: ({ since, ...options } = {}) =>
        withdraws.proven({ ...options, since: since && new Date(since.getTime() + 24 * HOUR_MS - 300_000) }),
    },
  };
}

/** The newest withdrawals are read, and nothing is seen in them. */
function hideNewest(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      async page(query) {
        const page = await withdraws.page(query);
        return { ...page, items: page.items.map((row) => ({ ...row, description: null })) };
      },
    },
  };
}

function freshenAnswers(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      create: async (order) => ({ ...(await withdraws.create(order)), createdAt: '2030-01-01T00:00:00Z' }),
    },
  };
}

function takeUnknownForNotSent(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      async create(order) {
        try {
          return await withdraws.create(order);
        } catch (error) {
          if (!(error instanceof PixError) || error.outcome !== 'unknown') throw error;
          const facts = {
            code: 'connection_refused',
            outcome: 'not-sent',
            host: 'wallet.example',
            cause: error,
          } as const;
          throw new TransportError('nothing accepts connections there', facts);
        }
      },
    },
  };
}

/** Payouts stand as planned in the journal until their outcome is known. */
function intendLate(journal: Journal): Journal {
  const intents = new Map<string, Intent>();
  const original = { intend: journal.intend.bind(journal), change: journal.change.bind(journal) };
  const intend: Journal['intend'] = (place, intent) => {
    intents.set(`${place.runId} ${place.row}`, intent);
    return true;
  };
  const change: Journal['change'] = (place, from, changes) => {
    const intent = intents.get(`${place.runId} ${place.row}`);
    if (from === 'sending' && intent !== undefined) original.intend(place, intent);
    original.change(place, from, changes);
  };
  return Object.assign(journal, { intend, change });
}

/** One withdrawal in three is on no list, though it was made. */
function forgetWithdrawals(client: PixClient): PixClient {
  const { withdraws } = client;
  const isTold = ({ id }: { readonly id: string }) => Number(id.replace(/\D+/, '')) % 3 !== 0;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      proven(options) {
        const list = withdraws.proven(options);
        return {
          ...list,
          verdict: () => list.verdict(),
          async *steps() {
            for await (const step of list.steps()) {
              yield step.type === 'rows' ? { ...step, rows: step.rows.filter(({ row }) => isTold(row)) } : step;
            }
          },
        };
      },
    },
  };
}
