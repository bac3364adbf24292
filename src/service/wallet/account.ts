import { hash } from 'node:crypto';
import type { Permission } from '../../contract/operation.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import type { RefusalCode } from '../../pix/refusal-codes.ts';
import type { CustomerPart } from '../ledger/ledger.ts';

/** What an account may withdraw, in centavos of `value`. */
export type AccountLimits = Readonly<Record<'daily' | 'monthly' | 'perTransaction', Centavos>>;

export type Plan = Readonly<{ name: string; transactionFee: Centavos }>;

/** The receiving bank's decision about a withdrawal that is not COMPLETED at once. */
export type SettlementOutcome = 'COMPLETED' | RefusalCode;

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly taxId: string;
  readonly phone: string | null;
  readonly city: string;
  /** Recipient of withdrawals without a Pix key. */
  readonly registeredKey: PixKey | null;
  /** The Pix key in charges. */
  readonly chargeKey: string;
  readonly administrator: boolean;
  readonly blocked: boolean;
  /** Whether withdrawals are normally COMPLETED at once. */
  readonly instant: boolean;
  /** Delay after which other withdrawals end by themselves, in milliseconds; null: never. */
  readonly settleAfterMs: number | null;
  readonly settleAs: SettlementOutcome;
  /** A withdrawal requires a verification code. */
  readonly transferSecurity: boolean;
  /** A withdrawal is refused while another is PENDING. */
  readonly oneAtATime: boolean;
  readonly limits: AccountLimits;
  readonly plan: Plan;
  /** Whether its list answers are repeated for a minute, if those of the service are. */
  readonly listCache: boolean;
  /** How far its time is ahead of the service's, in milliseconds. */
  readonly clockAheadMs: number;
  readonly createdAt: number;
}

/** What an account has withdrawn in the period of each limit, in centavos. */
export interface LimitUse {
  readonly dayCentavos: Centavos;
  readonly monthCentavos: Centavos;
}

export interface AccountHolding {
  readonly account: Account;
  readonly ledger: Readonly<Record<CustomerPart, Centavos>>;
}

/** A key as it is stored: its digest identifies the key, but the key cannot be computed from it. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly digest: Uint8Array;
  readonly masked: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: number;
}

/** A key, and what of its account each answer to it depends on. */
export interface CallerKey extends ApiKey, Pick<Account, 'listCache' | 'clockAheadMs'> {}

/** SHA-256 of a key. The key is long and random, so an unsalted hash of it cannot be reversed. */
export function digestOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Main keys may do everything on their account, and issue other keys. */
export function isMainKey({ permissions }: ApiKey): boolean {
  return permissions.includes('admin:all');
}
