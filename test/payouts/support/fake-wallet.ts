import type { CreatedWithdrawal, Withdrawal, WithdrawalDetails } from '../../../src/client/answers.ts';
import type { NewWithdrawal } from '../../../src/client/client.ts';
import type { Clock } from '../../../src/client/clock.ts';
import { ApiError, InterruptedError, TransportError } from '../../../src/client/errors.ts';
import { listSource } from '../../../src/client/list-source.ts';
import { ListProof } from '../../../src/lists/list-proof.ts';
import type { PayoutClient } from '../../../src/payouts/engine/run-payouts.ts';
import { centavos, sumCentavos, type Centavos } from '../../../src/pix/centavos.ts';

/** The fate of a creation. */
export type Fate =
  /** Processed, and answered. */
  | 'done'
  /** Processed, and the answer is lost. */
  | 'lost-after'
  /** Not processed, without an answer. */
  | 'lost-before'
  /** Processed long after its request has ended without an answer. */
  | { readonly lateMs: number }
  /** Processed, but final only later. */
  | { readonly settles: 'COMPLETED' | 'FAILED'; readonly afterMs: number }
  /** Processed, and it has failed. */
  | 'failed'
  /** Processed twice, by a gateway that repeats requests, and answered once. */
  | 'done-twice'
  /** Processed, but answered with the refusal of a repetition. */
  | { readonly refuses: Error }
  /** Not processed, and answered with another request's answer. */
  | { readonly replays: CreatedWithdrawal }
  /** Processed, and answered with something else. */
  | { readonly answer: Partial<CreatedWithdrawal> }
  /** Sent twice by a gateway: a copy is processed first, which differs, and the own request has a fate. */
  | { readonly copy: Partial<Withdrawal>; readonly own: Fate }
  | Error;

export function refusal(code: string, status = 400, period?: string): ApiError {
  return new ApiError(code, { status, code, outcome: 'refused', period });
}

export function unsent(): TransportError {
  return new TransportError('nothing accepts connections there', {
    code: 'connection_refused',
    outcome: 'not-sent',
    host: 'wallet.example',
  });
}

const ROUND_TRIP_MS = 50;

type Withdraws = PayoutClient['withdraws'];

type CreatingFate = Exclude<
  Fate,
  Error | 'lost-before' | { readonly replays: CreatedWithdrawal } | { readonly own: Fate }
>;

/** A service in memory, whose clock is a quarter of an hour ahead of ours. */
export class FakeWallet {
  readonly withdrawals: Withdrawal[] = [];
  /** In the order of arrival. */
  readonly requests: NewWithdrawal[] = [];
  readonly client: PayoutClient;
  readonly #clock: Clock;
  readonly #fate: (request: NewWithdrawal, number: number) => Fate;
  readonly #showsDescriptions: boolean;
  readonly #feeOnTop: Centavos;

  constructor(settings: {
    clock: Clock;
    fate?: (request: NewWithdrawal, number: number) => Fate;
    showsDescriptions?: boolean;
    /** What is added to the value, whatever was asked. */
    feeOnTop?: number;
  }) {
    const { clock, fate = () => 'done', showsDescriptions = true, feeOnTop = 0 } = settings;
    this.#clock = clock;
    this.#fate = fate;
    this.#showsDescriptions = showsDescriptions;
    this.#feeOnTop = centavos(feeOnTop);
    this.client = {
      keys: () => [{ name: 'main', permissions: {}, isRevoked: false }],
      withdraws: {
        create: async (request, options) => {
          try {
            options?.beforeSending?.();
          } catch (cause) {
            throw new InterruptedError({ outcome: 'not-sent', cause });
          }
          return this.#create(request);
        },
        page: (query) => this.#page(query),
        proven: (options) =>
          new ListProof(
            listSource((query) => this.#page(query), clock, 1),
            options,
          ),
        get: (id) => this.#get(id),
        list: unused,
        requestTransferCode: unused,
      },
    };
  }

  /** From now on, the service answers so. @param answer gets what answered before */
  alter<Name extends keyof Withdraws>(name: Name, answer: (before: Withdraws[Name]) => Withdraws[Name]): void {
    const { withdraws } = this.client;
    withdraws[name] = answer(withdraws[name]);
  }

  /** From now on, this reading of a page fails: the how-manieth. */
  failPage(number: number): void {
    let pages = 0;
    this.alter('page', (page) => (query) => ((pages += 1) === number ? Promise.reject(unsent()) : page(query)));
  }

  async #create(request: NewWithdrawal): Promise<CreatedWithdrawal> {
    this.requests.push(request);
    const fate = this.#fate(request, this.requests.length);
    await this.#wait(ROUND_TRIP_MS);
    return this.#answer(fate, request);
  }

  #answer(fate: Fate, request: NewWithdrawal): CreatedWithdrawal {
    if (fate instanceof Error) throw fate;
    if (fate === 'lost-before') throw lost();
    if (typeof fate === 'object' && 'replays' in fate) return fate.replays;
    if (typeof fate === 'object' && 'copy' in fate) {
      this.carryOut(request, fate.copy);
      return this.#answer(fate.own, request);
    }
    return this.#meet(fate, request);
  }

  #meet(fate: CreatingFate, request: NewWithdrawal): CreatedWithdrawal {
    if (typeof fate === 'object' && 'lateMs' in fate) {
      this.#clock.schedule(fate.lateMs, () => this.carryOut(request));
      throw lost();
    }
    const isSettledLater = typeof fate === 'object' && 'settles' in fate;
    const status = fate === 'failed' ? 'FAILED' : 'COMPLETED';
    const created = this.carryOut(request, { status: isSettledLater ? 'PENDING' : status });
    if (fate === 'lost-after') throw lost();
    if (fate === 'done-twice') this.carryOut(request);
    if (typeof fate === 'string') return created;
    if ('refuses' in fate) throw fate.refuses;
    if ('answer' in fate) return { ...created, ...fate.answer };
    this.#clock.schedule(fate.afterMs, () => this.#settle(created.id, fate.settles));
    return created;
  }

  /** Also what others pay, which may differ from what this client would cause. */
  carryOut(
    { amountCentavos, pixKey, description }: Pick<NewWithdrawal, 'amountCentavos' | 'pixKey' | 'description'>,
    differing: Partial<Withdrawal> = {},
  ): CreatedWithdrawal {
    const id = `wd-${this.withdrawals.length + 1}`;
    const createdAt = new Date(this.#clock.epochMs() + 900_000).toISOString();
    const fee = this.#feeOnTop;
    const value = sumCentavos(amountCentavos, fee);
    const withdrawal = { id, value, status: 'COMPLETED', pixKey, createdAt, ...differing };
    const metadata = { fee, sent: amountCentavos };
    this.withdrawals.unshift({
      description: this.#showsDescriptions ? (description ?? '') : null,
      ...withdrawal,
      ...(fee > 0 && { metadata }),
    });
    return { ...withdrawal, ...metadata };
  }

  #settle(settledId: string, status: string): void {
    const place = this.withdrawals.findIndex(({ id }) => id === settledId);
    const [pending] = this.withdrawals.splice(place, 1);
    if (pending !== undefined) this.withdrawals.splice(place, 0, { ...pending, status });
  }

  async #page({ limit = 50, offset = 0 }: { limit?: number | undefined; offset?: number | undefined } = {}) {
    await this.#wait(ROUND_TRIP_MS);
    const items = this.withdrawals.slice(offset, offset + limit);
    return { items, pagination: { total: this.withdrawals.length, limit, offset }, statistics: { totalValue: null } };
  }

  async #get(id: string): Promise<WithdrawalDetails> {
    await this.#wait(ROUND_TRIP_MS);
    const found = this.withdrawals.find((withdrawal) => withdrawal.id === id);
    if (found === undefined) throw refusal('not_found', 404);
    const failureReason = found.status === 'FAILED' ? 'AC03' : null;
    const { fee = centavos(0), sent = found.value } = found.metadata ?? {};
    return { ...found, fee, sent, failureReason };
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.#clock.schedule(delayMs, resolve));
  }
}

function lost(): TransportError {
  return new TransportError('lost', { code: 'connection_lost', outcome: 'unknown', host: 'wallet.example' });
}

function unused(): never {
  throw new TypeError('payouts do not ask for this');
}
