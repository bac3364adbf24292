import { ApiError, InterruptedError, PixError } from '../client/errors.ts';
import type { SearchedList, Shortfall } from './finding.ts';
import type { MergedEntry } from './list-merge.ts';
import { isIdentified, type Question } from './question.ts';
import type { WalletEntry } from './wallet-entry.ts';

/** An end-to-end id contains the minute in which the money left. Clocks differ, and so do booking times. */
const TRANSFER_TOLERANCE_MS = 10 * 60_000;

/** Lists contain no transactionId. When one is searched for, rows that may have it are looked up one by one. */
export class LookUps {
  /** Rows created after the transfer cannot be the one. Epoch milliseconds. */
  readonly beforeMs: number | undefined;
  readonly #question: Question;
  readonly #maximum: number;
  readonly #shortfalls = new Map<SearchedList, Shortfall>();
  #made = 0;

  /** @param maximum how many rows may be looked up */
  constructor(question: Question, maximum: number) {
    const { transfer } = question;
    this.beforeMs = transfer === undefined ? undefined : transfer.toMs + TRANSFER_TOLERANCE_MS;
    this.#question = question;
    this.#maximum = maximum;
  }

  /** Looks up the rows that may be meant, and returns their details. */
  async make<Source extends SearchedList>(
    merged: readonly MergedEntry<Source>[],
  ): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    const candidates = merged.filter((row) => this.#mayBeMeant(row));
    if (candidates.some(({ entry }) => isIdentified(entry, this.#question))) return new Map();
    return this.#lookUp(candidates);
  }

  /** Looks up any rows. */
  async makeAll<Source extends SearchedList>(
    rows: readonly MergedEntry<Source>[],
  ): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    return this.#lookUp(rows.filter(({ entry }) => !('transactionId' in entry)));
  }

  async #lookUp<Source extends SearchedList>(candidates: readonly MergedEntry<Source>[]) {
    const details = new Map<MergedEntry<Source>, WalletEntry>();
    const affordable = candidates.slice(0, Math.max(0, this.#maximum - this.#made));
    this.#made += affordable.length;
    for (const { source } of candidates.slice(affordable.length)) this.#fallShort(source, 'look_ups');
    await Promise.all(
      affordable.map(async (row) => {
        const { source, entry } = row;
        const answer = await answered(source.list.get(entry.id), (error) => {
          if (!isUnknown(error)) this.#fallShort(source, 'failed', error);
        });
        if (answer !== undefined) details.set(row, { ...entry, ...answer });
      }),
    );
    return details;
  }

  /** The lists with too many rows to look up, or with rows that the service did not return. */
  shortfalls(): readonly Shortfall[] {
    return [...this.#shortfalls.values()];
  }

  /** The minute in the id must be close to the row's creation or settlement. */
  #mayBeMeant({ entry, createdAtMs }: MergedEntry<SearchedList>): boolean {
    const { transfer, isChargeId } = this.#question;
    if ('transactionId' in entry) return false;
    if (isChargeId) return true;
    if (transfer === undefined) return false;
    const { updatedAt } = entry;
    const times = [createdAtMs, typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN];
    return times.some(
      (time) => time >= transfer.fromMs - TRANSFER_TOLERANCE_MS && time <= transfer.toMs + TRANSFER_TOLERANCE_MS,
    );
  }

  #fallShort(source: SearchedList, reason: Shortfall['reason'], error?: PixError): void {
    this.#shortfalls.set(source, { account: source.account, list: source.list.name, reason, error });
  }
}

/**
 * Whether the service has no such payment or withdrawal, or would give none such an id. Every other error is a failure.
 */
export function isUnknown(error: PixError): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);
}

/** @returns undefined when the service does not return it */
export async function answered(
  request: Promise<WalletEntry>,
  onFailure: (error: PixError) => void = () => undefined,
): Promise<WalletEntry | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PixError) || error instanceof InterruptedError) throw error;
    onFailure(error);
    return undefined;
  }
}
