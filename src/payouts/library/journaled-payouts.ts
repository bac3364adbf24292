import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { ConfigurationError, PixError } from '../../client/errors.ts';
import { fingerprintOf } from '../../client/profiles/key-fingerprint.ts';
import { assertOwnRun, bindAccount, type BoundAccount } from '../accounts/account.ts';
import { balanceIfAllowed, meetForeignMarks } from '../accounts/newest-page.ts';
import { MARKED_DESCRIPTION_LENGTH_MAXIMUM } from '../rules/mark.ts';
import { judgeFile, StagedBatch } from '../engine/staged-batch.ts';
import { resolvePayout } from '../engine/resolve.ts';
import type { RunSummary } from '../engine/run-events.ts';
import { runPayouts, summaryOf } from '../engine/run-payouts.ts';
import { readBatch } from '../files/batch.ts';
import type { BatchNotice, BatchProblem } from '../files/batch-problem.ts';
import type { FeeRule } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { assertOrigin } from '../journal/staging.ts';
import { dayOf } from '../policy-day.ts';
import { objectionsToSending, resumed } from '../rules/objections.ts';
import { payableOfRun } from '../rules/payable.ts';
import type { PermissionKind, Terms } from '../rules/permissions.ts';
import { amountBounds, preflight } from '../rules/preflight.ts';
import { openDespite, shortfallOf } from '../engine/run-outcome.ts';
import {
  bytesOf,
  type PayoutSource,
  type AccountOptions,
  type PayoutConsent,
  type PayoutDecision,
  type PayoutPlan,
  type Payouts,
  type PlanOptions,
  type ResumeConsent,
  type WorkOptions,
} from './payouts.ts';
import { assertAgreed, planFactsOf, PlanRefusedError, refusalsOfAccount, type PlanFacts } from './plan.ts';
import { payoutEventOf, payoutRowOf, payoutRunOf, tallyOf, type PayoutResult } from './views.ts';

interface OpenJournal {
  readonly journal: Journal;
  readonly client: PixClient;
  readonly clock: Clock;
  readonly origin: string;
  readonly folder: string;
  readonly keys: readonly string[];
  /** Of the profile. */
  readonly coverFee: boolean;
  readonly readOnly: boolean;
}

/** Further problems and notices are only counted. */
const PROBLEMS_MAXIMUM = 10_000;
const SOURCE_DEFAULT = 'script';

/** The steps of `pix payouts check`, `run`, `resume` and `resolve`, without a screen. */
export class JournaledPayouts implements Payouts {
  readonly folder: string;
  readonly #opened: OpenJournal;
  readonly #journal: Journal;

  constructor(opened: OpenJournal) {
    this.folder = opened.folder;
    this.#opened = opened;
    this.#journal = opened.journal;
  }

  async plan(source: PayoutSource, options: PlanOptions = {}): Promise<PayoutPlan> {
    const facts = await this.#check(source, options);
    return { ...facts, run: (consent, work = {}) => this.#pay(source, options, consent, work) };
  }

  runs() {
    return this.#journal.runs().map(({ id }) => this.run(id));
  }

  run(runId: string) {
    return payoutRunOf(summaryOf(this.#journal, runId));
  }

  *report(runId: string) {
    this.#journal.run(runId);
    for (const payout of this.#journal.payouts(runId)) yield payoutRowOf(payout);
  }

  remaining(runId: string, { resendsProvenAbsent = false }: Pick<WorkOptions, 'resendsProvenAbsent'> = {}) {
    this.#journal.run(runId);
    const { payouts, sumCentavos: amountCentavos } = this.#left(runId, resendsProvenAbsent).totals;
    return tallyOf({ payouts, amountCentavos });
  }

  async resume(runId: string, consent: ResumeConsent | undefined, options: WorkOptions = {}) {
    assertOrigin(this.#journal.run(runId), this.#opened.origin);
    const lock = await this.#journal.steps.lockRun(runId);
    try {
      return await this.#despiteFailure(runId, options, async () => {
        const account = await this.#bind(options);
        assertOwnRun(this.#journal, runId, account);
        this.#meetForeign(account, options, this.#journal.run(runId).digest);
        await this.#assertResumable(runId, consent, options);
        return this.#work(account, lock, options);
      });
    } finally {
      lock.release();
    }
  }

  async resolve(runId: string, row: number, { by, ...resolution }: PayoutDecision) {
    const { client, clock, origin } = this.#opened;
    const journal = this.#journal;
    if (resolution.verdict === 'paid') assertOrigin(journal.run(runId), origin);
    const lock = await journal.steps.lockRun(runId);
    try {
      const account = resolution.verdict === 'paid' ? await this.#bind(resolution) : undefined;
      return payoutRowOf(await resolvePayout({ journal, lock, row, resolution, by, client, account, clock }));
    } finally {
      lock.release();
    }
  }

  close(): void {
    this.#journal.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #check(source: PayoutSource, options: PlanOptions): Promise<PlanFacts> {
    const journal = this.#journal;
    const { client, clock } = this.#opened;
    const balance = await balanceIfAllowed(client);
    const account = await this.#bind(options);
    const { reading, ...found } = this.#read(source, options, balance);
    const { resendsProvenAbsent: resends } = options;
    const file = { reading, terms: termsOf(options), balance, journal, account, resends, nowMs: clock.epochMs() };
    return planFactsOf({ ...(await judgeFile(file)), ...found });
  }

  #read(source: PayoutSource, options: PlanOptions, balance: Awaited<ReturnType<typeof balanceIfAllowed>>) {
    const problems: BatchProblem[] = [];
    const notices: BatchNotice[] = [];
    const reading = readBatch(bytesOf(source), {
      sheet: options.sheet,
      allowDuplicates: options.allowDuplicates,
      newReferences: options.newReferences,
      forceKeys: options.forceKeys,
      paidOn: dayOf(this.#opened.clock.epochMs()),
      feeRule: this.#feeRule(options),
      boundsOf: (coverFee) => amountBounds(balance, coverFee),
      descriptionMaximum: MARKED_DESCRIPTION_LENGTH_MAXIMUM,
      onProblem: (problem) => {
        if (problems.length < PROBLEMS_MAXIMUM) problems.push(problem);
      },
      onNotice: (notice) => {
        if (notices.length < PROBLEMS_MAXIMUM) notices.push(notice);
      },
    });
    return { reading, problems, notices };
  }

  #feeRule({ coverFee }: PlanOptions): FeeRule {
    return coverFee === undefined ? { coverFee: this.#opened.coverFee } : { coverFee, isForced: true };
  }

  async #pay(source: PayoutSource, options: PlanOptions, consent: PayoutConsent, own: WorkOptions) {
    this.#assertWrites();
    const work = {
      ...own,
      account: own.account ?? options.account,
      resendsProvenAbsent: own.resendsProvenAbsent ?? options.resendsProvenAbsent,
    };
    const known = this.#knownBefore(consent);
    try {
      return await this.#payStaged(source, options, consent, work);
    } catch (error) {
      if (known === undefined || !(error instanceof PixError)) throw error;
      return this.#unknownDespite(error, known.id, work);
    }
  }

  /** The run of the rows, by what the keys were last seen on: a failure must not hide that it has open payments. */
  #knownBefore({ digest }: PayoutConsent): RunRecord | undefined {
    const account = this.#journal.accounts.ofKeys(this.#opened.keys.map(fingerprintOf));
    return account === undefined ? undefined : this.#journal.runOfDigest(digest, account);
  }

  async #payStaged(source: PayoutSource, options: PlanOptions, consent: PayoutConsent, work: WorkOptions) {
    const journal = this.#journal;
    const { client, clock, origin } = this.#opened;
    const balance = await balanceIfAllowed(client);
    const account = await this.#bind(work);
    const { reading, ...found } = this.#read(source, options, balance);
    const batch = await StagedBatch.stage({
      ...{ journal, origin, account, reading, terms: termsOf(options) },
      source: options.source ?? SOURCE_DEFAULT,
      coverFee: this.#feeRule(options).coverFee,
      usesMarks: true,
      resendsProvenAbsent: work.resendsProvenAbsent === true,
      nowMs: clock.epochMs(),
    });
    try {
      const { run } = batch;
      this.#meetForeign(account, { ...options, ...work }, run.digest);
      const payable = batch.payable();
      const candidate = batch.candidate(payable, preflight(payable.totals, balance));
      assertAgreed(planFactsOf({ ...candidate, ...found, sumCentavos: run.amountCentavos }), consent);
      batch.approve();
      return await this.#despiteFailure(run.id, work, () => this.#work(account, batch.lock, work));
    } finally {
      batch.close();
    }
  }

  async #assertResumable(runId: string, consent: ResumeConsent | undefined, options: WorkOptions): Promise<void> {
    const { totals } = this.#left(runId, options.resendsProvenAbsent);
    if (totals.payouts === 0) return;
    this.#assertWrites();
    if (consent?.sumCentavos !== totals.sumCentavos) {
      const message = `${totals.sumCentavos} centavos are to be sent, not ${consent?.sumCentavos ?? 'none'}`;
      throw new PlanRefusedError({ code: 'total_differs', message });
    }
    const forecast = preflight(totals, await balanceIfAllowed(this.#opened.client));
    for (const objection of objectionsToSending(resumed(this.#journal, runId, forecast))) {
      if (objection.why === 'refused') throw objection.error;
      const refusals = refusalsOfAccount(objection.failed);
      const [first] = refusals;
      if (first !== undefined) throw new PlanRefusedError(first, refusals);
    }
  }

  #left(runId: string, resendsProvenAbsent = false) {
    return payableOfRun(this.#journal, runId, resendsProvenAbsent);
  }

  #bind({ account: choice }: AccountOptions): Promise<BoundAccount> {
    const { client, clock, keys } = this.#opened;
    return bindAccount({
      ...{ journal: this.#journal, client, clock },
      fingerprints: keys.map(fingerprintOf),
      choice,
    });
  }

  /** @throws {PayoutError} `foreign_journal` */
  #meetForeign({ newest }: BoundAccount, { acceptOtherJournal }: AccountOptions, digest: string): void {
    meetForeignMarks(newest.rows, this.#journal, acceptOtherJournal === true ? 'accept' : 'refuse', digest);
  }

  async #work(account: BoundAccount, lock: RunLock, options: WorkOptions) {
    const { client, clock } = this.#opened;
    const { signal = new AbortController().signal, onEvent, waits, lookForMs, resendsProvenAbsent = false } = options;
    const summary = await runPayouts({
      ...{ journal: this.#journal, lock, client, account, clock, signal },
      onEvent: (event) => onEvent?.(payoutEventOf(event)),
      options: { resendsProvenAbsent, waits, lookForMs },
    });
    return this.#resultOf(summary, waits);
  }

  async #despiteFailure(runId: string, work: WorkOptions, pay: () => Promise<PayoutResult>): Promise<PayoutResult> {
    try {
      return await pay();
    } catch (error) {
      return this.#unknownDespite(error, runId, work);
    }
  }

  /** A failure that leaves payments of a run without a confirmation is part of its result. @throws any other */
  #unknownDespite(error: unknown, runId: string, { waits }: WorkOptions): PayoutResult {
    const found = openDespite(error, this.#journal, runId);
    if (found === undefined) throw error;
    return { ...this.#resultOf(summaryOf(this.#journal, runId), waits), error: found.failure };
  }

  #resultOf(summary: RunSummary, waits: boolean | undefined): PayoutResult {
    const { stop } = summary;
    const shortfall = shortfallOf(this.#journal, summary, { waits: waits === true });
    return {
      outcome: shortfall?.code ?? 'paid',
      run: payoutRunOf(summary),
      stop: stop?.reason,
      error: stop?.error,
    };
  }

  #assertWrites(): void {
    if (this.#opened.readOnly) throw new ConfigurationError('this profile only reads', { code: 'read_only' });
  }
}

/** A script allows a kind of thing, whatever was seen. */
function termsOf(options: PlanOptions): Terms {
  const allowed = {
    again: options.again,
    repeated: options.payAgain,
    equal: options.allowDuplicates,
    reference: options.newReferences,
    journal: options.acceptOtherJournal,
    absent: options.resendsProvenAbsent,
  } satisfies Record<PermissionKind, boolean | undefined>;
  const names = (kind: PermissionKind) => allowed[kind] === true;
  return { onlyValid: options.onlyValid, names, allows: names };
}
