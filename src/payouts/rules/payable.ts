import { TotalsCounter } from '../files/batch-totals.ts';
import type { BatchTotals } from '../files/batch-summary.ts';
import { Duplicates, RowJudge, ElsewhereTally, RowTally, type PaidElsewhere } from './duplicates/duplicates.ts';
import {
  RowHolders,
  holderKind,
  isAgainAllowed,
  isAllowed,
  type EarlierRules,
  type Verdict,
} from './duplicates/verdict.ts';
import { bySentAt, isUnsettled, type SentPayment } from './duplicates/sent-payment.ts';
import type { Withdrawal } from '../../client/answers.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import type { Payout } from '../payout.ts';
import { OPEN_STATES } from '../payout-state.ts';
import { groupTally, sumOfTallies, type PayoutRecord, type StateTally } from '../journal/records.ts';
import { RecipientCollector, type CountingOptions, type RecipientList } from './recipients.ts';
import type { WarningGroup } from './payment-warnings.ts';
import { SeenCode } from '../seen-code.ts';

/** The rows that would be sent, and those that earlier runs have taken. */
export interface Payable {
  readonly totals: BatchTotals;
  readonly recipients: RecipientList;
  readonly alreadyPaid: StateTally;
  /** The first rows whose reference belongs to an unconfirmed payment of an earlier run. */
  readonly open: readonly PayoutRecord[];
  /** Rows whose reference belongs to another payment: to another key, or of another amount. */
  readonly taken: { readonly payouts: number; readonly first: readonly TakenReference[] };
  /** Rows whose reference a spreadsheet may have rewritten: paid under the original one. */
  readonly rewritten: EarlierRows;
  /** Rows that match earlier payments, where no reference distinguishes the two. */
  readonly repeated: EarlierRows;
  /** Of those, the rows to send whose earlier payment may still be sent. */
  readonly unsettled: EarlierRows;
  /** Rows with a new reference that match a payment of the last weeks under another reference. */
  readonly lately: EarlierRows;
  /** What another account of the journal has paid of the rows to send; undefined if nothing. */
  readonly elsewhere: PaidElsewhere | undefined;
  /** Rows that are left out because they may have been paid before. */
  readonly leftOut: StateTally;
  /** Of the rows to send, where they were compared with a history. */
  readonly warnings: readonly WarningGroup[];
}

interface TakenReference {
  readonly payout: Payout;
  readonly holder: PayoutRecord;
}

export interface EarlierRows extends StateTally {
  readonly first: readonly EarlierRow[];
  /** The newest of those payments. */
  readonly newest: SentPayment | undefined;
  /** Of the rows and those payments; undefined without any. */
  readonly code: string | undefined;
}

export interface EarlierRow {
  readonly payout: Payout;
  readonly earlier: SentPayment;
}

const OPEN_MAXIMUM = 10;
/** Maximum number of listed rows that may have been paid before; the others are only counted. */
const EARLIER_MAXIMUM = 1_000;

interface Counting extends CountingOptions {
  readonly account: number | undefined;
  /** The newest withdrawals of the account, some of which may have been made without this journal. */
  readonly newestRows: readonly Withdrawal[];
  readonly nowMs: number;
}

/**
 * Counts what would be sent, row by row. Rows whose reference is taken are excluded.
 *
 * @param journal undefined if there is none
 */
export function payableCounter(
  journal: JournalReads | undefined,
  { account, newestRows, nowMs, ...options }: Counting,
  rules: EarlierRules,
): PayableCounter {
  const noted = { journal, ...options };
  if (journal === undefined || account === undefined) return new PayableCounter(() => ({}), rules, noted);
  const judge = new RowJudge(new Duplicates(journal, { account, newestRows, nowMs }));
  const elsewhere = new ElsewhereTally(journal, account, nowMs);
  return new PayableCounter((payout) => judge.next(payout), rules, { ...noted, elsewhere });
}

/** What is noted beside the rows. */
interface Noted extends CountingOptions {
  /** What is known of their recipients; undefined if there is none. */
  readonly journal?: JournalReads | undefined;
  /** Undefined where rows are not compared with other accounts. */
  readonly elsewhere?: ElsewhereTally;
}

export class PayableCounter {
  readonly #judge: (payout: Payout) => Verdict;
  readonly #rules: EarlierRules;
  readonly #recipients: RecipientCollector;
  readonly #elsewhere: ElsewhereTally | undefined;
  readonly #totals = new TotalsCounter();
  readonly #alreadyPaid = new RowTally();
  readonly #leftOut = new RowTally();
  readonly #earlier = { rewritten: new EarlierTally(), repeated: new EarlierTally(), lately: new EarlierTally() };
  readonly #unsettled = new EarlierTally();
  readonly #open: PayoutRecord[] = [];
  readonly #taken: TakenReference[] = [];
  #takenPayouts = 0;

  constructor(judge: (payout: Payout) => Verdict, rules: EarlierRules, { journal, elsewhere, ...options }: Noted) {
    this.#judge = judge;
    this.#rules = rules;
    this.#recipients = new RecipientCollector(journal, options);
    this.#elsewhere = elsewhere;
  }

  /** Passes on the rows that belong to the run, and counts all. */
  async *counting(payouts: AsyncIterable<Payout>): AsyncGenerator<Payout> {
    for await (const payout of payouts) if (this.add(payout)) yield payout;
  }

  /** @returns whether the row belongs to the run: not when it is left out because it may have been paid before */
  add(payout: Payout): boolean {
    const verdict = this.#judge(payout);
    const { holder, earlier: found, elsewhere } = verdict;
    if (found !== undefined) this.#earlier[found.kind].add(payout, found.earlier);
    if (this.#isLeftOut(verdict)) {
      this.#leftOut.add(payout);
      return false;
    }
    if (found?.kind === 'repeated' && isUnsettled(found.earlier)) this.#unsettled.add(payout, found.earlier);
    if (holder !== undefined) {
      this.#addWithHolder(payout, holder);
      return true;
    }
    if (elsewhere !== undefined) this.#elsewhere?.add(payout, elsewhere);
    this.#totals.add(payout);
    this.#recipients.add(payout);
    return true;
  }

  /** @param digest of the rows, which runs of other accounts may have; undefined for rows of a run */
  result(digest?: string): Payable {
    return {
      totals: this.#totals.totals(),
      recipients: this.#recipients.list(),
      alreadyPaid: this.#alreadyPaid.tally(),
      open: this.#open,
      taken: { payouts: this.#takenPayouts, first: this.#taken },
      rewritten: this.#earlier.rewritten.rows(),
      repeated: this.#earlier.repeated.rows(),
      unsettled: this.#unsettled.rows(),
      lately: this.#earlier.lately.rows(),
      elsewhere: digest === undefined ? undefined : this.#elsewhere?.result(digest),
      leftOut: this.#leftOut.tally(),
      warnings: this.#recipients.warnings(),
    };
  }

  #addWithHolder(payout: Payout, holder: PayoutRecord): void {
    const kind = holderKind(payout, holder);
    if (kind === 'other') {
      this.#takenPayouts += 1;
      if (this.#taken.length < OPEN_MAXIMUM) this.#taken.push({ payout, holder });
    } else if (kind === 'open') {
      if (this.#open.length < OPEN_MAXIMUM) this.#open.push(holder);
    } else this.#alreadyPaid.add(payout);
  }

  #isLeftOut({ earlier, elsewhere }: Verdict): boolean {
    if (this.#rules.onlyValid !== true) return false;
    const mayRepeat = earlier !== undefined && !isAllowed(earlier, this.#rules);
    return mayRepeat || (elsewhere !== undefined && !isAgainAllowed(this.#rules));
  }
}

class EarlierTally {
  readonly #tally = new RowTally();
  readonly #first: EarlierRow[] = [];
  readonly #code = new SeenCode();
  #newest: SentPayment | undefined;

  add(payout: Payout, earlier: SentPayment): void {
    this.#tally.add(payout);
    const { row, reference, pixKey, amountCentavos } = payout;
    const { payout: known, withdrawalId } = earlier;
    this.#code.add(row, reference, pixKey, amountCentavos, known?.runId, known?.row ?? withdrawalId);
    if (this.#first.length < EARLIER_MAXIMUM) this.#first.push({ payout, earlier });
    if (this.#newest === undefined || bySentAt(earlier, this.#newest) >= 0) this.#newest = earlier;
  }

  rows(): EarlierRows {
    return { ...this.#tally.tally(), first: this.#first, newest: this.#newest, code: this.#code.value() };
  }
}

/**
 * What running a file again would send. Rows that were sent, or may have been, are excluded.
 *
 * @param resends as in {@link payableOfRun}
 */
export function payableOfFile(
  journal: JournalReads,
  runId: string,
  resends: boolean,
  options?: CountingOptions,
): Payable {
  const left = payableOfRun(journal, runId, resends, options);
  const tally = journal.tally(runId);
  const gone = (['paid', 'pending'] as const).map((group) => groupTally(tally, group));
  const open = new RowTally();
  for (const payout of journal.payouts(runId, { states: OPEN_STATES })) {
    if (!maySend(payout, resends)) open.add(payout);
  }
  return { ...left, alreadyPaid: sumOfTallies([left.alreadyPaid, ...gone, open.tally()]) };
}

/**
 * The most that an approved run still has to send.
 *
 * @param resends whether payouts that are proven absent are sent, too: then any payout that is looked for may be, or
 *   those rows
 */
export function payableOfRun(
  journal: JournalReads,
  runId: string,
  resends: boolean | ReadonlySet<number>,
  options?: CountingOptions,
): Payable {
  const holders = new RowHolders(journal);
  const judge = (payout: Payout): Verdict => ({ holder: holders.next({ ...payout, runId }) });
  const counter = new PayableCounter(judge, {}, { journal, ...options });
  for (const payout of journal.payouts(runId, { states: ['planned', 'duplicate', ...OPEN_STATES] })) {
    if (maySend(payout, resends)) counter.add(payout);
  }
  return counter.result();
}

/** The most that a run sends, once what may not be sent beside other payments is held back. */
export function mostOfRun(journal: JournalReads, runId: string, resends: boolean | ReadonlySet<number>): StateTally {
  const open = new RowTally();
  for (const payout of journal.payouts(runId, { states: OPEN_STATES })) if (maySend(payout, resends)) open.add(payout);
  return sumOfTallies([journal.tally(runId).planned, open.tally()]);
}

/** Whether a run sends a payout of it, now or once it has looked for it: what was refused is sent when no copy is found. */
function maySend({ state, row, refusedAt }: PayoutRecord, resends: boolean | ReadonlySet<number>): boolean {
  switch (state) {
    case 'planned':
    case 'duplicate':
      return true;
    case 'absent':
      return typeof resends === 'object' ? resends.has(row) : resends;
    case 'unknown':
    case 'sending':
      return resends === true || refusedAt !== null;
    default:
      return false;
  }
}

/** Whether a run of the same file is complete: running the file again would send nothing. */
export function isRunToItsEnd(
  journal: Pick<Journal, 'isFinished'>,
  runId: string,
  left: { readonly totals: Pick<BatchTotals, 'payouts'> },
): boolean {
  return left.totals.payouts === 0 && journal.isFinished(runId);
}
