import type { Balance, Withdrawal } from '../client/answers.ts';
import type { Clock } from '../client/clock.ts';
import { PixError } from '../client/errors.ts';
import { assertOwnRun, bindAccount, type BoundAccount } from './accounts/account.ts';
import { comparedAt, foreignIn, meetForeignMarks, type ForeignMarks } from './accounts/newest-page.ts';
import { assertNotPaidSince, madeSince } from './engine/paid-since.ts';
import type { Resolution, Resolving } from './engine/resolve.ts';
import { despiteFailure } from './engine/run-outcome.ts';
import type { PayoutClient } from './engine/run-payouts.ts';
import { StagedBatch } from './engine/staged-batch.ts';
import { readBatch } from './files/batch.ts';
import type { BatchNotice, BatchProblem } from './files/batch-problem.ts';
import type { BatchOptions, BatchReading, FeeRule } from './files/batch-summary.ts';
import type { Journal } from './journal/journal.ts';
import type { RunRecord } from './journal/records.ts';
import type { RunLock } from './journal/run-lock.ts';
import { assertOrigin } from './journal/staging.ts';
import type { ForeignWithdrawals } from './payout-error.ts';
import { MARKED_DESCRIPTION_LENGTH_MAXIMUM } from './rules/mark.ts';
import type { PastWithdrawals } from './rules/payment-warnings.ts';
import type { Permissions, Terms } from './rules/permissions.ts';
import { approvalSince, type RunApproval } from './rules/run-approval.ts';
import { amountBounds } from './rules/preflight.ts';

interface PayingWallet {
  readonly journal: Journal;
  readonly origin: string;
  readonly client: PayoutClient;
  readonly clock: Clock;
  readonly fingerprints: readonly string[];
}

/** Which account it is, where the service does not show it, and what was allowed. */
interface AccountTerms {
  /** `new`, or the id of a run of the account. */
  readonly choice: string | undefined;
  readonly terms: Permissions;
}

/** A file that is being read, and its findings so far. */
export interface FileReading {
  /** What people know it by. */
  readonly source: string;
  readonly reading: BatchReading;
  readonly problems: readonly BatchProblem[];
  readonly notices: readonly BatchNotice[];
}

/** How a file is put into the journal. */
interface FileToStage<File extends FileReading> extends AccountTerms {
  readonly terms: Terms;
  /** Asked for before the file is read; undefined when the key may not read it. */
  readonly balance: Promise<Balance | undefined>;
  readonly read: (balance: Balance | undefined) => File | Promise<File>;
  readonly coverFee: boolean;
  readonly usesMarks: boolean;
  readonly resendsProvenAbsent: boolean;
  /** Earlier withdrawals that the journal may not know. */
  readonly pastWithdrawals?: ((newestRows: readonly Withdrawal[]) => Promise<readonly PastWithdrawals[]>) | undefined;
}

/** A file in the journal, of which nothing is sent yet. */
export interface StagedFile<File extends FileReading> {
  readonly file: File;
  readonly batch: StagedBatch;
  readonly account: BoundAccount;
  readonly balance: Balance | undefined;
}

/**
 * The payouts of a wallet: in which order an account is determined, a file is read and stored, and a run is locked. The
 * commands and `pix-wallet/payouts` only differ in what they show of it, and in how a person or a script agrees.
 */
export class AccountPayouts {
  readonly #wallet: PayingWallet;

  constructor(wallet: PayingWallet) {
    this.#wallet = wallet;
  }

  /** Determines the account. @throws those of {@link bindAccount} */
  bind(choice: string | undefined): Promise<BoundAccount> {
    return bindAccount({ ...this.#wallet, choice });
  }

  /**
   * What another journal has paid from the account is not known here. That it was none of these payouts is allowed for
   * their digest, and up to the newest withdrawal that was seen.
   *
   * @throws {PayoutError} `foreign_journal`
   */
  meetForeign(
    { newest: { rows } }: Pick<BoundAccount, 'newest'>,
    terms: Permissions,
    digest: string,
    { whenAllowed = 'accept', otherwise = 'refuse' }: { whenAllowed?: ForeignMarks; otherwise?: ForeignMarks } = {},
  ): ForeignWithdrawals | undefined {
    const { journal } = this.#wallet;
    const isAllowed = terms.allows('journal', foreignIn(rows, journal, digest)?.code);
    return meetForeignMarks(rows, journal, isAllowed ? whenAllowed : otherwise, digest);
  }

  /**
   * What is left of a run was not paid otherwise since it was stored.
   *
   * @throws {PayoutError} `foreign_journal` @throws {PixError}
   */
  assertNotPaidSince(run: RunRecord, { newest }: Pick<BoundAccount, 'newest'>, terms: Permissions): Promise<void> {
    return assertNotPaidSince(run, newest, this.#wallet, terms);
  }

  /**
   * Of a run that was submitted, and is not approved: its rows are compared with what was made since.
   *
   * @returns undefined for another run
   * @throws {PixError}
   */
  async submittedApproval(run: RunRecord, account: BoundAccount): Promise<RunApproval | undefined> {
    const { journal, clock } = this.#wallet;
    const submission = run.approvedAt === null ? journal.approvals.submissionOf(run.id) : undefined;
    if (submission === undefined) return undefined;
    const made = await madeSince(run, account.newest, this.#wallet);
    const nowMs = comparedAt(account.newest, clock);
    return approvalSince(submission, journal, { account, nowMs, madeSince: made });
  }

  /**
   * Pays a file.
   *
   * @param work judges the file, approves it, and works on its run
   * @param signal ends the reading of a file whose account cannot be determined
   * @throws {UnconfirmedError} for a failure that leaves payments of its run without a confirmation
   */
  async pay<File extends FileReading, Result>(
    given: FileToStage<File>,
    work: (staged: StagedFile<File>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    // The balance is only required once the file is read; its error is reported then.
    const balance = await given.balance.catch(() => undefined);
    const file = await given.read(balance);
    const account = await this.bind(given.choice).catch((error: unknown) => this.#failUnbound(file, error, signal));
    return this.#staged(given, { file, account, balance }, (staged) =>
      despiteFailure(this.#wallet.journal, staged.batch.run.id, async () => {
        await given.balance;
        this.meetForeign(account, given.terms, staged.batch.run.digest);
        await this.assertNotPaidSince(staged.batch.run, account, given.terms);
        return work(staged);
      }),
    );
  }

  /** Puts a file into the journal, where others approve it. @param work judges and submits it */
  async submit<File extends FileReading, Result>(
    given: FileToStage<File>,
    work: (staged: StagedFile<File>) => Promise<Result>,
  ): Promise<Result> {
    const balance = await given.balance;
    const file = await given.read(balance);
    const account = await this.bind(given.choice);
    return this.#staged(given, { file, account, balance }, (staged) => {
      this.meetForeign(account, given.terms, staged.batch.run.digest);
      return work(staged);
    });
  }

  async #staged<File extends FileReading, Result>(
    { terms, coverFee, usesMarks, resendsProvenAbsent, pastWithdrawals }: FileToStage<File>,
    read: Omit<StagedFile<File>, 'batch'>,
    work: (staged: StagedFile<File>) => Promise<Result>,
  ): Promise<Result> {
    const { journal, origin, clock } = this.#wallet;
    const { file, account } = read;
    const batch = await StagedBatch.stage({
      ...{ journal, origin, account, terms, coverFee, usesMarks, resendsProvenAbsent },
      ...{ source: file.source, reading: file.reading },
      past: await pastWithdrawals?.(account.newest.rows),
      nowMs: comparedAt(account.newest, clock),
      submittedApproval: (run) => this.submittedApproval(run, account),
    });
    try {
      return await work({ ...read, batch });
    } finally {
      batch.close();
    }
  }

  /** Rows that an earlier run left unconfirmed are reported even when the account cannot be read. */
  async #failUnbound({ reading }: FileReading, error: unknown, signal?: AbortSignal): Promise<never> {
    const { journal, fingerprints } = this.#wallet;
    if (!(error instanceof PixError)) throw error;
    const rows = reading.payouts[Symbol.asyncIterator]();
    while ((await rows.next()).done !== true) signal?.throwIfAborted();
    const account = journal.accounts.ofKeys(fingerprints);
    const known = account === undefined ? undefined : journal.runOfDigest(reading.summary().digest, account);
    if (known === undefined) throw error;
    return despiteFailure(journal, known.id, () => Promise.reject(error));
  }

  /**
   * Continues a run.
   *
   * @param work agrees to what is left to send, and works on the run
   * @throws {PayoutError} `run_unknown`, `other_origin`, `run_locked`, and why it is not the account's
   * @throws {UnconfirmedError} as {@link AccountPayouts.pay}
   */
  async resume<Result>(
    runId: string,
    { choice, terms }: AccountTerms,
    work: (resumed: { run: RunRecord; lock: RunLock; account: BoundAccount }) => Promise<Result>,
  ): Promise<Result> {
    const { journal, origin } = this.#wallet;
    const run = journal.run(runId);
    assertOrigin(run, origin);
    return this.#locked(runId, (lock) =>
      despiteFailure(journal, runId, async () => {
        const account = await this.bind(choice);
        assertOwnRun(journal, runId, account);
        this.meetForeign(account, terms, run.digest);
        await this.assertNotPaidSince(run, account, terms);
        return work({ run, lock, account });
      }),
    );
  }

  /**
   * Locks a run for a person's decision about a payout of it.
   *
   * @param work examines and stores the decision
   * @throws {PayoutError} as {@link AccountPayouts.resume}
   */
  async resolve<Result>(
    runId: string,
    resolution: Resolution,
    choice: string | undefined,
    work: (resolving: Resolving) => Promise<Result>,
  ): Promise<Result> {
    const { journal, origin, client, clock } = this.#wallet;
    const isPaid = resolution.verdict === 'paid';
    if (isPaid) assertOrigin(journal.run(runId), origin);
    return this.#locked(runId, async (lock) => {
      const account = isPaid ? await this.bind(choice) : undefined;
      return work({ journal, lock, resolution, client, account, clock });
    });
  }

  async #locked<Result>(runId: string, work: (lock: RunLock) => Promise<Result>): Promise<Result> {
    const lock = await this.#wallet.journal.steps.lockRun(runId);
    try {
      return await work(lock);
    } finally {
      lock.release();
    }
  }
}

/** Findings that are stored; further ones are only counted, so that a million wrong rows do not fill the memory. */
const KEPT_MAXIMUM = 10_000;

type ReadingOptions = Omit<BatchOptions, 'boundsOf' | 'descriptionMaximum' | 'onProblem' | 'onNotice'> & {
  readonly balance: Balance | undefined;
  readonly usesMarks: boolean;
};

export function readPayouts(
  source: string,
  bytes: AsyncIterable<Uint8Array>,
  { balance, usesMarks, ...options }: ReadingOptions,
): FileReading {
  const problems: BatchProblem[] = [];
  const notices: BatchNotice[] = [];
  const keepIn =
    <Finding>(kept: Finding[]) =>
    (finding: Finding) => {
      if (kept.length < KEPT_MAXIMUM) kept.push(finding);
    };
  const reading = readBatch(bytes, {
    ...options,
    boundsOf: (coverFee) => amountBounds(balance, coverFee),
    ...(usesMarks && { descriptionMaximum: MARKED_DESCRIPTION_LENGTH_MAXIMUM }),
    onProblem: keepIn(problems),
    onNotice: keepIn(notices),
  });
  return { source, reading, problems, notices };
}

/** Who bears the fees: an option decides for every row of a file, the profile only for rows that do not specify it. */
export function feeRuleOf(option: boolean | undefined, ofProfile = false): FeeRule {
  return option === undefined ? { coverFee: ofProfile } : { coverFee: option, isForced: true };
}
