import { COMMIT_RECORDS } from '../../../postgres/commit-outcome.ts';
import type { PostgresSchema } from '../../../postgres/migrate.ts';
import { SCHEMA_FUNCTIONS } from './schema-functions.ts';
import { ENTRY_PAGES } from './schema-pages.ts';
import { SCHEMA_RULES } from './schema-rules.ts';

/** The step of a transfer in the life of its payment or withdrawal: each step is taken once. */
const STEP_OF_TRANSFER = `(CASE
    WHEN kind IN ('withdrawal_sent', 'withdrawal_held') THEN 'debit'
    WHEN kind IN ('withdrawal_settled', 'withdrawal_returned', 'dispute_accepted', 'dispute_refused') THEN 'end'
    ELSE kind END)`;

/*
 * The rules that money depends on are written here too, as in the schema for SQLite. Every transfer is between one
 * customer, the network and the fees, so one row is a whole transfer: that it balances is a check of the row, and so
 * are the floors of an account, in the row that instances lock before they decide. Times are epoch milliseconds.
 */
const TABLES = `
  CREATE TABLE service_state (
    one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
    seed bigint NOT NULL,
    history_payments bigint NOT NULL,
    history_withdrawals bigint NOT NULL,
    key_secret text,
    clock_ahead_ms double precision NOT NULL DEFAULT 0 CHECK (clock_ahead_ms >= 0),
    account_count bigint NOT NULL DEFAULT 0,
    code_count bigint NOT NULL DEFAULT 0,
    epoch bigint NOT NULL DEFAULT 1
  );

  CREATE TABLE accounts (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    tax_id text NOT NULL,
    phone text,
    city text NOT NULL,
    pix_key text,
    pix_key_type text,
    charge_key text NOT NULL,
    administrator boolean NOT NULL,
    blocked boolean NOT NULL,
    settles_instantly boolean NOT NULL,
    settle_after_ms bigint CHECK (settle_after_ms >= 0),
    settle_as text NOT NULL,
    transfer_security boolean NOT NULL,
    one_at_a_time boolean NOT NULL,
    daily_limit bigint NOT NULL CHECK (daily_limit >= 0),
    monthly_limit bigint NOT NULL CHECK (monthly_limit >= 0),
    transaction_limit bigint NOT NULL CHECK (transaction_limit >= 0),
    plan_name text NOT NULL,
    plan_fee bigint NOT NULL CHECK (plan_fee >= 0),
    created_at bigint NOT NULL,
    CHECK ((pix_key IS NULL) = (pix_key_type IS NULL))
  );
  CREATE INDEX accounts_by_time ON accounts (created_at, id);

  CREATE TABLE account_state (
    account text COLLATE "C" PRIMARY KEY REFERENCES accounts (id),
    available bigint NOT NULL DEFAULT 0,
    in_transit bigint NOT NULL DEFAULT 0 CHECK (in_transit >= 0),
    blocked bigint NOT NULL DEFAULT 0 CHECK (blocked >= 0),
    settlement bigint NOT NULL DEFAULT 0,
    fees bigint NOT NULL DEFAULT 0,
    debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0),
    payment_count bigint NOT NULL DEFAULT 0,
    withdrawal_count bigint NOT NULL DEFAULT 0,
    key_count bigint NOT NULL DEFAULT 0,
    latest_at bigint NOT NULL DEFAULT 0,
    CHECK (available >= -debt),
    CHECK (available + in_transit + blocked + settlement + fees = 0)
  ) WITH (fillfactor = 50);

  CREATE TABLE api_keys (
    id text COLLATE "C" PRIMARY KEY,
    account text COLLATE "C" NOT NULL REFERENCES accounts (id),
    name text NOT NULL,
    digest_prefix bigint NOT NULL,
    digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
    masked text NOT NULL,
    permissions text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX api_keys_by_prefix ON api_keys (digest_prefix);
  CREATE INDEX api_keys_by_account ON api_keys (account, created_at, id);

  CREATE TABLE payments (
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    sequence bigint NOT NULL CHECK (sequence > 0),
    id text COLLATE "C" NOT NULL UNIQUE,
    correlation_id text NOT NULL,
    transaction_id text NOT NULL,
    value bigint NOT NULL CHECK (value > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    net bigint NOT NULL CHECK (net > 0),
    status text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'FAILED')),
    description text NOT NULL,
    br_code text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL CHECK (updated_at >= created_at),
    PRIMARY KEY (account, sequence),
    CHECK (value = fee + net)
  );
  CREATE INDEX payments_by_status ON payments (account, status, sequence);
  CREATE INDEX payments_by_time ON payments (created_at DESC, id DESC);
  CREATE INDEX payments_due ON payments (expires_at) WHERE status IN ('PENDING', 'ACTIVE');

  CREATE TABLE withdrawals (
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    sequence bigint NOT NULL CHECK (sequence > 0),
    id text COLLATE "C" NOT NULL UNIQUE,
    correlation_id text NOT NULL,
    transaction_id text NOT NULL,
    value bigint NOT NULL CHECK (value > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    sent bigint NOT NULL CHECK (sent > 0),
    status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
    description text NOT NULL,
    pix_key text NOT NULL,
    pix_key_type text NOT NULL,
    settles_at bigint,
    settles_as text,
    completed_at bigint,
    failed_at bigint,
    failure_reason text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL CHECK (updated_at >= created_at),
    PRIMARY KEY (account, sequence),
    CHECK (value = fee + sent),
    CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
    CHECK ((status = 'FAILED') = (failed_at IS NOT NULL)),
    CHECK ((failed_at IS NULL) = (failure_reason IS NULL)),
    CHECK ((settles_at IS NULL) = (settles_as IS NULL))
  );
  CREATE INDEX withdrawals_by_status ON withdrawals (account, status, sequence);
  CREATE INDEX withdrawals_by_time ON withdrawals (created_at DESC, id DESC);
  CREATE INDEX withdrawals_due ON withdrawals (settles_at) WHERE status = 'PENDING';

  CREATE TABLE disputes (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    id text COLLATE "C" NOT NULL UNIQUE,
    payment text COLLATE "C" NOT NULL UNIQUE REFERENCES payments (id),
    value bigint NOT NULL CHECK (value > 0),
    status text NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'REFUSED')),
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL CHECK (updated_at >= created_at)
  );
  CREATE INDEX disputes_by_status ON disputes (status, number);

  CREATE TABLE verification_codes (
    number bigint PRIMARY KEY,
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    digest bytea NOT NULL CHECK (length(digest) = 32),
    amount bigint NOT NULL CHECK (amount > 0),
    cover_fee boolean NOT NULL,
    wrong_attempts int NOT NULL DEFAULT 0 CHECK (wrong_attempts BETWEEN 0 AND 3),
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint CHECK (used_at < expires_at),
    email text NOT NULL,
    code text NOT NULL
  );
  CREATE INDEX verification_codes_open ON verification_codes (account, expires_at) WHERE used_at IS NULL;

  CREATE TABLE status_totals (
    account text COLLATE "C" NOT NULL,
    kind text NOT NULL CHECK (kind IN ('payment', 'withdrawal', 'dispute')),
    status text NOT NULL,
    count bigint NOT NULL CHECK (count >= 0),
    value bigint NOT NULL,
    fee bigint NOT NULL,
    net bigint NOT NULL,
    PRIMARY KEY (account, kind, status)
  ) WITH (fillfactor = 50);

  CREATE TABLE status_blocks (
    account text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    size int NOT NULL,
    block bigint NOT NULL,
    count bigint NOT NULL CHECK (count >= 0),
    PRIMARY KEY (account, kind, status, size, block)
  ) WITH (fillfactor = 50);

  CREATE TABLE limit_use (
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    period text NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account, period)
  ) WITH (fillfactor = 50);

  CREATE TABLE transfers (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    reference text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL REFERENCES account_state (account),
    available bigint NOT NULL,
    in_transit bigint NOT NULL,
    blocked bigint NOT NULL,
    settlement bigint NOT NULL,
    fees bigint NOT NULL,
    created_at bigint NOT NULL,
    CHECK (available + in_transit + blocked + settlement + fees = 0),
    CHECK (num_nonnulls(nullif(available, 0), nullif(in_transit, 0), nullif(blocked, 0), nullif(settlement, 0)) >= 2)
  );
  CREATE UNIQUE INDEX transfers_once ON transfers (reference, ${STEP_OF_TRANSFER});

  CREATE UNLOGGED TABLE rate_windows (
    bucket text PRIMARY KEY,
    times double precision[] NOT NULL DEFAULT '{}',
    ends_at double precision NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE INDEX rate_windows_by_end ON rate_windows (ends_at);

  CREATE UNLOGGED TABLE cached_answers (
    name text PRIMARY KEY,
    body text NOT NULL,
    stored_at double precision NOT NULL,
    expires_at double precision NOT NULL
  );
  CREATE INDEX cached_answers_by_end ON cached_answers (expires_at);

  CREATE UNLOGGED TABLE faults (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    plan text NOT NULL,
    matched bigint NOT NULL DEFAULT 0,
    fired bigint NOT NULL DEFAULT 0
  );

  CREATE UNLOGGED TABLE request_log (
    number bigint PRIMARY KEY,
    entry text NOT NULL
  );
`;

/** The tables of the store, to copy them in an order in which every reference is there already. */
export const STORED_TABLES = [
  'accounts',
  'account_state',
  'api_keys',
  'payments',
  'withdrawals',
  'disputes',
  'verification_codes',
  'status_totals',
  'status_blocks',
  'limit_use',
  'transfers',
  'service_state',
] as const;

export const SERVICE_POSTGRES_SCHEMA: PostgresSchema = {
  program: 'pix service',
  steps: [TABLES + SCHEMA_RULES + SCHEMA_FUNCTIONS + COMMIT_RECORDS + ENTRY_PAGES],
};
