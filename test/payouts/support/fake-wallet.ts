import type { CreatedWithdrawal, Withdrawal } from '../../../src/client/answers.ts';
import type { NewWithdrawal } from '../../../src/client/client.ts';
import type { Clock } from '../../../src/client/clock.ts';
import { ApiError, TransportError } from '../../../src/client/errors.ts';
import { listSource } from '../../../src/client/list-source.ts';
import { ListProof } from '../../../src/lists/list-proof.ts';
import type { PayoutClient } from '../../../src/payouts/engine/run-payouts.ts';
import { centavos } from '../../../src/pix/centavos.ts';

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
  /** Processed twice, by a gateway that repeats requests, and answered once. */
  | 'done-twice'
  /** Processed, but answered with the refusal of a repetition. */
  | { readonly refuses: Error }
  /** Not processed, and answered with another request's answer. */
  | { readonly replays: CreatedWithdrawal }
  /** Processed, and answered with something else. */
  | { readonly answer: Partial<CreatedWithdrawal> }
  | Error;

export interface FakeWallet {
  readonly client: PayoutClient;
  readonly withdrawals: Withdrawal[];
  /** In the order of arrival. */
  readonly requests: NewWithdrawal[];
  mostUnderWay(): number;
}

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

/** A service in memory, whose clock is a quarter of an hour ahead of ours. */
export function fakeWallet(settings: {
  clock: Clock;
  fate?: (request: NewWithdrawal, number: number) => Fate;
  showsDescriptions?: boolean;
}): FakeWallet {
  const { clock, fate = () => 'done', showsDescriptions = true } = settings;
  const withdrawals: Withdrawal[] = [];
  const requests: NewWithdrawal[] = [];
  let underWay = 0;
  let mostUnderWay = 0;

  const wait = (delayMs: number) =>
    new Promise<void>((resolve) => {
      clock.schedule(delayMs, resolve);
    });

  function carryOut({ amountCentavos, pixKey, description }: NewWithdrawal, status = 'COMPLETED'): CreatedWithdrawal {
    const id = `wd-${withdrawals.length + 1}`;
    const createdAt = new Date(clock.epochMs() + 900_000).toISOString();
    const withdrawal = { id, value: amountCentavos, status, pixKey, createdAt };
    withdrawals.unshift({ ...withdrawal, description: showsDescriptions ? (description ?? '') : null });
    return { ...withdrawal, fee: centavos(0), sent: amountCentavos };
  }

  async function create(request: NewWithdrawal): Promise<CreatedWithdrawal> {
    requests.push(request);
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    const chosen = fate(request, requests.length);
    await wait(ROUND_TRIP_MS);
    underWay -= 1;
    if (chosen instanceof Error) throw chosen;
    if (chosen === 'done') return carryOut(request);
    if (chosen === 'done-twice') {
      const first = carryOut(request);
      carryOut(request);
      return first;
    }
    if (typeof chosen === 'object' && 'replays' in chosen) return chosen.replays;
    if (typeof chosen === 'object' && 'refuses' in chosen) {
      carryOut(request);
      throw chosen.refuses;
    }
    if (typeof chosen === 'object' && 'answer' in chosen) return { ...carryOut(request), ...chosen.answer };
    if (typeof chosen === 'object' && 'settles' in chosen) {
      const created = carryOut(request, 'PENDING');
      clock.schedule(chosen.afterMs, () => {
        const place = withdrawals.findIndex(({ id }) => id === created.id);
        const [pending] = withdrawals.splice(place, 1);
        if (pending !== undefined) withdrawals.splice(place, 0, { ...pending, status: chosen.settles });
      });
      return created;
    }
    if (chosen === 'lost-after') carryOut(request);
    if (typeof chosen === 'object') {
      clock.schedule(chosen.lateMs, () => {
        carryOut(request);
      });
    }
    throw new TransportError('lost', { code: 'connection_lost', outcome: 'unknown', host: 'wallet.example' });
  }

  async function page({ limit = 50, offset = 0 }: { limit?: number | undefined; offset?: number | undefined } = {}) {
    await wait(ROUND_TRIP_MS);
    const items = withdrawals.slice(offset, offset + limit);
    return { items, pagination: { total: withdrawals.length, limit, offset }, statistics: { totalValue: null } };
  }

  const unused = () => {
    throw new TypeError('payouts do not ask for this');
  };
  const client: PayoutClient = {
    keys: () => [{ name: 'main', permissions: {}, isRevoked: false }],
    withdraws: {
      create,
      page,
      proven: (options) => new ListProof(listSource(page, clock, 1), options),
      async get(id) {
        await wait(ROUND_TRIP_MS);
        const found = withdrawals.find((withdrawal) => withdrawal.id === id);
        if (found === undefined) throw refusal('not_found', 404);
        const { status } = found;
        const failureReason = status === 'FAILED' ? 'AC03' : null;
        return { ...found, fee: centavos(0), sent: found.value, failureReason };
      },
      list: unused,
      requestTransferCode: unused,
    },
  };
  return { client, withdrawals, requests, mostUnderWay: () => mostUnderWay };
}
