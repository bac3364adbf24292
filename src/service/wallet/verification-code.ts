import type { Centavos } from '../../pix/centavos.ts';
import type { WithdrawalAmount } from './withdrawal-cost.ts';

/** Good for one withdrawal of that very amount, for so long. The code itself is only in the e-mail. */
export interface VerificationCode extends WithdrawalAmount {
  readonly number: number;
  readonly accountId: string;
  readonly digest: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An e-mail with a code, as it would have been sent. */
export interface CodeMessage {
  readonly accountId: string;
  readonly email: string;
  readonly code: string;
  readonly amountCentavos: Centavos;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isUsed: boolean;
}

/** After so many wrong ones, every code of the account is dead that was open. */
export const ATTEMPTS_MAXIMUM = 3;
