import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { bytesOf, integerOf, nullableIntegerOf, textOf } from '../../sqlite/row.ts';
import { ATTEMPTS_MAXIMUM, type CodeMessage, type VerificationCode } from '../wallet/verification-code.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import type { Directly } from './held-changes.ts';
import { centavosOf } from './rows.ts';

type CodeWrites = Pick<
  WalletTransaction,
  'takeCodeNumber' | 'insertVerificationCode' | 'openVerificationCodes' | 'useVerificationCode' | 'countWrongCode'
>;

export function codeWriter(database: SqlDatabase, directly: Directly): CodeWrites {
  const latest = database.prepare('SELECT coalesce(max(number), 0) AS number FROM verification_codes');
  const insert = database.prepare(`
    INSERT INTO verification_codes (number, account, digest, amount, cover_fee, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const send = database.prepare('INSERT INTO outbox (verification_code, email, code) VALUES (?, ?, ?)');
  const open = database.prepare(`
    SELECT * FROM verification_codes
    WHERE account = ? AND used_at IS NULL AND expires_at > ? AND wrong_attempts < ${ATTEMPTS_MAXIMUM}
    ORDER BY number DESC`);
  const use = database.prepare('UPDATE verification_codes SET used_at = ? WHERE number = ?');
  const countWrong = database.prepare(
    'UPDATE verification_codes SET wrong_attempts = wrong_attempts + 1 WHERE number = ?',
  );

  return {
    takeCodeNumber: () =>
      directly(() => {
        const row = latest.get();
        return row === undefined ? 1 : integerOf(row, 'number') + 1;
      }),
    insertVerificationCode: (code, { email, code: text }) =>
      directly(() => {
        const { number, accountId, digest, amountCentavos, coverFee, createdAt, expiresAt } = code;
        insert.run(number, accountId, digest, amountCentavos, Number(coverFee), createdAt, expiresAt);
        send.run(number, email, text);
      }),
    openVerificationCodes: (accountId, at) => directly(() => open.all(accountId, at).map(codeOf)),
    useVerificationCode: (number, at) =>
      directly(() => {
        use.run(at, number);
      }),
    countWrongCode: (number) =>
      directly(() => {
        countWrong.run(number);
      }),
  };
}

/** Reads every message that was sent, newest first. */
export function outboxReader(database: SqlDatabase): () => CodeMessage[] {
  const messages = database.prepare(`
    SELECT * FROM outbox JOIN verification_codes ON number = verification_code ORDER BY number DESC`);
  return () =>
    messages.all().map((row) => ({
      accountId: textOf(row, 'account'),
      email: textOf(row, 'email'),
      code: textOf(row, 'code'),
      amountCentavos: centavosOf(row, 'amount'),
      createdAt: integerOf(row, 'created_at'),
      expiresAt: integerOf(row, 'expires_at'),
      isUsed: nullableIntegerOf(row, 'used_at') !== null,
    }));
}

function codeOf(row: SqlRow): VerificationCode {
  return {
    number: integerOf(row, 'number'),
    accountId: textOf(row, 'account'),
    digest: bytesOf(row, 'digest'),
    amountCentavos: centavosOf(row, 'amount'),
    coverFee: integerOf(row, 'cover_fee') === 1,
    createdAt: integerOf(row, 'created_at'),
    expiresAt: integerOf(row, 'expires_at'),
  };
}
