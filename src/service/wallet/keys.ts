import { maskKey } from '../../contract/mask-key.ts';
import { digestOfKey, isMainKey, type ApiKey } from './account.ts';
import type { Circumstances } from './identifiers.ts';
import { found, Refusal } from './refusal.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

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
