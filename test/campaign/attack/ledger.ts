import { STATUS_CODES } from 'node:http';
import type { Dice } from './dice.ts';
import { Refused } from './refused.ts';

/** A request of the program; a gateway's repetitions count as the same one. */
export interface ProgramRequest {
  readonly number: number;
  readonly command: string;
  readonly sentAt: number;
  readonly account: string;
  readonly pixKey: string;
  readonly amountCentavos: number;
  readonly description: string | undefined;
  fault: string;
  carriedOut: number;
}

export type WithdrawalStatus = 'PENDING' | 'COMPLETED' | 'FAILED';

export interface Entry {
  readonly id: string;
  readonly account: string;
  readonly value: number;
  readonly fee: number;
  readonly pixKey: string;
  readonly pixKeyType: string;
  readonly description: string | undefined;
  /** By the clock of the node that created it. */
  readonly createdAt: number;
  readonly at: number;
  /** Before this time it is PENDING. */
  readonly finalAt: number;
  readonly finalStatus: WithdrawalStatus;
  /** Undefined: created by hand. */
  readonly request: ProgramRequest | undefined;
  readonly isRepetition: boolean;
}

export interface Account {
  readonly name: string;
  readonly keys: Set<string>;
  balance: number;
  dailyLimit: number;
  readonly isOneAtATime: boolean;
  readonly instantShare: number;
  readonly failingShare: number;
  /** Recipients that the service refuses. */
  readonly refusedKeys: ReadonlySet<string>;
}

export interface Node {
  readonly clockOffsetMs: number;
  readonly lagMs: number;
}

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly key: string;
  readonly body: string;
  readonly request: ProgramRequest | undefined;
  readonly isRepetition: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The answer describes the state at this time. */
  readonly asOf: number;
}

export interface LedgerTraits {
  readonly listOrder: 'by time' | 'by insertion';
  readonly cacheMs: number;
  readonly isRateLimited: boolean;
  readonly feeCentavos: number;
  /** Changes a description, or a key, before it is returned. */
  readonly showDescription: (entry: Entry, index: number) => string | null | undefined;
  readonly showKey: (pixKey: string) => string;
}

const RATE_WINDOW_MS = 1_000;
const RATE_MAXIMUM = 10;
/** A second service, written only from the specification, with books of its own. */
export class Ledger {
  readonly entries: Entry[] = [];
  readonly #accounts: readonly Account[];
  readonly #traits: LedgerTraits;
  readonly #dice: Dice;
  readonly #onCreation: (entry: Entry, now: number) => void;
  readonly #cache = new Map<string, { readonly until: number; readonly answer: Answer }>();
  readonly #counted = new Map<string, number[]>();

  constructor(
    accounts: readonly Account[],
    traits: LedgerTraits,
    dice: Dice,
    onCreation: (entry: Entry, now: number) => void,
  ) {
    this.#accounts = accounts;
    this.#traits = traits;
    this.#dice = dice;
    this.#onCreation = onCreation;
  }

  statusOf(entry: Entry, at: number): WithdrawalStatus {
    return at >= entry.finalAt ? entry.finalStatus : 'PENDING';
  }

  ofId(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  answer(call: Call, node: Node, now: number): Answer {
    try {
      const account = this.#accounts.find(({ keys }) => keys.has(call.key));
      if (account === undefined) throw new Refused(401, 'unauthorized');
      this.#countRequest(call.key, now);
      return this.#route(account, call, node, now);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code, facts, message } = error;
      return this.#json(status, { success: false, error: STATUS_CODES[status], message, code, ...facts }, now);
    }
  }

  /** Someone uses the account without `pix`. */
  createByHand(account: Account, pixKey: string, amountCentavos: number, at: number, description: string): Answer {
    const entry = this.#create(account, { pixKey, pixKeyType: 'EMAIL', description }, amountCentavos, {
      at,
      createdAt: at,
      request: undefined,
      isRepetition: false,
    });
    return this.#created(entry, at);
  }

  #route(account: Account, call: Call, node: Node, now: number): Answer {
    const { pathname } = call.url;
    const path = pathname.slice(pathname.indexOf('/api/v1'));
    if (call.method === 'POST' && path === '/api/v1/withdraw/create') return this.#withdraw(account, call, node, now);
    if (path === '/api/v1/withdraw/list') return this.#cached(account, call, node, now);
    if (path.startsWith('/api/v1/withdraw/get/')) return this.#details(account, path, node, now);
    if (path === '/api/v1/user/balance') return this.#balance(account, now);
    if (path === '/api/v1/payment/list') {
      const pagination = { total: 0, limit: 50, offset: 0, hasMore: false };
      const statistics = { total: 0, completed: 0, pending: 0, totalValue: 0, totalNetValue: 0 };
      return this.#json(200, { success: true, data: { payments: [], pagination, statistics } }, now);
    }
    throw new Refused(404, 'not_found');
  }

  #countRequest(key: string, now: number): void {
    const recent = (this.#counted.get(key) ?? []).filter((at) => at > now - RATE_WINDOW_MS);
    if (this.#traits.isRateLimited && recent.length >= RATE_MAXIMUM) {
      throw new Refused(429, 'too_many_requests', { retryAfter: 1 });
    }
    this.#counted.set(key, [...recent, now]);
  }

  #withdraw(account: Account, { body, request, isRepetition }: Call, node: Node, now: number): Answer {
    const wanted: { amount: number; pixKey: string; pixKeyType: string; description?: string; coverFee?: boolean } =
      JSON.parse(body);
    const amount = Math.round(wanted.amount * 100);
    const { feeCentavos } = this.#traits;
    const value = wanted.coverFee === true ? amount + feeCentavos : amount;
    if (amount < 500) throw new Refused(400, 'below_minimum');
    if (account.refusedKeys.has(wanted.pixKey)) throw new Refused(400, 'validation_failed');
    const own = this.entries.filter((entry) => entry.account === account.name);
    const standing = own.filter((entry) => this.statusOf(entry, now) !== 'FAILED');
    if (account.isOneAtATime && own.some((entry) => this.statusOf(entry, now) === 'PENDING')) {
      throw new Refused(400, 'withdrawal_in_progress');
    }
    const used = standing.filter(({ at }) => at > now - 86_400_000).reduce((sum, entry) => sum + entry.value, 0);
    if (used + value > account.dailyLimit) {
      const remaining = Math.max(0, account.dailyLimit - used);
      throw new Refused(400, 'limit_exceeded', { limit: account.dailyLimit, remaining, period: 'daily' });
    }
    const balance = this.#balanceOf(account, now);
    if (value > balance) throw new Refused(400, 'insufficient_balance', { balance, required: value });
    const createdAt = now + node.clockOffsetMs;
    const entry = this.#create(account, wanted, value, { at: now, createdAt, request, isRepetition });
    return this.#created(entry, now);
  }

  #created(entry: Entry, now: number): Answer {
    const data = { ...this.#detailsOf(entry, now), correlationID: `c-${entry.id}` };
    return this.#json(200, { success: true, message: 'created', data }, now);
  }

  #create(
    account: Account,
    { pixKey, pixKeyType, description }: { pixKey: string; pixKeyType: string; description?: string | undefined },
    value: number,
    facts: Pick<Entry, 'at' | 'createdAt' | 'request' | 'isRepetition'>,
  ): Entry {
    const isInstant = this.#dice.chance(account.instantShare);
    const entry: Entry = {
      ...facts,
      id: `w${this.#dice.word(12)}`,
      account: account.name,
      value,
      fee: this.#traits.feeCentavos,
      pixKey,
      pixKeyType,
      description,
      finalAt: isInstant ? facts.at : facts.at + this.#dice.between(1_000, 240_000),
      finalStatus: !isInstant && this.#dice.chance(account.failingShare) ? 'FAILED' : 'COMPLETED',
    };
    this.entries.push(entry);
    if (facts.request !== undefined && !facts.isRepetition) facts.request.carriedOut += 1;
    this.#onCreation(entry, facts.at);
    return entry;
  }

  #balanceOf(account: Account, now: number): number {
    return this.entries
      .filter((entry) => entry.account === account.name && this.statusOf(entry, now) !== 'FAILED')
      .reduce((left, { value }) => left - value, account.balance);
  }

  #balance(account: Account, now: number): Answer {
    const total = this.#balanceOf(account, now);
    const dailyUsed = this.entries
      .filter(({ account: owner, at }) => owner === account.name && at > now - 86_400_000)
      .reduce((sum, { value }) => sum + value, 0);
    const dailyRemaining = Math.max(0, account.dailyLimit - dailyUsed);
    const data = {
      balance: { total, pendingPayments: 0, totalWithPending: total, isNegative: total < 0 },
      disputes: { total: 0, pending: 0, totalDisputedAmount: 0, totalBlockedAmount: 0 },
      statistics: { totalReceived: 0, totalFees: 0, completedPayments: 0, pendingPayments: 0, totalPayments: 0 },
      limits: {
        daily: account.dailyLimit,
        dailyUsed,
        dailyRemaining,
        monthly: 1e9,
        monthlyUsed: 0,
        monthlyRemaining: 1e9,
        perTransaction: 1e8,
      },
      plan: { name: 'plain', transactionFee: this.#traits.feeCentavos, transactionFeeInReais: '0.50' },
    };
    return this.#json(200, { success: true, data }, now);
  }

  #cached(account: Account, call: Call, node: Node, now: number): Answer {
    const name = `${account.name} ${call.url.pathname}${call.url.search}`;
    const cached = this.#cache.get(name);
    if (cached !== undefined && now < cached.until) return cached.answer;
    const answer = this.#list(account, call.url.searchParams, now - node.lagMs);
    if (answer.status === 200) this.#cache.set(name, { until: now + this.#traits.cacheMs, answer });
    return answer;
  }

  #list(account: Account, query: URLSearchParams, asOf: number): Answer {
    const limit = Number(query.get('limit') ?? 50);
    const offset = Number(query.get('offset') ?? 0);
    const status = query.get('status');
    if (!(limit >= 1 && limit <= 100 && offset >= 0)) throw new Refused(400, 'validation_failed');
    const seen = this.entries.filter(
      (entry) =>
        entry.account === account.name &&
        entry.at <= asOf &&
        (status === null || this.statusOf(entry, asOf) === status),
    );
    const ordered =
      this.#traits.listOrder === 'by insertion'
        ? seen.reverse()
        : seen.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
    const withdraws = ordered.slice(offset, offset + limit).map((entry) => this.#rowOf(entry, asOf));
    const count = (wanted: string) => ordered.filter((entry) => this.statusOf(entry, asOf) === wanted).length;
    const total = ordered.length;
    const data = {
      withdraws,
      pagination: { total, limit, offset, hasMore: offset + withdraws.length < total },
      statistics: {
        total,
        completed: count('COMPLETED'),
        pending: count('PENDING'),
        failed: count('FAILED'),
        totalValue: ordered.reduce((sum, { value }) => sum + value, 0),
      },
    };
    return this.#json(200, { success: true, data }, asOf);
  }

  #rowOf(entry: Entry, asOf: number): object {
    const description = this.#traits.showDescription(entry, this.entries.indexOf(entry));
    const { id, value, fee, createdAt } = entry;
    return {
      id,
      correlationID: `c-${id}`,
      value,
      status: this.statusOf(entry, asOf),
      pixKey: this.#traits.showKey(entry.pixKey),
      ...(description === undefined ? {} : { description }),
      metadata: { fee, sent: value - fee },
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(createdAt).toISOString(),
    };
  }

  #details(account: Account, path: string, node: Node, now: number): Answer {
    const asOf = now - node.lagMs;
    const entry = this.ofId(path.slice(path.lastIndexOf('/') + 1));
    if (entry === undefined || entry.account !== account.name || entry.at > asOf) throw new Refused(404, 'not_found');
    const { createdAt } = entry;
    const data = { ...this.#detailsOf(entry, asOf), correlationID: `c-${entry.id}`, transactionId: `t-${entry.id}` };
    return this.#json(200, { success: true, data: { ...data, updatedAt: new Date(createdAt).toISOString() } }, asOf);
  }

  #detailsOf(entry: Entry, at: number): object {
    const { id, value, fee, pixKey, pixKeyType, createdAt, finalAt } = entry;
    const status = this.statusOf(entry, at);
    const ended = new Date(finalAt).toISOString();
    return {
      id,
      value,
      fee,
      sent: value - fee,
      status,
      pixKey: this.#traits.showKey(pixKey),
      pixKeyType,
      completedAt: status === 'COMPLETED' ? ended : null,
      failedAt: status === 'FAILED' ? ended : null,
      failureReason: status === 'FAILED' ? 'AC03' : null,
      createdAt: new Date(createdAt).toISOString(),
    };
  }

  #json(status: number, body: object, asOf: number): Answer {
    return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), asOf };
  }
}
