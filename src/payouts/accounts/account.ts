import type { Payment, Withdrawal, WithdrawalDetails } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { ApiError, InterruptedError, PixError } from '../../client/errors.ts';
import type { AccountFacts, KnownSign, Sign } from '../journal/journal-accounts.ts';
import { lookForCopies, putCopiedOnHold, storeReturned } from '../engine/copies.ts';
import type { Journal } from '../journal/journal.ts';
import { markIn } from '../rules/mark.ts';
import { readNewestPage, type NewestPage } from './newest-page.ts';
import { PayoutError } from '../payout-error.ts';
import { mayBe, NODE_CLOCKS_APART_MS, SKEW_MS } from '../engine/look.ts';
import { CACHE_LIFE_MS } from '../payout-state.ts';
import { epochMsOf } from '../journal/records.ts';

/** The account of a client, in the journal. */
export interface BoundAccount {
  readonly number: number;
  readonly keys: readonly string[];
  /** The page by which the account was determined. */
  readonly newest: NewestPage;
}

export interface Binding {
  readonly journal: Journal;
  readonly client: Pick<PixClient, 'withdraws'> & Partial<Pick<PixClient, 'payments'>>;
  readonly clock: Clock;
  readonly fingerprints: readonly string[];
  /**
   * A person's choice when the service does not show which account it is: one of its runs, or `new`. Evidence from the
   * service overrules it.
   */
  readonly choice?: string | undefined;
}

/** What the service shows about an account in the journal. `open`: no evidence. */
type Verdict = 'same' | 'other' | 'open';

type Answer = Sign | 'gone';

/** How many known withdrawals of an account are looked up, including the oldest one. */
const NEW_ONES_ASKED = 2;
/** Signs that are stored from one page. */
const SIGNS_STORED = 12;

/**
 * Determines which account in the journal the keys of a client belong to, by the withdrawals that they see: one that
 * the journal knows (id, time and value), or one with a mark that the journal has made. Accounts that prove to be one
 * are linked.
 *
 * Keys that see none of the withdrawals of an account do not belong to it. Without withdrawals to compare, the key
 * decides, and then a person.
 *
 * @throws {PayoutError} `account_unclear`; `other_account` when evidence contradicts a person's choice
 * @throws {PixError} when the service cannot be reached
 */
export async function bindAccount(given: Binding): Promise<BoundAccount> {
  const binding = { ...given, clock: given.journal.timeFor(given.clock) };
  const { journal, client, clock } = binding;
  const newest = await readNewestPage(client, clock);
  const payments = newest.rows.length === 0 ? await newestPayments(binding) : undefined;
  const search = new AccountSearch(binding, newest, payments);
  // Another process may bind at the same time: the second one reads what the first has stored.
  const settle = () => journal.transaction(() => search.settle());
  let number = settle();
  while (number === undefined) {
    await search.ask();
    number = settle();
  }
  storeReturned(newest.rows, journal);
  putCopiedOnHold(newest.rows, journal, number, newest.askedAt);
  if (newest.refusal === undefined) await lookForCopies(binding, number, newest);
  return { number, keys: binding.fingerprints, newest };
}

interface NewestPayments {
  readonly rows: readonly Payment[];
  /** Whether the page contains all payments. */
  readonly isAll: boolean;
}

/** Undefined when the key may not read payments, or reading fails: they only help when withdrawals prove nothing. */
async function newestPayments({ client: { payments } }: Binding): Promise<NewestPayments | undefined> {
  try {
    const page = await payments?.page({ fresh: true });
    return page && { rows: page.items, isAll: page.pagination.total <= page.items.length };
  } catch (error) {
    if (error instanceof InterruptedError || !(error instanceof PixError)) throw error;
    return undefined;
  }
}

class AccountSearch {
  readonly #binding: Binding;
  readonly #newest: NewestPage;
  readonly #payments: NewestPayments | undefined;
  readonly #seen: readonly Sign[];
  readonly #answers = new Map<string, Answer>();
  readonly #toAsk = new Set<string>();

  constructor(binding: Binding, newest: NewestPage, payments: NewestPayments | undefined) {
    this.#binding = binding;
    this.#newest = newest;
    this.#payments = payments;
    this.#seen = [
      ...newest.rows.map((row) => signOf('withdrawals', row)),
      ...(payments?.rows ?? []).map((row) => signOf('payments', row)),
    ];
  }

  /** @returns undefined when more must be requested from the service first */
  settle(): number | undefined {
    const { journal, fingerprints } = this.#binding;
    const accounts = journal.accounts.all();
    const shown = this.#shownAccounts();
    this.#toAsk.clear();
    const verdicts = new Map(accounts.map((account) => [account, this.#verdictOn(account, shown)]));
    if (this.#toAsk.size > 0) return undefined;
    const of = (wanted: Verdict) => accounts.filter((account) => verdicts.get(account) === wanted);
    const root = this.#chooseFrom(of('same'), of('open'), of('other'));
    for (const other of of('other')) journal.accounts.recordDistinct(root, other.root);
    journal.accounts.storeKeys(root, fingerprints);
    journal.accounts.storeSigns(root, this.#seen.slice(0, SIGNS_STORED));
    return journal.accounts.rootOf(root);
  }

  async ask(): Promise<void> {
    for (const id of this.#toAsk) this.#answers.set(id, await this.#answerOf(id));
  }

  async #answerOf(id: string): Promise<Answer> {
    try {
      return signOf('withdrawals', await this.#binding.client.withdraws.get(id));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'gone';
      throw error;
    }
  }

  /** The accounts that the newest page confirms or excludes, by their roots: a match outweighs a mismatch. */
  #shownAccounts(): ReadonlyMap<number, 'same' | 'other'> {
    const { journal } = this.#binding;
    const shown = new Map<number, 'same' | 'other'>();
    const show = (root: number, verdict: Verdict) => {
      if (verdict === 'same' || (verdict === 'other' && !shown.has(root))) shown.set(root, verdict);
    };
    for (const seen of this.#seen) {
      for (const { root, sign } of journal.accounts.signsLike(seen)) show(root, compare(sign, seen));
    }
    for (const row of this.#newest.rows) {
      const root = this.#makerOf(row);
      if (root !== undefined) show(root, 'same');
    }
    return shown;
  }

  /** The account whose run has made the mark of a withdrawal. A mark copied into another description proves nothing. */
  #makerOf(row: Withdrawal): number | undefined {
    const { journal } = this.#binding;
    const mark = markIn(row.description);
    const payout = mark === undefined ? undefined : journal.payoutOfMark(mark);
    if (payout === undefined || (payout.withdrawal !== null && payout.withdrawal.id !== row.id)) return undefined;
    return mayBe(row, payout) ? journal.accounts.rootOf(journal.run(payout.runId).account) : undefined;
  }

  #verdictOn({ root, hasSigns }: AccountFacts, shown: ReadonlyMap<number, 'same' | 'other'>): Verdict {
    const isShown = shown.get(root);
    if (isShown !== undefined) return isShown;
    if (!hasSigns || this.#newest.refusal !== undefined) return 'open';
    const { journal } = this.#binding;
    const isKnownToDiffer = [...shown].some(
      ([other, verdict]) => verdict === 'same' && journal.accounts.areApart(root, other),
    );
    return isKnownToDiffer ? 'other' : this.#askedVerdictOn(root);
  }

  #askedVerdictOn(root: number): Verdict {
    const { journal } = this.#binding;
    const withdrawals = journal.accounts.signsOf(root, 'withdrawals');
    if (withdrawals.length === 0) return this.#verdictByPayments(journal.accounts.signsOf(root, 'payments'));
    const settled = withdrawals.filter((sign) => this.#isSettled(sign));
    const asked = settled.length > 0 ? settled : withdrawals;
    const questions = [...asked.slice(0, NEW_ONES_ASKED), ...asked.slice(-1)];
    const answers = questions.map((sign) => ({ sign, answer: this.#answers.get(sign.id) }));
    const evidence = answers.map(({ sign, answer }) =>
      typeof answer === 'object' ? compare(sign, answer) : undefined,
    );
    if (evidence.includes('same')) return 'same';
    if (evidence.includes('other')) return 'other';
    for (const { sign, answer } of answers) if (answer === undefined) this.#toAsk.add(sign.id);
    return settled.length > 0 && !evidence.includes('open') ? 'other' : 'open';
  }

  /** Looking a payment up may change it, so only a complete list proves that none exists. */
  #verdictByPayments(known: readonly KnownSign[]): Verdict {
    return this.#payments?.isAll === true && known.some((sign) => this.#isSettled(sign)) ? 'other' : 'open';
  }

  /** Old enough for every answer of the service to contain it. A slow server may have dated a new one too early. */
  #isSettled({ seenAt, createdAt, isClaim }: KnownSign): boolean {
    const now = this.#binding.clock.epochMs();
    const apartMs = isClaim ? NODE_CLOCKS_APART_MS : SKEW_MS;
    return now - seenAt > CACHE_LIFE_MS || (createdAt !== null && now - createdAt > CACHE_LIFE_MS + apartMs);
  }

  #chooseFrom(same: readonly AccountFacts[], open: readonly AccountFacts[], other: readonly AccountFacts[]): number {
    const { journal, fingerprints, choice } = this.#binding;
    const chosen = this.#chosenAccount(open, other);
    // On which the keys were seen before.
    const ofKeys = journal.accounts.ofKeys(fingerprints);
    const known = [...same, ...open.filter(({ root }) => root === ofKeys)].map(({ root }) => root);
    const joined = chosen === undefined ? known : [...known, chosen];
    // A run that other keys have begun is not sent by these without a word, although nothing of it has left yet.
    const isUnclear = ({ isAtStake, hasUnsent }: AccountFacts) => isAtStake || (hasUnsent && joined.length === 0);
    const unclearOnes = open.filter((account) => isUnclear(account) && !this.#areDistinct(account.root, joined));
    if (choice === undefined && unclearOnes.length > 0) throw unclear(unclearOnes);
    const root = this.#join(joined) ?? (choice === 'new' ? journal.accounts.add() : this.#emptyAccount(open));
    // The message names the last one: a person who answers with an account already known denies that one alone.
    const denied =
      choice === 'new'
        ? unclearOnes.filter(({ isAtStake }) => isAtStake)
        : chosen !== undefined && known.includes(chosen)
          ? unclearOnes.slice(-1)
          : [];
    for (const account of denied) journal.accounts.recordDistinct(root, account.root);
    return root;
  }

  /** Whether an account is one of these, or known to be none of them. */
  #areDistinct(root: number, others: readonly number[]): boolean {
    const { accounts } = this.#binding.journal;
    return others.some((other) => other === root || accounts.areApart(other, root));
  }

  /** @returns the root of the joined accounts; undefined if there are none */
  #join([first, ...others]: readonly number[]): number | undefined {
    const { accounts } = this.#binding.journal;
    if (first === undefined) return undefined;
    for (const other of others) accounts.link(first, other);
    return accounts.rootOf(first);
  }

  /** Nothing was ever sent from it, and nothing is to be: there is nothing to protect. */
  #emptyAccount(open: readonly AccountFacts[]): number {
    const { accounts } = this.#binding.journal;
    const empty = open.findLast(({ hasSigns, isAtStake, hasUnsent }) => !hasSigns && !isAtStake && !hasUnsent);
    if (empty === undefined) return accounts.add();
    accounts.handOver(empty.root);
    return empty.root;
  }

  /**
   * The account that a person has named. A run without payments identifies no account if another run of it has some:
   * other keys may have started that one, when the account was empty.
   *
   * @throws {PayoutError} `other_account`, `account_unclear`, `run_unknown`
   */
  #chosenAccount(open: readonly AccountFacts[], other: readonly AccountFacts[]): number | undefined {
    const { journal, choice } = this.#binding;
    if (choice === undefined || choice === 'new') return undefined;
    const root = journal.accounts.rootOf(journal.run(choice).account);
    if (other.some((account) => account.root === root)) throw otherAccount(choice);
    const atStake = open.filter((account) => account.root === root && account.isAtStake);
    if (atStake.length > 0 && !journal.accounts.isRunAtStake(choice)) throw unclear(atStake);
    return root;
  }
}

/** Whether an account's keys may work on a run. @throws {PayoutError} `other_account` */
export function assertOwnRun(journal: Journal, runId: string, { number }: Pick<BoundAccount, 'number'>): void {
  if (!journal.accounts.isOne(journal.run(runId).account, number)) throw otherAccount(runId);
}

/**
 * An account without payments may be joined by other keys, as long as nothing was sent from it.
 *
 * @throws {PayoutError} `account_unclear` when that has happened
 */
export function assertNotJoined(journal: Journal, runId: string, { number, keys }: BoundAccount): void {
  const now = journal.accounts.keysOf(number);
  if (keys.every((key) => now.includes(key))) return;
  throw new PayoutError('other keys have joined the account', { code: 'account_unclear', runId });
}

function otherAccount(runId: string): PayoutError {
  return new PayoutError(`the run ${runId} belongs to another account`, { code: 'other_account', runId });
}

function unclear(atStake: readonly AccountFacts[]): PayoutError {
  const runId = atStake.at(-1)?.newestRun;
  const message = 'nothing tells whether the account is one whose payments are not cleared up';
  return new PayoutError(message, { code: 'account_unclear', runId });
}

function signOf(list: Sign['list'], { id, value, createdAt }: Withdrawal | WithdrawalDetails | Payment): Sign {
  return { list, id, valueCentavos: value, createdAt: epochMsOf(createdAt) };
}

/**
 * Compares two rows with one id. A service that was reset may reuse ids: then the times differ. The same time with
 * another value proves nothing.
 */
function compare(one: Omit<Sign, 'list'>, other: Omit<Sign, 'list'>): Verdict {
  if (!areSameMoment(one.createdAt, other.createdAt)) return 'other';
  const hasTimes = one.createdAt !== null && other.createdAt !== null;
  if (one.valueCentavos === null || other.valueCentavos === null || one.valueCentavos === other.valueCentavos) {
    return 'same';
  }
  return hasTimes ? 'open' : 'other';
}

/** One answer may have whole seconds and the other fractions. */
function areSameMoment(one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === other) return true;
  const hasWholeSeconds = one % 1_000 === 0 || other % 1_000 === 0;
  return hasWholeSeconds && Math.floor(one / 1_000) === Math.floor(other / 1_000);
}
