import type { Withdrawal } from '../../../src/client/answers.ts';
import type { PixClient } from '../../../src/client/client.ts';
import { ApiError, PixError, TransportError } from '../../../src/client/errors.ts';
import type { Intent, JournalSteps } from '../../../src/payouts/journal/journal-steps.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import { bindAccount, type Binding, type BoundAccount } from '../../../src/payouts/accounts/account.ts';
import { readNewestPage } from '../../../src/payouts/accounts/newest-page.ts';
import { markIn } from '../../../src/payouts/rules/mark.ts';
import type { PayoutRecord } from '../../../src/payouts/journal/records.ts';
import { alteredClient } from './altered-client.ts';
import type { FileKind } from './draw-files.ts';
import { seededRandom } from '../../support/random.ts';
import {
  withAddedReferences,
  withFeeColumn,
  withHandPayment,
  withOtherPrices,
  type Simulation,
} from './draw-simulation.ts';
import type { Sabotage } from './program.ts';

const HOUR_MS = 3_600_000;

/** A defect in the program, or in what it relies on, and how the simulation detects it. */
export interface Mutation extends Sabotage {
  readonly sign: RegExp;
  /** The simulations in which it can be detected. */
  readonly fits?: (simulation: Simulation) => boolean;
  /** A seed that detects it soon, where the first ones do not. */
  readonly shownBy?: number;
}

export const SABOTAGES: Readonly<Record<string, Mutation>> = {
  'a lost answer is taken for a request that was never sent': {
    client: takeUnknownForNotSent,
    sign: /PAID TWICE|no payout reports it/,
  },
  'the intent becomes durable with the outcome, not before the request': {
    journal: intendLate,
    sign: /PAID TWICE|can't go from/,
    shownBy: 16,
  },
  'two processes may work on one run': {
    hasNoLocks: true,
    simulation: (simulation) => ({ ...simulation, rivalAfterMs: 500 }),
    sign: /PAID TWICE|can't go from/,
    shownBy: 115,
  },
  'absence is believed at once': {
    journal: (journal) => Object.assign(journal, { payouts: endedLongAgo(journal.payouts.bind(journal)) }),
    options: { resendsProvenAbsent: true },
    sign: /PAID TWICE|said to be absent|no payout reports it/,
    shownBy: 87,
  },
  'requests take effect later than is stated': {
    simulation: (simulation) => ({
      ...simulation,
      resendsProvenAbsent: true,
      network: { ...simulation.network, gateway: 'plain', latestEffectMs: 30 * simulation.network.latestEffectMs },
    }),
    sign: /PAID TWICE|no payout reports it/,
    shownBy: 122,
  },
  'lists are older than is stated': {
    simulation: (simulation) => ({
      ...simulation,
      resendsProvenAbsent: true,
      http: { ...simulation.http, lagMs: 3_600_000 },
    }),
    sign: /PAID TWICE|said to be absent|does not come to an end/,
    shownBy: 99,
  },
  'rows of the list are passed over': {
    client: forgetWithdrawals,
    sign: /PAID TWICE|said to be absent|does not come to an end/,
    shownBy: 5,
  },
  'a withdrawal that shows other words counts as none of ours': {
    journal: (journal) => Object.assign(journal, { wasSeenBefore: () => true }),
    simulation: (simulation) => ({
      ...simulation,
      resendsProvenAbsent: true,
      http: { ...simulation.http, descriptions: 'cut with an ellipsis' },
    }),
    sign: /PAID TWICE|said to be absent|proven absent/,
    shownBy: 12,
  },
  'the clocks of servers are taken to agree within minutes': {
    client: lookBackMinutes,
    simulation: (simulation) => ({
      ...simulation,
      resendsProvenAbsent: true,
      wallet: { ...simulation.wallet, nodeSkewsMs: [0, -6 * HOUR_MS] },
      http: { ...simulation.http, order: 'time' },
    }),
    sign: /PAID TWICE|said to be absent|proven absent|does not come to an end/,
    shownBy: 83,
  },
  'the time of day is taken from our clock alone': {
    bind: forgetItsTime,
    simulation: (simulation) => ({
      ...withoutStorms(simulation),
      filesAtOnce: false,
      settlesInBetween: true,
      jumpsMs: [120 * 24 * HOUR_MS],
    }),
    fits: hasFile('corrected'),
    sign: /PAID TWICE/,
    shownBy: 25,
  },
  'what was refused is sent again at once': {
    journal: forgetRefusals,
    // With so few requests a second, copies meet a full window, and are refused.
    simulation: (simulation) => {
      const repeating = withRepeatingGateway(simulation);
      return { ...repeating, http: { ...repeating.http, requestsPerSecond: 3 } };
    },
    sign: /PAID TWICE|an alarm without a reason|no payout reports it/,
    shownBy: 68,
  },
  'a run does not end with a look at what is new': {
    client: hideNewest,
    simulation: (simulation) => withRepeatingGateway(withoutStorms(simulation)),
    sign: /no alarm was raised/,
    shownBy: 81,
  },
  'an answer is believed, however old': {
    client: freshenAnswers,
    journal: (journal) => Object.assign(journal, { wasSeenBefore: () => false }),
    simulation: (simulation) => ({
      ...withoutStorms(simulation),
      hasLookalikes: true,
      accounts: simulation.accounts.map((account) => ({ ...account, othersBefore: 5 })),
      http: { ...simulation.http, descriptions: 'kept' },
      network: { ...simulation.network, gateway: 'replaying', faultProbability: 0 },
    }),
    sign: /which another user made/,
    shownBy: 11,
  },
  'accounts are told apart by their keys alone': {
    bind: bindByKey,
    sign: /PAID TWICE|no payout reports it/,
    shownBy: 11,
  },
  'all keys are taken for those of one account': {
    bind: bindToOne,
    simulation: withTwoAccounts,
    sign: /WRONG ACCOUNT|PAID TWICE|taken for those of one/,
    shownBy: 9,
  },
  'payments of other accounts of the journal are not compared with a file': {
    journal: (journal) => Object.assign(journal, { heldElsewhere: () => undefined, runsElsewhere: () => [] }),
    simulation: (simulation) => ({ ...withOtherFiles(withTwoAccounts(simulation)), mistakesProfiles: true }),
    sign: /WRONG ACCOUNT: .* was paid from|PAID TWICE: .* by wx-/,
    shownBy: 35,
  },
  'a run goes on with the keys of any account': {
    journal: takeAccountsForOne,
    simulation: withTwoAccounts,
    sign: /WRONG ACCOUNT|PAID TWICE/,
    shownBy: 13,
  },
  'an account of which nothing was heard is taken for another one': {
    choice: 'new',
    simulation: (simulation) => ({
      ...simulation,
      accounts: simulation.accounts.map((account) => ({ ...account, losesFirst: true })),
    }),
    sign: /PAID TWICE|no payout reports it|does not come to an end|is left (?:unknown|sending)/,
    shownBy: 64,
  },
  'references are taken as a spreadsheet has saved them': {
    rules: { newReferences: true },
    fits: hasFile('saved by a spreadsheet'),
    sign: /PAID TWICE/,
    shownBy: 42,
  },
  'rows without a reference are new ones in a file that is new': {
    rules: { payAgain: true },
    fits: hasFile('corrected'),
    sign: /PAID TWICE/,
    shownBy: 148,
  },
  'rows with a reference are new ones whatever was paid without one': {
    rules: { payAgain: true },
    simulation: addReferences,
    fits: (simulation) => hasFile('with references')(addReferences(simulation)),
    sign: /PAID TWICE/,
    shownBy: 26,
  },
  'payments by hand are not compared with a file': {
    bind: hideNewestRows,
    simulation: withHandPayment,
    sign: /PAID TWICE/,
    shownBy: 219,
  },
  'payments of another journal are not compared with a file, once its marks are accepted': {
    bind: hideForeignRows,
    simulation: (simulation) => ({
      ...withHandPayment(simulation),
      acceptsMarks: true,
      http: { ...simulation.http, pageSizeMaximum: 100, descriptions: 'kept' },
    }),
    sign: /PAID TWICE/,
    shownBy: 3,
  },
  'a file is approved whatever was approved since it was read': {
    approvesBlindly: true,
    simulation: (simulation) => ({ ...simulation, filesAtOnce: true }),
    sign: /PAID TWICE/,
    fits: (simulation) => hasFile('corrected')(simulation) || hasFile('saved by a spreadsheet')(simulation),
    shownBy: 622,
  },
  'what an unfinished run has yet to send is none of the earlier payments': {
    journal: forgetPlanned,
    simulation: (simulation) => ({ ...simulation, settlesInBetween: false }),
    fits: (simulation) => hasFile('corrected')(simulation) || hasFile('saved by a spreadsheet')(simulation),
    sign: /PAID TWICE/,
    shownBy: 21,
  },
  'an account that may be this one is taken for another': {
    journal: forgetOthers,
    sign: /PAID TWICE/,
    shownBy: 8961729,
  },
  'two accounts that prove to be one are compared neither before nor afterwards': {
    journal: (journal) => Object.assign(forgetOthers(journal), { joinedHolderOf: () => undefined }),
    sign: /PAID TWICE/,
    shownBy: 7004380,
  },
  "the fee of every row is the run's": { client: chargeAll, simulation: withFees, sign: /WRONG AMOUNT/, shownBy: 5 },
  'a withdrawal at another price than requested is none of ours': {
    client: forgetOtherPrices,
    simulation: (simulation) => ({ ...withOtherPrices(simulation, () => 0.6), resendsProvenAbsent: true }),
    sign: /PAID TWICE|said to be absent|proven absent|no payout reports it/,
    shownBy: 27,
  },
};

/** Amounts of files are whole dimes, and the fee is not. */
function forgetOtherPrices(client: PixClient): PixClient {
  const isAsRequested = ({ value }: { readonly value: number }) => value % 10 === 0;
  return alteredClient(client, (withdraws) => ({
    async get(id) {
      const found = await withdraws.get(id);
      if (isAsRequested(found)) return found;
      throw new ApiError('not found', { status: 404, code: 'not_found', outcome: 'refused', period: undefined });
    },
    proven: (options) => omitting(withdraws.proven(options), isAsRequested),
  }));
}

/** Rows say who bears the fee, and there is one. */
function withFees(simulation: Simulation): Simulation {
  const drawn = [0.9, 0.1, 0.9, 0.4, 0.9];
  let place = 0;
  return withFeeColumn(simulation, () => drawn[place++ % drawn.length] ?? 0);
}

/** What a row says of its fee is passed over. */
function chargeAll(client: PixClient): PixClient {
  return alteredClient(client, (withdraws) => ({
    create: (order) => withdraws.create({ ...order, coverFee: false }),
  }));
}

function hasFile(kind: FileKind) {
  return ({ accounts }: Simulation) => accounts.some(({ files }) => files.some((file) => file.kind === kind));
}

function withTwoAccounts(simulation: Simulation): Simulation {
  const [first] = simulation.accounts;
  if (first === undefined) return simulation;
  const profiles = first.profiles.map((keys) => keys.map((key) => key.replace('pk_a', 'pk_b')));
  const second = { ...first, name: 'b', profiles } as const;
  return { ...simulation, accounts: [first, second], mistakesKeys: true, runsAtOnce: false };
}

/** The second account has one file, of payments that the first one does not have. */
function withOtherFiles(simulation: Simulation): Simulation {
  const accounts = simulation.accounts.map((account) => {
    if (account.name === 'a') return account;
    const files = account.files.slice(0, 1).map((file) => ({
      ...file,
      rows: file.rows.map((row) => ({
        ...row,
        payout: `b-${row.payout}`,
        reference: row.reference === undefined ? undefined : `b-${row.reference}`,
        amountCentavos: row.amountCentavos + 1_111,
      })),
    }));
    return { ...account, files };
  });
  return { ...simulation, accounts };
}

/** Each key is an account of its own. */
async function bindByKey({ journal, client, clock, fingerprints }: Binding): Promise<BoundAccount> {
  const newest = await readNewestPage(client, clock);
  const number = journal.accounts.ofKeys(fingerprints) ?? journal.accounts.add();
  journal.accounts.storeKeys(number, fingerprints);
  return { number, keys: fingerprints, newest };
}

async function hideNewestRows(binding: Binding): Promise<BoundAccount> {
  const account = await bindAccount(binding);
  return { ...account, newest: { ...account.newest, rows: [] } };
}

async function hideForeignRows(binding: Binding): Promise<BoundAccount> {
  const account = await bindAccount(binding);
  const isOurs = ({ description }: { readonly description?: string | null | undefined }) => {
    const mark = markIn(description);
    return mark === undefined || binding.journal.payoutOfMark(mark) !== undefined;
  };
  return { ...account, newest: { ...account.newest, rows: account.newest.rows.filter(isOurs) } };
}

function addReferences(simulation: Simulation): Simulation {
  return withAddedReferences(simulation, seededRandom(1));
}

async function forgetItsTime(binding: Binding): Promise<BoundAccount> {
  const account = await bindAccount(binding);
  return { ...account, newest: { ...account.newest, answeredAt: undefined } };
}

async function bindToOne({ journal, client, clock }: Binding): Promise<BoundAccount> {
  const newest = await readNewestPage(client, clock);
  const number = journal.accounts.all()[0]?.root ?? journal.accounts.add();
  return { number, keys: [], newest };
}

/** Of earlier payments like a row, only these are remembered. */
function remembering(
  journal: Journal,
  isRemembered: (payout: PayoutRecord, account: Parameters<Journal['alikeSince']>[1]) => boolean,
): Journal {
  const original = journal.alikeSince.bind(journal);
  const alikeSince: Journal['alikeSince'] = (like, account, since) =>
    original(like, account, since).filter((payout) => isRemembered(payout, account));
  return Object.assign(journal, { alikeSince });
}

function forgetPlanned(journal: Journal): Journal {
  return remembering(
    journal,
    ({ state, refusedAt }) => (state !== 'planned' && state !== 'duplicate') || refusedAt !== null,
  );
}

function forgetOthers(journal: Journal): Journal {
  return remembering(journal, ({ runId }, account) => journal.accounts.isOne(journal.run(runId).account, account));
}

function takeAccountsForOne(journal: Journal): Journal {
  Object.assign(journal.accounts, { isOne: () => true });
  return journal;
}

/** One undisturbed life per file, so that the defect shows sooner. */
function withoutStorms(simulation: Simulation): Simulation {
  return {
    ...simulation,
    hasMark: true,
    network: { ...simulation.network, faultProbability: 0 },
    filesAtOnce: false,
    crashes: [1_000_000],
    rivalAfterMs: undefined,
    interruptedAfterMs: undefined,
    diskFaultProbability: 0,
  };
}

function withRepeatingGateway(simulation: Simulation): Simulation {
  return {
    ...simulation,
    http: { ...simulation.http, descriptions: 'kept' },
    network: { ...simulation.network, gateway: 'repeating' },
    wallet: { ...simulation.wallet, isOneAtATime: simulation.skewMs > 0, instantProbability: 0 },
  };
}

/** As if a refusal could not be that of a copy. */
function forgetRefusals(journal: Journal): Journal {
  const original = journal.steps.change.bind(journal.steps);
  const change: JournalSteps['change'] = (place, from, changes) => {
    original(place, from, { ...changes, refusedAt: undefined });
  };
  Object.assign(journal.steps, { change });
  return journal;
}

function lookBackMinutes(client: PixClient): PixClient {
  return alteredClient(client, (withdraws) => ({
    proven: ({ since, ...options } = {}) =>
      withdraws.proven({ ...options, since: since && new Date(since.getTime() + 24 * HOUR_MS - 300_000) }),
  }));
}

/** The newest withdrawals are read, but ignored. */
function hideNewest(client: PixClient): PixClient {
  return alteredClient(client, (withdraws) => ({
    async page(query) {
      const page = await withdraws.page(query);
      return { ...page, items: page.items.map((row) => ({ ...row, description: null, pixKey: 'x@example.com' })) };
    },
  }));
}

function freshenAnswers(client: PixClient): PixClient {
  return alteredClient(client, (withdraws) => ({
    create: async (order) => ({ ...(await withdraws.create(order)), createdAt: '2030-01-01T00:00:00Z' }),
  }));
}

/** By the end of their requests, none of which can be processed any more. */
function endedLongAgo(payouts: Journal['payouts']): Journal['payouts'] {
  return function* (...given) {
    for (const payout of payouts(...given)) yield { ...payout, endedAt: 0 };
  };
}

function takeUnknownForNotSent(client: PixClient): PixClient {
  return alteredClient(client, (withdraws) => ({
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
  }));
}

/** Payouts stay planned in the journal until their outcome is known. */
function intendLate(journal: Journal): Journal {
  const intents = new Map<string, Intent>();
  const { steps } = journal;
  const original = { intend: steps.intend.bind(steps), change: steps.change.bind(steps) };
  const intend: JournalSteps['intend'] = (place, intent) => {
    intents.set(`${place.runId} ${place.row}`, intent);
    return true;
  };
  const change: JournalSteps['change'] = (place, from, changes) => {
    const intent = intents.get(`${place.runId} ${place.row}`);
    if (from === 'sending' && intent !== undefined) original.intend(place, intent);
    original.change(place, from, changes);
  };
  Object.assign(steps, { intend, change });
  return journal;
}

/** One withdrawal in three is missing from lists, although it was made. */
function forgetWithdrawals(client: PixClient): PixClient {
  const isTold = ({ id }: { readonly id: string }) => Number(id.replace(/\D+/, '')) % 3 !== 0;
  return alteredClient(client, (withdraws) => ({ proven: (options) => omitting(withdraws.proven(options), isTold) }));
}

type ProvenList = ReturnType<PixClient['withdraws']['proven']>;

function omitting(list: ProvenList, isTold: (row: Withdrawal) => boolean): ProvenList {
  return {
    ...list,
    verdict: () => list.verdict(),
    async *steps() {
      for await (const step of list.steps()) {
        yield step.type === 'rows' ? { ...step, rows: step.rows.filter(({ row }) => isTold(row)) } : step;
      }
    },
  };
}
