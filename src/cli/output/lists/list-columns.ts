import type { TableColumn } from '../table-layout.ts';

const CREATED_AGE: TableColumn = { path: 'createdAt', kind: 'age', rank: 5 };
export const CREATED_AT: TableColumn = { path: 'createdAt', kind: 'minute', rank: 4, substitute: CREATED_AGE };
/** Ids and random keys are told apart by their ends: what `find` and `get` take, too. */
export const SHORT_ID: TableColumn = {
  path: 'id',
  kind: 'text',
  rank: 3,
  least: 15,
  isCutWithin: true,
  isEssential: true,
};
/** A CPF, a CNPJ or a phone number is shown whole. */
export const RECIPIENT_KEY: TableColumn = {
  path: 'pixKey',
  kind: 'text',
  rank: 1,
  least: 18,
  isCutWithin: true,
  isEssential: true,
};

const value: TableColumn = { path: 'value', kind: 'money' };

/** What a person sees of payments: on 60 columns who paid and whether, and an id short enough to be read out. */
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

/** What a person sees of withdrawals: on 60 columns who got the money, and whether. */
export const WITHDRAWAL_COLUMNS: readonly TableColumn[] = [
  CREATED_AT,
  CREATED_AGE,
  { path: 'status', kind: 'status', statusOf: 'withdrawal' },
  value,
  RECIPIENT_KEY,
  { path: 'description', kind: 'text', rank: 6, least: 16 },
  SHORT_ID,
];
