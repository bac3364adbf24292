import { STATUS_CODES } from 'node:http';
import { ALTERATIONS, type AlterationName } from './descriptions.ts';
import type { BookedWithdrawal, SimulatedWallet, WalletRefusal, WithdrawalOrder } from './simulated-wallet.ts';

/** In milliseconds; in microseconds, with an offset; or with nothing that says that it is UTC, also as databases write it. */
export const TIME_FORMS = {
  'with Z': (ms: number) => new Date(ms).toISOString(),
  'with offset': (ms: number) => new Date(ms).toISOString().replace('Z', '123+00:00'),
  'without zone': (ms: number) => new Date(ms).toISOString().slice(0, -1),
  'as a database': (ms: number) => new Date(ms).toISOString().slice(0, -1).replace('T', ' '),
} as const;
export type TimeForm = keyof typeof TIME_FORMS;

/** How the service reports its books. */
export interface HttpTraits {
  /** The maximum page size, whatever is requested. */
  readonly pageSizeMaximum: number;
  /** How lists return descriptions. */
  readonly descriptions: AlterationName;
  /** How times are written: all are UTC. */
  readonly times: TimeForm;
  /** The order of lists: the order of creation, or the times that servers have assigned. */
  readonly order: 'insertion' | 'time';
  /** The maximum of requests per key and second. */
  readonly requestsPerSecond: number;
  readonly cacheMs: number;
  /** Lists omit withdrawals that are newer than this. */
  readonly lagMs: number;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly key: string;
  readonly body: string;
  /** The earlier withdrawal of the same request. */
  readonly copyOf?: string | undefined;
  /** Answered with the result of an older request with the same key and amount, if there was one. */
  readonly isReplayed?: boolean | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The service's answer to a request, before the network changes it. */
export type Answer = (request: HttpRequest) => HttpAnswer;

const WINDOW_MS = 1_000;
const PAGE_LIMIT_MAXIMUM = 100;
/** The age of a replayed answer. */
const REPLAY_AGE_MS = 15 * 60_000;

interface HttpSettings {
  readonly wallet: SimulatedWallet;
  readonly traits: HttpTraits;
  readonly nowMs: () => number;
  /** Whether a key is refused now. */
  readonly isRevoked: (key: string) => boolean;
}

/**
 * The HTTP interface of a service over a simulated wallet, written from the interface specification and independent of
 * `src/service`: a sliding window per key, and lists that are repeated for their cache time.
 */
export class SimulatedHttp {
  readonly #settings: HttpSettings;
  readonly #counted = new Map<string, number[]>();
  readonly #cached = new Map<string, { readonly body: string; readonly untilMs: number }>();

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  answer(request: HttpRequest): HttpAnswer {
    const { key } = request;
    const { isAllowed, headers } = this.#count(key);
    if (!isAllowed) return refusal({ status: 429, code: 'too_many_requests', facts: { retryAfter: 1 } }, headers);
    if (this.#settings.isRevoked(key)) return refusal({ status: 401, code: 'unauthorized' }, headers);
    const outcome = this.#carryOut(request);
    return typeof outcome === 'string' ? { status: 200, headers, text: outcome } : refusal(outcome, headers);
  }

  #count(key: string): { isAllowed: boolean; headers: Record<string, string> } {
    const { nowMs, traits } = this.#settings;
    const times = (this.#counted.get(key) ?? []).filter((atMs) => atMs + WINDOW_MS > nowMs());
    const isAllowed = times.length < traits.requestsPerSecond;
    if (isAllowed) times.push(nowMs());
    this.#counted.set(key, times);
    return {
      isAllowed,
      headers: {
        'Content-Type': 'application/json',
        Date: new Date(nowMs()).toUTCString(),
        'X-RateLimit-Limit': String(traits.requestsPerSecond),
        'X-RateLimit-Remaining': String(traits.requestsPerSecond - times.length),
        'X-RateLimit-Reset': String(Math.ceil(((times[0] ?? nowMs()) + WINDOW_MS) / 1_000)),
      },
    };
  }

  #carryOut({ method, url, body, copyOf, isReplayed = false }: HttpRequest): string | WalletRefusal {
    const { wallet, traits } = this.#settings;
    const route = `${method} ${url.pathname}`;
    if (route === 'POST /api/v1/withdraw/create') {
      const { amount, pixKey, pixKeyType, description = '', coverFee = false } = JSON.parse(body);
      const order = { amountCentavos: Math.round(amount * 100), pixKey, pixKeyType, description, coverFee };
      const older = isReplayed ? this.#olderOne(order) : undefined;
      if (older !== undefined) return success(details(older, traits));
      const created = wallet.create(order, 'program', copyOf);
      return 'code' in created ? created : success(details(created, traits));
    }
    if (route === 'GET /api/v1/withdraw/list') return this.#list(url);
    if (route === 'GET /api/v1/user/balance') return success(balance(wallet));
    const id = /^GET \/api\/v1\/withdraw\/get\/([\w-]+)$/.exec(route)?.[1];
    const found = wallet.withdrawals.find((withdrawal) => withdrawal.id === id);
    return found === undefined ? { status: 404, code: 'not_found' } : success(details(found, traits));
  }

  #olderOne({ pixKey, amountCentavos, coverFee }: WithdrawalOrder): BookedWithdrawal | undefined {
    return this.#settings.wallet.withdrawals.findLast(
      (row) =>
        row.pixKey === pixKey &&
        (row.orderedCentavos ?? (coverFee ? row.sentCentavos : row.valueCentavos)) === amountCentavos &&
        row.bookedAtMs < this.#settings.nowMs() - REPLAY_AGE_MS,
    );
  }

  #list(url: URL): string {
    const { nowMs, traits } = this.#settings;
    const stored = this.#cached.get(url.search);
    if (stored !== undefined && nowMs() < stored.untilMs) return stored.body;
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 50), PAGE_LIMIT_MAXIMUM, traits.pageSizeMaximum);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const rows = this.#rowsOf(url.searchParams.get('status'));
    const countOf = (wanted: string) => rows.filter((row) => row.status === wanted).length;
    const body = success({
      withdraws: rows.slice(offset, offset + limit).map((row) => listed(row, traits)),
      pagination: { total: rows.length, limit, offset, hasMore: offset + limit < rows.length },
      statistics: {
        total: rows.length,
        completed: countOf('COMPLETED'),
        pending: countOf('PENDING'),
        failed: countOf('FAILED'),
        totalValue: rows.reduce((sum, { valueCentavos }) => sum + valueCentavos, 0),
      },
    });
    this.#cached.set(url.search, { body, untilMs: nowMs() + traits.cacheMs });
    return body;
  }

  /** Newest first. */
  #rowsOf(status: string | null): BookedWithdrawal[] {
    const { wallet, nowMs, traits } = this.#settings;
    const rows = wallet.withdrawals
      .filter((row) => (status === null || row.status === status) && row.bookedAtMs <= nowMs() - traits.lagMs)
      .reverse();
    if (traits.order === 'time') rows.sort((one, other) => other.createdAtMs - one.createdAtMs);
    return rows;
  }
}

function success(data: object): string {
  return JSON.stringify({ success: true, message: 'ok', data });
}

function refusal({ status, code, facts = {} }: WalletRefusal, headers: Record<string, string>): HttpAnswer {
  const body = { success: false, error: STATUS_CODES[status], message: `refused: ${code}`, code, ...facts };
  return { status, headers, text: JSON.stringify(body) };
}

function common(row: BookedWithdrawal, { times }: HttpTraits) {
  const time = TIME_FORMS[times];
  return {
    id: row.id,
    correlationID: `c-${row.id}`,
    value: row.valueCentavos,
    status: row.status,
    pixKey: row.pixKey,
    createdAt: time(row.createdAtMs),
    updatedAt: time(row.updatedAtMs),
  };
}

function listed(row: BookedWithdrawal, traits: HttpTraits) {
  return {
    ...common(row, traits),
    description: ALTERATIONS[traits.descriptions](row.description),
    metadata: { fee: row.feeCentavos, sent: row.sentCentavos },
  };
}

function details(row: BookedWithdrawal, traits: HttpTraits) {
  const updatedAt = TIME_FORMS[traits.times](row.updatedAtMs);
  return {
    ...common(row, traits),
    transactionId: `t-${row.id}`,
    fee: row.feeCentavos,
    sent: row.sentCentavos,
    pixKeyType: row.pixKeyType,
    completedAt: row.status === 'COMPLETED' ? updatedAt : null,
    failedAt: row.status === 'FAILED' ? updatedAt : null,
    failureReason: row.failureReason,
  };
}

function balance(wallet: SimulatedWallet) {
  const { traits } = wallet;
  const total = wallet.balanceCentavos();
  const used = wallet.usedTodayCentavos();
  return {
    balance: { total, pendingPayments: 0, totalWithPending: total, isNegative: total < 0 },
    disputes: { total: 0, pending: 0, totalDisputedAmount: 0, totalBlockedAmount: 0 },
    statistics: { totalReceived: 0, totalFees: 0, completedPayments: 0, pendingPayments: 0, totalPayments: 0 },
    limits: {
      daily: traits.dailyLimit,
      dailyUsed: used,
      dailyRemaining: traits.dailyLimit - used,
      monthly: traits.dailyLimit * 30,
      monthlyUsed: used,
      monthlyRemaining: traits.dailyLimit * 30 - used,
      perTransaction: traits.perTransactionLimit,
    },
    plan: { name: 'simulated', transactionFee: traits.fee, transactionFeeInReais: (traits.fee / 100).toFixed(2) },
  };
}
