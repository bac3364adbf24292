import { ApiError, InterruptedError, PixError } from '../client/errors.ts';
import type { SearchedList, Shortfall } from './finding.ts';
import type { MergedEntry } from './list-merge.ts';
import { isIdentified, type Question } from './question.ts';
import type { WalletEntry } from './wallet-entry.ts';

/** An end-to-end id contains the minute in which the money left. Clocks differ, and so do booking times. */
const TRANSFER_TOLERANCE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** Lists contain no transactionId. When one is searched for, rows that may have it are looked up one by one. */
export class LookUps<Source extends SearchedList> {
  /** Rows created after the transfer cannot be the one. Epoch milliseconds. */
  readonly beforeMs: number | undefined;
  readonly #question: Question;
  readonly #maximum: number;
  readonly #shortfalls = new Map<SearchedList, Shortfall>();
  /** Rows of other minutes wait for those of the transfer's own: a batch makes hundreds in a few minutes. */
  #later: readonly MergedEntry<Source>[] = [];
  #made = 0;
  #isFound = false;

  /** @param maximum how many rows may be looked up */
  constructor(question: Question, maximum: number) {
    const { transfer } = question;
    this.beforeMs = transfer === undefined ? undefined : transfer.toMs + TRANSFER_TOLERANCE_MS;
    this.#question = question;
    this.#maximum = maximum;
  }

  /**
   * Looks up the rows that may be meant, and those of earlier calls that have waited.
   *
   * @param merged the next rows, newest first; none after the last one
   * @returns their details
   */
  async make(merged: readonly MergedEntry<Source>[]): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    const candidates = merged.filter((row) => this.#msApart(row) <= TRANSFER_TOLERANCE_MS);
    this.#isFound ||= candidates.some(({ entry }) => isIdentified(entry, this.#question));
    const { transfer } = this.#question;
    if (this.#isFound && transfer === undefined) return new Map();
    // Of a transfer between own accounts, the other row is of about the same moment.
    const isNear = (row: MergedEntry<Source>) => !this.#isFound || this.#msApart(row) <= MINUTE_MS;
    const sorted = [...this.#later, ...candidates]
      .filter(isNear)
      .toSorted((one, other) => this.#msApart(one) - this.#msApart(other));
    const isInReach = (merged.at(-1)?.createdAtMs ?? -Infinity) >= (transfer?.fromMs ?? -Infinity);
    const waits = (row: MergedEntry<Source>) => merged.length > 0 && isInReach && this.#msApart(row) > 0;
    this.#later = sorted.filter(waits);
    const details = await this.#lookUp(sorted.filter((row) => !waits(row)));
    this.#isFound ||= [...details.values()].some((entry) => isIdentified(entry, this.#question));
    return details;
  }

  /** Looks up any rows. */
  async makeAll(rows: readonly MergedEntry<Source>[]): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    return this.#lookUp(rows.filter(({ entry }) => !('transactionId' in entry)));
  }

  async #lookUp(candidates: readonly MergedEntry<Source>[]) {
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

  /** How far a row's creation or settlement is from the minute in the id; milliseconds, zero for any row that counts. */
  #msApart({ entry, createdAtMs }: MergedEntry<Source>): number {
    const { transfer, isChargeId } = this.#question;
    if ('transactionId' in entry) return Infinity;
    if (isChargeId) return 0;
    if (transfer === undefined) return Infinity;
    const { updatedAt } = entry;
    const times = [createdAtMs, typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN];
    const apart = times.map((time) => Math.max(transfer.fromMs - time, time - transfer.toMs - MINUTE_MS, 0));
    return Math.min(...apart.filter((ms) => !Number.isNaN(ms)));
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
