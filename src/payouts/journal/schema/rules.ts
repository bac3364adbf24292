import type { Rule } from '../../../sql/printed-schema.ts';
import type { TableName } from './tables.ts';

/** What was signed or logged, and the numbers of remittances. */
export const KEPT = ['policy', 'submission', 'approval', 'audit', 'remittance'] as const;

const TAKEN = "('sending', 'paid', 'accepted', 'unknown', 'absent', 'ambiguous', 'resolved_paid')";
const IS_TAKEN = `(other.state IN ${TAKEN} OR other.refused_at IS NOT NULL)`;
const IS_OF_SUBMITTED = 'EXISTS (SELECT 1 FROM submission WHERE run =';

/** Except while a journal is moved, which each database allows in its own way. */
export const PAYOUT_BEGINS_PLANNED = {
  name: 'payout_begins_planned',
  table: 'payout',
  event: 'INSERT',
  when: "NEW.state <> 'planned' OR (SELECT approved_at FROM run WHERE number = NEW.run) IS NOT NULL",
  refusal: 'payouts are added to staged runs only, and begin planned',
} as const satisfies Rule<TableName>;

/**
 * What holds whatever the code does: payouts only take listed steps, nothing of an unapproved run is sent, approved rows
 * are neither changed nor removed, a reference belongs to one payout of an account, a withdrawal is claimed by one, and a
 * mark is made once.
 *
 * Two accounts that prove to be one may have paid the same reference before. Rules refuse new violations and accept
 * these; unique indexes would not. Which of several broken rules is named differs between the databases.
 */
export const RULES: readonly Rule<TableName>[] = [
  {
    name: 'payout_takes_listed_steps',
    table: 'payout',
    event: 'UPDATE OF state',
    when: 'NOT EXISTS (SELECT 1 FROM transition WHERE state_before = OLD.state AND state = NEW.state)',
    refusal: 'a payout took a step that is not listed',
  },
  {
    name: 'payout_is_sent_when_approved',
    table: 'payout',
    event: 'UPDATE OF state',
    when: '(SELECT approved_at FROM run WHERE number = NEW.run) IS NULL',
    refusal: 'this run is not approved',
  },
  {
    name: 'payout_stays_what_was_approved',
    table: 'payout',
    event: 'UPDATE OF run, row, reference, pix_key, pix_key_type, amount_centavos, cover_fee, description',
    refusal: 'a payout is not changed',
  },
  {
    name: 'payout_stays',
    table: 'payout',
    event: 'DELETE',
    when: '(SELECT approved_at FROM run WHERE number = OLD.run) IS NOT NULL',
    refusal: 'an approved payout is not removed',
  },
  {
    name: 'payout_keeps_its_claim',
    table: 'payout',
    event: 'UPDATE OF withdrawal_id',
    changes: `OLD.withdrawal_id IS NOT NULL AND NEW.withdrawal_id IS DISTINCT FROM OLD.withdrawal_id
      AND NOT (OLD.state = 'failed' AND NEW.state = 'ambiguous'
      AND NEW.failed_withdrawal_id IS NOT DISTINCT FROM OLD.withdrawal_id)`,
    refusal: 'a claimed withdrawal is kept',
  },
  {
    name: 'run_stays',
    table: 'run',
    event: 'DELETE',
    changes: 'OLD.approved_at IS NOT NULL',
    refusal: 'an approved run is not removed',
  },
  {
    name: 'run_stays_approved',
    table: 'run',
    event: 'UPDATE',
    changes: 'OLD.approved_at IS NOT NULL',
    refusal: 'an approved run is not changed',
  },
  {
    name: 'run_keeps_its_day',
    table: 'run',
    event: 'UPDATE OF due_on',
    changes: 'OLD.due_on IS NOT NULL AND NEW.due_on IS DISTINCT FROM OLD.due_on',
    refusal: 'the day of a run is not changed',
  },
  {
    name: 'payout_is_looked_for_when_refused',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: `OLD.state = 'planned' AND ((NEW.state = 'sending') = (OLD.refused_at IS NOT NULL))
      AND NEW.state IN ('sending', 'unknown')`,
    refusal: 'a refused payout is looked for before it is sent again',
  },
  {
    name: 'run_is_of_an_account',
    table: 'run',
    event: 'INSERT',
    when: 'NOT EXISTS (SELECT 1 FROM account WHERE number = NEW.account)',
    refusal: 'a run is of an account',
  },
  {
    name: 'round_is_approved_once',
    table: 'run',
    event: 'UPDATE OF approved_at',
    changes: 'NEW.approved_at IS NOT NULL',
    when: `EXISTS (
      SELECT 1 FROM run AS twin JOIN account ON account.number = twin.account
      WHERE twin.digest = NEW.digest AND twin.round = NEW.round AND twin.number <> NEW.number
      AND twin.approved_at IS NOT NULL
      AND account.root = (SELECT root FROM account WHERE number = NEW.account))`,
    refusal: 'these payouts are approved as another run',
  },
  {
    name: 'remittance_number_is_of_one_file',
    table: 'remittance',
    event: 'INSERT',
    // A journal that is moved may have runs of two accounts that have proven to be one since.
    when: `(SELECT approved_at FROM run WHERE number = NEW.run) IS NULL AND EXISTS (
      SELECT 1 FROM remittance AS twin JOIN account ON account.number = twin.account
      WHERE twin.agreement = NEW.agreement AND twin.number = NEW.number AND twin.file <> NEW.file
      AND account.root = (SELECT root FROM account WHERE number = NEW.account))`,
    refusal: 'this number of a remittance is that of another file',
  },
  {
    name: 'reference_is_taken_once',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: `NEW.reference IS NOT NULL AND NEW.state IN ${TAKEN}
      AND OLD.state NOT IN ${TAKEN} AND OLD.refused_at IS NULL`,
    when: `EXISTS (
      SELECT 1 FROM payout AS other JOIN run ON run.number = other.run JOIN account ON account.number = run.account
      WHERE other.reference = NEW.reference AND (other.run <> NEW.run OR other.row <> NEW.row) AND ${IS_TAKEN}
      AND account.root = (SELECT root FROM account JOIN run ON run.account = account.number WHERE run.number = NEW.run))`,
    refusal: 'another payout takes this reference',
  },
  {
    name: 'row_is_sent_by_one_run',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: "NEW.reference IS NULL AND NEW.state = 'sending'",
    when: `EXISTS (
      SELECT 1 FROM run AS own JOIN run AS twin ON twin.digest = own.digest AND twin.round = own.round
      JOIN account ON account.number = twin.account
      JOIN payout AS other ON other.run = twin.number AND other.row = NEW.row
      WHERE own.number = NEW.run AND twin.number <> NEW.run AND ${IS_TAKEN}
      AND account.root = (SELECT root FROM account WHERE number = own.account))`,
    refusal: 'another run of the same file takes this row',
  },
  {
    name: 'withdrawal_is_claimed_once',
    table: 'payout',
    event: 'UPDATE OF withdrawal_id',
    changes: 'NEW.withdrawal_id IS NOT NULL AND OLD.withdrawal_id IS NULL',
    when: 'EXISTS (SELECT 1 FROM payout WHERE withdrawal_id = NEW.withdrawal_id)',
    refusal: 'another payout claims this withdrawal',
  },
  {
    name: 'mark_is_made_once',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: "NEW.state = 'sending' AND NEW.mark IS NOT NULL",
    when: "EXISTS (SELECT 1 FROM step WHERE mark = NEW.mark AND state = 'sending')",
    refusal: 'a mark is made once',
  },
  ...KEPT.flatMap((table) =>
    (['UPDATE', 'DELETE'] as const).map((event) => ({
      name: `${table}_is_kept_on_${event.toLowerCase()}`,
      table,
      event,
      refusal: 'what was signed or logged is not changed',
    })),
  ),
  {
    name: 'policy_follows',
    table: 'policy',
    event: 'INSERT',
    when: 'NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM policy)',
    refusal: 'versions of a policy follow each other',
  },
  {
    name: 'audit_follows',
    table: 'audit',
    event: 'INSERT',
    when: 'NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit)',
    refusal: 'entries of the log follow each other',
  },
  {
    name: 'approval_is_of_a_submitted_run',
    table: 'approval',
    event: 'INSERT',
    when: `NOT ${IS_OF_SUBMITTED} NEW.run)`,
    refusal: 'only a submitted run is approved',
  },
  {
    name: 'submitted_run_stays',
    table: 'run',
    event: 'DELETE',
    when: `${IS_OF_SUBMITTED} OLD.number)`,
    refusal: 'a submitted run is not removed',
  },
  {
    name: 'submitted_run_is_not_changed',
    table: 'run',
    event: `UPDATE OF number, id, digest, source, origin, account, cover_fee, uses_marks, resends_proven_absent, payouts,
      amount_centavos, created_at, round`,
    when: `${IS_OF_SUBMITTED} OLD.number)`,
    refusal: 'a submitted run is not changed',
  },
  {
    name: 'submitted_payouts_are_complete',
    table: 'payout',
    event: 'INSERT',
    when: `${IS_OF_SUBMITTED} NEW.run)`,
    refusal: 'a submitted run has all its payouts',
  },
  {
    name: 'submitted_payout_stays',
    table: 'payout',
    event: 'DELETE',
    when: `${IS_OF_SUBMITTED} OLD.run)`,
    refusal: 'a submitted payout is not removed',
  },
  {
    name: 'payout_keeps_its_cells',
    table: 'payout',
    event: 'UPDATE OF line, name, tax_id, cells',
    refusal: 'a payout is not changed',
  },
];

export const STORE_STEP = `INSERT INTO step
  (run, row, at, state_before, state, attempt, ended_at, mark, withdrawal_id, code, resolved_by) VALUES (NEW.run, NEW.row,
  NEW.changed_at, OLD.state, NEW.state, NEW.attempt, NEW.ended_at, NEW.mark, NEW.withdrawal_id, NEW.code, NEW.resolved_by);`;
