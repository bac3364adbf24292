const KEPT = ['policy', 'submission', 'approval', 'audit'];

/** The tables of `approval-schema.ts` on PostgreSQL, and their rules, with the same words. */
export const POSTGRES_APPROVAL = `
CREATE TABLE policy (
  version bigint PRIMARY KEY CHECK (version > 0),
  document text NOT NULL,
  signature text NOT NULL,
  set_at bigint NOT NULL
);
CREATE TABLE submission (
  run bigint NOT NULL REFERENCES run (number),
  number bigint NOT NULL CHECK (number > 0),
  submitted_at bigint NOT NULL,
  user_name text NOT NULL,
  host_name text NOT NULL,
  rows_digest text NOT NULL,
  rules text NOT NULL,
  signature text,
  PRIMARY KEY (run, number)
);
CREATE TABLE approval (
  run bigint NOT NULL REFERENCES run (number),
  number bigint NOT NULL CHECK (number > 0),
  policy bigint NOT NULL REFERENCES policy (version),
  approved_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  user_name text NOT NULL,
  host_name text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (run, number)
);
CREATE TABLE audit (
  number bigint PRIMARY KEY CHECK (number > 0),
  at bigint NOT NULL,
  act text NOT NULL,
  run text,
  user_name text NOT NULL,
  host_name text NOT NULL,
  details text NOT NULL,
  hash text NOT NULL
);
CREATE INDEX audit_of_run ON audit (run, number) WHERE run IS NOT NULL;
CREATE INDEX payout_by_intent ON payout (intended_at) WHERE intended_at IS NOT NULL;

CREATE FUNCTION signed_is_kept() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'what was signed or logged is not changed'; END $$;
${KEPT.map(
  (table) => `CREATE TRIGGER one_writer BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION one_writer();
CREATE TRIGGER signed_is_kept BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION signed_is_kept();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION not_emptied();`,
).join('\n')}

CREATE FUNCTION policy_follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM policy) THEN
    RAISE EXCEPTION 'versions of a policy follow each other';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER policy_follows BEFORE INSERT ON policy FOR EACH ROW EXECUTE FUNCTION policy_follows();
CREATE FUNCTION audit_follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit) THEN
    RAISE EXCEPTION 'entries of the log follow each other';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_follows BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_follows();
CREATE FUNCTION approval_is_of_a_submitted_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM submission WHERE run = NEW.run) THEN
    RAISE EXCEPTION 'only a submitted run is approved';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_is_of_a_submitted_run BEFORE INSERT ON approval
  FOR EACH ROW EXECUTE FUNCTION approval_is_of_a_submitted_run();

CREATE FUNCTION submitted_run_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT 1 FROM submission WHERE run = OLD.number) THEN
    IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a submitted run is not removed'; END IF;
    IF to_jsonb(NEW) - 'approved_at' <> to_jsonb(OLD) - 'approved_at' THEN
      RAISE EXCEPTION 'a submitted run is not changed';
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER submitted_run_stays BEFORE UPDATE OR DELETE ON run
  FOR EACH ROW EXECUTE FUNCTION submitted_run_stays();
CREATE FUNCTION submitted_payouts_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    IF EXISTS (SELECT 1 FROM submission WHERE run = NEW.run) THEN
      RAISE EXCEPTION 'a submitted run has all its payouts';
    END IF;
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT 1 FROM submission WHERE run = OLD.run) THEN
    RAISE EXCEPTION 'a submitted payout is not removed';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER submitted_payouts_stay BEFORE INSERT OR DELETE ON payout
  FOR EACH ROW EXECUTE FUNCTION submitted_payouts_stay();
`;
