import { ApiError, InterruptedError, PixError } from '../client/errors.ts';
import type { SearchedList, Shortfall } from './finding.ts';
import type { MergedEntry } from './list-merge.ts';
import { isIdentified, type Question } from './question.ts';
import type { WalletEntry } from './wallet-entry.ts';

/** An end-to-end id has the minute in which money leaves. Clocks differ, and so do the moments of booking. */
const TRANSFER_TOLERANCE_MS = 10 * 60_000;

/** Lists have no transactionId: where one is asked for, rows that may have it are looked up one by one. */
export class LookUps {
  /** What was transferred then, was not made later. Epoch milliseconds. */
  readonly beforeMs: number | undefined;
  readonly #question: Question;
  readonly #maximum: number;
  readonly #shortfalls = new Map<SearchedList, Shortfall>();
  #made = 0;

  /** @param maximum how many rows */
  constructor(question: Question, maximum: number) {
    const { transfer } = question;
    this.beforeMs = transfer === undefined ? undefined : transfer.toMs + TRANSFER_TOLERANCE_MS;
    this.#question = question;
    this.#maximum = maximum;
  }

  /** What look-ups say of those rows that may be meant. */
  async make<Source extends SearchedList>(
    merged: readonly MergedEntry<Source>[],
  ): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    const candidates = merged.filter((row) => this.#mayBeMeant(row));
    if (candidates.some(({ entry }) => isIdentified(entry, this.#question))) return new Map();
    return this.#lookUp(candidates);
  }

  /** What they say of any rows. */
  async makeAll<Source extends SearchedList>(
    rows: readonly MergedEntry<Source>[],
  ): Promise<Map<MergedEntry<Source>, WalletEntry>> {
    return this.#lookUp(rows.filter(({ entry }) => !('transactionId' in entry)));
  }

  async #lookUp<Source extends SearchedList>(
    candidates: readonly MergedEntry<Source>[],
  ): Promise<Map<MergedEntry<Source>, WalletEntry>> {
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

  /** The lists whose rows were too many, or not given. */
  shortfalls(): readonly Shortfall[] {
    return [...this.#shortfalls.values()];
  }

  /** A transfer has the minute of its id as the time of its making, or of its settlement. */
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

/** Whether the service knows no such payment or withdrawal, or would give none that id: all else is a failure to tell. */
export function isUnknown(error: PixError): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);
}

/** @returns undefined when the service does not tell */
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
