import type { TableColumn } from '../table-layout.ts';

/** Where the time does not fit, its age may. */
export const CREATED_AT: TableColumn = {
  path: 'createdAt',
  kind: 'minute',
  rank: 1,
  substitute: { path: 'createdAt', kind: 'age' },
};
/** When a charge was paid, in the place of its creation. */
export const PAID_AT: TableColumn = {
  ...CREATED_AT,
  path: 'updatedAt',
  label: 'paidAt',
  substitute: { path: 'updatedAt', kind: 'age' },
};
export const SHORT_ID: TableColumn = { path: 'id', kind: 'text', rank: 3, isShortId: true, isEssential: true };

const value: TableColumn = { path: 'value', kind: 'money' };
const text = { kind: 'text', least: 12 } as const;

export const PAYMENT_COLUMNS: readonly TableColumn[] = [
  { ...CREATED_AT, label: 'chargeCreatedAt' },
  { path: 'status', kind: 'status', statusOf: 'charge' },
  value,
  { ...text, path: 'description', rank: 2, isEssential: true },
  { path: 'netValue', kind: 'money', rank: 4, isExtra: true },
  SHORT_ID,
];

/** Columns of withdrawals for a person. The recipient is a name, or a key. */
export const WITHDRAWAL_COLUMNS: readonly TableColumn[] = [
  CREATED_AT,
  { path: 'status', kind: 'status', statusOf: 'withdrawal' },
  { ...value, label: 'withFee' },
  // Wide enough for a whole CPF, CNPJ or phone number.
  { ...text, path: 'recipientName', rank: 2, least: 18, isEssential: true },
  { ...text, path: 'description', rank: 4, isExtra: true },
  SHORT_ID,
];
