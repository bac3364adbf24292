import type { Schema } from '../../sql/sqlite/migrate.ts';
import { APPROVAL_RULES, APPROVAL_TABLES } from './approval-schema.ts';
import { LEASES } from './lease-schema.ts';

/**
 * The rules of the journal, enforced by the database itself: payouts only take listed steps, nothing of an unapproved
 * run is sent, approved rows are neither changed nor removed, a reference belongs to one payout of an account, a
 * withdrawal is claimed by one, and a mark is made once. Every step is stored in `step`.
 *
 * Two accounts that prove to be one may have paid the same reference before. Triggers refuse new violations and accept
 * these; unique indexes would not.
 */
const TABLES_AND_RULES = `
CREATE TABLE account (
  number INTEGER PRIMARY KEY,
  root INTEGER NOT NULL,
  label TEXT,
  created_at INTEGER NOT NULL,
  joined_at INTEGER
) STRICT;
CREATE INDEX account_by_root ON account (root);
CREATE TABLE account_key (
  fingerprint TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES account (number),
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, account)
) STRICT;
CREATE TABLE account_sign (
  list TEXT NOT NULL CHECK (list IN ('withdrawals', 'payments')),
  id TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES account (number),
  value INTEGER,
  created_at INTEGER,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (list, id, account)
) STRICT;
CREATE INDEX sign_of_account ON account_sign (account, list);
CREATE TABLE account_apart (
  one INTEGER NOT NULL REFERENCES account (number),
  other INTEGER NOT NULL REFERENCES account (number),
  PRIMARY KEY (one, other)
) STRICT;
CREATE TABLE accepted_mark (
  mark TEXT NOT NULL,
  digest TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (mark, digest)
) STRICT;
CREATE TABLE identity (id TEXT NOT NULL, generation INTEGER NOT NULL) STRICT;
INSERT INTO identity VALUES (lower(hex(randomblob(16))), 0);

CREATE TABLE run (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  source TEXT NOT NULL,
  origin TEXT NOT NULL,
  cover_fee INTEGER NOT NULL CHECK (cover_fee IN (0, 1)),
  uses_marks INTEGER NOT NULL CHECK (uses_marks IN (0, 1)),
  resends_proven_absent INTEGER NOT NULL CHECK (resends_proven_absent IN (0, 1)),
  payouts INTEGER NOT NULL,
  amount_centavos INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  approved_at INTEGER,
  round INTEGER NOT NULL DEFAULT 1 CHECK (round > 0),
  account INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX round_of_digest ON run (account, digest, round) WHERE approved_at IS NOT NULL;
CREATE INDEX run_by_digest ON run (digest);

CREATE TABLE payout (
  run INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  line INTEGER NOT NULL,
  reference TEXT,
  name TEXT,
  tax_id TEXT,
  pix_key TEXT NOT NULL,
  pix_key_type TEXT NOT NULL,
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  description TEXT,
  cells TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  mark TEXT,
  intended_at INTEGER,
  ended_at INTEGER,
  served_before INTEGER,
  answered_id TEXT,
  withdrawal_id TEXT,
  withdrawal_status TEXT,
  withdrawal_value INTEGER,
  withdrawal_fee INTEGER,
  withdrawal_sent INTEGER,
  withdrawal_created_at INTEGER,
  withdrawal_final_at INTEGER,
  failure_reason TEXT,
  second_withdrawal_id TEXT,
  code TEXT,
  reason TEXT,
  resolved_by TEXT,
  changed_at INTEGER NOT NULL,
  refused_at INTEGER CHECK (refused_at IS NULL OR state IN ('planned', 'unknown', 'absent', 'ambiguous')),
  failed_withdrawal_id TEXT,
  sought_at INTEGER,
  cover_fee INTEGER NOT NULL CHECK (cover_fee IN (0, 1)),
  fence INTEGER,
  PRIMARY KEY (run, row),
  CHECK (withdrawal_id IS NOT NULL OR state NOT IN ('paid', 'accepted', 'failed')),
  CHECK (withdrawal_id IS NULL OR state IN ('paid', 'accepted', 'failed', 'resolved_paid')),
  CHECK (state <> 'sending' OR (attempt > 0 AND intended_at IS NOT NULL AND ended_at IS NULL)),
  CHECK (state NOT IN ('unknown', 'absent', 'ambiguous') OR ended_at IS NOT NULL),
  CHECK (state NOT IN ('resolved_paid', 'resolved_unpaid') OR resolved_by IS NOT NULL)
) STRICT;
CREATE INDEX payout_by_state ON payout (run, state, row);
CREATE INDEX payout_by_reference ON payout (reference) WHERE reference IS NOT NULL;
CREATE INDEX payout_by_key ON payout (pix_key, amount_centavos);
CREATE INDEX payout_by_second ON payout (second_withdrawal_id) WHERE second_withdrawal_id IS NOT NULL;
CREATE INDEX payout_refused ON payout (run, row) WHERE refused_at IS NOT NULL;
CREATE INDEX payout_by_withdrawal ON payout (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE INDEX payout_by_failed ON payout (failed_withdrawal_id) WHERE failed_withdrawal_id IS NOT NULL;

CREATE TABLE transition (state_before TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (state_before, state)) STRICT;
INSERT INTO transition VALUES
  ('planned', 'sending'), ('planned', 'unknown'), ('planned', 'paid'), ('planned', 'accepted'), ('planned', 'failed'),
  ('planned', 'duplicate'), ('planned', 'resolved_paid'), ('planned', 'resolved_unpaid'),
  ('duplicate', 'planned'), ('duplicate', 'resolved_unpaid'),
  ('sending', 'planned'), ('sending', 'paid'), ('sending', 'accepted'), ('sending', 'failed'), ('sending', 'refused'),
  ('sending', 'unknown'),
  ('unknown', 'paid'), ('unknown', 'accepted'), ('unknown', 'failed'), ('unknown', 'absent'), ('unknown', 'ambiguous'),
  ('unknown', 'resolved_paid'), ('unknown', 'resolved_unpaid'),
  ('absent', 'planned'), ('absent', 'paid'), ('absent', 'accepted'), ('absent', 'failed'), ('absent', 'ambiguous'),
  ('absent', 'resolved_paid'), ('absent', 'resolved_unpaid'),
  ('ambiguous', 'paid'), ('ambiguous', 'accepted'), ('ambiguous', 'failed'), ('ambiguous', 'resolved_paid'),
  ('ambiguous', 'resolved_unpaid'),
  ('accepted', 'paid'), ('accepted', 'failed'), ('paid', 'failed'), ('failed', 'ambiguous'),
  ('refused', 'paid'), ('refused', 'accepted'), ('refused', 'failed'), ('refused', 'ambiguous');

CREATE TABLE step (
  number INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  row INTEGER NOT NULL,
  at INTEGER NOT NULL,
  state_before TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  mark TEXT,
  withdrawal_id TEXT,
  code TEXT,
  resolved_by TEXT,
  FOREIGN KEY (run, row) REFERENCES payout (run, row) ON DELETE CASCADE
) STRICT;
CREATE INDEX step_of_payout ON step (run, row);
CREATE INDEX step_by_mark ON step (mark) WHERE mark IS NOT NULL AND state = 'sending';
CREATE TABLE seen_withdrawal (id TEXT PRIMARY KEY, step INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;

CREATE TRIGGER payout_begins_planned BEFORE INSERT ON payout
  WHEN NEW.state <> 'planned' OR (SELECT approved_at FROM run WHERE number = NEW.run) IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'payouts are added to staged runs only, and begin planned'); END;
CREATE TRIGGER payout_takes_listed_steps BEFORE UPDATE OF state ON payout
  WHEN NOT EXISTS (SELECT 1 FROM transition WHERE state_before = OLD.state AND state = NEW.state)
  BEGIN SELECT RAISE(ABORT, 'a payout took a step that is not listed'); END;
CREATE TRIGGER payout_is_sent_when_approved BEFORE UPDATE OF state ON payout
  WHEN (SELECT approved_at FROM run WHERE number = NEW.run) IS NULL
  BEGIN SELECT RAISE(ABORT, 'nobody approved this run'); END;
CREATE TRIGGER payout_stays_what_was_approved
  BEFORE UPDATE OF run, row, reference, pix_key, pix_key_type, amount_centavos, cover_fee, description ON payout
  BEGIN SELECT RAISE(ABORT, 'a payout is not changed'); END;
CREATE TRIGGER payout_stays BEFORE DELETE ON payout
  WHEN (SELECT approved_at FROM run WHERE number = OLD.run) IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an approved payout is not removed'); END;
CREATE TRIGGER payout_keeps_its_claim BEFORE UPDATE OF withdrawal_id ON payout
  WHEN OLD.withdrawal_id IS NOT NULL AND NEW.withdrawal_id IS NOT OLD.withdrawal_id
  AND NOT (OLD.state = 'failed' AND NEW.state = 'ambiguous' AND NEW.failed_withdrawal_id IS OLD.withdrawal_id)
  BEGIN SELECT RAISE(ABORT, 'a claimed withdrawal is kept'); END;
CREATE TRIGGER run_stays BEFORE DELETE ON run WHEN OLD.approved_at IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an approved run is not removed'); END;
CREATE TRIGGER run_stays_approved BEFORE UPDATE ON run WHEN OLD.approved_at IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an approved run is not changed'); END;
CREATE TRIGGER payout_is_looked_for_when_refused BEFORE UPDATE OF state ON payout
  WHEN OLD.state = 'planned' AND ((NEW.state = 'sending') = (OLD.refused_at IS NOT NULL))
    AND NEW.state IN ('sending', 'unknown')
  BEGIN SELECT RAISE(ABORT, 'a refused payout is looked for before it is sent again'); END;
CREATE TRIGGER run_is_of_an_account BEFORE INSERT ON run
  WHEN NOT EXISTS (SELECT 1 FROM account WHERE number = NEW.account)
  BEGIN SELECT RAISE(ABORT, 'a run is of an account'); END;
CREATE TRIGGER round_is_approved_once BEFORE UPDATE OF approved_at ON run
  WHEN NEW.approved_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM run AS twin JOIN account ON account.number = twin.account
    WHERE twin.digest = NEW.digest AND twin.round = NEW.round AND twin.number <> NEW.number
    AND twin.approved_at IS NOT NULL
    AND account.root = (SELECT root FROM account WHERE number = NEW.account))
  BEGIN SELECT RAISE(ABORT, 'these payouts are approved as another run'); END;
CREATE TRIGGER reference_is_taken_once BEFORE UPDATE OF state ON payout
  WHEN NEW.reference IS NOT NULL
  AND NEW.state IN ('sending', 'paid', 'accepted', 'unknown', 'absent', 'ambiguous', 'resolved_paid')
  AND OLD.state NOT IN ('sending', 'paid', 'accepted', 'unknown', 'absent', 'ambiguous', 'resolved_paid') AND OLD.refused_at IS NULL
  AND EXISTS (
    SELECT 1 FROM payout AS other JOIN run ON run.number = other.run JOIN account ON account.number = run.account
    WHERE other.reference = NEW.reference AND (other.run <> NEW.run OR other.row <> NEW.row)
    AND (other.state IN ('sending', 'paid', 'accepted', 'unknown', 'absent', 'ambiguous', 'resolved_paid') OR other.refused_at IS NOT NULL)
    AND account.root = (SELECT root FROM account JOIN run ON run.account = account.number WHERE run.number = NEW.run))
  BEGIN SELECT RAISE(ABORT, 'another payout takes this reference'); END;
CREATE TRIGGER row_is_sent_by_one_run BEFORE UPDATE OF state ON payout
  WHEN NEW.reference IS NULL AND NEW.state = 'sending'
  AND EXISTS (
    SELECT 1 FROM run AS own JOIN run AS twin ON twin.digest = own.digest AND twin.round = own.round
    JOIN account ON account.number = twin.account
    JOIN payout AS other ON other.run = twin.number AND other.row = NEW.row
    WHERE own.number = NEW.run AND twin.number <> NEW.run
    AND (other.state IN ('sending', 'paid', 'accepted', 'unknown', 'absent', 'ambiguous', 'resolved_paid') OR other.refused_at IS NOT NULL)
    AND account.root = (SELECT root FROM account WHERE number = own.account))
  BEGIN SELECT RAISE(ABORT, 'another run of the same file takes this row'); END;
CREATE TRIGGER withdrawal_is_claimed_once BEFORE UPDATE OF withdrawal_id ON payout
  WHEN NEW.withdrawal_id IS NOT NULL AND OLD.withdrawal_id IS NULL
  AND EXISTS (SELECT 1 FROM payout WHERE withdrawal_id = NEW.withdrawal_id)
  BEGIN SELECT RAISE(ABORT, 'another payout claims this withdrawal'); END;
CREATE TRIGGER mark_is_made_once BEFORE UPDATE OF state ON payout
  WHEN NEW.state = 'sending' AND NEW.mark IS NOT NULL
  AND EXISTS (SELECT 1 FROM step WHERE mark = NEW.mark AND state = 'sending')
  BEGIN SELECT RAISE(ABORT, 'a mark is made once'); END;
CREATE TRIGGER step_is_kept AFTER UPDATE OF state ON payout
  BEGIN
    INSERT INTO step (run, row, at, state_before, state, attempt, mark, withdrawal_id, code, resolved_by)
    VALUES (NEW.run, NEW.row, NEW.changed_at, OLD.state, NEW.state, NEW.attempt, NEW.mark, NEW.withdrawal_id, NEW.code,
      NEW.resolved_by);
  END;
`;

export const JOURNAL_SCHEMA: Schema = {
  applicationId: 0x70697870,
  steps: [TABLES_AND_RULES + APPROVAL_TABLES + APPROVAL_RULES + LEASES],
};
