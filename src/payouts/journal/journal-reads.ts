import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf, nullableIntegerOf, textOf, wordOf } from '../../sqlite/row.ts';
import { payoutRecordOf, runRecordOf, SELECT_PAYOUTS } from './journal-rows.ts';
import { PayoutError } from '../payout-error.ts';
import {
  DENIED_STATES,
  OPEN_STATES,
  OTHER_MARK,
  PAYOUT_STATES,
  REFERENCE_HOLDING_STATES,
  UNFINISHED_STATES,
  type PayoutState,
} from '../payout-state.ts';
import type { PayoutPlace, PayoutRecord, RunRecord, RunTally, StateTally } from './records.ts';

interface RowFilter {
  readonly states?: readonly PayoutState[] | undefined;
  /** Only those of which a request was refused and has not been looked for since; or only others. */
  readonly isRefused?: boolean | undefined;
  /** Only rows behind this one. */
  readonly after?: number | undefined;
  readonly maximum?: number | undefined;
}

interface KeyAndAmount {
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly amountCentavos: Centavos;
}

/** What the journal tells. */
export interface JournalReads {
  /** Approved runs, of an account or of all, newest first. */
  runs(account?: number): readonly RunRecord[];
  /** @throws {PayoutError} `run_unknown` */
  run(runId: string): RunRecord;
  /** The approved run of these payouts for an account; of several, the newest. */
  runOfDigest(digest: string, account: number): RunRecord | undefined;
  /** Whether nothing of a run is left to be sent or looked for: calling for it again moves no money. */
  isFinished(runId: string): boolean;
  /** When the last request of a run was about to leave. Null: none ever was. */
  lastIntentAt(runId: string): number | null;
  tally(runId: string): RunTally;
  /** How many payouts of a run have a second withdrawal. */
  alarms(runId: string): number;
  /** How many payouts of a run count as paid by a withdrawal with the mark of something else. */
  withOtherMarks(runId: string): number;
  /** In the order of their rows. The journal may be written meanwhile. */
  payouts(runId: string, filter?: RowFilter): Generator<PayoutRecord, void, undefined>;
  /** @throws {PayoutError} `run_unknown`, `payout_unknown` */
  payout(place: PayoutPlace): PayoutRecord;
  /** The payout of an account that holds a reference: paid, under way, or not known not to be. */
  holderOf(reference: string, account: number): PayoutRecord | undefined;
  /**
   * The payout that takes the place of another one: by its reference; without one, as the same row of the same file,
   * which two profiles of the account have begun.
   */
  holderOfPayout(payout: PayoutPlace & Pick<PayoutRecord, 'reference'>): PayoutRecord | undefined;
  /** All payouts of an account, or of all, that ever had a reference, newest run first. */
  payoutsOf(reference: string, account?: number): readonly PayoutRecord[];
  /** Payouts of an account to the same key, of the same amount, which are paid or may be; oldest first. */
  alike(payout: KeyAndAmount, account: number): readonly PayoutRecord[];
  /**
   * The same, oldest first, of those that were sent or decided since a moment, and of those of any age of which nobody
   * knows whether they were paid. And those which an approved run has yet to send: it will when it is resumed.
   */
  alikeSince(payout: KeyAndAmount, account: number, sinceMs: number): readonly PayoutRecord[];
  /** Payouts of an account that the service said not to be paid, of which a request left since a moment. */
  deniedSince(account: number, sinceMs: number): readonly PayoutRecord[];
  /** Whether a payment to a Pix key was made, or is under way, from whatever account. */
  hasPaid(pixKey: string): boolean;
  /** How the newest approved run that names the holder of a Pix key names them. */
  nameOf(pixKey: string): string | undefined;
  /** The payout that claims a withdrawal, or did until the withdrawal had failed. */
  claimantOf(withdrawalId: string): PayoutRecord | undefined;
  /** The payout of which a withdrawal carries the mark, though it claims another. */
  ownerOfSecond(withdrawalId: string): PayoutRecord | undefined;
  /** Whether a withdrawal was there before a payout was about to be sent for the first time. */
  wasSeenBefore(withdrawalId: string, place: PayoutPlace): boolean;
  /** The payout for whose attempt a mark was made. */
  payoutOfMark(mark: string): PayoutRecord | undefined;
  /** The marks of all attempts of a payout. */
  marksOf(place: PayoutPlace): readonly string[];
}

const ROWS_AT_ONCE = 500;

const ZERO: Centavos = centavos(0);
/** All accounts that are one with an account. */
const SIBLINGS = 'SELECT number FROM account WHERE root = (SELECT root FROM account WHERE number = ?)';

export function createJournalReads(database: SqlDatabase): JournalReads {
  const statements = {
    run: database.prepare('SELECT * FROM run WHERE id = ?'),
    runs: database.prepare('SELECT * FROM run WHERE approved_at IS NOT NULL ORDER BY created_at DESC, number DESC'),
    runsOf: database.prepare(`SELECT * FROM run WHERE approved_at IS NOT NULL AND account IN (${SIBLINGS})
      ORDER BY created_at DESC, number DESC`),
    runOfDigest: database.prepare(`SELECT * FROM run WHERE digest = ? AND approved_at IS NOT NULL
      AND account IN (${SIBLINGS}) ORDER BY round DESC, created_at DESC LIMIT 1`),
    lastIntent: database.prepare(`SELECT max(intended_at) AS intended_at FROM payout
      WHERE run = (SELECT number FROM run WHERE id = ?)`),
    tally: database.prepare(`SELECT state, count(*) AS payouts, sum(payout.amount_centavos) AS amount_centavos
      FROM payout JOIN run ON run.number = payout.run WHERE run.id = ? GROUP BY state`),
    payout: database.prepare(`${SELECT_PAYOUTS} WHERE run.id = ? AND payout.row = ?`),
    holder: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND account IN (${SIBLINGS}) AND ${HOLDS}`),
    twin: database.prepare(`${SELECT_PAYOUTS} JOIN run AS own ON own.digest = run.digest AND own.round = run.round
      WHERE own.id = ? AND payout.row = ? AND run.number <> own.number AND ${HOLDS}
      AND run.account IN (SELECT number FROM account
        WHERE root = (SELECT root FROM account WHERE number = own.account)) LIMIT 1`),
    ofReference: database.prepare(
      `${SELECT_PAYOUTS} WHERE reference = ? AND approved_at IS NOT NULL ORDER BY payout.run DESC, row`,
    ),
    ofReferenceIn: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND approved_at IS NOT NULL
      AND account IN (${SIBLINGS}) ORDER BY payout.run DESC, row`),
    alike: database.prepare(`${SELECT_PAYOUTS} WHERE pix_key = ? AND payout.amount_centavos = ? AND pix_key_type = ?
      AND account IN (${SIBLINGS}) AND ${HOLDS} ORDER BY payout.run, row`),
    alikeSince: database.prepare(`${SELECT_PAYOUTS} WHERE pix_key = ? AND payout.amount_centavos = ?
      AND pix_key_type = ? AND account IN (${SIBLINGS}) AND (${HOLDS}
        OR (state IN ('planned', 'duplicate') AND approved_at IS NOT NULL))
      AND (coalesce(intended_at, changed_at) >= ? OR state IN (${listOf([...OPEN_STATES, 'planned', 'duplicate'])}))
      ORDER BY payout.run, row`),
    name: database.prepare(`SELECT name FROM payout JOIN run ON run.number = payout.run
      WHERE pix_key = ? AND name IS NOT NULL AND approved_at IS NOT NULL ORDER BY payout.run DESC, row DESC LIMIT 1`),
    paidKey: database.prepare(`SELECT 1 FROM payout WHERE pix_key = ?
      AND state IN ('paid', 'accepted', 'resolved_paid') LIMIT 1`),
    denied: database.prepare(`${SELECT_PAYOUTS} WHERE account IN (${SIBLINGS}) AND approved_at IS NOT NULL
      AND state IN (${listOf(DENIED_STATES)}) AND intended_at >= ? ORDER BY payout.run, row`),
    claimant: database.prepare(`${SELECT_PAYOUTS} WHERE withdrawal_id = ? OR failed_withdrawal_id = ?`),
    ofSecond: database.prepare(`${SELECT_PAYOUTS} WHERE second_withdrawal_id = ?`),
    seenBefore: database.prepare(`SELECT 1 FROM seen_withdrawal WHERE id = ? AND step < (SELECT min(step.number)
      FROM step JOIN run ON run.number = step.run WHERE run.id = ? AND row = ? AND state = 'sending')`),
    ofMark: database.prepare(`${SELECT_PAYOUTS} JOIN step ON step.run = payout.run AND step.row = payout.row
      WHERE step.mark = ? AND step.state = 'sending'`),
    marks: database.prepare(`SELECT mark FROM step JOIN run ON run.number = step.run
      WHERE run.id = ? AND row = ? AND state = 'sending' AND mark IS NOT NULL ORDER BY step.number`),
    alarms: database.prepare(`SELECT count(*) AS alarms FROM payout
      WHERE run = (SELECT number FROM run WHERE id = ?) AND second_withdrawal_id IS NOT NULL`),
    otherMarks:
      database.prepare(`SELECT count(*) AS alarms FROM payout WHERE run = (SELECT number FROM run WHERE id = ?)
      AND code = '${OTHER_MARK}' AND state IN ('paid', 'accepted')`),
  };

  function runNamed(runId: string): RunRecord {
    const found = statements.run.get(runId);
    if (found === undefined) throw new PayoutError(`there is no run ${runId}`, { code: 'run_unknown', runId });
    return runRecordOf(found);
  }

  function payoutAt({ runId, row }: PayoutPlace): PayoutRecord {
    const found = statements.payout.get(runId, row);
    if (found !== undefined) return payoutRecordOf(found);
    runNamed(runId);
    throw new PayoutError(`the run ${runId} has no row ${row}`, { code: 'payout_unknown', runId, row });
  }

  function* payouts(runId: string, filter: RowFilter = {}): Generator<PayoutRecord, void, undefined> {
    const { states, isRefused, maximum = Number.POSITIVE_INFINITY } = filter;
    const condition = [
      ...(states === undefined ? [] : [`AND state IN (${listOf(states)})`]),
      ...(isRefused === undefined ? [] : [`AND refused_at IS ${isRefused ? 'NOT NULL' : 'NULL'}`]),
    ].join(' ');
    const page = database.prepare(`${SELECT_PAYOUTS} WHERE run.id = ? AND payout.row > ? ${condition}
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

  const holderOf = (reference: string, account: number) => one(statements.holder.get(reference, account));
  const tally = (runId: string): RunTally => tallyOf(statements.tally.all(runId));

  return {
    runs: (account) =>
      (account === undefined ? statements.runs.all() : statements.runsOf.all(account)).map(runRecordOf),
    run: runNamed,
    runOfDigest(digest, account) {
      const found = statements.runOfDigest.get(digest, account);
      return found && runRecordOf(found);
    },
    isFinished(runId) {
      const states = tally(runId);
      return UNFINISHED_STATES.every((state) => states[state].payouts === 0);
    },
    lastIntentAt(runId) {
      const found = statements.lastIntent.get(runId);
      return found === undefined ? null : nullableIntegerOf(found, 'intended_at');
    },
    tally,
    alarms: (runId) => integerOf(statements.alarms.get(runId) ?? {}, 'alarms'),
    withOtherMarks: (runId) => integerOf(statements.otherMarks.get(runId) ?? {}, 'alarms'),
    payouts,
    payout: payoutAt,
    holderOf,
    holderOfPayout({ reference, runId, row }) {
      if (reference === undefined) return one(statements.twin.get(runId, row));
      const holder = holderOf(reference, runNamed(runId).account);
      return holder?.runId === runId && holder.row === row ? undefined : holder;
    },
    payoutsOf(reference, account) {
      const { ofReference, ofReferenceIn } = statements;
      const found = account === undefined ? ofReference.all(reference) : ofReferenceIn.all(reference, account);
      return found.map(payoutRecordOf);
    },
    alike: ({ pixKey, pixKeyType, amountCentavos }, account) =>
      statements.alike.all(pixKey, amountCentavos, pixKeyType, account).map(payoutRecordOf),
    alikeSince: ({ pixKey, pixKeyType, amountCentavos }, account, sinceMs) =>
      statements.alikeSince.all(pixKey, amountCentavos, pixKeyType, account, Math.floor(sinceMs)).map(payoutRecordOf),
    deniedSince: (account, sinceMs) => statements.denied.all(account, Math.floor(sinceMs)).map(payoutRecordOf),
    hasPaid: (pixKey) => statements.paidKey.get(pixKey) !== undefined,
    nameOf(pixKey) {
      const found = statements.name.get(pixKey);
      return found && textOf(found, 'name');
    },
    claimantOf: (withdrawalId) => one(statements.claimant.get(withdrawalId, withdrawalId)),
    ownerOfSecond: (withdrawalId) => one(statements.ofSecond.get(withdrawalId)),
    wasSeenBefore: (withdrawalId, { runId, row }) => statements.seenBefore.get(withdrawalId, runId, row) !== undefined,
    payoutOfMark: (mark) => one(statements.ofMark.get(mark)),
    marksOf: ({ runId, row }) => statements.marks.all(runId, row).map((found) => textOf(found, 'mark')),
  };
}

function one(row: SqlRow | undefined): PayoutRecord | undefined {
  return row && payoutRecordOf(row);
}

/** Condition for payouts that hold their reference, and that may be paid: one that failed, too, by a second withdrawal. */
const HOLDS = `(state IN (${listOf(REFERENCE_HOLDING_STATES)}) OR refused_at IS NOT NULL
  OR second_withdrawal_id IS NOT NULL)`;

/** Words of ours, never what somebody typed. */
function listOf(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

function tallyOf(rows: readonly SqlRow[]): RunTally {
  const known = new Map(rows.map((row) => [wordOf(row, 'state', PAYOUT_STATES), row]));
  const of = (state: PayoutState): StateTally => {
    const row = known.get(state);
    return {
      payouts: row === undefined ? 0 : integerOf(row, 'payouts'),
      amountCentavos: row === undefined ? ZERO : centavos(integerOf(row, 'amount_centavos')),
    };
  };
  return {
    planned: of('planned'),
    duplicate: of('duplicate'),
    sending: of('sending'),
    paid: of('paid'),
    accepted: of('accepted'),
    failed: of('failed'),
    refused: of('refused'),
    unknown: of('unknown'),
    absent: of('absent'),
    ambiguous: of('ambiguous'),
    resolved_paid: of('resolved_paid'),
    resolved_unpaid: of('resolved_unpaid'),
  };
}
