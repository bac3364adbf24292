import * as z from 'zod';
import { centavos, subtractCentavos, sumCentavos, negative, type Centavos } from '../pix/centavos.ts';
import type { AccountEntry } from './entry.ts';

/** What the service said of disputes. Numbers, and amounts in centavos: `disputedAmount` whatever became of them. */
export const disputeFigures = z.object({
  total: z.number(),
  pending: z.number(),
  disputedAmount: z.number(),
  blockedAmount: z.number(),
});

/** What an account may send, and what it pays for that, in centavos. Null: the service does not report it. */
export const accountTerms = z.object({
  daily: z.number().nullable(),
  monthly: z.number().nullable(),
  perTransaction: z.number().nullable(),
  planName: z.string().nullable(),
  transactionFee: z.number().nullable(),
});
export type AccountTerms = z.output<typeof accountTerms>;

/** The balance that the service reported, and what all known entries added up to at that moment. */
export interface BalanceNote {
  /** Epoch milliseconds. */
  readonly notedAt: number;
  readonly balance: Centavos;
  readonly entriesSum: Centavos;
  /** Undefined when the service reports none. */
  readonly disputes: z.output<typeof disputeFigures> | undefined;
}

/** The time between two notes, and whether the entries explain by how much the balance changed. */
export interface NotedSpan {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /**
   * `adds_up`: the entries are the whole change. `disputes`: so they are with the disputes that were accepted in that time.
   * `gap`: something else changed the balance, or an entry is missing.
   */
  readonly verdict: 'adds_up' | 'disputes' | 'gap';
  /** The change of the balance that no payment or withdrawal explains. */
  readonly difference: Centavos;
}

/** What the balance has beyond the entries: it only changes by what the lists do not contain. */
export function unexplained({ balance, entriesSum }: Pick<BalanceNote, 'balance' | 'entriesSum'>): Centavos {
  return subtractCentavos(balance, entriesSum);
}

/** The spans between neighbouring notes that can be relied on. @param notes oldest first */
export function notedSpans(notes: readonly BalanceNote[]): readonly NotedSpan[] {
  const reliable = reliableNotes(notes);
  return reliable.slice(1).flatMap((note, index) => {
    const before = reliable[index];
    return before === undefined ? [] : [spanBetween(before, note)];
  });
}

/**
 * The notes without those whose difference the very next one takes back: the balance came from the service's cache, and was
 * of another moment than the entries.
 */
function reliableNotes(notes: readonly BalanceNote[]): readonly BalanceNote[] {
  const reliable: BalanceNote[] = [];
  for (const [index, note] of notes.entries()) {
    const [before, after] = [reliable.at(-1), notes[index + 1]];
    const isTakenBack =
      before !== undefined &&
      after !== undefined &&
      unexplained(before) === unexplained(after) &&
      spanBetween(before, note).verdict === 'gap';
    if (!isTakenBack) reliable.push(note);
  }
  return reliable;
}

function spanBetween(before: BalanceNote, after: BalanceNote): NotedSpan {
  const difference = subtractCentavos(unexplained(after), unexplained(before));
  const span = { from: before.notedAt, to: after.notedAt, difference };
  if (difference === 0) return { ...span, verdict: 'adds_up' };
  return { ...span, verdict: isOfDisputes(difference, before.disputes, after.disputes) ? 'disputes' : 'gap' };
}

/**
 * An accepted dispute takes its amount out of what is blocked and out of the balance; a refused one only releases it. So
 * the difference is theirs when it is the whole amount that is no longer blocked. When some of several disputes were
 * refused, the service's figures do not say which, and the difference remains a gap.
 */
function isOfDisputes(
  difference: Centavos,
  before: NonNullable<BalanceNote['disputes']> | undefined,
  after: NonNullable<BalanceNote['disputes']> | undefined,
): boolean {
  if (before === undefined || after === undefined) return false;
  const opened = after.total - before.total;
  const closed = before.pending + opened - after.pending;
  const released = before.blockedAmount + (after.disputedAmount - before.disputedAmount) - after.blockedAmount;
  return closed > 0 && difference === -released;
}

/** The disputes that were accepted, as entries: dated by the note that first shows them, because the API has no list. */
function disputeEntries(spans: readonly NotedSpan[]): readonly AccountEntry[] {
  return spans
    .filter(({ verdict }) => verdict === 'disputes')
    .map(({ to, difference }) => {
      const postedAt = new Date(to).toISOString();
      return {
        postedAt,
        type: 'DISPUTE',
        netAmount: difference,
        value: negative(difference),
        fee: null,
        id: `dispute-${postedAt}`,
        correlationID: null,
        pixKey: null,
        description: null,
        createdAt: null,
        updatedAt: null,
        status: null,
        endToEndId: null,
      };
    });
}

/** How a balance in the past is known. */
export type BalanceBasis =
  /** Between two notes whose span adds up. */
  | 'proven'
  /** By the entries alone: before the first note, after the last one, or within a span that does not add up by itself. */
  | 'derived';

export interface PastBalance {
  /** Epoch milliseconds: what was posted before this moment is part of it. */
  readonly at: number;
  readonly balance: Centavos;
  readonly basis: BalanceBasis;
}

/**
 * The balance at a moment in the past, from the entries before it.
 *
 * @param notes oldest first, at least one
 * @param sumBefore what all payments and withdrawals posted before a moment come to
 * @param knownUntil the lists were read at this moment: unless an entry is dated later, a later balance is the one of then
 */
export function balanceAt(
  at: number,
  notes: readonly [BalanceNote, ...BalanceNote[]],
  sumBefore: (moment: number) => Centavos,
  knownUntil = Infinity,
): PastBalance {
  const earlier = reliableNotes(notes).findLast(({ notedAt }) => notedAt < at);
  const moment = at > knownUntil && sumBefore(at) === sumBefore(knownUntil) ? knownUntil : at;
  const span = notedSpans(notes).find(({ from, to }) => from < moment && moment <= to);
  return {
    at,
    balance: sumCentavos(sumBefore(at), unexplained(earlier ?? notes[0])),
    basis: span?.verdict === 'adds_up' ? 'proven' : 'derived',
  };
}

/**
 * Disputes that ended before the first note: the service reports neither when, nor which were accepted. Every balance before
 * that note is derived from it, as if they had been accepted before all entries.
 */
export interface UndatedDisputes {
  /** Of all of them: a balance before the note is too low by no more than this. */
  readonly amount: Centavos;
  /** Epoch milliseconds: the first note. */
  readonly before: number;
}

/** @returns undefined when the balance at the moment (epoch milliseconds) cannot contain any */
export function undatedDisputesAt(
  moment: number,
  [first]: readonly [BalanceNote, ...BalanceNote[]],
): UndatedDisputes | undefined {
  const { notedAt, disputes } = first;
  if (moment > notedAt || disputes === undefined || unexplained(first) === 0) return undefined;
  const amount = centavos(disputes.disputedAmount - disputes.blockedAmount);
  return amount > 0 ? { amount, before: notedAt } : undefined;
}

/** What a period of the account began with, what happened, and what it ended with. Amounts in centavos. */
export type ClosedPeriod = ReturnType<typeof closePeriod>;

/**
 * Closes a period: its opening balance, its entries, disputes and gaps come to its closing balance.
 *
 * @param notes oldest first, at least one
 * @param knownUntil the lists were read at this moment
 */
export function closePeriod(
  { from, before }: { readonly from: number; readonly before: number },
  notes: readonly [BalanceNote, ...BalanceNote[]],
  sumBefore: (moment: number) => Centavos,
  knownUntil?: number,
) {
  const spans = notedSpans(notes).filter(({ to }) => to >= from && to < before);
  const [{ notedAt: firstNotedAt }] = notes;
  return {
    opening: balanceAt(from, notes, sumBefore),
    closing: balanceAt(before, notes, sumBefore, knownUntil),
    disputes: disputeEntries(spans),
    // The closing balance contains their difference.
    gaps: spans.filter(({ verdict }) => verdict === 'gap'),
    // Where nothing can contradict the entries.
    derivedBefore: firstNotedAt > from ? Math.min(firstNotedAt, before) : undefined,
    undatedDisputes: undatedDisputesAt(from, notes),
  };
}
