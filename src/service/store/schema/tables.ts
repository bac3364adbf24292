import { type Table, printedSchema } from '../../../sql/printed-schema.ts';
import { ACCOUNT, ACCOUNT_STATE, CODE, DISPUTE, KEY, PAYMENT, WITHDRAWAL } from '../records.ts';
import type { Schema } from '../../../sql/sqlite/open.ts';

const SUM = 'available + in_transit + blocked + settlement + fees = 0';

/** The step of a transfer in the life of its payment or withdrawal: each step is taken once. */
const STEP_OF_TRANSFER = `(CASE
    WHEN kind IN ('withdrawal_sent', 'withdrawal_held') THEN 'debit'
    WHEN kind IN ('withdrawal_settled', 'withdrawal_returned', 'dispute_accepted', 'dispute_refused') THEN 'end'
    ELSE kind END)`;

/**
 * The tables of a store, in an order in which every reference is there already. That sums and floors hold is written
 * here too, so that no mistake above can break them; that a row changes only from the status that was read is a condition
 * of its update. Every transfer is between one customer, the network and the
 * fees, so one row is a whole transfer: that it balances is a check of the row, and so are the floors of an account, in
 * the row that is locked before a decision about it. A floor holds but for `debt`, by which disputes have taken an account
 * below it. Times are epoch milliseconds, amounts centavos.
 */
export const TABLES = {
  accounts: {
    columns: ACCOUNT.definitions,
    constraints: ['CHECK ((pix_key IS NULL) = (pix_key_type IS NULL))'],
    indexes: { accounts_by_time: '(created_at, id)', accounts_ahead: '(id) WHERE clock_ahead_ms > 0' },
    rows: 'few',
  },
  account_state: {
    columns: ACCOUNT_STATE.definitions,
    constraints: ['CHECK (available >= -debt)', `CHECK (${SUM})`],
    rows: 'hot',
  },
  api_keys: {
    columns: KEY.definitions,
    indexes: { api_keys_by_account: '(account, created_at, id)' },
    rows: 'few',
  },
  payments: {
    columns: PAYMENT.definitions,
    constraints: ['PRIMARY KEY (account, sequence)', 'CHECK (value = fee + net)'],
    indexes: {
      payments_by_status: '(account, status, sequence)',
      payments_by_time: '(created_at DESC, id DESC)',
      payments_due: "(expires_at) WHERE status IN ('PENDING', 'ACTIVE')",
    },
    rows: 'many',
  },
  withdrawals: {
    columns: WITHDRAWAL.definitions,
    constraints: [
      'PRIMARY KEY (account, sequence)',
      'CHECK (value = fee + sent)',
      "CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL))",
      "CHECK ((status = 'FAILED') = (failed_at IS NOT NULL))",
      'CHECK ((failed_at IS NULL) = (failure_reason IS NULL))',
      'CHECK ((settles_at IS NULL) = (settles_as IS NULL))',
    ],
    indexes: {
      withdrawals_by_status: '(account, status, sequence)',
      withdrawals_by_time: '(created_at DESC, id DESC)',
      withdrawals_due: "(settles_at) WHERE status = 'PENDING'",
    },
    rows: 'many',
  },
  disputes: {
    columns: { number: 'number', ...DISPUTE.definitions },
    indexes: { disputes_by_status: '(status, number)' },
    rows: 'many',
  },
  verification_codes: {
    columns: { ...CODE.definitions, number: 'integer PRIMARY KEY' },
    indexes: { verification_codes_open: '(account, expires_at) WHERE used_at IS NULL' },
    rows: 'many',
  },
  status_totals: {
    columns: {
      account: 'id NOT NULL',
      kind: "text NOT NULL CHECK (kind IN ('payment', 'withdrawal', 'dispute'))",
      status: 'text NOT NULL',
      count: 'integer NOT NULL CHECK (count >= 0)',
      value: 'integer NOT NULL',
      fee: 'integer NOT NULL',
      net: 'integer NOT NULL',
    },
    constraints: ['PRIMARY KEY (account, kind, status)'],
    rows: 'hot',
  },
  limit_use: {
    columns: {
      account: 'id NOT NULL REFERENCES account_state (account)',
      period: 'text NOT NULL',
      used: 'integer NOT NULL CHECK (used >= 0)',
    },
    constraints: ['PRIMARY KEY (account, period)'],
    rows: 'hot',
  },
  transfers: {
    columns: {
      number: 'number',
      kind: 'text NOT NULL',
      reference: 'id NOT NULL',
      account: 'id NOT NULL REFERENCES account_state (account)',
      available: 'integer NOT NULL',
      in_transit: 'integer NOT NULL',
      blocked: 'integer NOT NULL',
      settlement: 'integer NOT NULL',
      fees: 'integer NOT NULL',
      created_at: 'integer NOT NULL',
    },
    constraints: [
      `CHECK (${SUM})`,
      `CHECK (${['available', 'in_transit', 'blocked', 'settlement']
        .map((part) => `CASE ${part} WHEN 0 THEN 0 ELSE 1 END`)
        .join(' + ')} >= 2)`,
    ],
    uniqueIndexes: { transfers_once: `(reference, ${STEP_OF_TRANSFER})` },
    rows: 'many',
  },
  service_state: {
    columns: {
      one_row: 'integer PRIMARY KEY DEFAULT 1 CHECK (one_row = 1)',
      seed: 'integer NOT NULL',
      history_payments: 'integer NOT NULL',
      history_withdrawals: 'integer NOT NULL',
      world: 'integer',
      key_secret: 'text',
      clock_ahead_ms: 'integer NOT NULL DEFAULT 0 CHECK (clock_ahead_ms >= 0)',
      account_count: 'integer NOT NULL DEFAULT 0',
      code_count: 'integer NOT NULL DEFAULT 0',
      epoch: 'integer NOT NULL DEFAULT 1',
    },
    rows: 'few',
  },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export const SERVICE_SCHEMA: Schema = {
  /** "Pix3": those before had other tables, and were never published. */
  applicationId: 0x50697833,
  steps: [printedSchema('sqlite', { tables: TABLES })],
};
