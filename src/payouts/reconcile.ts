import type { PixClient, Withdrawal } from '../client/client.ts';
import { sleep, type Clock } from '../client/clock.ts';
import { PixError } from '../client/errors.ts';
import { lookUpWithdrawal } from './follow.ts';
import type { Journal } from './journal.ts';
import { CLOCK_MARGIN_MS, decide, relevanceTo, type Finding, type Sought, type View } from './look.ts';
import { marksIn } from './mark.ts';
import { stateOfStatus } from './payout-state.ts';
import type { PayoutRecord, RunRecord } from './records.ts';
import type { RunEvent } from './run-events.ts';
import { factsOfRow } from './withdrawal-facts.ts';

/** How long a request may still be carried out, and how old an answer may be. */
export interface LookTimes {
  /** After a request has ended for us: the service may still be at it. Default 2 minutes. */
  readonly latestEffectMs?: number | undefined;
  /** Default the 60 seconds of the specification, and some. */
  readonly cacheLifeMs?: number | undefined;
}

export interface Looking extends LookTimes {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly client: Pick<PixClient, 'withdraws'>;
  readonly clock: Clock;
  /** Ends looking; what is not found stays unknown. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

const LATEST_EFFECT_MS = 120_000;
const CACHE_LIFE_MS = 65_000;

/** A person who has to decide looks at a few, not at a hundred. */
const CANDIDATES_TOLD = 10;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Looks that could tell, and do not: the list can't be read, or does not prove to be complete. */
const VAIN_LOOKS_MAXIMUM = 3;

/**
 * Looks for the payouts of a run whose outcome is unknown, again and again, until each is found or proven absent. What
 * was held for a person is looked for as well, for a late request may have turned up.
 *
 * What can't be proven within some looks after the last moment that matters stays `unknown`.
 *
 * @throws what the disk throws
 */
export async function reconcile(looking: Looking): Promise<void> {
  const { journal, run, clock, signal, onEvent } = looking;
  let pauseMs = FIRST_PAUSE_MS;
  let vainLooks = 0;
  let isFirst = true;
  for (;;) {
    const sought = soughtOf(looking, isFirst);
    const unknown = sought.filter(({ payout }) => payout.state === 'unknown');
    if (signal.aborted || (isFirst ? sought : unknown).length === 0) return;
    const knownFrom = Math.max(0, ...unknown.map(({ absentFrom }) => absentFrom));
    onEvent({ type: 'looking', payouts: unknown.length, untilMs: Math.max(0, knownFrom - clock.epochMs()) });
    const isLate = clock.epochMs() >= knownFrom;
    const view = await lookAt(sought, looking);
    settle(sought, view, looking);
    // A payout that has only now claimed a withdrawal may have another one in the same view.
    for (const row of view.rows) checkMarks(row, journal, onEvent);
    await learnDetails(sought, looking);
    isFirst = false;
    if (journal.tally(run.id).unknown.payouts === 0) return;
    if (isLate) vainLooks += 1;
    if (vainLooks === VAIN_LOOKS_MAXIMUM) return;
    const leftMs = knownFrom - clock.epochMs();
    await sleep(clock, leftMs > 0 ? Math.min(pauseMs, leftMs) : pauseMs, signal).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

function soughtOf(looking: Looking, withHeld: boolean): readonly Sought[] {
  const { journal, run, latestEffectMs = LATEST_EFFECT_MS, cacheLifeMs = CACHE_LIFE_MS } = looking;
  const states = withHeld ? (['unknown', 'absent', 'ambiguous'] as const) : (['unknown'] as const);
  return [...journal.payouts(run.id, { states })].map((payout) => ({
    payout,
    marks: journal.marksOf(payout),
    absentFrom: (payout.endedAt ?? Number.POSITIVE_INFINITY) + latestEffectMs + cacheLifeMs,
    hasRivals: journal.alike(payout).some((other) => other.runId !== run.id && other.withdrawal === null),
  }));
}

/**
 * The withdrawals since the first of the sought requests. The list is read so that its completeness is proven; a passing
 * failure on the way leaves a view that is not complete, which can still show what is there.
 */
async function lookAt(
  sought: readonly Sought[],
  { journal, run, client, clock, signal, onEvent }: Looking,
): Promise<View> {
  const isRelevant = relevanceTo(sought, run.coverFee);
  const rows = new Map<string, Withdrawal>();
  const asOf = clock.epochMs();
  let showsMarks = false;
  let hidesMarks = false;
  let isComplete = false;
  try {
    const list = client.withdraws.proven({ since: sinceOf(sought), signal });
    for await (const step of list.steps()) {
      if (step.type === 'restart') continue;
      for (const { row } of step.rows) {
        showsMarks = checkMarks(row, journal, onEvent) || showsMarks;
        hidesMarks ||= lacksItsMark(row, journal);
        if (isRelevant(row)) rows.set(row.id, row);
      }
    }
    isComplete = list.verdict().isProven;
  } catch (error) {
    if (!(error instanceof PixError) && !signal.aborted) throw error;
    if (error instanceof PixError) onEvent({ type: 'look_failed', error });
  }
  return { rows: [...rows.values()], isComplete, asOf, showsMarks, hidesMarks };
}

/** By the service's own clock: before all of the requests. Undefined when it is not known of one of them. */
function sinceOf(sought: readonly Sought[]): Date | undefined {
  const times = sought.map(({ payout }) => payout.servedBefore ?? Number.NEGATIVE_INFINITY);
  const earliest = Math.min(...times) - CLOCK_MARGIN_MS;
  return Number.isFinite(earliest) ? new Date(earliest) : undefined;
}

/** @returns whether the row shows a mark of ours. One of a payout that claims another withdrawal is an alarm. */
function checkMarks(row: Withdrawal, journal: Journal, onEvent: Looking['onEvent']): boolean {
  let isShown = false;
  for (const mark of marksIn(row.description)) {
    const payout = journal.payoutOfMark(mark);
    if (payout === undefined) continue;
    isShown = true;
    const { withdrawal, secondWithdrawalId } = payout;
    if (withdrawal === null || withdrawal.id === row.id || secondWithdrawalId === row.id) continue;
    if (row.status === 'FAILED' || payout.state === 'failed') continue;
    journal.keepSecond(payout, row.id);
    onEvent({ type: 'second_withdrawal', payout: journal.payout(payout), withdrawalId: row.id });
  }
  return isShown;
}

/** Whether a withdrawal that was made for a mark is told without it. What a person named need not be ours. */
function lacksItsMark({ id, description }: Withdrawal, journal: Journal): boolean {
  const claimant = journal.claimantOf(id);
  if (claimant === undefined || claimant.mark === null || claimant.resolvedBy !== null) return false;
  const marks = journal.marksOf(claimant);
  return !marksIn(description).some((mark) => marks.includes(mark));
}

function settle(sought: readonly Sought[], view: View, { journal, run, onEvent }: Looking): void {
  const isClaimed = (id: string) => journal.claimantOf(id) !== undefined;
  const findings = decide(sought, view, { coverFee: run.coverFee, isClaimed });
  const moved = journal.transaction(() =>
    [...findings].filter(([{ payout }, finding]) => keep(payout, finding, journal)),
  );
  for (const [{ payout }] of moved) onEvent({ type: 'changed', payout: journal.payout(payout) });
}

/** @returns whether the payout has moved */
function keep(payout: PayoutRecord, finding: Finding, journal: Journal): boolean {
  const { state } = payout;
  switch (finding.kind) {
    case 'present': {
      const withdrawal = factsOfRow(finding.row);
      const code = finding.by === 'mark' ? 'found_by_mark' : 'found_by_count';
      journal.change(payout, state, { to: stateOfStatus(withdrawal.status), withdrawal, code });
      return true;
    }
    case 'absent':
      if (state !== 'unknown') return false;
      journal.change(payout, state, { to: 'absent', code: 'proven_absent' });
      return true;
    case 'ambiguous':
      if (state === 'ambiguous') return false;
      journal.change(payout, state, {
        to: 'ambiguous',
        code: 'ambiguous',
        reason: finding.withdrawalIds.slice(0, CANDIDATES_TOLD).join(' '),
      });
      return true;
    case 'undecided':
      return false;
  }
}

/** The list may be old, and tells neither when a withdrawal became final nor why it failed. */
async function learnDetails(sought: readonly Sought[], looking: Looking): Promise<void> {
  const { journal, onEvent } = looking;
  for (const { payout } of sought) {
    try {
      await lookUpWithdrawal(journal.payout(payout), looking);
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      onEvent({ type: 'look_failed', error });
    }
  }
}
