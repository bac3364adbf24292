import { centavos, type Centavos } from '../../pix/centavos.ts';
import { transferOf } from '../ledger/ledger.ts';
import type { Account, AccountLimits, Plan, AccountHolding } from './account.ts';
import { found, canonicalKey, invalidField, Refusal } from './refusal.ts';
import type { WalletTransaction } from './wallet-store.ts';
import type * as z from 'zod';
import type { registrationRequest } from '../../contract/account.ts';
import { writeBrCode } from '../../pix/br-code.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import { readCnpj, readCpf } from '../../pix/tax-id.ts';
import type { Circumstances } from './wallet-entries.ts';
import { maskKey } from '../../contract/mask-key.ts';
import { digestOfKey, isMainKey, type ApiKey } from './account.ts';

const DEFAULT_PLAN: Plan = { name: 'Padrão', transactionFee: centavos(50) };

const DEFAULT_LIMITS: AccountLimits = {
  daily: centavos(10_000_000),
  monthly: centavos(100_000_000),
  perTransaction: centavos(2_000_000),
};

/** Settings of a new account. */
export const DEFAULT_BEHAVIOUR = {
  blocked: false,
  instant: true,
  settleAfterMs: null,
  settleAs: 'COMPLETED',
  transferSecurity: false,
  oneAtATime: false,
  limits: DEFAULT_LIMITS,
  plan: DEFAULT_PLAN,
  listCache: true,
  clockAheadMs: 0,
} as const satisfies Partial<Account>;

/** Settings that may change. */
export type AccountChanges = Partial<Pick<Account, keyof typeof DEFAULT_BEHAVIOUR>>;

/** Applies to later requests. @throws {Refusal} `not_found` */
export async function changeAccount(
  transaction: WalletTransaction,
  accountId: string,
  changesOf: (account: Account) => AccountChanges,
): Promise<AccountHolding> {
  const account = await transaction.accounts.find(accountId);
  if (account !== undefined) await transaction.accounts.update({ ...account, ...changesOf(account) });
  return found(await transaction.accounts.holding(accountId), 'account');
}

/** What a decision about an account receives from outside: its time may be ahead of the service's. */
export async function atAccount<Now extends { readonly at: number }>(
  transaction: WalletTransaction,
  now: Now,
  accountId: string,
): Promise<Now> {
  const account = await transaction.accounts.find(accountId);
  return { ...now, at: now.at + (account?.clockAheadMs ?? 0) };
}

/** Opens an account with an initial deposit. */
export async function openAccount(transaction: WalletTransaction, account: Account, openingBalanceCentavos: Centavos) {
  transaction.accounts.insert(account);
  if (openingBalanceCentavos === 0) return;
  const moved = { settlement: 0 - openingBalanceCentavos, available: openingBalanceCentavos };
  await transaction.ledger.post(transferOf('opening_balance', account.id, account.id, moved), account.createdAt);
}

export type Registration = z.output<typeof registrationRequest>;

/** A BR Code requires a city, which registration does not ask for. */
const CITY = 'Brasília';

/** Opens an account with its main key. @throws {Refusal} `validation_failed` */
export async function registerAccount(
  transaction: WalletTransaction,
  circumstances: Circumstances,
  registration: Registration,
  openingBalance = centavos(0),
): Promise<{ readonly account: Account; readonly issued: IssuedKey }> {
  const { name, email, phone = null } = registration;
  const taxId = taxIdOf(registration);
  const registeredKey = registeredKeyOf(registration);
  const id = circumstances.accountId(await transaction.accounts.takeNumber());
  const chargeKey = circumstances.chargeKey(id);
  if (!canStandOnCharge(name, chargeKey)) throw invalidField('name', 'has no letter or digit that a charge can show');
  const account: Account = {
    ...DEFAULT_BEHAVIOUR,
    id,
    name,
    email,
    taxId,
    phone,
    city: CITY,
    registeredKey,
    chargeKey,
    administrator: false,
    createdAt: circumstances.at,
  };
  await openAccount(transaction, account, openingBalance);
  const order = { accountId: id, name: 'main', permissions: ['admin:all'] } as const;
  return { account, issued: await issueKey(transaction, circumstances, order) };
}

function taxIdOf({ taxId }: Registration): string {
  const right = [readCpf(taxId), readCnpj(taxId)].find(({ flaw }) => flaw === undefined);
  if (right === undefined) throw invalidField('taxId', 'is no CPF or CNPJ: its length or its check digits are wrong');
  return right.key;
}

function registeredKeyOf({ pixKey: key, pixKeyType: type }: Registration): PixKey | null {
  return key === undefined || type === undefined ? null : canonicalKey({ type, key });
}

function canStandOnCharge(merchantName: string, key: string): boolean {
  try {
    writeBrCode({ key, merchantName, merchantCity: CITY });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A stored key, with its secret, which cannot be shown a second time. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly key: string;
}

export async function issueKey(
  transaction: WalletTransaction,
  { at, issuedKey }: Pick<Circumstances, 'at' | 'issuedKey'>,
  { accountId, name, permissions }: Pick<ApiKey, 'accountId' | 'name' | 'permissions'>,
): Promise<IssuedKey> {
  const { id, key } = issuedKey(accountId, await transaction.keys.takeNumber(accountId));
  const [digest, masked] = [digestOfKey(key), maskKey(key)];
  const apiKey: ApiKey = { id, accountId, name, digest, masked, permissions, createdAt: at };
  transaction.keys.insert(apiKey);
  return { apiKey, key };
}

/**
 * Revokes a key. Main keys cannot be revoked: there would be no way to issue new ones.
 *
 * @throws {Refusal} `not_found` or `invalid_transition`
 */
export async function revokeKey(transaction: WalletTransaction, accountId: string, id: string): Promise<void> {
  const key = found(await transaction.keys.find(accountId, id), 'API key');
  if (isMainKey(key)) throw new Refusal('invalid_transition', 'A main key cannot be revoked');
  transaction.keys.delete(id);
}
