import type { OrderedAmount } from './fees.ts';

/** Valid for one withdrawal of this amount, until it expires. Only the e-mail contains the code itself. */
export interface VerificationCode extends OrderedAmount {
  readonly number: number;
  readonly accountId: string;
  readonly digest: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An e-mail with a code, as it would have been sent. */
export interface CodeMessage extends Pick<
  VerificationCode,
  'accountId' | 'amountCentavos' | 'createdAt' | 'expiresAt'
> {
  readonly email: string;
  readonly code: string;
  readonly isUsed: boolean;
}

/** After this many wrong attempts, all open codes of the account become invalid. */
export const ATTEMPTS_MAXIMUM = 3;
