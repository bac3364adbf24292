import { PERMISSIONS } from '../../contract/permission.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { bytesOf, integerOf, nullableIntegerOf, nullableTextOf, textOf, wordOf } from '../../sql/row.ts';
import type { Account } from '../wallet/account.ts';
import type { ApiKey, CallerKey } from '../wallet/api-key.ts';
import type { CodeMessage, VerificationCode } from '../wallet/verification-code.ts';
import { centavosOf, SETTLEMENT_OUTCOMES } from './rows.ts';

/** Every request contains a key, and is answered at the time of its account. */
export const KEYS_AND_ACCOUNTS =
  'SELECT k.*, a.list_cache, a.clock_ahead_ms FROM api_keys AS k JOIN accounts AS a ON a.id = k.account';

export function accountOf(row: SqlRow): Account {
  const key = nullableTextOf(row, 'pix_key');
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    email: textOf(row, 'email'),
    taxId: textOf(row, 'tax_id'),
    phone: nullableTextOf(row, 'phone'),
    city: textOf(row, 'city'),
    registeredKey: key === null ? null : { type: wordOf(row, 'pix_key_type', PIX_KEY_TYPES), key },
    chargeKey: textOf(row, 'charge_key'),
    administrator: flagOf(row, 'administrator'),
    blocked: flagOf(row, 'blocked'),
    settlesInstantly: flagOf(row, 'settles_instantly'),
    settleAfterMs: nullableIntegerOf(row, 'settle_after_ms'),
    settleAs: wordOf(row, 'settle_as', SETTLEMENT_OUTCOMES),
    transferSecurity: flagOf(row, 'transfer_security'),
    oneAtATime: flagOf(row, 'one_at_a_time'),
    limits: {
      dailyCentavos: centavosOf(row, 'daily_limit'),
      monthlyCentavos: centavosOf(row, 'monthly_limit'),
      perTransactionCentavos: centavosOf(row, 'transaction_limit'),
    },
    plan: { name: textOf(row, 'plan_name'), transactionFeeCentavos: centavosOf(row, 'plan_fee') },
    ...callerOf(row),
    createdAt: integerOf(row, 'created_at'),
  };
}

export function codeOf(row: SqlRow): VerificationCode {
  return {
    number: integerOf(row, 'number'),
    accountId: textOf(row, 'account'),
    digest: bytesOf(row, 'digest'),
    amountCentavos: centavosOf(row, 'amount'),
    coverFee: flagOf(row, 'cover_fee'),
    createdAt: integerOf(row, 'created_at'),
    expiresAt: integerOf(row, 'expires_at'),
  };
}

export function codeMessageOf(row: SqlRow): CodeMessage {
  return {
    accountId: textOf(row, 'account'),
    email: textOf(row, 'email'),
    code: textOf(row, 'code'),
    amountCentavos: centavosOf(row, 'amount'),
    createdAt: integerOf(row, 'created_at'),
    expiresAt: integerOf(row, 'expires_at'),
    isUsed: nullableIntegerOf(row, 'used_at') !== null,
  };
}

export const ALL_KEYS = 'SELECT * FROM api_keys ORDER BY account, created_at, name, id';

export function keyOf(row: SqlRow): ApiKey {
  const permissions = textOf(row, 'permissions').split(' ');
  return {
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    name: textOf(row, 'name'),
    digest: bytesOf(row, 'digest'),
    masked: textOf(row, 'masked'),
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
    createdAt: integerOf(row, 'created_at'),
  };
}

/** A row of {@link KEYS_AND_ACCOUNTS}. */
export function callerKeyOf(row: SqlRow): CallerKey {
  return { ...keyOf(row), ...callerOf(row) };
}

function callerOf(row: SqlRow): Pick<Account, 'listCache' | 'clockAheadMs'> {
  return { listCache: flagOf(row, 'list_cache'), clockAheadMs: integerOf(row, 'clock_ahead_ms') };
}

/** The first 48 bits: enough to find one key, and an exact number in JavaScript. */
export function digestPrefix(digest: Uint8Array): number {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).readUIntBE(0, 6);
}

function flagOf(row: SqlRow, column: string): boolean {
  return integerOf(row, column) === 1;
}
