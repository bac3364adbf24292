import type { Centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import type { RefusalCode } from '../../pix/refusal-codes.ts';
import type { CustomerPart } from '../ledger/accounts.ts';

/** What an account may withdraw, in centavos of `value`. */
export interface AccountLimits {
  readonly dailyCentavos: Centavos;
  readonly monthlyCentavos: Centavos;
  readonly perTransactionCentavos: Centavos;
}

export interface Plan {
  readonly name: string;
  readonly transactionFeeCentavos: Centavos;
}

/** How a withdrawal that is not COMPLETED at once ends: as the receiving bank decides. */
export type SettlementOutcome = 'COMPLETED' | RefusalCode;

/** A holder of money in the wallet, and how the wallet treats it. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly taxId: string;
  readonly phone: string | null;
  readonly city: string;
  /** Where withdrawals go that name no recipient. */
  readonly registeredKey: PixKey | null;
  /** The Pix key under which charges are received. */
  readonly chargeKey: string;
  readonly administrator: boolean;
  readonly blocked: boolean;
  /** Whether withdrawals are usually COMPLETED at once. */
  readonly settlesInstantly: boolean;
  /** Those that are not end by themselves after so many milliseconds; null: never. */
  readonly settleAfterMs: number | null;
  readonly settleAs: SettlementOutcome;
  /** A withdrawal requires a verification code. */
  readonly transferSecurity: boolean;
  /** A withdrawal is refused while another is PENDING. */
  readonly oneAtATime: boolean;
  readonly limits: AccountLimits;
  readonly plan: Plan;
  readonly createdAt: number;
}

/** What an account has withdrawn against its limits, in centavos. */
export interface LimitUse {
  readonly dayCentavos: Centavos;
  readonly monthCentavos: Centavos;
}

export interface AccountHolding {
  readonly account: Account;
  readonly ledger: Readonly<Record<CustomerPart, Centavos>>;
}
