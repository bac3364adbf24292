import type { Schema } from '../../../sqlite/migrate.ts';
import { SCHEMA_TRIGGERS } from './schema-triggers.ts';

/** The step of a transfer in the life of its payment or withdrawal: each step is taken once. */
const STEP_OF_TRANSFER = `CASE
    WHEN kind IN ('withdrawal_sent', 'withdrawal_held') THEN 'debit'
    WHEN kind IN ('withdrawal_settled', 'withdrawal_returned', 'dispute_accepted', 'dispute_refused') THEN 'end'
    ELSE kind END`;

/*
 * The rules that money depends on are written here too, so that no mistake above can break them: amounts that add up,
 * floors of balances, legal transitions, entries that are never changed. Times are epoch milliseconds, amounts centavos.
 * A floor holds but for `debt`, by which disputes have taken an account below it.
 */
const TABLES = `
  CREATE TABLE service_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seed INTEGER NOT NULL,
    history_payments INTEGER NOT NULL,
    history_withdrawals INTEGER NOT NULL,
    key_secret TEXT,
    latest_at INTEGER NOT NULL,
    clock_ahead_ms INTEGER NOT NULL DEFAULT 0 CHECK (clock_ahead_ms >= 0),
    account_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    tax_id TEXT NOT NULL,
    phone TEXT,
    city TEXT NOT NULL,
    pix_key TEXT,
    pix_key_type TEXT,
    charge_key TEXT NOT NULL,
    administrator INTEGER NOT NULL CHECK (administrator IN (0, 1)),
    blocked INTEGER NOT NULL CHECK (blocked IN (0, 1)),
    settles_instantly INTEGER NOT NULL CHECK (settles_instantly IN (0, 1)),
    settle_after_ms INTEGER CHECK (settle_after_ms >= 0),
    settle_as TEXT NOT NULL,
    transfer_security INTEGER NOT NULL CHECK (transfer_security IN (0, 1)),
    one_at_a_time INTEGER NOT NULL CHECK (one_at_a_time IN (0, 1)),
    daily_limit INTEGER NOT NULL CHECK (daily_limit >= 0),
    monthly_limit INTEGER NOT NULL CHECK (monthly_limit >= 0),
    transaction_limit INTEGER NOT NULL CHECK (transaction_limit >= 0),
    plan_name TEXT NOT NULL,
    plan_fee INTEGER NOT NULL CHECK (plan_fee >= 0),
    payment_count INTEGER NOT NULL DEFAULT 0,
    withdrawal_count INTEGER NOT NULL DEFAULT 0,
    key_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CHECK ((pix_key IS NULL) = (pix_key_type IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX accounts_by_time ON accounts (created_at, id);

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    digest_prefix INTEGER NOT NULL,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    masked TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX api_keys_by_prefix ON api_keys (digest_prefix);
  CREATE INDEX api_keys_by_account ON api_keys (account, created_at, id);

  CREATE TABLE payments (
    number INTEGER PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    id TEXT NOT NULL UNIQUE,
    correlation_id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    value INTEGER NOT NULL CHECK (value > 0),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    net INTEGER NOT NULL CHECK (net > 0),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'FAILED')),
    description TEXT NOT NULL,
    br_code TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at),
    UNIQUE (account, sequence),
    CHECK (value = fee + net)
  ) STRICT;
  CREATE INDEX payments_by_status ON payments (account, status, sequence);
  CREATE INDEX payments_by_time ON payments (created_at);
  CREATE INDEX payments_due ON payments (expires_at) WHERE status IN ('PENDING', 'ACTIVE');

  CREATE TABLE withdrawals (
    number INTEGER PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    id TEXT NOT NULL UNIQUE,
    correlation_id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    value INTEGER NOT NULL CHECK (value > 0),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    sent INTEGER NOT NULL CHECK (sent > 0),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
    description TEXT NOT NULL,
    pix_key TEXT NOT NULL,
    pix_key_type TEXT NOT NULL,
    settles_at INTEGER,
    settles_as TEXT,
    completed_at INTEGER,
    failed_at INTEGER,
    failure_reason TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at),
    UNIQUE (account, sequence),
    CHECK (value = fee + sent),
    CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
    CHECK ((status = 'FAILED') = (failed_at IS NOT NULL)),
    CHECK ((failed_at IS NULL) = (failure_reason IS NULL)),
    CHECK ((settles_at IS NULL) = (settles_as IS NULL))
  ) STRICT;
  CREATE INDEX withdrawals_by_status ON withdrawals (account, status, sequence);
  CREATE INDEX withdrawals_by_time ON withdrawals (created_at);
  CREATE INDEX withdrawals_due ON withdrawals (settles_at) WHERE status = 'PENDING';

  CREATE TABLE disputes (
    number INTEGER PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    id TEXT NOT NULL UNIQUE,
    payment TEXT NOT NULL UNIQUE REFERENCES payments (id),
    value INTEGER NOT NULL CHECK (value > 0),
    status TEXT NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'REFUSED')),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at)
  ) STRICT;
  CREATE INDEX disputes_by_status ON disputes (status, number);

  CREATE TABLE verification_codes (
    number INTEGER PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    amount INTEGER NOT NULL CHECK (amount > 0),
    cover_fee INTEGER NOT NULL CHECK (cover_fee IN (0, 1)),
    wrong_attempts INTEGER NOT NULL DEFAULT 0 CHECK (wrong_attempts BETWEEN 0 AND 3),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER CHECK (used_at < expires_at)
  ) STRICT;
  CREATE INDEX verification_codes_open ON verification_codes (account, expires_at) WHERE used_at IS NULL;

  CREATE TABLE outbox (
    verification_code INTEGER PRIMARY KEY REFERENCES verification_codes (number),
    email TEXT NOT NULL,
    code TEXT NOT NULL
  ) STRICT;

  CREATE TABLE status_totals (
    account TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('payment', 'withdrawal', 'dispute')),
    status TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    value INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (account, kind, status)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE status_blocks (
    account TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    size INTEGER NOT NULL,
    block INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (account, kind, status, size, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE limit_use (
    account TEXT NOT NULL REFERENCES accounts (id),
    period TEXT NOT NULL,
    used INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account, period)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger_accounts (
    id TEXT PRIMARY KEY,
    owner TEXT REFERENCES accounts (id),
    part TEXT NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0,
    minimum INTEGER,
    debt INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0),
    CHECK (minimum IS NULL OR balance >= minimum - debt),
    UNIQUE (owner, part)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO ledger_accounts (id, part) VALUES ('settlement', 'settlement'), ('fees', 'fees');

  CREATE TABLE transfers (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX transfers_once ON transfers (reference, ${STEP_OF_TRANSFER});

  CREATE TABLE entries (
    transfer INTEGER NOT NULL REFERENCES transfers (number),
    ledger_account TEXT NOT NULL REFERENCES ledger_accounts (id),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transfer, ledger_account)
  ) STRICT, WITHOUT ROWID;
`;

export const SERVICE_SCHEMA: Schema = {
  /** "Pix1" */
  applicationId: 0x50697831,
  steps: [TABLES + SCHEMA_TRIGGERS],
};
