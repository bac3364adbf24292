/**
 * Where money can lie. Of every customer: what may be spent (`available`), what pending withdrawals hold
 * (`in_transit`), and what disputes hold (`blocked`). Beside them the Pix world outside, which money comes from and goes
 * to (`settlement`), and the fees earned (`fees`).
 */
export type LedgerAccount = `${CustomerPart}:${string}` | 'settlement' | 'fees';

export const CUSTOMER_PARTS = ['available', 'in_transit', 'blocked'] as const;
export type CustomerPart = (typeof CUSTOMER_PARTS)[number];

export function customerLedgerAccount(part: CustomerPart, accountId: string): LedgerAccount {
  return `${part}:${accountId}`;
}
