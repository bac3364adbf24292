import { LIST_CACHE_SECONDS } from '../../contract/limits.ts';
import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { sleep, type Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { lookUpWithdrawal } from './follow.ts';
import { CANDIDATES_TOLD } from '../journal/journal-steps.ts';
import type { Journal } from '../journal/journal.ts';
import {
  decide,
  earliestCreationOf,
  NODE_CLOCKS_APART_MS,
  relevanceTo,
  type Finding,
  type Sought,
  type View,
} from './look.ts';
import { lookRules } from './look-rules.ts';
import type { MarkWatch } from './mark-watch.ts';
import { stateOfStatus } from '../payout-state.ts';
import type { PayoutRecord, RunRecord } from '../journal/records.ts';
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
  /** What all looks of the run have seen of marks. */
  readonly marks: MarkWatch;
  /** Ends looking; what is not found stays unknown. */
  readonly signal: AbortSignal;
  /** Ends looking earlier, likewise; it looks once at the least. Undefined: until each is found or proven absent. */
  readonly lookForMs?: number | undefined;
  readonly onEvent: (event: RunEvent) => void;
}

const LATEST_EFFECT_MS = 120_000;
/** A page that was repeated may be so old, and some seconds on its way. */
export const CACHE_LIFE_MS = (LIST_CACHE_SECONDS + 5) * 1_000;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Looks that could tell, and do not: the list can't be read, or does not prove to be complete. */
const VAIN_LOOKS_MAXIMUM = 3;

/**
 * Looks for the payouts of a run whose outcome is unknown, again and again, until each is found or proven absent. What
 * was held for a person is looked for as well, for a late request may have turned up. What the service had refused is
 * planned again once it is proven absent.
 *
 * What can't be proven within some looks after the last moment that matters stays `unknown`, and so does what is not found
 * by the time that the caller sets: to look for less long proves nothing.
 *
 * @throws what the disk throws
 */
export async function reconcile(looking: Looking): Promise<void> {
  const { journal, run, clock, marks, signal, onEvent, lookForMs = Number.POSITIVE_INFINITY } = looking;
  const endsAt = clock.now() + lookForMs;
  let pauseMs = FIRST_PAUSE_MS;
  let vainLooks = 0;
  let isFirst = true;
  const beganAt = clock.epochMs();
  for (;;) {
    const sought = soughtOf(looking, isFirst, beganAt);
    const unknown = sought.filter(({ payout }) => payout.state === 'unknown');
    if (signal.aborted || (isFirst ? sought : unknown).length === 0) return;
    const knownFrom = Math.max(0, ...unknown.map(({ absentFrom }) => absentFrom));
    const refused = unknown.filter(({ payout }) => payout.refusedAt !== null).length;
    const untilMs = Math.max(0, Math.min(knownFrom - clock.epochMs(), endsAt - clock.now()));
    onEvent({ type: 'looking', payouts: unknown.length, refused, untilMs });
    const isLate = clock.epochMs() >= knownFrom;
    const view = await lookAt(sought, looking);
    settle(sought, view, looking);
    // A payout that has only now claimed a withdrawal may have another one in the same view.
    for (const row of view.rows) marks.see(row);
    await learnDetails(sought, looking);
    isFirst = false;
    if (journal.tally(run.id).unknown.payouts === 0) return;
    if (isLate) vainLooks += 1;
    const willingMs = endsAt - clock.now();
    if (vainLooks === VAIN_LOOKS_MAXIMUM || willingMs <= 0) return;
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
    absentFrom: absentFromOf(payout, beganAt, looking),
    rivals: journal.unclaimedTo(payout, run.account).filter(isRival),
  }));
}

/**
 * When the request of a payout can no longer be carried out, and no answer is older than that. Milliseconds since the
 * epoch.
 *
 * @param at a moment at which no process sends for its run: a later end comes from a clock that has been set back since
 */
export function absentFromOf(
  { endedAt }: PayoutRecord,
  at: number,
  { latestEffectMs = LATEST_EFFECT_MS, cacheLifeMs = CACHE_LIFE_MS }: LookTimes = {},
): number {
  return Math.min(endedAt ?? at, at) + latestEffectMs + cacheLifeMs;
}

/**
 * The withdrawals since the first of the sought requests. The list is read so that its completeness is proven; a passing
 * failure on the way leaves a view that is not complete, which can still show what is there.
 */
async function lookAt(sought: readonly Sought[], looking: Looking): Promise<View> {
  const { journal, run, client, clock, marks, signal, onEvent } = looking;
  const isRelevant = relevanceTo(sought);
  const earliest = Math.min(...sought.map(({ payout }) => earliestCreationOf(payout)));
  const rows = new Map<string, Withdrawal>();
  const own = new Set<string>();
  const asOf = clock.epochMs();
  let isComplete = false;
  try {
    const list = client.withdraws.proven({ since: readFrom(earliest), signal });
    for await (const step of list.steps()) {
      if (step.type === 'restart') continue;
      for (const { row } of step.rows) {
        marks.see(row);
        if (journal.claimantOf(row.id)?.runId === run.id) own.add(row.id);
        if (isRelevant(row)) rows.set(row.id, row);
      }
    }
    const isFinal = sought.some(({ absentFrom }) => asOf >= absentFrom);
    const expected = { earliest, knownBefore: asOf - (looking.cacheLifeMs ?? CACHE_LIFE_MS) };
    isComplete = list.verdict().isProven && !(isFinal && lacksKnownOnes(own, expected, looking));
  } catch (error) {
    if (!(error instanceof PixError) && !signal.aborted) throw error;
    if (error instanceof PixError && !signal.aborted) onEvent({ type: 'look_failed', error });
  }
  return { rows: [...rows.values()], isComplete, asOf, marks: marks.seen() };
}

/**
 * Rows may be numbered in the order in which they came, and dated by clocks that are apart. Halving such a list finds a row
 * that is older than asked for, and none before it is newer by more than the clocks are apart: so it has to be asked for
 * rows that much older than any sought payout.
 */
function readFrom(earliest: number): Date | undefined {
  return Number.isFinite(earliest) ? new Date(earliest - NODE_CLOCKS_APART_MS) : undefined;
}

/**
 * A list without withdrawals of the run that were known before it can have been made lags behind, or leaves rows out:
 * what else it lacks may be there, too.
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

function settle(sought: readonly Sought[], view: View, { journal, onEvent }: Looking): void {
  const findings = decide(sought, view, lookRules(journal));
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
      // The service had refused it, and now no earlier copy of the request can be carried out: that is no resend.
      if (payout.refusedAt !== null) journal.change(payout, 'absent', { to: 'planned', code: 'proven_absent' });
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
