import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { holdCopied } from './copies.ts';
import type { Journal } from '../journal/journal.ts';
import { earliestCreationOf, mayBe, NODE_CLOCKS_APART_MS } from './look.ts';
import type { MarkWatch } from './mark-watch.ts';
import { markIn } from './mark.ts';
import { unusualLimit } from '../accounts/newest-page.ts';
import { DENIED_STATES, stateOfStatus, type PayoutState } from '../payout-state.ts';
import { absentFromOf, type LookTimes } from './reconcile.ts';
import type { PayoutRecord, RunRecord } from '../journal/records.ts';
import type { RunEvent } from './run-events.ts';
import { epochMsOf, factsOfRow } from './withdrawal-facts.ts';

/** Whose mark may turn up though no withdrawal is known that has paid them. */
const UNCLAIMED_STATES: readonly PayoutState[] = ['planned', 'failed', 'refused', 'unknown', 'absent', 'ambiguous'];

/** Of withdrawals that others have made meanwhile, or shortly before, so many are read. */
const ROWS_OF_OTHERS_MAXIMUM = 1_000;

interface Closing extends LookTimes {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly marks: MarkWatch;
  readonly onEvent: (event: RunEvent) => void;
  /** Without the lock of the run: what its holder may move is left alone. */
  readonly isOnlooker?: boolean | undefined;
}

/**
 * The last thing that a run does when it has sent something, or when the service has said of something that it was not
 * paid: it reads what is new among the withdrawals. A gateway that sends requests twice may have had two withdrawals made,
 * which is an alarm; or one, and the answer was that the second was refused or has failed, which is no denial then.
 */
export class ClosingLook {
  readonly #closing: Closing;
  #sinceMs = Number.POSITIVE_INFINITY;
  #hasSent = false;

  constructor(closing: Closing) {
    this.#closing = closing;
  }

  /**
   * To be told when something is about to be sent.
   *
   * @param servedBefore a moment by the service's clock that has passed; null when none is known
   */
  noteSending(servedBefore: number | null): void {
    if (!this.#hasSent) this.#sinceMs = (servedBefore ?? Number.NEGATIVE_INFINITY) - NODE_CLOCKS_APART_MS;
    this.#hasSent = true;
  }

  /** @throws what the disk throws; that the list can't be read is told, and no more */
  async look(): Promise<void> {
    const { journal, run, clock, marks, onEvent } = this.#closing;
    const unsought = this.#unsought();
    if (!this.#isWanted(unsought)) return;
    this.#sinceMs = Math.min(this.#sinceMs, ...unsought.map(earliestCreationOf));
    const askedAt = clock.epochMs();
    const { rows, isRead } = await this.#read();
    // One that failed beside one that did not has been repeated.
    const failedLast = [...rows.filter(hasNotFailed), ...rows.filter((row) => !hasNotFailed(row))];
    const moved = journal.transaction(() => {
      const claimed = failedLast.flatMap((row) => this.#claim(row) ?? []);
      const onHold = holdCopied(rows, journal, run.account);
      if (isRead) journal.keepSought(run.id, askedAt);
      return [...claimed, ...onHold.filter(({ runId }) => runId === run.id)];
    });
    for (const payout of moved) onEvent({ type: 'changed', payout });
    for (const row of rows) marks.see(row);
    this.#hasSent = false;
  }

  async #read(): Promise<{ readonly rows: readonly Withdrawal[]; readonly isRead: boolean }> {
    const { run, client, clock, onEvent } = this.#closing;
    const newest = new NewestRows(client, clock);
    const rowsMaximum = 2 * run.payouts + ROWS_OF_OTHERS_MAXIMUM;
    const rows: Withdrawal[] = [];
    try {
      while (!newest.isOver() && newest.rowsRead() < rowsMaximum) {
        const page = await newest.nextPage();
        rows.push(...page);
        if (page.every((row) => this.#isTooOld(row))) break;
        if (this.#isInterrupted()) return { rows, isRead: newest.isOver() };
      }
      return { rows, isRead: true };
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      onEvent({ type: 'look_failed', error });
      return { rows, isRead: false };
    }
  }

  /** Who interrupts a run waits for its end, and gets it, unless something was refused that may be there all the same. */
  #isWanted(unsought: readonly PayoutRecord[]): boolean {
    if (unsought.length > 0) return true;
    if (!this.#hasSent) return false;
    if (!this.#isInterrupted()) return true;
    const { journal, run } = this.#closing;
    const [refused] = journal.payouts(run.id, { isRefused: true, maximum: 1 });
    return refused !== undefined;
  }

  /** What was said not to be paid, and was not looked for since, or only when a copy could still be carried out. */
  #unsought(): readonly PayoutRecord[] {
    const { journal, run, clock, ...times } = this.#closing;
    const now = clock.epochMs();
    return [...journal.payouts(run.id, { states: DENIED_STATES })].filter((payout) => {
      const { soughtAt } = payout;
      const absentFrom = absentFromOf(payout, now, times);
      return soughtAt === null || (soughtAt < absentFrom && absentFrom <= now);
    });
  }

  #isInterrupted(): boolean {
    return this.#closing.signal.aborted;
  }

  #isTooOld({ createdAt }: Withdrawal): boolean {
    return (epochMsOf(createdAt) ?? Number.POSITIVE_INFINITY) < this.#sinceMs;
  }

  /** A withdrawal with the mark of a payout of this run that has none yet is that payout's. @returns it, when it has moved */
  #claim(row: Withdrawal): PayoutRecord | undefined {
    const { journal, run, isOnlooker } = this.#closing;
    // Its mark may have been seen on it before, and be hidden by now.
    const payout = journal.payoutOfMark(markIn(row.description) ?? '') ?? journal.ownerOfSecond(row.id);
    const claiming: readonly PayoutState[] = isOnlooker === true ? DENIED_STATES : UNCLAIMED_STATES;
    if (payout?.runId !== run.id || !claiming.includes(payout.state)) return undefined;
    if (!mayBe(row, payout) || journal.claimantOf(row.id) !== undefined) return undefined;
    if (isReferenceOfAnother(payout, journal)) return undefined;
    const withdrawal = factsOfRow(row);
    const to = stateOfStatus(withdrawal.status);
    let { state } = payout;
    if (state === 'failed') {
      if (to === 'failed' || !journal.holdForCopies(payout, [row.id])) return undefined;
      state = 'ambiguous';
    }
    journal.change(payout, state, { to, withdrawal, code: 'found_by_mark' });
    return journal.payout(payout);
  }
}

function hasNotFailed({ status }: Withdrawal): boolean {
  return status !== 'FAILED';
}

/** Of one that was refused, the reference was free: another run may have paid under it since. */
function isReferenceOfAnother(payout: PayoutRecord, journal: Journal): boolean {
  return journal.holderOfPayout(payout) !== undefined;
}

/** A page of the newest withdrawals, and those behind it, asked for so that no cache answers. */
class NewestRows {
  readonly #client: Pick<PixClient, 'withdraws'>;
  readonly #limit: number;
  #offset = 0;
  #isOver = false;

  constructor(client: Pick<PixClient, 'withdraws'>, clock: Pick<Clock, 'random'>) {
    this.#client = client;
    this.#limit = unusualLimit(clock);
  }

  /** Newest first. @throws {PixError} */
  async nextPage(): Promise<readonly Withdrawal[]> {
    const query = { limit: this.#limit, ...(this.#offset > 0 && { offset: this.#offset }) };
    const { items, pagination } = await this.#client.withdraws.page(query);
    this.#offset += items.length;
    this.#isOver = items.length === 0 || this.#offset >= pagination.total;
    return items;
  }

  isOver(): boolean {
    return this.#isOver;
  }

  rowsRead(): number {
    return this.#offset;
  }
}
