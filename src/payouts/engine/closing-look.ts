import type { Withdrawal } from '../../client/answers.ts';
import { isToSeek, putCopiedOnHold, soughtIn, rowsMaximumOf, withdrawalsOf } from './copies.ts';
import { earliestCreationOfAll, mayBe, NODE_CLOCKS_APART_MS } from './look.ts';
import type { MarkWatch } from './mark-watch.ts';
import { markIn } from '../rules/mark.ts';
import { hasNotFailed, isOlder, readNewestSince, foreignMarksIn, type NewestRows } from '../accounts/newest-page.ts';
import { sentAtOf } from '../rules/duplicates/sent-payment.ts';
import { CACHE_LIFE_MS, DENIED_STATES, stateOfStatus, type PayoutState } from '../payout-state.ts';
import { epochMsOf, factsOfRow, type PayoutRecord } from '../journal/records.ts';
import type { ForeignWatch } from './foreign-watch.ts';
import type { RunContext } from './run-events.ts';

/** States without a known withdrawal, whose mark may still appear. */
const PAID_STATES: readonly PayoutState[] = ['paid', 'accepted'];

const UNCLAIMED_STATES: readonly PayoutState[] = ['planned', 'failed', 'refused', 'unknown', 'absent', 'ambiguous'];

/** Whether a withdrawal may have been made after the last look before a payout was sent. */
type IsOfThen = (row: Withdrawal, payout: PayoutRecord) => boolean;

interface Closing extends RunContext {
  readonly marks: MarkWatch;
  readonly watch?: Pick<ForeignWatch, 'paidBeside' | 'likePaid'> | undefined;
  /** Works without the run's lock: payouts that its holder may change are skipped. */
  readonly isOnlooker?: boolean | undefined;
}

/**
 * The last step of a run that has sent something, or whose payouts the service reported as not paid: it reads the
 * newest withdrawals. A gateway that sends requests twice may have caused two withdrawals, which is an alarm. Or it
 * caused one, and reported that the second was refused or failed, which does not mean that nothing was paid.
 */
export class ClosingLook {
  readonly #closing: Closing;
  #sinceMs = Number.POSITIVE_INFINITY;
  #servedBefore = Number.NEGATIVE_INFINITY;
  #hasSent = false;
  #sendsSince = Number.POSITIVE_INFINITY;
  readonly #suspected = new Set<number>();
  readonly #told = new Set<string>();

  constructor(closing: Closing) {
    this.#closing = closing;
  }

  /**
   * Call it before something is sent.
   *
   * @param servedBefore a time that has passed on the service's clock; null if unknown
   */
  noteSending(servedBefore: number | null): void {
    if (!this.#hasSent) this.#servedBefore = servedBefore ?? Number.NEGATIVE_INFINITY;
    this.#sinceMs = this.#servedBefore - NODE_CLOCKS_APART_MS;
    this.#hasSent = true;
    this.#sendsSince = Math.min(this.#sendsSince, this.#closing.clock.epochMs());
  }

  /** How many rows that are paid may have been paid by hand as well. */
  suspected(): number {
    const { journal, run } = this.#closing;
    const counts = (row: number) => {
      const { state, secondWithdrawalId } = journal.payout({ runId: run.id, row });
      return PAID_STATES.includes(state) && secondWithdrawalId === null;
    };
    return [...this.#suspected].filter(counts).length;
  }

  /** @throws an error of the disk; a failure to read the list is only reported */
  async look(): Promise<void> {
    const { journal, run, clock, marks, onEvent } = this.#closing;
    const unsought = this.#unsought();
    const askedAt = clock.epochMs();
    if (!this.#isRequired(unsought)) return;
    this.#sinceMs = Math.min(this.#sinceMs, earliestCreationOfAll(unsought));
    const { rows, isRead } = await this.#read(unsought);
    // A failed withdrawal beside another one was repeated.
    const failedLast = [...rows.filter(hasNotFailed), ...rows.filter((row) => !hasNotFailed(row))];
    const [claimed, onHold] = journal.transaction(() => {
      const found = failedLast.flatMap((row) => this.#claim(row) ?? []);
      if (isRead) journal.steps.storeSought(soughtIn(rows, unsought, askedAt), askedAt);
      const copied = putCopiedOnHold(rows, journal, run.account, askedAt);
      return [found, copied.filter(({ runId }) => runId === run.id)] as const;
    });
    for (const payout of [...claimed, ...onHold]) onEvent({ type: 'changed', payout });
    for (const row of rows) marks.see(row);
    this.seeBeside(claimed, rows);
    this.#seeForeign(rows);
    this.#hasSent = false;
  }

  /** A withdrawal that was made elsewhere meanwhile with the key and amount of a row that is paid. */
  #seeForeign(rows: readonly Withdrawal[]): void {
    const { journal, run, watch } = this.#closing;
    const marked = this.#markedByOthers(rows).filter((row) => !isOlder(row, this.#sinceMs));
    const byHand = this.#hasSent ? (watch?.paidBeside(rows, this.#servedBefore - CACHE_LIFE_MS) ?? []) : [];
    this.#tell(() => journal.payouts(run.id, { states: PAID_STATES }), marked, byHand);
  }

  #markedByOthers(rows: readonly Withdrawal[]): readonly Withdrawal[] {
    const { journal, run } = this.#closing;
    return foreignMarksIn(rows, journal, run.digest)
      .map(({ row }) => row)
      .filter((row) => hasNotFailed(row) && journal.claimantOf(row.id) === undefined);
  }

  /** What was paid by hand since a process had sent these, whose end it did not see. @param rows among which they were found */
  seeBeside(found: readonly PayoutRecord[], rows: readonly Withdrawal[]): void {
    const { journal, watch } = this.#closing;
    const paid = found.map((payout) => journal.payout(payout)).filter(({ state }) => PAID_STATES.includes(state));
    const unmarked = rows.filter(({ description }) => markIn(description) === undefined);
    const isOfThen: IsOfThen = ({ createdAt }, { servedBefore }) =>
      (epochMsOf(createdAt) ?? -Infinity) >= (servedBefore ?? -Infinity) - CACHE_LIFE_MS;
    this.#tell(() => paid, this.#markedByOthers(rows), watch?.likePaid(unmarked) ?? [], isOfThen);
  }

  #tell(
    paid: () => Iterable<PayoutRecord>,
    marked: readonly Withdrawal[],
    byHand: readonly Withdrawal[],
    isOfThen: IsOfThen = () => true,
  ): void {
    const { journal, marks, onEvent } = this.#closing;
    const foreign = [...marked, ...byHand];
    if (foreign.length === 0) return;
    for (const payout of paid()) {
      // Another run may have stored meanwhile that it is its own.
      const isOwned = ({ id }: Withdrawal) => (journal.claimantOf(id) ?? journal.ownerOfSecond(id)) !== undefined;
      const isSecond = (row: Withdrawal) =>
        !this.#told.has(row.id) &&
        mayBe(row, payout) &&
        isOfThen(row, payout) &&
        !journal.wasSeenBefore(row.id, payout);
      if (payout.secondWithdrawalId !== null) continue;
      const untold = this.#suspected.has(payout.row) ? marked : foreign;
      const second = untold.find((row) => isSecond(row) && !isOwned(row));
      if (second === undefined) continue;
      this.#told.add(second.id);
      if (marked.includes(second)) marks.alarm(payout, second.id, true);
      else {
        // Only told: it may well be another payment, and who has paid it knows.
        this.#suspected.add(payout.row);
        onEvent({ type: 'second_withdrawal', payout, withdrawalId: second.id, isForeign: true });
      }
    }
  }

  async #read(unsought: readonly PayoutRecord[]): Promise<NewestRows> {
    const { run, client, signal, onEvent } = this.#closing;
    const known = withdrawalsOf([...unsought, ...this.#lastSent()]);
    const read = await readNewestSince(this.#sinceMs, { client, rowsMaximum: rowsMaximumOf(run), known, signal });
    if (read.error !== undefined) onEvent({ type: 'look_failed', error: read.error });
    return read;
  }

  /** The last payout that was sent: a list without its withdrawal may lack those of others, too. */
  #lastSent(): readonly PayoutRecord[] {
    const { journal, run } = this.#closing;
    let last: PayoutRecord | undefined;
    for (const payout of this.#hasSent ? journal.payouts(run.id, { states: PAID_STATES }) : []) {
      if (sentAtOf(payout) >= (last === undefined ? this.#sendsSince : sentAtOf(last))) last = payout;
    }
    return last === undefined ? [] : [last];
  }

  /** After an interruption this is skipped, unless something was refused that may exist nevertheless. */
  #isRequired(unsought: readonly PayoutRecord[]): boolean {
    if (unsought.length > 0) return true;
    if (!this.#hasSent) return false;
    const { journal, run, signal } = this.#closing;
    if (!signal.aborted) return true;
    const [refused] = journal.payouts(run.id, { isRefused: true, maximum: 1 });
    return refused !== undefined;
  }

  #unsought(): readonly PayoutRecord[] {
    const { journal, run, clock } = this.#closing;
    const now = clock.epochMs();
    const denied = [...journal.payouts(run.id, { states: DENIED_STATES })];
    return denied.filter((payout) => isToSeek(payout, now));
  }

  /**
   * A withdrawal with the mark of a payout of this run without one belongs to that payout. @returns it, if it has
   * changed
   */
  #claim(row: Withdrawal): PayoutRecord | undefined {
    const { journal, run, isOnlooker } = this.#closing;
    const mark = markIn(row.description);
    // The mark may have been seen earlier, and be hidden now. With the mark of another journal it is not ours.
    const payout = mark === undefined ? journal.ownerOfSecond(row.id) : journal.payoutOfMark(mark);
    const claiming = isOnlooker === true ? DENIED_STATES : UNCLAIMED_STATES;
    if (payout?.runId !== run.id || !claiming.includes(payout.state)) return undefined;
    if (!mayBe(row, payout) || journal.claimantOf(row.id) !== undefined) return undefined;
    if (journal.wasSeenBefore(row.id, payout)) return undefined;
    // The reference of a refused payout was free: another run may have paid under it since.
    if (journal.holderOfPayout(payout) !== undefined) return undefined;
    const withdrawal = factsOfRow(row);
    const to = stateOfStatus(withdrawal.status);
    let { state } = payout;
    if (state === 'failed') {
      if (to === 'failed' || !journal.steps.putOnHold(payout, [row.id])) return undefined;
      state = 'ambiguous';
    }
    journal.steps.change(payout, state, { to, withdrawal, code: 'found_by_mark' });
    return journal.payout(payout);
  }
}
