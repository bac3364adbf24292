import { centavos, NOTHING } from '../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, textOf, wordOf } from '../../sql/row.ts';
import { payoutRecordOf, runRecordOf, SELECT_PAYOUTS } from './journal-rows.ts';
import { PAYOUT_STATES, SETTLED_AFTER_MS, UNFINISHED_STATES, type PayoutState } from '../payout-state.ts';
import { PayoutError } from '../payout-error.ts';
import { isRewritten } from '../rules/reference-shape.ts';
import { listOf, prepareReads } from './read-statements.ts';
import {
  byName,
  type PayoutKey,
  type PayoutRecord,
  type RunRecord,
  type RunTally,
  type StateTally,
} from './records.ts';

interface RowFilter {
  readonly states?: readonly PayoutState[] | undefined;
  /** Only payouts whose request was refused and that have not been looked for since; or only others. */
  readonly isRefused?: boolean | undefined;
  readonly after?: number | undefined;
  readonly maximum?: number | undefined;
}

/** A row of a run, and what it pays. */
export type RowOfRun = PayoutKey & KeyAndAmount & Pick<PayoutRecord, 'reference'>;

type KeyAndAmount = Pick<PayoutRecord, 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

const ROWS_AT_ONCE = 500;
/** Accounts count from 1. */
const ALL = 0;

export class JournalReads {
  readonly #database: SqlDatabase;
  readonly #sql: ReturnType<typeof prepareReads>;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#sql = prepareReads(database);
  }

  /** Approved runs, of an account or of all, newest first. */
  runs(account = ALL): readonly RunRecord[] {
    return this.#sql.runs.all(account).map(runRecordOf);
  }

  hasRuns(): boolean {
    return this.#sql.anyRun.get() !== undefined;
  }

  /** @throws {PayoutError} `run_unknown` */
  run(runId: string): RunRecord {
    const found = this.#sql.run.get(runId);
    if (found === undefined) throw new PayoutError(`there is no run ${runId}`, { code: 'run_unknown', runId });
    return runRecordOf(found);
  }

  /** The newest approved run of these payouts for an account. */
  runOfDigest(digest: string, account: number): RunRecord | undefined {
    const found = this.#sql.runOfDigest.get(digest, account);
    return found && runRecordOf(found);
  }

  /** Approved runs of these payouts for the other accounts, newest first. */
  runsElsewhere(digest: string, account: number): readonly RunRecord[] {
    return this.#sql.runsElsewhere.all(digest, account).map(runRecordOf);
  }

  /** Whether nothing of a run is left to be sent or looked for: running it again moves no money. */
  isFinished(runId: string): boolean {
    const states = this.tally(runId);
    return UNFINISHED_STATES.every((state) => states[state].payouts === 0);
  }

  /** When the last request of a run was about to be sent, by the later of our clock and the service's. Null if none was. */
  lastSentAt(runId: string): number | null {
    return nullableIntegerOf(this.#sql.lastSent.get(runId), 'sent_at');
  }

  tally(runId: string): RunTally {
    return tallyOf(this.#sql.tally.all(runId));
  }

  /** The payouts of a run whose fee is added on top. */
  feeOnTop(runId: string): StateTally {
    return stateTallyOf(this.#sql.feeOnTop.get(runId));
  }

  /** How many payouts of a run have a second withdrawal. */
  alarms(runId: string): number {
    return integerOf(this.#sql.alarms.get(runId), 'alarms');
  }

  /** How many payouts of a run count as paid by a withdrawal with another mark. */
  withOtherMarks(runId: string): number {
    return integerOf(this.#sql.otherMarks.get(runId), 'alarms');
  }

  /** In the order of their rows. The journal may be written at the same time. */
  *payouts(runId: string, filter: RowFilter = {}): Generator<PayoutRecord, void, undefined> {
    const { states, isRefused, maximum = Number.POSITIVE_INFINITY } = filter;
    const condition = [
      ...(states === undefined ? [] : [`AND state IN (${listOf(states)})`]),
      ...(isRefused === undefined ? [] : [`AND refused_at IS ${isRefused ? 'NOT NULL' : 'NULL'}`]),
    ].join(' ');
    const page = this.#database.prepare(`${SELECT_PAYOUTS} WHERE run.id = ? AND payout.row > ? ${condition}
      ORDER BY payout.row LIMIT ?`);
    let after = filter.after ?? 0;
    for (let left = maximum; left > 0;) {
      const rows = page.all(runId, after, Math.min(left, ROWS_AT_ONCE));
      for (const row of rows) yield payoutRecordOf(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      after = integerOf(last, 'row');
      left -= rows.length;
    }
  }

  /** @throws {PayoutError} `run_unknown`, `payout_unknown` */
  payout({ runId, row }: PayoutKey): PayoutRecord {
    const found = this.#sql.payout.get(runId, row);
    if (found !== undefined) return payoutRecordOf(found);
    this.run(runId);
    throw new PayoutError(`the run ${runId} has no row ${row}`, { code: 'payout_unknown', runId, row });
  }

  /** By the line of its file. @throws {PayoutError} `run_unknown`, `payout_unknown` */
  payoutOfLine(runId: string, line: number): PayoutRecord {
    const found = this.#sql.payoutOfLine.get(runId, line);
    if (found !== undefined) return payoutRecordOf(found);
    this.run(runId);
    throw new PayoutError(`the run ${runId} has no line ${line}`, { code: 'payout_unknown', runId, line });
  }

  /** The payout of an account that has a reference: paid, in progress, or unconfirmed. */
  holderOf(reference: string, account: number): PayoutRecord | undefined {
    return one(this.#sql.holder.get(reference, account));
  }

  /**
   * The newest payout of another account with a reference, key and amount that is paid or may be, and that was sent since a
   * moment; of any age with an unknown outcome.
   */
  heldElsewhere(payout: KeyAndAmount & { readonly reference: string }, account: number, sinceMs: number) {
    const { reference, pixKey, pixKeyType, amountCentavos } = payout;
    const asked = [reference, pixKey, pixKeyType, amountCentavos, account, sinceMs];
    return one(this.#sql.heldElsewhere.get(...asked));
  }

  /**
   * The payout that makes another one a duplicate: by its reference; without one, as the same row of the same file,
   * which two profiles of the account have run.
   */
  holderOfPayout(payout: PayoutKey & Pick<PayoutRecord, 'reference'>): PayoutRecord | undefined {
    const { reference, runId, row } = payout;
    if (reference === undefined) return one(this.#sql.twin.get(runId, row));
    return one(this.#sql.otherHolder.get(reference, this.run(runId).account, runId, row));
  }

  /**
   * A payout as in {@link holderOfPayout} that was reported as not paid since a time, and that has not been looked for
   * since: a copy of its request may have been paid.
   */
  deniedHolderOfPayout(payout: PayoutKey & Pick<PayoutRecord, 'reference'>, sinceMs: number): PayoutRecord | undefined {
    const { reference, runId, row } = payout;
    if (reference === undefined) return one(this.#sql.deniedTwin.get(runId, row, sinceMs));
    return one(this.#sql.deniedHolder.get(reference, this.run(runId).account, runId, row, sinceMs));
  }

  /**
   * The payment that a payout would repeat by key and amount, of an account that proved to be the same one after the
   * payout's run was staged: nothing has compared the two. Each is repeated by one row.
   *
   * @param held the payments that other rows of the run repeat. Default {@link holdersOfAlike}
   * @param deniedSinceMs payments count, too, that were reported as not paid since then, and not looked for
   */
  joinedHolderOf(payout: RowOfRun, held?: ReadonlySet<string>, deniedSinceMs = Infinity): PayoutRecord | undefined {
    const { runId, reference, pixKey, pixKeyType, amountCentavos } = payout;
    const since = Math.min(deniedSinceMs, Number.MAX_SAFE_INTEGER);
    const alike = this.#sql.ofJoined.all(runId, pixKey, amountCentavos, pixKeyType, since).map(payoutRecordOf);
    if (alike.length === 0) return undefined;
    const repeated = held ?? this.holdersOfAlike(payout);
    return alike.find((other) => !repeated.has(nameOfPayout(other)) && mayRepeat(reference, other.reference));
  }

  /** The holders of the other rows of its run with the key and amount of a payout. */
  holdersOfAlike({ runId, row, pixKey, amountCentavos }: RowOfRun): ReadonlySet<string> {
    const found = this.#sql.holdersOfAlike.all(runId, row, pixKey, amountCentavos);
    return new Set(found.map((duplicate) => textOf(duplicate, 'reason')));
  }

  /** All payouts of an account, or of all, that ever had a reference, newest run first. */
  payoutsOf(reference: string, account = ALL): readonly PayoutRecord[] {
    return this.#sql.ofReference.all(reference, account).map(payoutRecordOf);
  }

  /** Payouts of an account, or of all, without a confirmed outcome, newest run first. */
  unconfirmed(account = ALL): readonly PayoutRecord[] {
    return this.#sql.unconfirmed.all(account).map(payoutRecordOf);
  }

  /** Payouts of an account to the same key, of the same amount, that are paid or may be; oldest first. */
  alike({ pixKey, pixKeyType, amountCentavos }: KeyAndAmount, account: number): readonly PayoutRecord[] {
    return this.#sql.alike.all(pixKey, amountCentavos, pixKeyType, account).map(payoutRecordOf);
  }

  /** Payouts of an account to the same key, of whatever amount, which may be paid by a withdrawal that none is known to be. */
  unclaimedTo({ pixKey, pixKeyType }: Pick<KeyAndAmount, 'pixKey' | 'pixKeyType'>, account: number) {
    return this.#sql.unclaimedTo.all(pixKey, pixKeyType, account).map(payoutRecordOf);
  }

  /** The payout under a reference that a run has yet to send on its day. */
  scheduledOf(reference: string, account: number): PayoutRecord | undefined {
    return one(this.#sql.scheduled.get(reference, account));
  }

  /**
   * Payouts like those of `alike`, oldest first, that were sent or decided since a moment, and those of any age with an
   * unknown outcome. Those that an approved run has yet to send: it will when it is resumed. And those reported as not
   * paid since another moment for which no copy was looked for. An account that has not proven to be another one may be
   * this one, so its payouts count.
   */
  alikeSince(
    { pixKey, pixKeyType, amountCentavos }: KeyAndAmount,
    account: number,
    since: Readonly<Record<'sinceMs' | 'deniedSinceMs', number>>,
  ): readonly PayoutRecord[] {
    const given = [pixKey, amountCentavos, pixKeyType, account, account, account];
    return this.#sql.alikeSince.all(...given, since.deniedSinceMs, since.sinceMs).map(payoutRecordOf);
  }

  /** Payouts of an account that the service reported as not paid, and that were sent since a time. */
  deniedSince(account: number, sinceMs: number): readonly PayoutRecord[] {
    return this.#sql.denied.all(account, sinceMs).map(payoutRecordOf);
  }

  /**
   * Those of {@link deniedSince} that were never looked for, or only while a copy could still be processed. And those of
   * any age that are to be looked for again, since another payout that may have owned their copy was decided or found.
   */
  unsoughtSince(account: number, sinceMs: number): readonly PayoutRecord[] {
    return this.#sql.unsought.all(account, SETTLED_AFTER_MS, sinceMs, sinceMs).map(payoutRecordOf);
  }

  /** Whether a payment to a Pix key was made, or is in progress, from any account. */
  hasPaid(pixKey: string): boolean {
    return this.#sql.paidKey.get(pixKey) !== undefined;
  }

  /** The name of a Pix key's holder in the newest approved run that has one. */
  nameOf(pixKey: string): string | undefined {
    const found = this.#sql.name.get(pixKey);
    return found && textOf(found, 'name');
  }

  /** The names with which each withdrawal to a key was paid. */
  paidNames(pixKey: string) {
    return this.#sql.ofKey.all(pixKey).map((found) => ({ id: textOf(found, 'id'), name: textOf(found, 'name') }));
  }

  /** Names of the holders of Pix keys in approved runs, the newest run last. */
  holderNames() {
    return this.#sql.names.all().map((found) => ({ pixKey: textOf(found, 'pix_key'), name: textOf(found, 'name') }));
  }

  /** The payout that claims a withdrawal, or did until the withdrawal failed. */
  claimantOf(withdrawalId: string): PayoutRecord | undefined {
    return one(this.#sql.claimant.get(withdrawalId, withdrawalId));
  }

  /** The payout whose mark is on a withdrawal although it claims another. */
  ownerOfSecond(withdrawalId: string): PayoutRecord | undefined {
    return one(this.#sql.ofSecond.get(withdrawalId));
  }

  /** Whether a withdrawal existed before a payout was first about to be sent, but for attempts that were not. */
  wasSeenBefore(withdrawalId: string, { runId, row }: PayoutKey): boolean {
    return this.#sql.seenBefore.get(withdrawalId, runId, row) !== undefined;
  }

  /** The payout with an attempt that the mark was made for. */
  payoutOfMark(mark: string): PayoutRecord | undefined {
    return one(this.#sql.ofMark.get(mark));
  }

  /** Whether a person has accepted a mark of another journal, for the payouts of a digest. */
  isAccepted(mark: string, digest: string): boolean {
    return this.#sql.isAccepted.get(mark, digest) !== undefined;
  }

  /** Whether a person has accepted a mark of another journal for any payouts. */
  isForeign(mark: string): boolean {
    return this.#sql.isForeign.get(mark) !== undefined;
  }

  marksOf({ runId, row }: PayoutKey): readonly string[] {
    return this.#sql.marks.all(runId, row).map((found) => textOf(found, 'mark'));
  }
}

/** A payout in the reason of its duplicates. */
export function nameOfPayout({ runId, row }: PayoutKey): string {
  return `${runId} ${row}`;
}

/** Two different references distinguish two payments, unless a spreadsheet may have rewritten one of them. */
function mayRepeat(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || isRewritten(one, other);
}

function one(row: SqlRow | undefined): PayoutRecord | undefined {
  return row && payoutRecordOf(row);
}

function tallyOf(rows: readonly SqlRow[]): RunTally {
  const known = new Map(rows.map((row) => [wordOf(row, 'state', PAYOUT_STATES), stateTallyOf(row)]));
  const none: StateTally = { payouts: 0, amountCentavos: NOTHING };
  return byName(PAYOUT_STATES, (state) => known.get(state) ?? none);
}

function stateTallyOf(row: SqlRow | undefined): StateTally {
  return { payouts: integerOf(row, 'payouts'), amountCentavos: centavos(integerOf(row, 'amount_centavos')) };
}
