import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { PixClient } from '../../../src/client/client.ts';
import { sleep } from '../../../src/client/clock.ts';
import { createPixClient } from '../../../src/client/create-client.ts';
import { PixError } from '../../../src/client/errors.ts';
import { bindAccount, type Binding, type BoundAccount } from '../../../src/payouts/accounts/account.ts';
import { comparedAt, comparedWith } from '../../../src/payouts/accounts/newest-page.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import { openJournal } from '../../../src/payouts/journal/journal.ts';
import { PayoutError } from '../../../src/payouts/payout-error.ts';
import type { Payout } from '../../../src/payouts/payout.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { RunFacts } from '../../../src/payouts/journal/records.ts';
import type { RunEvent, RunSummary, StopReason } from '../../../src/payouts/engine/run-events.ts';
import type { RunLock, RunLocks } from '../../../src/payouts/journal/run-lock.ts';
import { runPayouts, type RunOptions } from '../../../src/payouts/engine/run-payouts.ts';
import { centavos } from '../../../src/pix/centavos.ts';
import { isAgainAllowed, type EarlierRules } from '../../../src/payouts/rules/duplicates/verdict.ts';
import { payableCounter, payableOfRun, type Payable } from '../../../src/payouts/rules/payable.ts';
import { toEarlier } from '../../../src/payouts/rules/objections.ts';
import { questionsOf } from '../../../src/payouts/rules/permissions.ts';
import { RunApproval } from '../../../src/payouts/rules/run-approval.ts';
import { fingerprintOf } from '../../../src/client/profiles/key-fingerprint.ts';
import type { Books } from './books.ts';
import type { IntendedPayout } from './draw-files.ts';
import type { AccountName, Simulation } from './draw-simulation.ts';
import type { Owners } from './owners.ts';
import { openSharedJournal, slowlyConnected, type SharedJournal, type Sleep } from './machines.ts';
import { onDiskOf } from './simulated-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { ProcessStopped, SimulatedProcess, type CrashPoint } from './simulated-process.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Replacements of parts, which the simulation must detect. */
export interface Sabotage {
  readonly simulation?: (simulation: Simulation) => Simulation;
  readonly client?: (client: PixClient) => PixClient;
  readonly journal?: (journal: Journal) => Journal;
  readonly options?: RunOptions;
  readonly bind?: (binding: Binding) => Promise<BoundAccount>;
  /** A person's answer about an account, whatever is true. */
  readonly choice?: string;
  /** The decision about rows that may have been paid before, whatever a person said. */
  readonly rules?: EarlierRules;
  /** A file is approved whatever was approved since it was read. */
  readonly approvesBlindly?: boolean;
  /** Locks are taken, but exclude no process. */
  readonly hasNoLocks?: boolean;
  /** The locks of a journal that machines share. */
  readonly locks?: (locks: RunLocks) => RunLocks;
}

export interface PayoutFile {
  readonly name: string;
  readonly account: AccountName;
  readonly rows: readonly IntendedPayout[];
}

/** One start of the program on a file, by a person or a timer. */
export interface Life {
  readonly name: string;
  readonly folder: string;
  readonly file: PayoutFile;
  readonly simulation: Simulation;
  readonly time: SimulatedTime;
  readonly network: SimulatedNetwork;
  readonly books: Books;
  readonly random: () => number;
  readonly keys: readonly string[];
  /** The true account of the keys. */
  readonly account: AccountName;
  readonly owners: Owners;
  /** Whether the person leaves out rows that may have been paid before; otherwise such a file is refused. */
  readonly isOnlyValid: boolean;
  /** The maximum time until the person approves a file. */
  readonly consentsWithinMs: number;
  /** Resumes only this run, whatever its file. */
  readonly resumes?: string | undefined;
  /** The journal that its machine shares with others; undefined: one of its own. */
  readonly shared?: SharedJournal | undefined;
  /** How far the machine's time of day is from the simulation's. */
  readonly skewMs?: number;
  /** When its machine sleeps. */
  readonly sleep?: Sleep | undefined;
  /** The point at which it is killed. */
  readonly crashAt: number;
  readonly diskFaultProbability: number;
  /** No fault occurs that would allow the program to give up. */
  readonly isCalm: boolean;
  readonly interruptedAfterMs: number | undefined;
  readonly sabotage: Sabotage;
  readonly note: (check: () => void) => void;
  readonly onCrash: (point: CrashPoint) => void;
  readonly onState: (state: PayoutState) => void;
  /** Called for other events. */
  readonly onMet: (what: string) => void;
}

/** A life that is neither cut short nor disturbed, while nothing is asked and nothing counted. */
export const UNDISTURBED = {
  isOnlyValid: false,
  crashAt: Number.POSITIVE_INFINITY,
  diskFaultProbability: 0,
  isCalm: false,
  interruptedAfterMs: undefined,
  onCrash: () => undefined,
  onState: () => undefined,
  onMet: () => undefined,
};

export const ORIGIN = 'https://wallet.example';

/** The end of a life that was not cut short. */
export interface LifeEnd {
  /** The file was refused. */
  readonly refusal?: string;
  /** Only a person's decisions, or more money, are missing. */
  readonly isSettled: boolean;
  /** More money is needed, or a higher limit. */
  readonly hasNoMore: boolean;
  readonly stop?: StopReason | undefined;
  /** How many rows are reported as paid twice. */
  readonly alarms?: number;
  readonly told: string;
}

/** The errors that are allowed while faults occur. */
const STORMY_CODES = new Set(['run_locked', 'already_approved', 'account_unclear', 'cannot_look', 'run_not_approved']);

/** @returns undefined when the life was cut short, or another process was at work */
export async function livePayouts(life: Life): Promise<LifeEnd | undefined> {
  const { time, name, crashAt, note, onCrash, random, diskFaultProbability, isCalm, network } = life;
  let last: CrashPoint = 'request';
  const process = new SimulatedProcess({
    name,
    clock: time.clock,
    crashAt,
    sleep: life.sleep,
    ...(life.skewMs !== undefined && { skewMs: life.skewMs }),
    onPass: (point) => {
      last = point;
    },
  });
  const disk = { faultProbability: diskFaultProbability, random, hasNoLocks: life.sabotage.hasNoLocks === true };
  try {
    const work = onDiskOf(process, disk, () => time.track(Promise.resolve()).then(() => workThrough(life, process)));
    return await Promise.race([work, process.stopped]);
  } catch (error) {
    if (error instanceof ProcessStopped) {
      onCrash(last);
      return undefined;
    }
    if (error instanceof PayoutError && (error.code === 'run_locked' || life.resumes !== undefined)) {
      note(() => {
        assert.equal(network.postsOf(process), 0, `${name} was refused (${error.code}), and sent all the same`);
      });
    }
    if (seesOthers(error, life.simulation)) return { isSettled: false, hasNoMore: false, told: 'foreign_journal' };
    if (!isCalm && (isStormy(error) || isJournalLoss(error))) return undefined;
    throw error;
  } finally {
    process.stop();
  }
}

async function workThrough(life: Life, process: SimulatedProcess): Promise<LifeEnd> {
  const { folder, file, simulation, keys, network, books, sabotage, note, interruptedAfterMs, owners } = life;
  const { clock } = process;
  const client = createPixClient(
    {
      baseUrl: ORIGIN,
      apiKeys: keys.map((key) => ({ name: key, key })),
      fetch: network.fetchOf(process),
    },
    clock,
  );
  const opened =
    life.shared === undefined
      ? await openJournal({ folder, clock })
      : await openSharedJournal(folder, process, life.shared);
  const journal = sabotage.journal?.(opened) ?? opened;
  const interruption = new AbortController();
  if (interruptedAfterMs !== undefined) {
    clock.schedule(interruptedAfterMs, () => interruption.abort(new Error('Ctrl-C')));
  }
  const account = await bind(life, { journal, client, clock, fingerprints: keys.map(fingerprintOf) });
  if (life.resumes !== undefined) return await resume(life.resumes);
  const rules = { onlyValid: life.isOnlyValid, ...sabotage.rules };
  const nowMs = comparedAt(account.newest, clock);
  const place = { account: account.number, newestRows: account.newest.rows, nowMs };
  const approval = new RunApproval(journal, { account, nowMs });
  const counter = payableCounter(journal, place, rules);
  const rows = file.rows.map((row, index) => payoutOf(row, index, simulation)).filter((payout) => counter.add(payout));
  const staged = await journal.staging.stage(
    { ...runFacts(simulation, file, account.number), compared: comparedWith(account.newest, journal) },
    rows,
    () => digestOf(file),
  );
  const { run, lock } = staged;
  try {
    if (!staged.isKnown) {
      const isOthers = areOthersPayments(counter.result(), books);
      if (isOthers) life.onMet('equal payments by others');
      const refusal =
        refusalOf(counter.result(), isOthers ? { ...rules, payAgain: true } : rules) ??
        // A person who works for the account says that the file is due from it, too.
        (counter.result(run.digest).elsewhere !== undefined && file.account !== life.account
          ? 'paid_before'
          : undefined);
      if (refusal !== undefined) {
        journal.staging.discard(run.id);
        return { refusal, isSettled: true, hasNoMore: false, told: refusal };
      }
      if (counter.result().leftOut.payouts > 0) life.onMet('rows left out that may have been paid');
    }
    owners.own(journal, run.id, life.account, note);
    if (!staged.isKnown) {
      if (life.consentsWithinMs > 0)
        await sleep(clock, life.consentsWithinMs * life.random(), new AbortController().signal);
      (sabotage.approvesBlindly === true ? journal.staging : approval).approve(run.id);
    }
    return await work(lock);
  } finally {
    lock.release();
    journal.close();
  }

  async function resume(runId: string): Promise<LifeEnd> {
    const lock = await journal.steps.lockRun(runId);
    try {
      return await work(lock);
    } finally {
      lock.release();
      journal.close();
    }
  }

  async function work(lock: RunLock): Promise<LifeEnd> {
    const { resendsProvenAbsent: resends = simulation.resendsProvenAbsent } = sabotage.options ?? {};
    const shown = new Set(payableOfRun(journal, lock.runId, resends).recipients.first.map(({ row }) => row));
    const summary = await runPayouts({
      journal,
      lock,
      client: sabotage.client?.(client) ?? (life.shared === undefined ? client : slowlyConnected(client, process)),
      account,
      clock,
      signal: interruption.signal,
      onEvent: (event) => {
        if (event.type === 'changed') life.onState(event.payout.state);
        checkEvent(event, books, note);
        checkSending(event, shown, note);
      },
      options: { waits: true, foreignMarks: simulation.acceptsMarks ? 'accept' : 'refuse', ...sabotage.options },
    });
    if (summary.stop?.reason === 'lock_lost') life.onMet('a run whose lock was lost');
    return lifeEnd(summary);
  }
}

/** If the service does not show the account, a person names it; one who uses the wrong key does not. */
async function bind(life: Life, binding: Binding): Promise<BoundAccount> {
  const { sabotage, owners, account, file, onMet } = life;
  const binds = sabotage.bind ?? bindAccount;
  try {
    return await binds(binding);
  } catch (error) {
    if (!(error instanceof PayoutError) || error.code !== 'account_unclear') throw error;
    onMet('a person asked for the account');
    if (file.account !== account) throw error;
    const isNamed = error.runId !== undefined && owners.of(error.runId) === account;
    const runId = isNamed ? error.runId : owners.runOf(binding.journal, account);
    const choice = sabotage.choice ?? runId ?? 'new';
    return await binds({ ...binding, choice });
  }
}

/** What a person sees who is asked whether rows were paid before. */
function areOthersPayments({ repeated }: Payable, books: Books): boolean {
  return (
    repeated.payouts > 0 &&
    repeated.first.every(({ payout: { pixKey, amountCentavos, coverFee }, earlier: { withdrawalId } }) => {
      const isOthers = withdrawalId !== undefined && books.find(withdrawalId)?.by === 'others';
      return isOthers && books.alike({ pixKey, amountCentavos, coverFee }).length === 0;
    })
  );
}

/** Why `pix payouts run` refuses a new file. */
function refusalOf(payable: Payable, rules: EarlierRules): string | undefined {
  const [rows] = toEarlier(payable, rules);
  return rows?.why ?? (isAgainAllowed(rules) ? undefined : questionsOf(payable, rules)[0]?.about);
}

/** Nothing false may be reported, not even temporarily. */
function checkEvent(event: RunEvent, books: Books, note: Life['note']): void {
  if (event.type === 'second_withdrawal') {
    note(() => books.checkAlarm(event.payout, event.withdrawalId));
  }
  if (event.type !== 'changed') return;
  note(() => {
    books.checkClaim(event.payout);
    const { state, code } = event.payout;
    if (state === 'absent' || (state === 'planned' && code === 'proven_absent')) books.checkAbsence(event.payout);
  });
}

/** A person agrees to the sum of the rows that were shown. */
function checkSending(event: RunEvent, shown: ReadonlySet<number>, note: Life['note']): void {
  if (event.type !== 'changed' || event.payout.state !== 'sending') return;
  note(() => {
    const { runId, row } = event.payout;
    assert.ok(shown.has(row), `row ${row} of ${runId} was sent, and was not shown as one that would be`);
  });
}

function lifeEnd(summary: RunSummary): LifeEnd {
  const { tally, stop } = summary;
  const hasNoMore = stop?.reason === 'insufficient_balance' || stop?.reason === 'limit_reached';
  const count = (state: keyof typeof tally) => tally[state].payouts;
  const isUnderWay = count('sending') + count('unknown') + count('accepted') > 0;
  const states = Object.entries(tally).flatMap(([state, { payouts }]) => (payouts > 0 ? `${state} ${payouts}` : []));
  return {
    hasNoMore,
    stop: stop?.reason,
    alarms: summary.alarms,
    isSettled: !isUnderWay && (count('planned') === 0 || hasNoMore),
    told: `${states.join(', ')}; ${stop?.reason ?? 'no stop'}`,
  };
}

function isStormy(error: unknown): boolean {
  return error instanceof PixError || (error instanceof PayoutError && STORMY_CODES.has(error.code));
}

/** Without visible marks, an equal payment by hand or a gateway's copy stops a run, which a person starts again. */
function seesOthers(error: unknown, { hasLookalikes, network }: Simulation): boolean {
  const isPossible = hasLookalikes || network.gateway === 'repeating';
  return isPossible && error instanceof PayoutError && error.code === 'foreign_journal';
}

/** The disk has failed, or the connection to the journal was lost; a lease may have ended as well meanwhile. */
function isJournalLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isJournalLoss);
  if (!(error instanceof Error)) return false;
  return 'errcode' in error || error.name === 'ConnectionLostError' || isJournalLoss(error.cause);
}

/** What the journal calls a file. */
export function sourceOf({ name, account }: Pick<PayoutFile, 'name' | 'account'>): string {
  return `${name} of ${account}`;
}

function runFacts(simulation: Simulation, file: PayoutFile, account: number): Omit<RunFacts, 'compared'> {
  return {
    account,
    source: sourceOf(file),
    origin: ORIGIN,
    coverFee: simulation.coverFee,
    usesMarks: simulation.hasMark,
    resendsProvenAbsent: simulation.resendsProvenAbsent,
  };
}

/** All rows, in whichever run. */
function digestOf({ rows }: PayoutFile): string {
  const said = rows.map((row) => [row.reference, row.pixKey, row.amountCentavos, row.description, row.coverFee]);
  return `sha256:${createHash('sha256').update(JSON.stringify(said)).digest('hex')}`;
}

function payoutOf(
  { reference, pixKey, amountCentavos, coverFee, description }: IntendedPayout,
  place: number,
  simulation: Simulation,
): Payout {
  return {
    row: place + 1,
    line: place + 2,
    reference,
    pixKey,
    pixKeyType: 'EMAIL',
    amountCentavos: centavos(amountCentavos),
    coverFee: coverFee ?? simulation.coverFee,
    description,
    cells: { valor: String(amountCentavos) },
  };
}
