import type { DataOf } from './source.ts';

export type Entry = DataOf<'showEntry'>;
export type LoggedRequest = DataOf<'listRequests'>['requests'][number];
export type Delivery = DataOf<'listDeliveries'>['deliveries'][number];
type StatusChange = DataOf<'listChanges'>['changes'][number];
type LedgerTransfer = Entry['ledger'][number];

/** What happened to a payment or withdrawal at a time; `due`: what will happen by itself. */
export type Moment = { readonly at: string } & (
  | { readonly kind: 'request'; readonly request: LoggedRequest }
  | { readonly kind: 'webhook'; readonly delivery: Delivery }
  | { readonly kind: 'created' }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'ledger'; readonly transfer: LedgerTransfer }
  | { readonly kind: 'due'; readonly as: string | null }
);

export interface Journey {
  readonly entry: Entry;
  readonly requests: readonly LoggedRequest[];
  /** Of this entry, since the service started. */
  readonly changes: readonly StatusChange[];
  readonly deliveries: readonly Delivery[];
}

/** Everything that is known of an entry, oldest first. Where money moved, that is shown instead of the status. */
export function momentsOf({ entry, requests, changes, deliveries }: Journey): Moment[] {
  const { payment, withdrawal, ledger } = entry;
  const subject = payment ?? withdrawal;
  if (subject === null) return [];
  const { status, updatedAt: at } = subject;
  const known = changes.some((change) => change.status === status) ? changes : [...changes, { status, at }];
  const isShown = ({ status: one }: Pick<StatusChange, 'status'>) =>
    one === 'ACTIVE' || (one === 'FAILED' && ledger.length === 0);
  const moments: Moment[] = [
    ...requests
      .filter((one) => one.outgoing !== true)
      .map((request) => ({ kind: 'request', at: request.at, request }) as const),
    { kind: 'created', at: subject.createdAt },
    ...known.filter(isShown).map((change) => ({ kind: 'status', at: change.at, status: change.status }) as const),
    ...ledger.map((transfer) => ({ kind: 'ledger', at: transfer.at, transfer }) as const),
    ...deliveries.map((delivery) => ({ kind: 'webhook', at: delivery.at, delivery }) as const),
  ];
  const inOrder = moments.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...inOrder, ...dueOf(entry)];
}

function dueOf({ payment, withdrawal }: Pick<Entry, 'payment' | 'withdrawal'>): Moment[] {
  if (payment?.status === 'PENDING' || payment?.status === 'ACTIVE') {
    return [{ kind: 'due', at: payment.expiresAt, as: null }];
  }
  if (withdrawal?.status !== 'PENDING' || withdrawal.settlesAt === null) return [];
  return [{ kind: 'due', at: withdrawal.settlesAt, as: withdrawal.settlesAs }];
}
