import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { sleep } from '../../client/clock.ts';
import { ApiError, PixError } from '../../client/errors.ts';
import { lookUpWithdrawal } from './follow.ts';
import { CACHE_LIFE_MS, SETTLED_AFTER_MS, stateOfStatus } from '../payout-state.ts';
import { CANDIDATES_SHOWN } from '../journal/journal-steps.ts';
import type { Journal } from '../journal/journal.ts';
import {
  decide,
  isCandidate,
  mayBeDespiteFee,
  earliestCreationOfAll,
  NODE_CLOCKS_APART_MS,
  relevanceTo,
  lookRules,
  type Finding,
  type Sought,
  type View,
} from './look.ts';
import type { MarkWatch } from './mark-watch.ts';
import { factsOfRow, type PayoutRecord } from '../journal/records.ts';
import type { RunContext } from './run-events.ts';

/** Payouts that are not found until the signal stay unknown. */
export interface Looking extends RunContext {
  /** The marks seen in all looks of the run. */
  readonly marks: MarkWatch;
  /**
   * Ends looking after this time, likewise, but not before one look. Undefined: until each is found or proven absent.
   */
  readonly lookForMs?: number | undefined;
  /** What pages of now have shown: the list that is read may be a minute older. */
  readonly alsoShown?: (() => readonly Withdrawal[]) | undefined;
  /** Called with payouts that were found, once they are stored, and the withdrawals that may be of any payout in question. */
  readonly onFound?: ((found: readonly PayoutRecord[], rows: readonly Withdrawal[]) => void) | undefined;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Looks at the right time without a result: the list cannot be read, or is not proven complete. */
const VAIN_LOOKS_MAXIMUM = 3;

/**
 * Looks for the payouts of a run with an unknown outcome until each is found or proven absent. Payouts on hold are
 * looked for, too, because a late request may have been processed. Refused ones are planned again once they are proven
 * absent.
 *
 * Payouts that cannot be proven within some looks after the last relevant time stay `unknown`, and so do those not
 * found by the caller's deadline: a shorter look proves nothing.
 *
 * @returns the rows that a look of now has proven absent, also where that was known before
 * @throws an error of the disk
 */
export async function reconcile(looking: Looking): Promise<ReadonlySet<number>> {
  const absent = new Set<number>();
  const { journal, run, clock, marks, signal, onEvent, lookForMs = Number.POSITIVE_INFINITY } = looking;
  const endsAt = clock.now() + lookForMs;
  let pauseMs = FIRST_PAUSE_MS;
  let vainLooks = 0;
  let isFirst = true;
  const beganAt = clock.epochMs();
  for (;;) {
    const sought = soughtOf(looking, isFirst, beganAt);
    const unknown = sought.filter(({ payout }) => payout.state === 'unknown');
    if (signal.aborted || (isFirst ? sought : unknown).length === 0) return absent;
    const knownFrom = Math.max(0, ...unknown.map(({ absentFrom }) => absentFrom));
    const refused = unknown.filter(({ payout }) => payout.refusedAt !== null).length;
    const untilMs = Math.max(0, Math.min(knownFrom - clock.epochMs(), endsAt - clock.now()));
    onEvent({ type: 'looking', payouts: unknown.length, refused, untilMs });
    const isLate = clock.epochMs() >= knownFrom;
    const view = await lookAt(sought, looking);
    for (const row of settle(sought, view, looking)) absent.add(row);
    // A payout that has just claimed a withdrawal may have another one in the same view.
    for (const row of view.rows) marks.see(row);
    await learnDetails(sought, looking);
    isFirst = false;
    if (journal.tally(run.id).unknown.payouts === 0) return absent;
    if (isLate) vainLooks += 1;
    const willingMs = endsAt - clock.now();
    if (vainLooks === VAIN_LOOKS_MAXIMUM || willingMs <= 0) return absent;
    const leftMs = knownFrom - clock.epochMs();
    const sleepMs = Math.min(leftMs > 0 ? Math.min(pauseMs, leftMs) : pauseMs, willingMs);
    await sleep(clock, sleepMs, signal).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

function soughtOf(looking: Looking, withOnHold: boolean, beganAt: number): readonly Sought[] {
  const { journal, run } = looking;
  const states = withOnHold ? (['unknown', 'absent', 'ambiguous'] as const) : (['unknown'] as const);
  const payouts = [...journal.payouts(run.id, { states })];
  const rows = new Set(payouts.map(({ row }) => row));
  const isRival = ({ runId, row, state }: PayoutRecord) => !(runId === run.id && (rows.has(row) || state === 'absent'));
  return payouts.map((payout) => ({
    payout,
    marks: journal.marksOf(payout),
    absentFrom: absentFromOf(payout, beganAt),
    rivals: journal.unclaimedTo(payout, run.account).filter(isRival),
  }));
}

/**
 * When the request of a payout can no longer be processed, and no answer is older than that. Milliseconds since the
 * epoch.
 *
 * @param at a time when no process sends for its run: a later end comes from a clock that has been set back since
 */
export function absentFromOf({ endedAt }: PayoutRecord, at: number): number {
  return (endedAt !== null && endedAt < at ? endedAt : at) + SETTLED_AFTER_MS;
}

/**
 * The withdrawals since the first of the sought requests. The list is read with a proof of completeness; a temporary
 * failure leaves an incomplete view, which can still prove that a withdrawal exists.
 */
async function lookAt(sought: readonly Sought[], looking: Looking): Promise<View> {
  const { client, clock, marks, signal, onEvent, alsoShown = () => [] } = looking;
  const isRelevant = relevanceTo(sought);
  const earliest = earliestCreationOfAll(sought.map(({ payout }) => payout));
  const rows = new Map(
    alsoShown()
      .filter(isRelevant)
      .map((row) => [row.id, row]),
  );
  const listed = new Set<string>();
  const lookedUp: string[] = [];
  const asOf = clock.epochMs();
  let isComplete = false;
  try {
    const list = client.withdraws.proven({ since: readFrom(earliest), signal });
    for await (const step of list.steps()) {
      if (step.type === 'restart') continue;
      for (const { row } of step.rows) {
        marks.see(row);
        listed.add(row.id);
        if (isRelevant(row)) rows.set(row.id, row);
      }
    }
    for (const { payout, absentFrom } of sought) {
      const { answeredId } = payout;
      if (answeredId === null || listed.has(answeredId) || asOf < absentFrom) continue;
      if (await exists(answeredId, client)) lookedUp.push(answeredId);
    }
    const isFinal = sought.some(({ absentFrom }) => asOf >= absentFrom);
    const expected = { earliest, knownBefore: asOf - CACHE_LIFE_MS };
    isComplete = list.verdict().isProven && !(isFinal && lacksKnownOnes(listed, expected, looking));
  } catch (error) {
    if (!(error instanceof PixError) && !signal.aborted) throw error;
    if (error instanceof PixError && !signal.aborted) onEvent({ type: 'look_failed', error });
  }
  return { rows: [...rows.values()], isComplete, asOf, marks: marks.seen(), shown: new Set([...listed, ...lookedUp]) };
}

/** Whether the service knows a withdrawal that it has named. @throws {PixError} when it cannot be asked */
async function exists(id: string, client: Pick<PixClient, 'withdraws'>): Promise<boolean> {
  try {
    await client.withdraws.get(id);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Rows may be numbered in order of arrival, and dated by different clocks. Halving such a list finds a row older than
 * requested, and no row before it is newer by more than the difference between the clocks: so rows older by this
 * difference must be requested.
 */
function readFrom(earliest: number): Date | undefined {
  return Number.isFinite(earliest) ? new Date(earliest - NODE_CLOCKS_APART_MS) : undefined;
}

/**
 * Whether the list lacks known withdrawals of the run from before it was made: then it is stale or incomplete, and
 * other withdrawals may be missing, too.
 */
function lacksKnownOnes(
  listed: ReadonlySet<string>,
  { earliest, knownBefore }: { readonly earliest: number; readonly knownBefore: number },
  { journal, run }: Pick<Looking, 'journal' | 'run'>,
): boolean {
  for (const { withdrawal, changedAt } of journal.payouts(run.id, { states: ['paid', 'accepted'] })) {
    if (withdrawal === null || changedAt > knownBefore) continue;
    const isOfThatTime = withdrawal.createdAt !== null && withdrawal.createdAt >= earliest;
    if (isOfThatTime && !listed.has(withdrawal.id)) return true;
  }
  return false;
}

/** @returns the rows that are proven absent */
function settle(sought: readonly Sought[], view: View, { journal, onEvent, onFound }: Looking): readonly number[] {
  const rules = lookRules(journal);
  const findings = decide(sought, view, rules);
  const moved = journal.transaction(() =>
    [...findings].filter(([{ payout }, finding]) => storeFinding(payout, finding, journal)),
  );
  for (const [{ payout }] of moved) onEvent({ type: 'changed', payout: journal.payout(payout) });
  onFound?.(
    moved.flatMap(([{ payout }, { kind }]) => (kind === 'present' ? [payout] : [])),
    view.rows,
  );
  const hasCandidate = (one: Sought) => view.rows.some((row) => isCandidate(row, one, rules, mayBeDespiteFee));
  // By a clock that was set back since, or beside one whose response was just lost, it is too early to decide once more.
  const isAbsent = (one: Sought, { kind }: Finding) =>
    kind === 'absent' ||
    (kind === 'undecided' && one.payout.state === 'absent' && view.isComplete && !hasCandidate(one));
  return [...findings].flatMap(([one, finding]) => (isAbsent(one, finding) ? [one.payout.row] : []));
}

/** @returns whether the payout has changed */
function storeFinding(payout: PayoutRecord, finding: Finding, journal: Journal): boolean {
  const { state } = payout;
  switch (finding.kind) {
    case 'present': {
      const withdrawal = factsOfRow(finding.row);
      const code = finding.by === 'mark' ? 'found_by_mark' : 'found_by_count';
      journal.steps.change(payout, state, { to: stateOfStatus(withdrawal.status), withdrawal, code });
      return true;
    }
    case 'absent':
      if (state !== 'unknown') return false;
      journal.steps.change(payout, state, { to: 'absent', code: 'proven_absent' });
      // The service had refused it, and no earlier copy of the request can be processed any more: this is no resend.
      if (payout.refusedAt !== null) journal.steps.change(payout, 'absent', { to: 'planned', code: 'proven_absent' });
      return true;
    case 'ambiguous':
      if (state === 'ambiguous') return false;
      journal.steps.change(payout, state, {
        to: 'ambiguous',
        code: 'ambiguous',
        reason: finding.withdrawalIds.slice(0, CANDIDATES_SHOWN).join(' '),
      });
      return true;
    case 'undecided':
      return false;
  }
}

/** The list may be old, and contains neither the time when a withdrawal became final nor why it failed. */
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
