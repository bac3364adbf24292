import type { Withdrawal } from '../client/answers.ts';
import type { PixClient } from '../client/client.ts';
import type { Page } from '../client/pages.ts';
import type { ProofOptions, ProvenList } from '../lists/proof.ts';

/** The lists of a wallet, as its JSON calls them. */
export const LIST_NAMES = ['payments', 'withdraws'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** What the rows of both lists have, and the key of a withdrawal. */
export type WalletEntry = Pick<Withdrawal, 'id' | 'createdAt' | 'status' | 'updatedAt' | 'pixKey' | 'description'>;

export interface WalletList {
  readonly name: ListName;
  proven(options: ProofOptions): ProvenList<WalletEntry>;
  page(query: { readonly limit: number; readonly offset: number }): Promise<Page<WalletEntry, unknown>>;
  get(id: string): Promise<WalletEntry>;
}

export function walletLists({ payments, withdraws }: PixClient): readonly WalletList[] {
  const read = (list: Pick<WalletList, 'proven' | 'page'>): Pick<WalletList, 'proven' | 'page'> => ({
    proven: (options) => list.proven(options),
    page: (query) => list.page(query),
  });
  return [
    { name: 'payments', ...read(payments), get: async (id) => (await payments.get(id)).payment },
    { name: 'withdraws', ...read(withdraws), get: (id) => withdraws.get(id) },
  ];
}

/** Epoch milliseconds; undefined when the service sends none. */
export function createdAtMs({ createdAt }: Pick<WalletEntry, 'createdAt'>): number | undefined {
  const time = Date.parse(createdAt ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The statuses to search in each list; without any, the list is not searched. */
export type SearchedStatuses = Readonly<Record<ListName, readonly string[]>>;

export function hasStatus(list: ListName, { status }: WalletEntry, statuses: SearchedStatuses | undefined): boolean {
  return statuses === undefined || statuses[list].includes(status ?? '');
}
