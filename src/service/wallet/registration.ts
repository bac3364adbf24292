import type * as z from 'zod';
import type { registrationRequest } from '../../contract/account.ts';
import { writeBrCode } from '../../pix/br-code.ts';
import { centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import { readCnpj, readCpf } from '../../pix/tax-id.ts';
import type { Account } from './account.ts';
import { DEFAULT_BEHAVIOUR, openAccount } from './accounts.ts';
import type { Circumstances } from './identifiers.ts';
import { issueKey, type IssuedKey } from './keys.ts';
import { canonicalKey, invalidField } from './refusal.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

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
