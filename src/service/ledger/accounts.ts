/**
 * The ledger accounts. Each customer has three: money to spend (`available`), money of pending withdrawals
 * (`in_transit`), and money that disputes block (`blocked`). `settlement` is the Pix network outside, where money comes
 * from and goes to; `fees` are the fees earned.
 */
export type LedgerAccount = `${CustomerPart}:${string}` | 'settlement' | 'fees';

export type CustomerPart = 'available' | 'in_transit' | 'blocked';

export function customerLedgerAccount(part: CustomerPart, accountId: string): LedgerAccount {
  return `${part}:${accountId}`;
}
