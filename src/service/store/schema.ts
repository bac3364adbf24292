import type { Schema } from '../../sqlite/migrate.ts';

/*
 * The rules that money depends on are written here too, so that no mistake above can break them: amounts that add up,
 * floors of balances, legal transitions, entries that are never changed. Times are epoch milliseconds, amounts centavos.
 */
const TABLES = `
  CREATE TABLE service_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seed INTEGER NOT NULL,
    latest_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    tax_id TEXT NOT NULL,
    city TEXT NOT NULL,
    pix_key TEXT,
    pix_key_type TEXT,
    charge_key TEXT NOT NULL,
    administrator INTEGER NOT NULL CHECK (administrator IN (0, 1)),
    blocked INTEGER NOT NULL CHECK (blocked IN (0, 1)),
    settles_instantly INTEGER NOT NULL CHECK (settles_instantly IN (0, 1)),
    daily_limit INTEGER NOT NULL CHECK (daily_limit >= 0),
    monthly_limit INTEGER NOT NULL CHECK (monthly_limit >= 0),
    transaction_limit INTEGER NOT NULL CHECK (transaction_limit >= 0),
    plan_name TEXT NOT NULL,
    plan_fee INTEGER NOT NULL CHECK (plan_fee >= 0),
    payment_count INTEGER NOT NULL DEFAULT 0,
    withdrawal_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CHECK ((pix_key IS NULL) = (pix_key_type IS NULL))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    digest_prefix INTEGER NOT NULL,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX api_keys_by_prefix ON api_keys (digest_prefix);

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
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at),
    UNIQUE (account, sequence),
    CHECK (value = fee + net)
  ) STRICT;
  CREATE INDEX payments_by_status ON payments (account, status, sequence);

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
    completed_at INTEGER,
    failed_at INTEGER,
    failure_reason TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at),
    UNIQUE (account, sequence),
    CHECK (value = fee + sent),
    CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
    CHECK ((status = 'FAILED') = (failed_at IS NOT NULL)),
    CHECK ((failed_at IS NULL) = (failure_reason IS NULL))
  ) STRICT;
  CREATE INDEX withdrawals_by_status ON withdrawals (account, status, sequence);

  CREATE TABLE status_totals (
    account TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('payment', 'withdrawal')),
    status TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    value INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (account, kind, status)
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
    CHECK (minimum IS NULL OR balance >= minimum),
    UNIQUE (owner, part)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO ledger_accounts (id, part) VALUES ('settlement', 'settlement'), ('fees', 'fees');

  CREATE TABLE transfers (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (reference, kind)
  ) STRICT;

  CREATE TABLE entries (
    transfer INTEGER NOT NULL REFERENCES transfers (number),
    ledger_account TEXT NOT NULL REFERENCES ledger_accounts (id),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transfer, ledger_account)
  ) STRICT, WITHOUT ROWID;
`;

const IMMUTABLE_ENTRIES = ['transfers', 'entries']
  .flatMap((table) => ['UPDATE', 'DELETE'].map((event) => ({ table, event })))
  .map(
    ({ table, event }) => `
      CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'what moved stays written'); END;`,
  )
  .join('');

interface TransactionTable {
  readonly table: string;
  readonly kind: string;
  readonly net: string;
  readonly facts: string;
  readonly isLegalMove: string;
}

const TRANSACTION_TABLES: readonly TransactionTable[] = [
  {
    table: 'payments',
    kind: 'payment',
    net: 'net',
    facts: 'account, sequence, id, correlation_id, transaction_id, value, fee, net, description, br_code, created_at',
    isLegalMove: `
      OLD.status = 'PENDING' AND NEW.status <> 'PENDING'
      OR OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FAILED')`,
  },
  {
    table: 'withdrawals',
    kind: 'withdrawal',
    net: 'sent',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, sent, description, pix_key, pix_key_type, created_at',
    isLegalMove: `OLD.status = 'PENDING' AND NEW.status <> 'PENDING'`,
  },
];

function transactionTriggers({ table, kind, net, facts, isLegalMove }: TransactionTable): string {
  const add = `
    INSERT INTO status_totals (account, kind, status, count, value, fee, net)
    VALUES (NEW.account, '${kind}', NEW.status, 1, NEW.value, NEW.fee, NEW.${net})
    ON CONFLICT DO UPDATE SET
      count = count + 1, value = value + excluded.value, fee = fee + excluded.fee, net = net + excluded.net;
    UPDATE service_state SET latest_at = NEW.updated_at WHERE latest_at < NEW.updated_at;`;
  return `
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN ${add} END;

    CREATE TRIGGER ${table}_moved AFTER UPDATE OF status ON ${table} BEGIN
      UPDATE status_totals
      SET count = count - 1, value = value - OLD.value, fee = fee - OLD.fee, net = net - OLD.${net}
      WHERE account = OLD.account AND kind = '${kind}' AND status = OLD.status;
      ${add}
    END;

    CREATE TRIGGER ${table}_transition BEFORE UPDATE OF status ON ${table} WHEN NOT (${isLegalMove})
    BEGIN SELECT RAISE(ABORT, 'illegal transition'); END;

    CREATE TRIGGER ${table}_facts BEFORE UPDATE OF ${facts} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'what was agreed stays written'); END;

    CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, 'no transaction is ever deleted'); END;`;
}

export const SERVICE_SCHEMA: Schema = {
  /** "Pix1" */
  applicationId: 0x50697831,
  steps: [TABLES + IMMUTABLE_ENTRIES + TRANSACTION_TABLES.map(transactionTriggers).join('')],
};
