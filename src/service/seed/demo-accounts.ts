import type { Permission } from '../../contract/operation.ts';
import { completeCnpj } from '../../pix/tax-id.ts';
import type { SeededNames } from '../seeded-names.ts';
import type { Account } from '../wallet/account.ts';
import { DEFAULT_BEHAVIOUR } from '../wallet/accounts.ts';

export interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly administrator: boolean;
  readonly keys: readonly { readonly name: string; readonly permissions: readonly Permission[] }[];
}

const READ = ['read:payments', 'read:withdraws', 'read:balance'] as const;
const PAY_OUT = [...READ, 'write:withdraw:create'] as const;
const MAIN = { name: 'main', permissions: ['admin:all'] } as const;

/** Accounts that exist from the first start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 'demo',
    name: 'Padaria Aurora',
    city: 'São Paulo',
    administrator: false,
    keys: [
      MAIN,
      { name: 'reader', permissions: READ },
      { name: 'balance', permissions: ['read:balance'] },
      { name: 'payouts', permissions: PAY_OUT },
      { name: 'payouts-2', permissions: PAY_OUT },
      { name: 'payouts-3', permissions: PAY_OUT },
    ],
  },
  { id: 'other', name: 'Livraria Mirante', city: 'Recife', administrator: false, keys: [MAIN] },
  { id: 'admin', name: 'Administração', city: 'Brasília', administrator: true, keys: [MAIN] },
];

/** @param createdAt epoch milliseconds */
export function accountFrom(
  { id, name, city, administrator }: DemoAccount,
  names: SeededNames,
  createdAt: number,
): Account {
  const number = DEMO_ACCOUNTS.findIndex((account) => account.id === id) + 1;
  const taxId = completeCnpj(`9876543${number}0001`);
  return {
    ...DEFAULT_BEHAVIOUR,
    id,
    name,
    email: `financeiro@${id}.example`,
    taxId,
    phone: null,
    city,
    registeredKey: administrator ? null : { type: 'CNPJ', key: taxId },
    chargeKey: names.chargeKey(id),
    administrator,
    createdAt,
  };
}
