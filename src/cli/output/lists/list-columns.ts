import type { TableColumn } from '../table-layout.ts';

export const CREATED_AGE: TableColumn = { path: 'createdAt', kind: 'age', rank: 5 };
export const CREATED_AT: TableColumn = { path: 'createdAt', kind: 'minute', rank: 4, substitute: CREATED_AGE };
/** Ids and random keys are recognised by their ends, which `find` and `get` also accept. */
export const SHORT_ID: TableColumn = {
  path: 'id',
  kind: 'text',
  rank: 3,
  least: 15,
  isCutWithin: true,
  isEssential: true,
};
/** Wide enough for a whole CPF, CNPJ or phone number. */
export const RECIPIENT_KEY: TableColumn = {
  path: 'pixKey',
  kind: 'text',
  rank: 1,
  least: 18,
  isCutWithin: true,
  isEssential: true,
};

const value: TableColumn = { path: 'value', kind: 'money' };

/** Columns of payments for a person: within 60 columns payer, status, and a short id. */
export const PAYMENT_COLUMNS: readonly TableColumn[] = [
  CREATED_AT,
  CREATED_AGE,
  { path: 'status', kind: 'status', statusOf: 'charge' },
  value,
  { path: 'fee', kind: 'money', rank: 7 },
  { path: 'netValue', kind: 'money', rank: 6 },
  { path: 'description', kind: 'text', rank: 1, least: 12, isEssential: true },
  SHORT_ID,
];

/** Columns of withdrawals for a person: within 60 columns recipient and status. */
export const WITHDRAWAL_COLUMNS: readonly TableColumn[] = [
  CREATED_AT,
  CREATED_AGE,
  { path: 'status', kind: 'status', statusOf: 'withdrawal' },
  value,
  RECIPIENT_KEY,
  { path: 'description', kind: 'text', rank: 6, least: 16 },
  SHORT_ID,
];
