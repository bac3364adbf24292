import type { Intent, PayoutChange } from '../../../src/payouts/journal/journal-steps.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import type { PayoutKey, PayoutRecord, RunRecord } from '../../../src/payouts/journal/records.ts';
import { nameOfPayout } from '../../../src/payouts/journal/journal-reads.ts';
import { PAYOUT_STATES, UNFINISHED_STATES, type PayoutState } from '../../../src/payouts/payout-state.ts';
import type { Payout } from '../../../src/payouts/payout.ts';
import { centavos } from '../../../src/pix/centavos.ts';
import { withdrawal } from './journals.ts';
import { record, SENT_AT } from './records.ts';

interface RowFilter {
  readonly states?: readonly PayoutState[];
  readonly isRefused?: boolean;
  readonly after?: number;
  readonly maximum?: number;
}

export interface OtherRun extends Pick<RunRecord, 'id'> {
  readonly sentAt: number | null;
  readonly counts: Partial<Record<PayoutState, number>>;
}

type ById = Readonly<Record<string, PayoutRecord>>;

/** What a journal knows; nothing, unless it is said. */
export interface Known {
  /** Of the run. */
  readonly payouts?: readonly PayoutRecord[];
  /** Reported as not paid, in any run. */
  readonly denied?: readonly PayoutRecord[];
  /** Never looked for since it was reported so. */
  readonly unsought?: readonly PayoutRecord[];
  /** With the key and amount of any. */
  readonly alike?: readonly PayoutRecord[];
  /** To its key, without a withdrawal. */
  readonly unclaimed?: readonly PayoutRecord[];
  /** Which payout a withdrawal belongs to, beside those that the payouts say. */
  readonly claims?: ById;
  readonly seconds?: ById;
  readonly marks?: ById;
  readonly accepted?: readonly string[];
  /** Withdrawals that were there before any was sent. */
  readonly seen?: readonly string[];
  /** Whether another payout has the reference of each. */
  readonly isHeld?: boolean;
  /** The one that has its own reference. */
  readonly holder?: PayoutRecord;
  /** The one that a run sends under its reference on its day. */
  readonly scheduled?: PayoutRecord;
  /** The one that another account has paid under its reference. */
  readonly elsewhere?: PayoutRecord;
  /** Payments of an account that proved to be the same one. */
  readonly joined?: readonly PayoutRecord[];
  /** Runs of the file `same` for other accounts, newest first. */
  readonly others?: readonly OtherRun[];
  /** Rows whose reference is taken when they are about to be sent. */
  readonly taken?: readonly number[];
}

/** A journal in memory that knows this, and what is stored in it, a line each. */
export function knownJournal(known: Known, stored: string[] = []) {
  const { payouts = [], denied = [], unsought = [], alike = [], unclaimed = [] } = known;
  const { claims = {}, seconds = {}, marks = {}, accepted = [], seen = [], isHeld = false, taken = [] } = known;
  const { holder, scheduled, elsewhere, joined = [], others = [] } = known;
  const otherRun = (runId: string) => others.find(({ id }) => id === runId);
  const ofReference = (payout: PayoutRecord | undefined, reference: string | undefined) =>
    payout?.reference === reference ? payout : undefined;
  const store = (...step: (string | number | null | undefined)[]) =>
    stored.push(step.filter((word) => word !== undefined && word !== null).join(' '));
  const rows = new Map(payouts.map((payout) => [payout.row, payout]));
  const now = (payout: PayoutRecord | undefined) => (payout?.runId === 'r' ? (rows.get(payout.row) ?? payout) : payout);
  const change = ({ row }: PayoutKey, some: Partial<PayoutRecord>) => {
    const payout = rows.get(row);
    if (payout !== undefined) rows.set(row, { ...payout, ...some });
  };
  const journal = {
    transaction: (work: () => unknown) => {
      const before = [...rows];
      try {
        return work();
      } catch (error) {
        for (const [row, payout] of before) rows.set(row, payout);
        throw error;
      }
    },
    run: () => ({ payouts: payouts.length, account: 1, createdAt: SENT_AT - 1 }),
    payout: (payout: PayoutRecord) => now(payout),
    *payouts(_: string, { states, isRefused, after = 0, maximum = Infinity }: RowFilter = {}) {
      const isChosen = ({ row, state, refusedAt }: PayoutRecord) =>
        row > after &&
        states?.includes(state) !== false &&
        (isRefused === undefined || isRefused === (refusedAt !== null));
      yield* [...rows.values()].filter(isChosen).slice(0, maximum);
    },
    tally: (runId: string) => {
      const count = (state: PayoutState) => [...rows.values()].filter((payout) => payout.state === state).length;
      const tallyOf = (number: number) => ({ payouts: number, amountCentavos: centavos(number * 1_001) });
      const counts = otherRun(runId)?.counts;
      return Object.fromEntries(PAYOUT_STATES.map((state) => [state, tallyOf(counts?.[state] ?? count(state))]));
    },
    isFinished: () => [...rows.values()].every(({ state }) => !UNFINISHED_STATES.includes(state)),
    lastSentAt: (runId: string) => otherRun(runId)?.sentAt ?? null,
    runsElsewhere: (digest: string) => (digest === 'same' ? others : []),
    deniedSince: (_: number, sinceMs: number) => {
      store('denied since', sinceMs);
      return denied;
    },
    unsoughtSince: (_: number, sinceMs: number) => {
      store('unsought since', sinceMs);
      return unsought;
    },
    alike: () => alike,
    alikeSince: (_: unknown, __: number, { sinceMs, deniedSinceMs }: Record<'sinceMs' | 'deniedSinceMs', number>) =>
      alike.filter(({ state, changedAt }) => changedAt >= (state === 'failed' ? deniedSinceMs : sinceMs)),
    holderOf: (reference?: string) => ofReference(holder, reference),
    scheduledOf: (reference?: string) => ofReference(scheduled, reference),
    heldElsewhere: ({ reference }: Payout, _: number, sinceMs: number) =>
      (elsewhere?.changedAt ?? 0) >= sinceMs ? ofReference(elsewhere, reference) : undefined,
    joinedHolderOf: (_: unknown, held: ReadonlySet<string>) => joined.find((one) => !held.has(nameOfPayout(one))),
    unclaimedTo: ({ pixKey }: PayoutRecord) => unclaimed.filter((one) => one.pixKey === pixKey),
    marksOf: ({ mark }: PayoutRecord) => (mark === null ? [] : [mark]),
    claimantOf: (id: string) => claims[id] ?? [...rows.values(), ...denied].find((one) => one.withdrawal?.id === id),
    ownerOfSecond: (id: string) => now(seconds[id]),
    payoutOfMark: (mark: string) => now(marks[mark]),
    isForeign: () => false,
    isAccepted: (mark: string) => accepted.includes(mark),
    wasSeenBefore: (id: string) => seen.includes(id),
    holderOfPayout: ({ reference }: PayoutRecord) =>
      isHeld ? (holder ?? record({ row: 9 })) : ofReference(holder, reference),
    hasPaid: () => true,
    nameOf: () => undefined,
    steps: {
      holderToAwait: () => (isHeld ? record({ row: 9 }) : undefined),
      intend: (key: PayoutRecord, { mark, servedBefore, at }: Intent) => {
        if (taken.includes(key.row)) {
          store(key.row, 'planned', 'duplicate');
          change(key, { state: 'duplicate' });
          return false;
        }
        store(key.row, 'planned', 'sending');
        change(key, { state: 'sending', mark, servedBefore, intendedAt: at, refusedAt: null });
        return true;
      },
      putOnHold: (key: PayoutRecord, ids: readonly string[]) => {
        if (isHeld) return false;
        store(key.row, 'on hold', ...ids);
        change(key, { state: 'ambiguous', withdrawal: null });
        return true;
      },
      storeSecond: (key: PayoutKey, id: string) => {
        store(key.row, 'second', id);
        change(key, { secondWithdrawalId: id });
      },
      storeSought: (sought: readonly PayoutRecord[], at: number | null) => {
        if (at === null) for (const { row } of sought) store(row, 'sought again');
        else if (sought.length > 0) store('sought', ...sought.map(({ row }) => row), 'at', at);
      },
      storeOtherMark: ({ row }: PayoutKey, mark: string) => store(row, 'other mark', mark),
      learn: ({ row }: PayoutKey, { id }: { id: string }) => store(row, 'learns', id),
      change: (
        key: PayoutKey,
        from: PayoutState,
        { to, withdrawal: facts, code, reason, refusedAt, resolvedBy }: PayoutChange,
      ) => {
        store(key.row, from, to, facts?.id, code, reason, refusedAt === undefined ? undefined : 'refused', resolvedBy);
        const learned = { ...(facts && { withdrawal: facts }), ...(refusedAt !== undefined && { refusedAt }) };
        change(key, { state: to, code: code ?? null, ...learned });
      },
    },
  };
  return { journal: journal as unknown as Journal, stored };
}

/** A payout whose withdrawal is pending. */
export function pending(row: number, some: Partial<PayoutRecord> = {}): PayoutRecord {
  return record({ row, state: 'accepted', withdrawal: withdrawal(`w${row}`, { status: 'PENDING' }), ...some });
}
