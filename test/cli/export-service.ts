import { BASE_URL } from '../support/cli.ts';
import { balance, refusal } from '../support/bodies.ts';
import { nock } from '../support/nock-network.ts';

/** Headers of a service with so high a limit that no request waits. */
export const UNHURRIED = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '999' };

interface Row {
  readonly id: string;
}

/** A service with lists that are paged as specified, newest first. */
export interface ListService {
  /** Oldest first. */
  payments: readonly Row[];
  withdraws: readonly Row[];
  /** Offsets and limits of the list requests, in order. */
  readonly asked: string[];
  mayReadBalance: boolean;
  /** Centavos. */
  balance: number;
  disputes: typeof balance.disputes;
  /** A row that is counted, but never returned. */
  hidden: string | undefined;
  /** Rows that the total lacks. */
  uncounted: number;
  /** Called before each list answer, with the request: `payment 0+100`. */
  onRequest: (question: string) => void;
}

export function serveLists(rows: { payments?: readonly Row[]; withdraws?: readonly Row[] } = {}): ListService {
  const service: ListService = {
    payments: [],
    withdraws: [],
    asked: [],
    mayReadBalance: true,
    balance: balance.balance.total,
    disputes: balance.disputes,
    hidden: undefined,
    uncounted: 0,
    onRequest: () => undefined,
    ...rows,
  };
  for (const [path, name] of [
    ['payment', 'payments'],
    ['withdraw', 'withdraws'],
  ] as const) {
    nock(BASE_URL)
      .persist()
      .get(`/api/v1/${path}/list`)
      .query(true)
      .reply(
        200,
        (uri: string) => {
          const query = new URL(uri, BASE_URL).searchParams;
          const [limit, offset] = [Math.min(100, Number(query.get('limit') ?? 50)), Number(query.get('offset') ?? 0)];
          const question = `${path} ${offset}+${limit}`;
          service.asked.push(question);
          service.onRequest(question);
          const newestFirst = service[name].toReversed();
          const total = newestFirst.length - service.uncounted;
          const end = offset < total ? Math.min(offset + limit, total) : offset + limit;
          const page = newestFirst.slice(offset, end).filter(({ id }) => id !== service.hidden);
          return {
            success: true,
            data: {
              [name]: page,
              pagination: { total, limit, offset, hasMore: offset + page.length < newestFirst.length },
              statistics: { total, completed: total, pending: 0, failed: 0, totalValue: 0, totalNetValue: 0 },
            },
          };
        },
        UNHURRIED,
      );
  }
  nock(BASE_URL)
    .persist()
    .get('/api/v1/user/balance')
    .reply(() =>
      service.mayReadBalance
        ? [200, { success: true, data: reportedBalance(service) }]
        : [403, refusal('Forbidden', 'permission_missing')],
    );
  return service;
}

function reportedBalance({ balance: total, disputes }: ListService) {
  const { pendingPayments } = balance.balance;
  const amounts = { total, pendingPayments, totalWithPending: total + pendingPayments, isNegative: total < 0 };
  return { ...balance, balance: amounts, disputes };
}

/** Payment number `number`, created a minute after the one before. */
export function payment(number: number, more: object = {}) {
  const createdAt = new Date(Date.UTC(2026, 6, 1, 12, number)).toISOString();
  return {
    id: `pay-${number}`,
    correlationID: `corr-${number}`,
    value: 1000 + number,
    netValue: 950 + number,
    fee: 50,
    status: 'COMPLETED',
    description: `Pedido ${number}`,
    createdAt,
    updatedAt: createdAt,
    ...more,
  };
}

/** Withdrawal number `number`, created half a minute after the payment of that number. */
export function withdrawal(number: number, more: object = {}) {
  const createdAt = new Date(Date.UTC(2026, 6, 1, 12, number, 30)).toISOString();
  return {
    id: `wd-${number}`,
    correlationID: `corr-wd-${number}`,
    value: 500 + number,
    status: 'COMPLETED',
    pixKey: 'maria@example.com',
    description: '',
    metadata: { fee: 50, sent: 450 + number },
    createdAt,
    updatedAt: createdAt,
    ...more,
  };
}

export function range<Item>(length: number, item: (number: number) => Item): Item[] {
  return Array.from({ length }, (_, number) => item(number));
}
