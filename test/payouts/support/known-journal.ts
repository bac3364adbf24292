import type { PayoutChange } from '../../../src/payouts/journal/journal-steps.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import type { PayoutKey, PayoutRecord } from '../../../src/payouts/journal/records.ts';
import { PAYOUT_STATES, type PayoutState } from '../../../src/payouts/payout-state.ts';
import { withdrawal } from './journals.ts';
import { record } from './records.ts';

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
}

/** A journal in memory that knows this, and what is stored in it, a line each. */
export function knownJournal(known: Known) {
  const { payouts = [], denied = [], unsought = [], alike = [], unclaimed = [] } = known;
  const { claims = {}, seconds = {}, marks = {}, accepted = [], seen = [], isHeld = false } = known;
  const stored: string[] = [];
  const store = (...step: (string | number | null | undefined)[]) =>
    stored.push(step.filter((word) => word !== undefined && word !== null).join(' '));
  const rows = new Map(payouts.map((payout) => [payout.row, payout]));
  const now = (payout: PayoutRecord | undefined) => (payout?.runId === 'r' ? (rows.get(payout.row) ?? payout) : payout);
  const change = ({ row }: PayoutKey, some: Partial<PayoutRecord>) => {
    const payout = rows.get(row);
    if (payout !== undefined) rows.set(row, { ...payout, ...some });
  };
  const journal = {
    transaction: (work: () => unknown) => work(),
    run: () => ({ payouts: payouts.length, account: 1 }),
    payout: (payout: PayoutRecord) => now(payout),
    *payouts(_: string, { states = PAYOUT_STATES, isRefused = undefined as boolean | undefined } = {}) {
      for (const payout of rows.values()) {
        if (states.includes(payout.state) && (isRefused ?? payout.refusedAt !== null) === (payout.refusedAt !== null)) {
          yield payout;
        }
      }
    },
    tally: () => {
      const count = (state: PayoutState) => [...rows.values()].filter((payout) => payout.state === state).length;
      return Object.fromEntries(PAYOUT_STATES.map((state) => [state, { payouts: count(state) }]));
    },
    deniedSince: (_: number, sinceMs: number) => {
      store('denied since', sinceMs);
      return denied;
    },
    unsoughtSince: (_: number, sinceMs: number) => {
      store('unsought since', sinceMs);
      return unsought;
    },
    alike: () => alike,
    unclaimedTo: ({ pixKey }: PayoutRecord) => unclaimed.filter((one) => one.pixKey === pixKey),
    marksOf: ({ mark }: PayoutRecord) => (mark === null ? [] : [mark]),
    claimantOf: (id: string) => claims[id] ?? [...rows.values(), ...denied].find((one) => one.withdrawal?.id === id),
    ownerOfSecond: (id: string) => now(seconds[id]),
    payoutOfMark: (mark: string) => now(marks[mark]),
    isAccepted: (mark: string) => accepted.includes(mark),
    wasSeenBefore: (id: string) => seen.includes(id),
    holderOfPayout: () => (isHeld ? record({ row: 9 }) : undefined),
    steps: {
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
      storeSought: (sought: readonly PayoutRecord[], at: number) => {
        if (sought.length > 0) store('sought', ...sought.map(({ row }) => row), 'at', at);
      },
      storeOtherMark: ({ row }: PayoutKey, mark: string) => store(row, 'other mark', mark),
      learn: ({ row }: PayoutKey, { id }: { id: string }) => store(row, 'learns', id),
      change: (key: PayoutKey, from: PayoutState, { to, withdrawal: facts, code, reason }: PayoutChange) => {
        store(key.row, from, to, facts?.id, code, reason);
        change(key, { state: to, code: code ?? null, ...(facts && { withdrawal: facts }) });
      },
    },
  };
  return { journal: journal as unknown as Journal, stored };
}

/** A payout whose withdrawal is pending. */
export function pending(row: number, some: Partial<PayoutRecord> = {}): PayoutRecord {
  return record({ row, state: 'accepted', withdrawal: withdrawal(`w${row}`, { status: 'PENDING' }), ...some });
}
