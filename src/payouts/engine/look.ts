import type { CreatedWithdrawal, Withdrawal } from '../../client/answers.ts';
import { contradicts, isPriceDespiteFee, isPriceOf } from './creation-outcome.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import { markIn } from '../rules/mark.ts';
import { epochMsOf, type PayoutRecord } from '../journal/records.ts';
import { sentAtOf } from '../rules/duplicates/sent-payment.ts';
import { compareKeys } from '../../pix/pix-key.ts';

/** A payout without a confirmed outcome. */
export interface Sought {
  readonly payout: PayoutRecord;
  readonly marks: readonly string[];
  /** From this time on, its request can no longer be processed, and no answer of the service is older than that. */
  readonly absentFrom: number;
  /** Payouts to its key that are not sought with it, and that may own the same withdrawals: none is known of them. */
  readonly rivals: readonly PayoutRecord[];
}

/** The result of reading the list of withdrawals. */
export interface View {
  /** Withdrawals that may belong to a sought payout; each once. */
  readonly rows: readonly Withdrawal[];
  /** Whether the list contained all withdrawals that may belong to a sought payout, as of {@link View.asOf}. */
  readonly isComplete: boolean;
  /** When it was requested, milliseconds since the epoch; the answer may be somewhat older. */
  readonly asOf: number;
  readonly marks: MarksSeen;
  /** Ids of what the service showed, listed or looked up because an answer to a sought payout had named it. */
  readonly shown: ReadonlySet<string>;
}

/** What looks have shown about marks. Both may be true: a service may cut long descriptions, for example. */
export interface MarksSeen {
  /** A mark of ours was returned in a description. */
  readonly areShown: boolean;
  /** A withdrawal that is certainly ours was returned without its mark. */
  readonly areHidden: boolean;
}

export type LookRules = Readonly<ReturnType<typeof lookRules>>;

export type Finding =
  /** `mark`: it has the payout's mark. `count`: it has no mark, but no other payout can own it. */
  | { readonly kind: 'present'; readonly row: Withdrawal; readonly by: 'mark' | 'count' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'ambiguous'; readonly withdrawalIds: readonly string[] }
  /** A later look may decide. */
  | { readonly kind: 'undecided' };

/**
 * The maximum difference between the clocks of a service's servers: one may be an hour off, or write its local time as
 * UTC, which is three to five hours in Brazil, and at most twelve in nearly all of the world.
 */
export const NODE_CLOCKS_APART_MS = 12 * 3_600_000;

/** Simultaneous requests are not processed, nor dated, exactly in the order of their answers. */
export const ANSWER_MARGIN_MS = 60_000;

/** Differences between the service's clock and ours up to this do not make a withdrawal doubtful. */
export const SKEW_MS = 10 * 60_000;

/**
 * Decides what the list proves about each sought payout.
 *
 * A mark proves that a withdrawal is the payout's. Without one, withdrawals to the same key, of the same value, that
 * belong to no payout are candidates, whatever their descriptions: a service may have changed them. They are claimed
 * when there are exactly as many as payouts that could own them, and no mark was to be expected: another program may
 * have paid the same by hand. A payout with a candidate is never called absent. Absence is believed only from a
 * complete view, as of a time at which the request can no longer be processed.
 *
 * The mark of another payout excludes a withdrawal only if that payout can own it, and marks stay where they were put:
 * a service that mixes up descriptions would otherwise hide a withdrawal behind it.
 *
 * A payout is not absent either while the service shows the withdrawal that it has named in its answer, at any price, or
 * one to the same key whose price differs by the fee. Nor is another one found for it by counting then.
 */
export function decide(sought: readonly Sought[], view: View, rules: LookRules): ReadonlyMap<Sought, Finding> {
  const findings = new Map<Sought, Finding>();
  const taken = new Set<string>();
  for (const one of sought) {
    const finding = findByMark(one, view, rules);
    if (finding === undefined) continue;
    findings.set(one, finding);
    if (finding.kind === 'present') taken.add(finding.row.id);
  }
  const foundMarks = new Set([...findings.keys()].flatMap(({ marks }) => marks));
  const unmarked: LookRules = {
    ...rules,
    isClaimed: (id) => taken.has(id) || rules.isClaimed(id),
    isMarkedForAnother: (row) =>
      !view.marks.areHidden && !foundMarks.has(markIn(row.description) ?? '') && rules.isMarkedForAnother(row),
  };
  const rest = sought.filter((one) => !findings.has(one));
  const candidates = new Map(rest.map((one) => [one, view.rows.filter((row) => isCandidate(row, one, unmarked))]));
  for (const group of connected(candidates)) {
    for (const [one, finding] of decideByCount(group, view, rules)) findings.set(one, finding);
  }
  const contested = new Set<string>();
  for (const one of rest) {
    const kind = findings.get(one)?.kind;
    if (kind !== 'absent' && kind !== 'undecided') continue;
    const withdrawalIds = unlikeOf(one, view, unmarked);
    for (const id of withdrawalIds) contested.add(id);
    if (kind === 'absent' && withdrawalIds.length > 0) findings.set(one, { kind: 'ambiguous', withdrawalIds });
  }
  // Of two payouts whose amounts differ by the fee, either may own it.
  for (const [one, finding] of findings) {
    if (finding.kind !== 'present' || !contested.has(finding.row.id)) continue;
    findings.set(one, { kind: 'ambiguous', withdrawalIds: [finding.row.id] });
  }
  return findings;
}

/** Returns which rows may belong to any of the sought payouts; the others need not be stored. */
export function relevanceTo(sought: readonly Sought[]): (row: Withdrawal) => boolean {
  const marks = sought.flatMap((one) => one.marks);
  const payouts = sought.map(({ payout }) => payout);
  return (row) => carriesOneOf(row, marks) || payouts.some((payout) => mayBeDespiteFee(row, payout));
}

/** Withdrawals that may be the payout's, although their price is not the one that was requested. */
function unlikeOf(one: Sought, view: View, rules: LookRules): readonly string[] {
  const unlike = view.rows.filter((row) => isCandidate(row, one, rules, mayBeDespiteFee)).map(({ id }) => id);
  return [...new Set([...namedOf(one, view, rules), ...unlike])];
}

/** The withdrawal that the service has named in its answer, if it shows it, at any price. */
function namedOf({ payout }: Sought, { shown }: View, rules: LookRules): readonly string[] {
  const { answeredId: id } = payout;
  if (id === null || !shown.has(id) || rules.isClaimed(id) || rules.wasSeenBefore(id, payout)) return [];
  return [id];
}

function findByMark({ payout, marks }: Sought, { rows }: View, rules: LookRules): Finding | undefined {
  const marked = rows.filter((row) => carriesOneOf(row, marks));
  if (marked.length === 0) return undefined;
  const own = marked.filter(
    (row) =>
      mayBe(row, payout) &&
      !rules.isClaimed(row.id) &&
      !rules.isSecondOfAnother(row.id, payout) &&
      !rules.wasSeenBefore(row.id, payout),
  );
  // A failed withdrawal beside another one was repeated: it must not make the payout one that may be sent again.
  const row = own.find(({ status }) => status !== 'FAILED') ?? own[0];
  // Its mark with another key or amount: the description was copied, or the service has changed the payout.
  if (row === undefined) return { kind: 'ambiguous', withdrawalIds: marked.map(({ id }) => id) };
  return { kind: 'present', row, by: 'mark' };
}

/** Payouts that can own the same withdrawals, each with its candidates. */
type Group = ReadonlyMap<Sought, readonly Withdrawal[]>;

function decideByCount(group: Group, view: View, rules: LookRules): (readonly [Sought, Finding])[] {
  const members = [...group.keys()].sort((one, other) => sentAtOf(one.payout) - sentAtOf(other.payout));
  const rows = [...new Set([...group.values()].flat())].sort((one, other) => createdAtOf(one) - createdAtOf(other));
  const isFinal = view.isComplete && members.every(({ absentFrom }) => view.asOf >= absentFrom);
  if (!isFinal) return members.map((one) => [one, { kind: 'undecided' }]);
  if (rows.length === 0) return members.map((one) => [one, { kind: 'absent' }]);
  const owned = members.flatMap((one, index): [Sought, Withdrawal][] => {
    const row = rows[index];
    if (row === undefined || group.get(one)?.includes(row) !== true || rules.isSecondOfAnother(row.id, one.payout)) {
      return [];
    }
    return isBeyondDoubt(row, one) ? [[one, row]] : [];
  });
  const isCertain =
    owned.length === members.length &&
    rows.length === members.length &&
    areInterchangeable(members, rows) &&
    members.every(({ marks }) => marks.length === 0 || (view.marks.areHidden && !view.marks.areShown)) &&
    members.every((one) => namedOf(one, view, rules).every((id) => rows.some((row) => row.id === id)));
  if (isCertain) return owned.map(([one, row]) => [one, { kind: 'present', row, by: 'count' }]);
  const ids = rows.map(({ id }) => id);
  return members.map((one) => [
    one,
    { kind: 'ambiguous', withdrawalIds: [...new Set([...ids, ...namedOf(one, view, rules)])] },
  ]);
}

/** However the withdrawals are assigned, the same people get the same money, and no other payout claims one. */
function areInterchangeable(members: readonly Sought[], rows: readonly Withdrawal[]): boolean {
  const names = members.map(({ payout: { pixKeyType, pixKey, amountCentavos, coverFee } }) =>
    JSON.stringify([pixKeyType, pixKey, amountCentavos, coverFee]),
  );
  // What arrives of one amount with its fee on top may be what arrives of a larger one from which the fee is taken.
  const isRival = (rival: PayoutRecord) => rows.some((row) => mayBeDespiteFee(row, rival));
  return new Set(names).size === 1 && !members.some(({ rivals }) => rivals.some(isRival));
}

/** Splits sought payouts into groups that share no candidate. */
function connected(candidates: Group): readonly Group[] {
  let groups: Group[] = [];
  for (const [one, rows] of candidates) {
    const joined = groups.filter((group) =>
      [...group.values()].some((others) => others.some((row) => rows.includes(row))),
    );
    const apart = groups.filter((group) => !joined.includes(group));
    groups = [...apart, new Map([...joined.flatMap((group) => [...group]), [one, rows]])];
  }
  return groups;
}

/** A withdrawal without the payout's mark that cannot be excluded as its withdrawal. */
export function isCandidate(
  row: Withdrawal,
  { payout, marks }: Pick<Sought, 'payout' | 'marks'>,
  rules: LookRules,
  fits: typeof mayBe = mayBe,
): boolean {
  if (!fits(row, payout) || rules.isClaimed(row.id)) return false;
  const createdAt = epochMsOf(row.createdAt);
  if (createdAt !== null && createdAt < earliestCreationOf(payout)) return false;
  if (rules.wasSeenBefore(row.id, payout)) return false;
  return carriesOneOf(row, marks) || !rules.isMarkedForAnother(row);
}

/**
 * Its key is certainly the payout's, nothing on it belongs to another, and it was created while the request was open,
 * by all clocks.
 */
function isBeyondDoubt(row: Withdrawal, { payout, absentFrom }: Sought): boolean {
  const createdAt = epochMsOf(row.createdAt);
  if (compareKeys(row.pixKey, payout) !== 'same' || createdAt === null) return false;
  if (markIn(row.description) !== undefined) return false;
  return createdAt >= sentAtOf(payout) - SKEW_MS && createdAt <= absentFrom + SKEW_MS;
}

/**
 * The payout's withdrawal cannot have been created before; -Infinity if unknown. The time comes from the service's
 * clock; ours only protects against a server whose clock is fast, which would hide what others have created.
 */
export function earliestCreationOf(payout: PayoutRecord): number {
  const { servedBefore } = payout;
  if (servedBefore === null) return Number.NEGATIVE_INFINITY;
  return Math.min(servedBefore, sentAtOf(payout)) - NODE_CLOCKS_APART_MS;
}

/** None of their withdrawals can have been created before. There may be more of them than a function takes arguments. */
export function earliestCreationOfAll(payouts: readonly PayoutRecord[]): number {
  return payouts.reduce((earliest, payout) => Math.min(earliest, earliestCreationOf(payout)), Infinity);
}

/**
 * Whether an answer names a withdrawal that existed before its payout was sent: then a cache or a replay has answered
 * another request. By the service's clock; if one of its servers is slow, a new withdrawal may look old here.
 */
function isOlderThanIntent(createdAt: string | null | undefined, { servedBefore }: PayoutRecord): boolean {
  const createdAtMs = epochMsOf(createdAt);
  return createdAtMs !== null && servedBefore !== null && createdAtMs < servedBefore - ANSWER_MARGIN_MS;
}

/** Whether its key and its price do not rule out that a withdrawal is a payout's. */
export function mayBe(row: Withdrawal, payout: PayoutRecord): boolean {
  return isPriceOf(payout, priceOf(row)) && compareKeys(row.pixKey, payout) !== 'other';
}

/** The same, if the service charges the fee otherwise than it was asked to. */
export function mayBeDespiteFee(row: Withdrawal, payout: PayoutRecord): boolean {
  return isPriceDespiteFee(payout, priceOf(row)) && compareKeys(row.pixKey, payout) !== 'other';
}

function priceOf({ value, metadata }: Withdrawal) {
  return { value, fee: metadata?.fee, sent: metadata?.sent };
}

function carriesOneOf({ description }: Withdrawal, marks: readonly string[]): boolean {
  const mark = markIn(description);
  return mark !== undefined && marks.includes(mark);
}

function createdAtOf({ createdAt }: Withdrawal): number {
  return epochMsOf(createdAt) ?? 0;
}

/** Why a successful answer is not accepted as the withdrawal of this payout; only a look-up decides then. */
type Doubt = 'answer_contradicts' | 'withdrawal_claimed' | 'answer_outdated';

export function doubtOf(answer: CreatedWithdrawal, payout: PayoutRecord, journal: JournalReads): Doubt | undefined {
  if (contradicts(answer, payout)) return 'answer_contradicts';
  if ((journal.claimantOf(answer.id) ?? journal.ownerOfSecond(answer.id)) !== undefined) return 'withdrawal_claimed';
  const isOld = isOlderThanIntent(answer.createdAt, payout) || journal.wasSeenBefore(answer.id, payout);
  return isOld ? 'answer_outdated' : undefined;
}

/** What the journal knows about the withdrawals in a look. */
export function lookRules(journal: JournalReads) {
  return {
    /** Whether the withdrawal belongs to another payout. */
    isClaimed: (id: string) => journal.claimantOf(id) !== undefined,
    /** Whether its mark makes it the second withdrawal of another payout. */
    isSecondOfAnother: (id: string, { runId, row }: PayoutRecord) => {
      const owner = journal.ownerOfSecond(id);
      return owner !== undefined && !(owner.runId === runId && owner.row === row);
    },
    /** Whether its mark was made for another payout of ours that matches it and has no other withdrawal. */
    isMarkedForAnother: (row: Withdrawal) => {
      const owner = journal.payoutOfMark(markIn(row.description) ?? '');
      if (owner === undefined || owner.withdrawal !== null) return false;
      return mayBe(row, owner) && !journal.wasSeenBefore(row.id, owner);
    },
    /** Whether the withdrawal was seen before a request of the payout could be sent. */
    wasSeenBefore: (id: string, payout: PayoutRecord) => journal.wasSeenBefore(id, payout),
  };
}
