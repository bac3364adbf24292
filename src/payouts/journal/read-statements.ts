import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { SELECT_PAYOUTS } from './journal-rows.ts';
import {
  REPEATABLE_MS,
  DENIED_STATES,
  OPEN_STATES,
  OTHER_MARK,
  REFERENCE_HOLDING_STATES,
  UNPAID_STATES,
} from '../payout-state.ts';

/** The accounts that have proven to be this one. */
export const SIBLINGS = 'SELECT number FROM account WHERE root = (SELECT root FROM account WHERE number = ?)';

/** The same; all accounts where there is none of that number. */
const SIBLINGS_OR_ALL =
  'SELECT number FROM account WHERE root = coalesce((SELECT root FROM account WHERE number = ?), root)';

/** The accounts that have proven to be others, with all that are joined to them. Takes the account three times. */
const APART = `SELECT theirs.number FROM account AS theirs JOIN account AS proven ON proven.root = theirs.root
  JOIN account_apart ON (account_apart.other = proven.number AND account_apart.one IN (${SIBLINGS}))
    OR (account_apart.one = proven.number AND account_apart.other IN (${SIBLINGS}))
  WHERE theirs.number NOT IN (${SIBLINGS})`;

/** What {@link JournalReads} asks the database. */
export function prepareReads(database: SqlDatabase) {
  return {
    run: database.prepare('SELECT * FROM run WHERE id = ?'),
    runs: database.prepare(`SELECT * FROM run WHERE approved_at IS NOT NULL AND account IN (${SIBLINGS_OR_ALL})
      ORDER BY created_at DESC, number DESC`),
    anyRun: database.prepare('SELECT 1 FROM run WHERE approved_at IS NOT NULL LIMIT 1'),
    // Accounts that are joined later may each have a run of a file: first the one whose payments are in doubt.
    runOfDigest: database.prepare(`SELECT * FROM run WHERE digest = ? AND approved_at IS NOT NULL
      AND account IN (${SIBLINGS}) ORDER BY round DESC, EXISTS (SELECT 1 FROM payout
        WHERE payout.run = run.number AND state IN ('sending', 'unknown')) DESC, created_at DESC LIMIT 1`),
    runsElsewhere: database.prepare(`SELECT * FROM run WHERE digest = ? AND approved_at IS NOT NULL
      AND account NOT IN (${SIBLINGS}) ORDER BY created_at DESC, number DESC`),
    lastSent: database.prepare(`SELECT max(${SENT_AT}) AS sent_at FROM payout
      WHERE run = (SELECT number FROM run WHERE id = ?) AND intended_at IS NOT NULL`),
    tally: database.prepare(`SELECT state, count(*) AS payouts, sum(payout.amount_centavos) AS amount_centavos
      FROM payout JOIN run ON run.number = payout.run WHERE run.id = ? GROUP BY state`),
    feeOnTop: database.prepare(`SELECT count(*) AS payouts, coalesce(sum(payout.amount_centavos), 0) AS amount_centavos
      FROM payout JOIN run ON run.number = payout.run WHERE run.id = ? AND payout.cover_fee = 1`),
    payout: database.prepare(`${SELECT_PAYOUTS} WHERE run.id = ? AND payout.row = ?`),
    payoutOfLine: database.prepare(`${SELECT_PAYOUTS} WHERE run.id = ? AND payout.line = ?`),
    holder: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND account IN (${SIBLINGS}) AND ${HAS_REFERENCE}`),
    scheduled: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND account IN (${SIBLINGS})
      AND approved_at IS NOT NULL AND due_on IS NOT NULL AND state = 'planned' ORDER BY payout.run LIMIT 1`),
    otherHolder:
      database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND account IN (${SIBLINGS}) AND ${HAS_REFERENCE}
      AND NOT (run.id = ? AND row = ?)`),
    heldElsewhere: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND pix_key = ? AND pix_key_type = ?
      AND payout.amount_centavos = ? AND account NOT IN (${SIBLINGS}) AND ${HAS_REFERENCE}
      AND (${SENT_AT} >= ? OR state IN (${listOf(OPEN_STATES)}))
      ORDER BY coalesce(intended_at, changed_at) DESC, payout.run DESC LIMIT 1`),
    deniedHolder: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND account IN (${SIBLINGS})
      AND NOT (run.id = ? AND row = ?) AND ${IS_UNSOUGHT} LIMIT 1`),
    twin: database.prepare(`${TWINS} AND ${HAS_REFERENCE} LIMIT 1`),
    deniedTwin: database.prepare(`${TWINS} AND ${IS_UNSOUGHT} LIMIT 1`),
    ofJoined: database.prepare(OF_JOINED),
    holdersOfAlike: database.prepare(`SELECT reason FROM payout JOIN run ON run.number = payout.run
      WHERE run.id = ? AND row <> ? AND pix_key = ? AND payout.amount_centavos = ? AND state = 'duplicate'`),
    ofReference: database.prepare(`${SELECT_PAYOUTS} WHERE reference = ? AND approved_at IS NOT NULL
      AND account IN (${SIBLINGS_OR_ALL}) ORDER BY payout.run DESC, row`),
    unconfirmed: database.prepare(`${SELECT_PAYOUTS} WHERE approved_at IS NOT NULL
      AND state IN (${listOf(OPEN_STATES)}) AND account IN (${SIBLINGS_OR_ALL}) ORDER BY payout.run DESC, row`),
    alike: database.prepare(`${SELECT_PAYOUTS} WHERE pix_key = ? AND payout.amount_centavos = ? AND pix_key_type = ?
      AND account IN (${SIBLINGS}) AND ${HAS_REFERENCE} ORDER BY payout.run, row`),
    unclaimedTo: database.prepare(`${SELECT_PAYOUTS} WHERE pix_key = ? AND pix_key_type = ?
      AND account IN (${SIBLINGS}) AND ${HAS_REFERENCE} AND withdrawal_id IS NULL ORDER BY payout.run, row`),
    alikeSince: database.prepare(`${SELECT_PAYOUTS} WHERE pix_key = ? AND payout.amount_centavos = ?
      AND pix_key_type = ? AND account NOT IN (${APART}) AND (${HAS_REFERENCE}
        OR (state IN ('planned', 'duplicate') AND approved_at IS NOT NULL)
        OR (${IS_UNSOUGHT} AND approved_at IS NOT NULL))
      AND (${SENT_AT} >= ? OR state IN (${listOf([...OPEN_STATES, 'planned', 'duplicate'])}))
      ORDER BY payout.run, row`),
    name: database.prepare(`SELECT name FROM payout JOIN run ON run.number = payout.run
      WHERE pix_key = ? AND name IS NOT NULL AND approved_at IS NOT NULL ORDER BY payout.run DESC, row DESC LIMIT 1`),
    ofKey: database.prepare(`SELECT coalesce(withdrawal_id, failed_withdrawal_id) AS id, name FROM payout
      WHERE pix_key = ? AND name IS NOT NULL AND coalesce(withdrawal_id, failed_withdrawal_id) IS NOT NULL`),
    paidKey: database.prepare(`SELECT 1 FROM payout WHERE pix_key = ?
      AND state IN ('paid', 'accepted', 'resolved_paid') LIMIT 1`),
    names: database.prepare(`SELECT pix_key, name FROM payout JOIN run ON run.number = payout.run
      WHERE name IS NOT NULL AND approved_at IS NOT NULL GROUP BY pix_key, name ORDER BY max(payout.run)`),
    denied: database.prepare(`${DENIED} AND ${SENT_AT} >= ? ORDER BY payout.run, row`),
    unsought: database.prepare(`${DENIED} AND (sought_at IS NULL OR sought_at < ended_at + ?)
      AND (${SENT_AT} >= ? OR (sought_at IS NULL AND ${LOST_RIVAL})) ORDER BY payout.run, row`),
    claimant: database.prepare(`${SELECT_PAYOUTS} WHERE withdrawal_id = ? OR failed_withdrawal_id = ?`),
    ofSecond: database.prepare(`${SELECT_PAYOUTS} WHERE second_withdrawal_id = ?`),
    seenBefore: database.prepare(`SELECT 1 FROM seen_withdrawal WHERE id = ? AND step < (SELECT min(step.number)
      FROM step JOIN run ON run.number = step.run WHERE run.id = ? AND step.row = ? AND step.state = 'sending' AND NOT EXISTS
      (SELECT 1 FROM step AS unsent WHERE unsent.run = step.run AND unsent.row = step.row
        AND unsent.attempt = step.attempt AND unsent.state = 'planned' AND unsent.ended_at IS NULL))`),
    ofMark: database.prepare(`${SELECT_PAYOUTS} JOIN step ON step.run = payout.run AND step.row = payout.row
      WHERE step.mark = ? AND step.state = 'sending'`),
    isAccepted: database.prepare('SELECT 1 FROM accepted_mark WHERE mark = ? AND digest = ?'),
    isForeign: database.prepare('SELECT 1 FROM accepted_mark WHERE mark = ?'),
    marks: database.prepare(`SELECT mark FROM step JOIN run ON run.number = step.run
      WHERE run.id = ? AND row = ? AND state = 'sending' AND mark IS NOT NULL ORDER BY step.number`),
    alarms: database.prepare(`SELECT count(*) AS alarms FROM payout
      WHERE run = (SELECT number FROM run WHERE id = ?) AND second_withdrawal_id IS NOT NULL`),
    otherMarks:
      database.prepare(`SELECT count(*) AS alarms FROM payout WHERE run = (SELECT number FROM run WHERE id = ?)
      AND code = '${OTHER_MARK}' AND state IN ('paid', 'accepted')`),
  };
}

/**
 * Condition for payouts whose reference is taken because they may be paid; also failed ones with a second withdrawal.
 */
const HAS_REFERENCE = `(state IN (${listOf(REFERENCE_HOLDING_STATES)}) OR refused_at IS NOT NULL
  OR second_withdrawal_id IS NOT NULL)`;

/** When a payout was sent, or decided: by the later of our clock and the service's, as ours may have been behind. */
const SENT_AT = `(CASE WHEN coalesce(withdrawal_created_at, served_before) > coalesce(intended_at, changed_at)
  THEN coalesce(withdrawal_created_at, served_before) ELSE coalesce(intended_at, changed_at) END)`;

/** The same row of the same file in other runs of the account. */
const TWINS = `${SELECT_PAYOUTS} JOIN run AS own ON own.digest = run.digest AND own.round = run.round
  WHERE own.id = ? AND payout.row = ? AND run.number <> own.number
  AND run.account IN (SELECT number FROM account WHERE root = (SELECT root FROM account WHERE number = own.account))`;

const DENIED = `${SELECT_PAYOUTS} WHERE account IN (${SIBLINGS}) AND approved_at IS NOT NULL
  AND state IN (${listOf(DENIED_STATES)})`;

/** Another payout that may have owned the same copy, or had the reference, was found or decided since a time. */
const LOST_RIVAL = `EXISTS (SELECT 1 FROM payout AS rival WHERE (rival.reference = payout.reference
    OR (rival.pix_key = payout.pix_key AND rival.amount_centavos = payout.amount_centavos))
  AND (rival.state IN (${listOf([...UNPAID_STATES, 'resolved_paid'])}) OR rival.code IN ('found_by_mark', 'found_by_count'))
  AND rival.changed_at >= ? AND NOT (rival.run = payout.run AND rival.row = payout.row))`;

/** Another payout may own the same copy, and is undecided: no look helps before it is. */
const HAS_RIVAL = `EXISTS (SELECT 1 FROM payout AS rival
  WHERE rival.pix_key = payout.pix_key AND rival.amount_centavos = payout.amount_centavos
  AND (rival.state IN (${listOf(OPEN_STATES)}) OR rival.refused_at IS NOT NULL))`;

const IS_UNSOUGHT = `state IN (${listOf(DENIED_STATES)}) AND sought_at IS NULL
  AND (changed_at >= ? OR ${HAS_RIVAL})`;

/**
 * Payments of another account that has proven to be this one after a run was staged: its rows were not compared with
 * them. As with any comparison, those of the 90 days before count, and all without a known outcome.
 */
const OF_JOINED = `${SELECT_PAYOUTS} JOIN account AS theirs ON theirs.number = run.account
  JOIN run AS own ON own.id = ? JOIN account AS ours ON ours.number = own.account
  WHERE pix_key = ? AND payout.amount_centavos = ? AND pix_key_type = ?
  AND theirs.root = ours.root AND theirs.number <> ours.number
  AND (theirs.joined_at > own.created_at OR ours.joined_at > own.created_at)
  AND (${HAS_REFERENCE} OR (${IS_UNSOUGHT}))
  AND (${SENT_AT} >= own.created_at - ${REPEATABLE_MS} OR state IN (${listOf(OPEN_STATES)}))
  ORDER BY payout.run, payout.row`;

/** For `IN (…)`: constants of ours, never typed text. */
export function listOf(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
