import { ApiError, InterruptedError, PixError } from '../client/errors.ts';
import type { SearchedList, Shortfall } from './finding.ts';
import type { MergedTransaction } from './merge-lists.ts';
import { isIdentified, matchTransaction, type Question } from './question.ts';

import type { Transaction } from './wallet-entry.ts';

/** An end-to-end id tells the minute in which money leaves. Clocks differ, and so do the moments of booking. */
const TRANSFER_TOLERANCE_MS = 10 * 60_000;

/**
 * Lists tell no transactionId: where one is asked for, rows that may have it are looked up one by one.
 *
 * @param maximum how many of them
 */
export function createLookUps(question: Question, maximum: number) {
  const { transferMinuteMs, isChargeId } = question;
  const shortfalls = new Map<SearchedList, Shortfall>();
  let made = 0;

  /** A transfer has the minute of its id as the time of its making, or of its settlement. */
  function mayBeMeant({ transaction, createdAtMs }: MergedTransaction<SearchedList>): boolean {
    if ('transactionId' in transaction) return false;
    if (isChargeId) return true;
    if (transferMinuteMs === undefined) return false;
    const { updatedAt } = transaction;
    const times = [createdAtMs, typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN];
    return times.some((time) => Math.abs(time - transferMinuteMs) <= TRANSFER_TOLERANCE_MS);
  }

  return {
    /** What was transferred then, was not made later. Epoch milliseconds. */
    beforeMs: transferMinuteMs === undefined ? undefined : transferMinuteMs + TRANSFER_TOLERANCE_MS,
    /** What look-ups told of those rows that may be meant. */
    async make(merged: readonly MergedTransaction<SearchedList>[]) {
      const details = new Map<MergedTransaction<SearchedList>, Transaction>();
      const candidates = merged.filter(mayBeMeant);
      if (candidates.some(({ transaction }) => isIdentified(matchTransaction(transaction, question)))) return details;
      const affordable = candidates.slice(0, Math.max(0, maximum - made));
      made += affordable.length;
      for (const { source } of candidates.slice(affordable.length)) {
        shortfalls.set(source, { account: source.account, list: source.list.name, reason: 'look_ups' });
      }
      await Promise.all(
        affordable.map(async (row) => {
          const { source, transaction } = row;
          const onFailure = (error: PixError) => {
            if (isUnknown(error)) return;
            shortfalls.set(source, { account: source.account, list: source.list.name, reason: 'failed', error });
          };
          const told = await answered(source.list.get(transaction.id), onFailure);
          if (told !== undefined) details.set(row, { ...transaction, ...told });
        }),
      );
      return details;
    },
    /** The lists whose rows were too many, or not told. */
    shortfalls: () => [...shortfalls.values()],
  };
}

/** Whether the service knows no such transaction, or would give none that id: all else is a failure to tell. */
export function isUnknown(error: PixError): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);
}

/** @returns undefined when the service does not tell */
export async function answered(
  request: Promise<Transaction>,
  onFailure: (error: PixError) => void = () => undefined,
): Promise<Transaction | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PixError) || error instanceof InterruptedError) throw error;
    onFailure(error);
    return undefined;
  }
}
