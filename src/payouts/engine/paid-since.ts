import type { Withdrawal } from '../../client/answers.ts';
import { sleep, type Clock } from '../../client/clock.ts';
import { sharedController } from '../../client/http/interruption.ts';
import { foreignCode, isOlder, readBack, type NewestPage } from '../accounts/newest-page.ts';
import type { Journal } from '../journal/journal.ts';
import type { PayoutRecord, RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { CACHE_LIFE_MS, SETTLED_AFTER_MS } from '../payout-state.ts';
import { madeElsewhere, sentAtOf, withdrawalsLike } from '../rules/duplicates/sent-payment.ts';
import { markIn } from '../rules/mark.ts';
import type { Permissions } from '../rules/permissions.ts';
import { seenCodeOf } from '../seen-code.ts';
import { mayBe, NODE_CLOCKS_APART_MS } from './look.ts';
import type { RunContext } from './run-events.ts';

/**
 * Refuses what is left of a run whose rows were compared with the withdrawals of then, and for one of which there is
 * another since: it was paid by hand, or by another program. Reads behind the newest page, too, since a run that has
 * stopped for that reason has sent others after it.
 *
 * @throws {PayoutError} `foreign_journal` @throws {PixError}
 */
export async function assertNotPaidSince(
  run: RunRecord,
  newest: NewestPage,
  { journal, client, clock }: Pick<RunContext, 'journal' | 'client' | 'clock'>,
  permissions: Permissions,
): Promise<void> {
  const left = run.approvedAt === null ? [] : await leftOf(run, journal, clock);
  if (left.length === 0) return;
  const unclaimed = await madeSince(run, newest, { journal, client, clock });
  const foreign = new Set<string | undefined>();
  const due: PayoutRecord[] = [];
  for (const payout of left) {
    const like = withdrawalsLike(payout, unclaimed);
    // One that gives way to another run's payment is not sent.
    if (like.length === 0 || journal.steps.holderToAwait(payout) !== undefined) continue;
    const alike = journal
      .unclaimedTo(payout, run.account)
      .filter(({ amountCentavos }) => amountCentavos === payout.amountCentavos);
    const times = like.map(({ sentAt }) => sentAt);
    if (haveOwners(times, alike, run)) continue;
    for (const { withdrawalId } of like) foreign.add(withdrawalId);
    due.push(payout);
  }
  const likeDue = unclaimed.filter(({ id }) => foreign.has(id));
  const error = foreignTo(run, likeDue, due, true);
  if (error !== undefined && !permissions.allows('journal', error.foreign?.code)) throw error;
}

/**
 * What was made elsewhere since the rows of a run were compared with the withdrawals of then. A list may have been old by
 * then.
 *
 * @throws {PixError}
 */
export async function madeSince(
  { compared }: Pick<RunRecord, 'compared'>,
  newest: NewestPage,
  { journal, ...reading }: Pick<RunContext, 'journal' | 'client' | 'clock'>,
): Promise<readonly Withdrawal[]> {
  const sinceMs = compared.at - CACHE_LIFE_MS;
  const known = new Set(compared.ids);
  const wasEmpty = compared.ids?.length === 0;
  const { rows } = await readBack(newest, reading, { seen: compared.ids === null ? null : known, sinceMs });
  // By a clock that differs, what is listed above those would be older; without times, all would be newer.
  const end = rows.findLastIndex(({ id }) => known.has(id));
  const isNewer = (row: Withdrawal) => !isOlder(row, sinceMs) && (row.createdAt !== null || end < 0);
  const since = rows.filter((row, index) => !known.has(row.id) && (wasEmpty || index < end || isNewer(row)));
  return madeElsewhere(since, journal);
}

const ROWS_A_SLICE = 200;

/**
 * What the run sends when it goes on, also a duplicate of one that has failed, or was resolved, since. In slices: a journal
 * that machines share blocks while it is asked, and the run's lease is renewed in between.
 */
async function leftOf(run: RunRecord, journal: Journal, clock: Clock): Promise<readonly PayoutRecord[]> {
  const left: PayoutRecord[] = [];
  const { signal } = sharedController();
  let asked = 0;
  for (const row of [...journal.payouts(run.id, { states: ['planned', 'duplicate'] })]) {
    if (row.state === 'duplicate' && (asked += 1) % ROWS_A_SLICE === 0) await sleep(clock, 0, signal);
    if (row.state === 'planned' || journal.steps.holderToAwait(row) === undefined) left.push(row);
  }
  return left;
}

/** The longest that a process may still send what it has begun. */
const SENDING_MAXIMUM_MS = 86_400_000;

/**
 * Whether a withdrawal that was made since a run was compared may belong to a payout without one. What another run lost
 * long before it does not own it: it would hide a payment by hand for as long as it stays on hold.
 *
 * @param madeAt when it was made, by the service's clock; null if unknown
 */
export function mayOwn(owner: PayoutRecord, madeAt: number | null, { id, compared }: RunRecord): boolean {
  // A process that was killed has its end from the one that found it.
  const endedAt = Math.min(owner.endedAt ?? Infinity, sentAtOf(owner) + SENDING_MAXIMUM_MS);
  const lastAt = Math.max(endedAt, owner.servedBefore ?? 0) + SETTLED_AFTER_MS;
  return owner.runId === id || lastAt >= Math.max(compared.at, (madeAt ?? -Infinity) - NODE_CLOCKS_APART_MS);
}

/** Whether each of the withdrawals of these times may belong to another one of the payouts. */
export function haveOwners(
  times: readonly (number | null)[],
  owners: readonly PayoutRecord[],
  run: RunRecord,
): boolean {
  // What may own one may own all that are older.
  const newestFirst = times.toSorted((one, other) => (other ?? -Infinity) - (one ?? -Infinity));
  return newestFirst.every((time, index) => owners.filter((owner) => mayOwn(owner, time, run)).length > index);
}

/** @param isOfRow each has the key and amount of a row, so that it stays in the way whatever other journal was accepted */
export function foreignTo(
  { id: runId, digest }: RunRecord,
  foreign: readonly Withdrawal[],
  left: Iterable<PayoutRecord>,
  isOfRow = foreign.every(({ description }) => markIn(description) === undefined),
): PayoutError | undefined {
  const [newest] = foreign;
  if (newest === undefined) return undefined;
  const { id, value, createdAt, description } = newest;
  const facts = { id, valueCentavos: value, createdAt: createdAt ?? null, mark: markIn(description) ?? null };
  const code = isOfRow ? seenCodeOf('row', digest, ...foreign.map((row) => row.id)) : foreignCode(digest, id);
  return new PayoutError(`${foreign.length} withdrawals were made by another journal or program`, {
    code: 'foreign_journal',
    runId,
    line: isOfRow ? lineOf(newest, left) : undefined,
    foreign: { count: foreign.length, newest: facts, code, isOfRow },
  });
}

/** Of the first that it may have paid. */
function lineOf(row: Withdrawal, payouts: Iterable<PayoutRecord>): number | undefined {
  for (const payout of payouts) if (mayBe(row, payout)) return payout.line;
  return undefined;
}
