/**
 * Runs that wait for an approval, the signatures, the policy that asks for them, and the log of who did what. Nothing of
 * it is ever changed or removed. The tables are plain SQL; the rules below them are SQLite's.
 */
export const APPROVAL_TABLES = `
CREATE TABLE policy (
  version INTEGER PRIMARY KEY CHECK (version > 0),
  document TEXT NOT NULL,
  signature TEXT NOT NULL,
  set_at INTEGER NOT NULL
) STRICT;
CREATE TABLE submission (
  run INTEGER NOT NULL REFERENCES run (number),
  number INTEGER NOT NULL CHECK (number > 0),
  submitted_at INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  host_name TEXT NOT NULL,
  rows_digest TEXT NOT NULL,
  rules TEXT NOT NULL,
  signature TEXT,
  PRIMARY KEY (run, number)
) STRICT;
CREATE TABLE approval (
  run INTEGER NOT NULL REFERENCES run (number),
  number INTEGER NOT NULL CHECK (number > 0),
  policy INTEGER NOT NULL REFERENCES policy (version),
  approved_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  host_name TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT;
CREATE TABLE audit (
  number INTEGER PRIMARY KEY CHECK (number > 0),
  at INTEGER NOT NULL,
  act TEXT NOT NULL,
  run TEXT,
  user_name TEXT NOT NULL,
  host_name TEXT NOT NULL,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_run ON audit (run, number) WHERE run IS NOT NULL;
CREATE INDEX payout_by_intent ON payout (intended_at) WHERE intended_at IS NOT NULL;
`;

const KEPT = ['policy', 'submission', 'approval', 'audit'];

export const APPROVAL_RULES = `
${KEPT.flatMap((table) =>
  ['UPDATE', 'DELETE'].map(
    (change) => `CREATE TRIGGER ${table}_is_kept_on_${change.toLowerCase()} BEFORE ${change} ON ${table}
  BEGIN SELECT RAISE(ABORT, 'what was signed or logged is not changed'); END;`,
  ),
).join('\n')}
CREATE TRIGGER policy_follows BEFORE INSERT ON policy
  WHEN NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM policy)
  BEGIN SELECT RAISE(ABORT, 'versions of a policy follow each other'); END;
CREATE TRIGGER audit_follows BEFORE INSERT ON audit
  WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit)
  BEGIN SELECT RAISE(ABORT, 'entries of the log follow each other'); END;
CREATE TRIGGER approval_is_of_a_submitted_run BEFORE INSERT ON approval
  WHEN NOT EXISTS (SELECT 1 FROM submission WHERE run = NEW.run)
  BEGIN SELECT RAISE(ABORT, 'only a submitted run is approved'); END;
CREATE TRIGGER submitted_run_stays BEFORE DELETE ON run
  WHEN EXISTS (SELECT 1 FROM submission WHERE run = OLD.number)
  BEGIN SELECT RAISE(ABORT, 'a submitted run is not removed'); END;
CREATE TRIGGER submitted_run_is_not_changed
  BEFORE UPDATE OF number, id, digest, source, origin, account, cover_fee, uses_marks, resends_proven_absent, payouts,
    amount_centavos, created_at, round ON run
  WHEN EXISTS (SELECT 1 FROM submission WHERE run = OLD.number)
  BEGIN SELECT RAISE(ABORT, 'a submitted run is not changed'); END;
CREATE TRIGGER submitted_payouts_are_complete BEFORE INSERT ON payout
  WHEN EXISTS (SELECT 1 FROM submission WHERE run = NEW.run)
  BEGIN SELECT RAISE(ABORT, 'a submitted run has all its payouts'); END;
CREATE TRIGGER submitted_payout_stays BEFORE DELETE ON payout
  WHEN EXISTS (SELECT 1 FROM submission WHERE run = OLD.run)
  BEGIN SELECT RAISE(ABORT, 'a submitted payout is not removed'); END;
CREATE TRIGGER payout_keeps_its_cells BEFORE UPDATE OF line, name, tax_id, cells ON payout
  BEGIN SELECT RAISE(ABORT, 'a payout is not changed'); END;
`;
