import type { TableColumn } from '../table-layout.ts';

const age: TableColumn = { path: 'createdAt', kind: 'age', rank: 4 };
const createdAt: TableColumn = { path: 'createdAt', kind: 'minute', rank: 1, substitute: age };
const status: TableColumn = { path: 'status', kind: 'status' };
const value: TableColumn = { path: 'value', kind: 'money' };
const description: TableColumn = { path: 'description', kind: 'text', rank: 3, least: 24 };

/** What a person sees of payments: on 80 columns what they are, and the id by which one is looked up. */
export const PAYMENT_COLUMNS: readonly TableColumn[] = [
  createdAt,
  age,
  status,
  value,
  { path: 'fee', kind: 'money', rank: 6 },
  { path: 'netValue', kind: 'money', rank: 5 },
  description,
  { path: 'id', kind: 'text', rank: 2 },
];

/** What a person sees of withdrawals: on 80 columns who got the money; keys but long e-mail addresses are never cut. */
export const WITHDRAWAL_COLUMNS: readonly TableColumn[] = [
  createdAt,
  age,
  status,
  value,
  { path: 'pixKey', kind: 'text', rank: 1, least: 36 },
  description,
  { path: 'id', kind: 'text', rank: 2 },
];
