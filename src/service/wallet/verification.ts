import { hash, timingSafeEqual } from 'node:crypto';
import type { Account } from './account.ts';
import type { Circumstances, VerificationCode } from './wallet-entries.ts';
import { found, Refusal } from './refusal.ts';
import type { WalletTransaction } from './wallet-store.ts';
import { costOf, type OrderedAmount } from './fees.ts';

const VALID_FOR_MS = 10 * 60_000;

/**
 * Sends the account holder a code for a withdrawal. Earlier codes for the same amount become invalid: with forty valid
 * codes, a guess would be forty times as likely to succeed.
 *
 * @throws {Refusal} `validation_failed`, `below_minimum` or `account_blocked`, as that withdrawal would be refused
 */
export async function sendVerificationCode(
  transaction: WalletTransaction,
  { at, verificationCode }: Pick<Circumstances, 'at' | 'verificationCode'>,
  accountId: string,
  { amountCentavos, coverFee }: OrderedAmount,
): Promise<VerificationCode> {
  const account = found(await transaction.accounts.find(accountId), 'account');
  costOf('withdrawal', { amountCentavos, coverFee }, account.plan);
  if (account.blocked) throw new Refusal('account_blocked', 'The account is blocked: no money can leave it');
  await transaction.codes.retire(accountId, { amountCentavos, coverFee });
  const number = await transaction.codes.takeNumber();
  const code = verificationCode(number);
  const digest = digestOfCode(number, code);
  const sent = { number, accountId, digest, amountCentavos, coverFee, createdAt: at, expiresAt: at + VALID_FOR_MS };
  transaction.codes.insert(sent, { email: account.email, code });
  return sent;
}

/**
 * Uses up the code of a withdrawal, if one is required. If the withdrawal is refused for another reason, this is undone
 * and the code stays valid. A wrong code counts against all open ones, because otherwise each would allow as many
 * guesses.
 *
 * @returns the refusal `verification_invalid`, which must be committed for the attempt to count
 * @throws {Refusal} `verification_required`
 */
export async function redeemVerificationCode(
  transaction: WalletTransaction,
  at: number,
  { id, transferSecurity }: Account,
  { amountCentavos, coverFee, verificationCode }: OrderedAmount & { readonly verificationCode?: string | undefined },
): Promise<Refusal | undefined> {
  if (!transferSecurity) return undefined;
  if (verificationCode === undefined) {
    throw new Refusal(
      'verification_required',
      'Transfer security is enabled: request a verification code, and send it',
    );
  }
  const open = await transaction.codes.open(id, at);
  const redeemed = open.find(
    (code) =>
      code.amountCentavos === amountCentavos &&
      code.coverFee === coverFee &&
      timingSafeEqual(code.digest, digestOfCode(code.number, verificationCode)),
  );
  if (redeemed !== undefined) {
    transaction.codes.use(redeemed.number, at);
    return undefined;
  }
  await transaction.codes.countWrong(id);
  return new Refusal(
    'verification_invalid',
    'The verification code is wrong, used, expired, or was made for another amount',
  );
}

/** Includes the number of the code, so that equal codes have different digests. */
function digestOfCode(number: number, code: string): Buffer {
  return hash('sha256', `${number} ${code}`, 'buffer');
}
