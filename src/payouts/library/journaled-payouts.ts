import type { Balance } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { ConfigurationError } from '../../client/errors.ts';
import { fingerprintOf } from '../../client/profiles/key-fingerprint.ts';
import { AccountPayouts, feeRuleOf, readPayouts, type FileReading } from '../account-payouts.ts';
import type { BoundAccount } from '../accounts/account.ts';
import { balanceIfAllowed, comparedAt } from '../accounts/newest-page.ts';
import { resolvePayouts } from '../engine/resolve.ts';
import type { RunSummary } from '../engine/run-events.ts';
import { shortfallOf, UnconfirmedError } from '../engine/run-outcome.ts';
import { runPayouts, summaryOf, type RunOptions } from '../engine/run-payouts.ts';
import { judgeFile, type JudgedFile } from '../engine/staged-batch.ts';
import type { FeeRule } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunLock } from '../journal/run-lock.ts';
import { PayoutError } from '../payout-error.ts';
import { dayOf } from '../policy-day.ts';
import { objectionsToSending, resumed } from '../rules/objections.ts';
import { payableOfRun } from '../rules/payable.ts';
import type { PermissionKind, Terms } from '../rules/permissions.ts';
import { preflight } from '../rules/preflight.ts';
import { assertShape, bytesOf } from './arguments.ts';
import type {
  PayoutSource,
  PayoutConsent,
  PayoutDecision,
  PayoutPlan,
  Payouts,
  PlanOptions,
  ResumeConsent,
  WorkOptions,
} from './payouts.ts';
import {
  assertAgreed,
  planFactsOf,
  PlanRefusedError,
  refusalsOfAccount,
  type PlanFacts,
  type PlanRefusal,
} from './plan.ts';
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

const SOURCE_DEFAULT = 'script';

/** The steps of `pix payouts check`, `run`, `resume` and `resolve`, without a screen. */
export class JournaledPayouts implements Payouts {
  readonly folder: string;
  readonly #opened: OpenJournal;
  readonly #journal: Journal;
  readonly #payouts: AccountPayouts;
  #isClosed = false;

  constructor(opened: OpenJournal) {
    this.folder = opened.folder;
    this.#opened = opened;
    this.#journal = opened.journal;
    this.#payouts = new AccountPayouts({ ...opened, fingerprints: opened.keys.map(fingerprintOf) });
  }

  async plan(source: PayoutSource, options: PlanOptions = {}): Promise<PayoutPlan> {
    assertShape('plan options', options);
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
    const { payouts, sumCentavos: amountCentavos } = payableOfRun(this.#journal, runId, resendsProvenAbsent).totals;
    return tallyOf({ payouts, amountCentavos });
  }

  async resume(runId: string, consent: ResumeConsent | undefined, options: WorkOptions = {}) {
    assertShape('work options', options);
    const given = { choice: options.account, terms: termsOf(options) };
    return this.#resultOf(options, () =>
      this.#payouts.resume(runId, given, async ({ lock, account }) => {
        const agreed = await this.#assertResumable(runId, consent, options);
        return this.#work(account, lock, options, agreed);
      }),
    );
  }

  async resolve(runId: string, row: number, decision: PayoutDecision) {
    assertShape('decision', decision);
    const { by, ...resolution } = decision;
    const choice = resolution.verdict === 'paid' ? resolution.account : undefined;
    await this.#payouts.resolve(runId, resolution, choice, (resolving) => resolvePayouts({ ...resolving, by }, [row]));
    return payoutRowOf(this.#journal.payout({ runId, row }));
  }

  close(): void {
    if (!this.#isClosed) this.#journal.close();
    this.#isClosed = true;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #check(source: PayoutSource, options: PlanOptions): Promise<PlanFacts> {
    const journal = this.#journal;
    const { client, clock } = this.#opened;
    const balance = await balanceIfAllowed(client);
    const account = await this.#payouts.bind(options.account);
    const { reading, ...found } = this.#read(source, options, balance);
    const { resendsProvenAbsent: resends } = options;
    const nowMs = comparedAt(account.newest, clock);
    const file = { reading, terms: termsOf(options), balance, journal, account, resends, nowMs };
    const judged = await judgeFile(file);
    const facts = planFactsOf({ ...judged, ...found });
    return { ...facts, refusals: [...(await this.#foreignRefusals(account, judged)), ...facts.refusals] };
  }

  async #foreignRefusals(
    account: BoundAccount,
    { terms, summary, knownRun }: JudgedFile,
  ): Promise<readonly PlanRefusal[]> {
    try {
      this.#payouts.meetForeign(account, terms, summary.digest, { whenAllowed: 'ignore' });
      if (knownRun !== undefined) await this.#payouts.assertNotPaidSince(knownRun, account, terms);
      return [];
    } catch (error) {
      if (!(error instanceof PayoutError)) throw error;
      return [{ code: error.code, message: error.message }];
    }
  }

  #read(source: PayoutSource, options: PlanOptions, balance: Balance | undefined): FileReading {
    const { source: name = SOURCE_DEFAULT, sheet, allowDuplicates, newReferences, forceKeys } = options;
    const today = dayOf(this.#opened.clock.epochMs());
    return readPayouts(name, bytesOf(source), {
      ...{ sheet, allowDuplicates, newReferences, forceKeys, balance, usesMarks: true },
      feeRule: this.#feeRule(options),
      ...{ today, paidOn: today },
    });
  }

  #feeRule({ coverFee }: PlanOptions): FeeRule {
    return feeRuleOf(coverFee, this.#opened.coverFee);
  }

  async #pay(source: PayoutSource, options: PlanOptions, consent: PayoutConsent, own: WorkOptions) {
    assertShape('consent', consent);
    assertShape('work options', own);
    this.#assertWrites();
    const { resendsProvenAbsent = options.resendsProvenAbsent } = own;
    const { acceptOtherJournal = options.acceptOtherJournal } = own;
    const work = { ...own, resendsProvenAbsent };
    const given = {
      choice: own.account ?? options.account,
      terms: termsOf({ ...options, acceptOtherJournal }),
      balance: balanceIfAllowed(this.#opened.client),
      read: (balance: Balance | undefined) => this.#read(source, options, balance),
      coverFee: this.#feeRule(options).coverFee,
      usesMarks: true,
      resendsProvenAbsent: resendsProvenAbsent === true,
    };
    return this.#resultOf(work, () =>
      this.#payouts.pay(given, ({ file, batch, account, balance }) => {
        const payable = batch.payable();
        const candidate = batch.candidate(payable, preflight(payable.totals, balance));
        assertAgreed(planFactsOf({ ...candidate, ...file, sumCentavos: batch.run.amountCentavos }), consent);
        batch.approve();
        return this.#work(account, batch.lock, work);
      }),
    );
  }

  /** @returns what is sent at most */
  async #assertResumable(runId: string, consent: ResumeConsent | undefined, options: WorkOptions) {
    const { totals } = payableOfRun(this.#journal, runId, options.resendsProvenAbsent === true);
    if (totals.payouts === 0) return totals;
    this.#assertWrites();
    if (consent?.sumCentavos !== totals.sumCentavos) {
      const message = `${totals.sumCentavos} centavos are to be sent, not ${consent?.sumCentavos ?? 'none'}`;
      throw new PlanRefusedError({ code: 'total_differs', message });
    }
    const forecast = preflight(totals, await balanceIfAllowed(this.#opened.client));
    const [objection] = objectionsToSending(resumed(this.#journal, runId, forecast));
    if (objection === undefined) return totals;
    if (objection.why === 'refused') throw objection.error;
    const refusals = refusalsOfAccount(objection.failed);
    throw new PlanRefusedError(refusals[0], refusals);
  }

  #work(
    account: BoundAccount,
    lock: RunLock,
    options: WorkOptions,
    agreed?: RunOptions['agreed'],
  ): Promise<RunSummary> {
    const { client, clock } = this.#opened;
    const { signal = new AbortController().signal, onEvent, waits, lookForMs, resendsProvenAbsent = false } = options;
    return runPayouts({
      ...{ journal: this.#journal, lock, client, account, clock, signal },
      onEvent: (event) => onEvent?.(payoutEventOf(event, clock.epochMs())),
      options: { resendsProvenAbsent, waits, lookForMs, agreed },
    });
  }

  /** A failure that leaves payments of a run without a confirmation is part of its result. */
  async #resultOf({ waits }: WorkOptions, work: () => Promise<RunSummary>): Promise<PayoutResult> {
    let failure: Error | undefined;
    const summary = await work().catch((error: unknown) => {
      if (!(error instanceof UnconfirmedError)) throw error;
      ({ failure } = error);
      return summaryOf(this.#journal, error.runId);
    });
    const { stop } = summary;
    const shortfall = shortfallOf(this.#journal, summary, { waits: waits === true });
    return {
      outcome: shortfall?.code ?? 'paid',
      run: payoutRunOf(summary),
      stop: stop?.reason,
      error: failure ?? stop?.error,
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
  return { onlyValid: options.onlyValid, coverFee: options.coverFee, names, allows: names };
}
