import { jsonReaisFromCentavos } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { RequestFieldNames, CallOptions, PageQuery, Payments, Withdraws } from './client.ts';
import type { Clock } from './clock.ts';
import { ContractError, PixError, errorAbout, ofSameRequest } from './errors.ts';
import type { Session } from './http/session.ts';
import type { PaymentStatus } from '../contract/payment.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import { endpoint } from './http/endpoint.ts';
import { listsOver } from './list-source.ts';

/** What the resources of a wallet use to send requests. */
interface Connection {
  readonly session: Session;
  readonly clock: Clock;
  /** How many keys share the requests. */
  readonly keys: number;
  readonly fieldNames: { readonly [Field in keyof RequestFieldNames]-?: string };
}

/** Another payment's or withdrawal's state must not be accepted as this one's. @throws {ContractError} */
function assertSameId(answer: { readonly data: { readonly id: string } }, asked: string): void {
  if (answer.data.id === asked) return;
  throw errorAbout(answer, new ContractError({ path: 'data.id', expected: 'expected the id that was asked for' }));
}

/** @throws {PixError} `invalid_amount` when no JSON number represents it: nothing was sent */
function jsonReais(amountCentavos: Centavos): number {
  try {
    return jsonReaisFromCentavos(amountCentavos);
  } catch (cause) {
    throw new PixError('the amount is too large', { code: 'invalid_amount', outcome: 'not-sent', cause });
  }
}

/** Loaded on demand: creating the schemas of all resources takes milliseconds of every command. */
async function paymentContract() {
  return (await import('../contract/payment-operations.ts')).paymentOperations;
}

async function withdrawalContract() {
  return (await import('../contract/withdrawal-operations.ts')).withdrawalOperations;
}

export function paymentsOver(connection: Connection): Payments {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await paymentContract()).getPayment));
  const create = endpoint(session, async ({ answered }) => answered((await paymentContract()).createPayment));
  const ask = endpoint(session, async ({ answered }) => answered((await paymentContract()).listPayments));

  async function fetchPage(query: PageQuery<PaymentStatus>, options?: CallOptions) {
    const answer = await ask({ query: { ...query }, ...options });
    const { payments: items, pagination, statistics } = answer.data;
    return ofSameRequest(answer, { items, pagination, statistics });
  }

  return {
    ...listsOver(fetchPage, connection),
    async get(id, options) {
      const answer = await get({ id, ...options });
      assertSameId(answer, id);
      return { payment: answer.data, statusUpdated: answer.statusUpdated ?? false };
    },
    async create({ valueCentavos, description, coverFee = false }, options) {
      const value = jsonReais(valueCentavos);
      const json = { value, description, ...(coverFee && { [fieldNames.coverFee]: true }) };
      return (await create({ json, ...options })).data;
    },
  };
}

export function withdrawalsOver(connection: Connection): Withdraws {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).getWithdrawal));
  const create = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).createWithdrawal));
  const ask = endpoint(session, async ({ answered }) => answered((await withdrawalContract()).listWithdrawals));
  const requestTransferCode = endpoint(session, async ({ answered }) => {
    const { operation, makeParser } = answered((await withdrawalContract()).requestTransferCode);
    return { operation, makeParser: () => makeParser().partial({ data: true }) };
  });

  async function fetchPage(query: PageQuery<WithdrawalStatus>, options?: CallOptions) {
    const answer = await ask({ query: { ...query }, ...options });
    const { withdraws: items, pagination, statistics } = answer.data;
    return ofSameRequest(answer, { items, pagination, statistics });
  }

  return {
    ...listsOver(fetchPage, connection),
    async get(id, options) {
      const answer = await get({ id, ...options });
      assertSameId(answer, id);
      return answer.data;
    },
    async create({ amountCentavos, pixKey, pixKeyType, description, coverFee = false, verificationCode }, options) {
      const json = {
        amount: jsonReais(amountCentavos),
        pixKey,
        pixKeyType,
        description,
        ...(coverFee && { [fieldNames.coverFee]: true }),
        [fieldNames.verificationCode]: verificationCode,
      };
      return (await create({ json, ...options })).data;
    },
    async requestTransferCode({ amountCentavos, coverFee = false }, options) {
      const json = { amount: jsonReais(amountCentavos), ...(coverFee && { [fieldNames.coverFee]: true }) };
      return (await requestTransferCode({ json, ...options })).data ?? {};
    },
  };
}
