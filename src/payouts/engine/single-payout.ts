import { randomUUID } from 'node:crypto';
import type { CreatedWithdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { ApiError, PixError } from '../../client/errors.ts';
import { linkSignals } from '../../client/http/interruption.ts';
import { assertNotJoined, type BoundAccount } from '../accounts/account.ts';
import { comparedAt, comparedWith } from '../accounts/newest-page.ts';
import { BatchDigest } from '../files/digest.ts';
import type { Journal } from '../journal/journal.ts';
import { nameOfPayout } from '../journal/journal-reads.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { RunLock } from '../journal/run-lock.ts';
import type { Payout } from '../payout.ts';
import { PayoutError } from '../payout-error.ts';
import { OPEN_STATES, OTHER_MARK, type PayoutState } from '../payout-state.ts';
import { Duplicates } from '../rules/duplicates/duplicates.ts';
import { likeElsewhere, newestLike, withoutFailed, type LikePayment } from '../rules/duplicates/like-payment.ts';
import { holderKind, type EarlierPayment } from '../rules/duplicates/verdict.ts';
import { contradicts } from './creation-outcome.ts';
import { absentFromOf } from './reconcile.ts';
import type { RunEvent } from './run-events.ts';
import { runPayouts, type RunOptions } from './run-payouts.ts';

/** A payment that is not a row of a file. */
export interface SingleOrder extends Omit<Payout, 'row' | 'line' | 'cells'> {
  readonly usesMarks: boolean;
}

interface SingleWork {
  readonly journal: Journal;
  readonly origin: string;
  readonly account: BoundAccount;
  readonly client: Pick<PixClient, 'withdraws' | 'keys' | 'payments'>;
  readonly clock: Clock;
  readonly lookForMs?: RunOptions['lookForMs'];
  readonly mayHavePaused?: RunOptions['mayHavePaused'];
  /** The command that sends it, stored with the payout. */
  readonly command: string;
}

/** Callbacks while it is sent, and a signal to stop. */
export interface Watching {
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * What the journal contains under the reference of a payout.
 *
 * - `free`: nothing
 * - `other`: a payment to another key, or of another amount
 * - `sent`: the same payment, and its withdrawal
 * - `open`: the same payment, with an unknown outcome; alone in its run, it can be looked for
 */
export type ReferenceState =
  | { readonly kind: 'free' }
  | { readonly kind: 'other' | 'sent'; readonly holder: PayoutRecord }
  | { readonly kind: 'open'; readonly holder: PayoutRecord; readonly isAlone: boolean };

/**
 * The result of an attempt to send a payout.
 *
 * - `sent`: its withdrawal exists
 * - `duplicate`: its reference belongs to another payout
 * - `unsent`: no money has moved for it, and none will
 * - `open`: unknown, also after a refusal when the list could not be read for copies; `answer` may belong to another
 *   request, and is `isContradicted` when its key or amount differs
 */
export interface Attempt {
  readonly kind: 'sent' | 'duplicate' | 'unsent' | 'open';
  readonly payout: PayoutRecord;
  readonly answer: CreatedWithdrawal | undefined;
  readonly error: PixError | undefined;
  readonly isContradicted: boolean;
  /** There is a second withdrawal: money may have been sent twice. */
  readonly isPaidTwice: boolean;
}

/** What a payout may repeat, though no reference says so. */
export interface Resemblance {
  readonly earlier: EarlierPayment | undefined;
  /** The newest payment of the same key and amount, whether `pix` made it or not. */
  readonly like: LikePayment | undefined;
  /** All payments of the journal that it was compared with. */
  readonly known: ReadonlySet<string>;
}

/** After this time, an earlier request can no longer be processed, however long its answer took. */
const RECENT_REFUSAL_MS = 15 * 60_000;

/** States in which the withdrawal of a payout exists and is known. */
const SENT_STATES: readonly PayoutState[] = ['paid', 'accepted', 'failed', 'resolved_paid'];

/**
 * One payout that is sent once, through the journal: as a run of one row, so that a lost answer is looked for. A reference
 * says that it is the same as an earlier one. Without a reference, an equal payout that is open comes first, and one that was
 * sent lately needs consent of its own.
 */
export class SinglePayout {
  /** Of this payment alone: the same payment later has another one. */
  readonly digest: string;
  readonly #work: SingleWork;
  readonly #order: SingleOrder;

  constructor(work: SingleWork, order: SingleOrder) {
    this.#work = { ...work, clock: work.journal.timeFor(work.clock) };
    this.#order = order;
    const digest = new BatchDigest();
    digest.add(order);
    this.digest = `${digest.value()}#${randomUUID()}`;
  }

  /** What is known under its reference; without one, of an equal payout whose outcome is open. */
  referenceState(): ReferenceState {
    const { journal, account } = this.#work;
    const { reference } = this.#order;
    const holder = reference === undefined ? this.#openTwin() : journal.holderOf(reference, account.number);
    if (holder === undefined) return { kind: 'free' };
    if (holderKind(this.#order, holder) === 'other') return { kind: 'other', holder };
    return this.#referenceStateOf(holder);
  }

  /** Looks for an open payout that is alone in its run. @throws {PayoutError} `run_locked` */
  async lookFor(holder: PayoutRecord, watching: Watching): Promise<ReferenceState> {
    const { journal, account, client, clock, lookForMs } = this.#work;
    const lock = await journal.steps.lockRun(holder.runId);
    try {
      const options = { onlyLooks: true, lookForMs };
      await runPayouts({ journal, lock, account, client, clock, ...watching, options });
    } finally {
      lock.release();
    }
    const now = journal.payout(holder);
    // One that is planned, its run may still send: an equal payment is refused for that.
    const isFree = now.state === 'failed' || (now.state === 'planned' && now.refusedAt === null);
    return isFree ? { kind: 'free' } : this.#referenceStateOf(now);
  }

  #referenceStateOf(holder: PayoutRecord): ReferenceState {
    if (SENT_STATES.includes(holder.state)) return { kind: 'sent', holder };
    return { kind: 'open', holder, isAlone: this.#work.journal.run(holder.runId).payouts === 1 };
  }

  #openTwin(): PayoutRecord | undefined {
    const { journal, account } = this.#work;
    return journal
      .alike(this.#order, account.number)
      .findLast((payout) => OPEN_STATES.includes(payout.state) && this.#isSingle(payout));
  }

  #isSingle({ runId }: PayoutRecord): boolean {
    const { journal, command } = this.#work;
    return journal.run(runId).source === command;
  }

  /** What it may repeat, by one look: an agreement to it covers these payments and no other. */
  resemblance(): Resemblance {
    const { journal, account, clock } = this.#work;
    const nowMs = comparedAt(account.newest, clock);
    const payments = this.#duplicates();
    const alike = payments.alike(this.#order);
    const { rows } = account.newest;
    const earlier = payments.earlierOf(this.#order, 0, withoutFailed(alike, rows, nowMs));
    const like = newestLike(this.#order, { earlier, rows, journal, nowMs });
    const elsewhere = payments.elsewhereOf(this.#order);
    const known = [...alike, { payout: elsewhere }].flatMap(({ payout }) =>
      payout === undefined ? [] : [nameOfPayout(payout)],
    );
    return {
      earlier,
      like: like?.needsConsent === true || elsewhere === undefined ? like : likeElsewhere(elsewhere),
      known: new Set(known),
    };
  }

  #duplicates(counts?: (payout: PayoutRecord) => boolean): Duplicates {
    const { journal, account, clock } = this.#work;
    return new Duplicates(journal, {
      account: account.number,
      newestRows: [],
      nowMs: comparedAt(account.newest, clock),
      counts,
    });
  }

  /** An earlier order of the same that was refused some minutes ago: a copy of its request may still be carried out. */
  earlierRefusal(): PayoutRecord | undefined {
    const { journal, account, clock } = this.#work;
    const now = clock.epochMs();
    return journal
      .deniedSince(account.number, now - RECENT_REFUSAL_MS)
      .find(
        (payout) =>
          payout.state === 'refused' &&
          this.#isSingle(payout) &&
          holderKind(this.#order, payout) !== 'other' &&
          absentFromOf(payout, now) > now,
      );
  }

  /**
   * Puts it into the journal.
   *
   * @param agreed what it was compared with before the user agreed to it
   * @returns the lock of its run
   * @throws {PayoutError} `already_approved` when an equal one was approved meanwhile, `account_unclear`
   */
  async begin(agreed: Pick<Resemblance, 'known'>): Promise<RunLock> {
    const { journal, origin, account, command } = this.#work;
    const { usesMarks, ...rest } = this.#order;
    const { coverFee } = rest;
    const payout: Payout = { ...rest, row: 1, line: 1, cells: {} };
    const facts = {
      ...{ source: command, origin, account: account.number, coverFee, usesMarks, resendsProvenAbsent: false },
      compared: comparedWith(account.newest, journal),
    };
    const { run, lock } = await journal.staging.stage(facts, [payout], () => this.digest);
    try {
      journal.transaction(() => {
        assertNotJoined(journal, run.id, account);
        this.#assertAgreed(agreed);
        journal.staging.approve(run.id);
      });
    } catch (error) {
      lock.release();
      throw error;
    }
    return lock;
  }

  #assertAgreed({ known }: Pick<Resemblance, 'known'>): void {
    const meanwhile = this.#duplicates((payout) => !known.has(nameOfPayout(payout)));
    const found = meanwhile.earlierOf(this.#order);
    const equal = found?.kind === 'lately' ? undefined : found?.earlier.payout;
    const { runId } = equal ?? meanwhile.elsewhereOf(this.#order) ?? {};
    if (runId === undefined) return;
    throw new PayoutError(`the run ${runId} has an equal payment`, { code: 'already_approved', runId });
  }

  /**
   * Sends it, and looks for a lost response. May be repeated while it is planned: nothing has happened then.
   *
   * @throws {PayoutError}, {PixError} before anything is sent; an error of the disk
   */
  async attempt(lock: RunLock, verificationCode: string | undefined, { signal, onEvent }: Watching): Promise<Attempt> {
    const { journal, account, client, clock, lookForMs, mayHavePaused } = this.#work;
    let answer: CreatedWithdrawal | undefined;
    let error: PixError | undefined;
    // A person waits: a refusal or failure is reported at once, and not retried.
    const refused = new AbortController();
    const stop = linkSignals([signal, refused.signal]);
    try {
      const options = {
        verificationCode,
        triesOnce: true,
        lookForMs,
        mayHavePaused,
        // Only a person interrupts the look for copies of a refused request.
        interruption: signal,
        foreignMarks: this.#order.reference === undefined ? 'ignore' : 'refuse',
        onEnded: (result: { answer: CreatedWithdrawal } | { error: unknown }) => {
          if ('answer' in result) answer = result.answer;
          else if (result.error instanceof PixError) error = result.error;
          if (error !== undefined && error.outcome !== 'unknown') refused.abort();
        },
      } as const;
      const { alarms } = await runPayouts({
        ...{ journal, lock, account, client, clock, onEvent, options },
        signal: stop.signal,
      });
      const payout = journal.payout({ runId: lock.runId, row: 1 });
      return { ...this.#judge(payout, answer, error), isPaidTwice: alarms > 0 };
    } finally {
      stop.release();
    }
  }

  #judge(payout: PayoutRecord, answer: CreatedWithdrawal | undefined, error: PixError | undefined) {
    const isContradicted = answer !== undefined && contradicts(answer, payout);
    const isUnseen = payout.state === 'refused' && payout.soughtAt === null && mayHaveCopies(error);
    return { kind: isUnseen ? 'open' : kindOf(payout), payout, answer, error, isContradicted };
  }

  /** Ends it: a planned payout is never sent. */
  end(lock: RunLock): void {
    const { journal, command } = this.#work;
    const key = { runId: lock.runId, row: 1 };
    try {
      const { state, code, reason } = journal.payout(key);
      if (state !== 'planned') return;
      journal.steps.change(key, 'planned', { to: 'resolved_unpaid', code, reason, resolvedBy: command });
    } finally {
      lock.release();
    }
  }
}

/** A refused key or account is checked before anything else: no copy of the request can have succeeded. */
function mayHaveCopies(error: PixError | undefined): boolean {
  return error instanceof ApiError && error.outcome === 'refused' && error.status !== 401 && error.status !== 403;
}

function kindOf({ state, code }: PayoutRecord): Attempt['kind'] {
  if (state === 'duplicate') return 'duplicate';
  if (state === 'planned' || state === 'refused') return 'unsent';
  return SENT_STATES.includes(state) && code !== OTHER_MARK ? 'sent' : 'open';
}
