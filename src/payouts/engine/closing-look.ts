import type { PixClient, Withdrawal } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import type { Journal } from '../journal/journal.ts';
import { mayBe, NODE_CLOCKS_APART_MS } from './look.ts';
import type { MarkWatch } from './mark-watch.ts';
import { markIn } from './mark.ts';
import { NewestRows } from '../accounts/newest-rows.ts';
import { stateOfStatus, type PayoutState } from '../payout-state.ts';
import type { PayoutRecord, RunRecord } from '../journal/records.ts';
import type { RunEvent } from './run-events.ts';
import { epochMsOf, factsOfRow } from './withdrawal-facts.ts';

/** Whose mark may turn up though no withdrawal is known to be theirs. */
const UNCLAIMED_STATES: readonly PayoutState[] = ['planned', 'refused', 'unknown', 'absent', 'ambiguous'];

/** Of withdrawals that others have made meanwhile, or shortly before, so many are read. */
const ROWS_OF_OTHERS_MAXIMUM = 1_000;

interface Closing {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly marks: MarkWatch;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * The last thing that a run does when it has sent something: it reads what is new among the withdrawals. A gateway that
 * sends requests twice may have had two withdrawals made, which is an alarm; or one, and the answer was that the second
 * was refused, which is no refusal then.
 */
export class ClosingLook {
  readonly #closing: Closing;
  readonly #sinceMs: number;

  /** @param servedBefore a moment by the service's clock before the run had sent anything; null when none is known */
  constructor(closing: Closing, servedBefore: number | null) {
    this.#closing = closing;
    this.#sinceMs = (servedBefore ?? Number.NEGATIVE_INFINITY) - NODE_CLOCKS_APART_MS;
  }

  /** @throws what the disk throws; that the list can't be read is told, and no more */
  async look(): Promise<void> {
    const { journal, run, client, clock, onEvent } = this.#closing;
    if (!this.#isWanted()) return;
    const newest = new NewestRows(client, clock);
    const rowsMaximum = 2 * run.payouts + ROWS_OF_OTHERS_MAXIMUM;
    const rows: Withdrawal[] = [];
    try {
      while (!newest.isOver() && newest.rowsRead() < rowsMaximum) {
        const page = await newest.nextPage();
        rows.push(...page.filter(({ description }) => markIn(description) !== undefined));
        if (this.#isInterrupted() || page.every((row) => this.#isTooOld(row))) break;
      }
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      onEvent({ type: 'look_failed', error });
    }
    // One that failed beside one that did not has been repeated.
    const failedLast = [...rows.filter(hasNotFailed), ...rows.filter((row) => !hasNotFailed(row))];
    const moved = journal.transaction(() => failedLast.flatMap((row) => this.#claim(row) ?? []));
    for (const payout of moved) onEvent({ type: 'changed', payout });
    for (const row of rows) this.#closing.marks.see(row);
  }

  /** Who interrupts a run waits for its end, and gets it, unless something was refused that may be there all the same. */
  #isWanted(): boolean {
    const { journal, run } = this.#closing;
    if (!this.#isInterrupted()) return true;
    const [refused] = journal.payouts(run.id, { isRefused: true, maximum: 1 });
    return refused !== undefined || journal.tally(run.id).refused.payouts > 0;
  }

  #isInterrupted(): boolean {
    return this.#closing.signal.aborted;
  }

  #isTooOld({ createdAt }: Withdrawal): boolean {
    return (epochMsOf(createdAt) ?? Number.POSITIVE_INFINITY) < this.#sinceMs;
  }

  /** A withdrawal with the mark of a payout of this run that has none yet is that payout's. @returns it, when it has moved */
  #claim(row: Withdrawal): PayoutRecord | undefined {
    const { journal, run } = this.#closing;
    const payout = journal.payoutOfMark(markIn(row.description) ?? '');
    if (payout?.runId !== run.id || !UNCLAIMED_STATES.includes(payout.state)) return undefined;
    if (!mayBe(row, payout, run.coverFee) || journal.claimantOf(row.id) !== undefined) return undefined;
    if (isReferenceOfAnother(payout, journal)) return undefined;
    const withdrawal = factsOfRow(row);
    const to = stateOfStatus(withdrawal.status);
    journal.change(payout, payout.state, { to, withdrawal, code: 'found_by_mark' });
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
