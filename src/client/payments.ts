import type { PaymentStatus } from '../contract/payment.ts';
import type { CallOptions, PageQuery, Payments } from './client.ts';
import { endpoint } from './http/endpoint.ts';
import { listsOver } from './list-source.ts';
import { assertSameId, jsonReais, type Connection } from './resource.ts';
import { ofSameRequest } from './errors.ts';

/** Loaded on demand: creating the schemas of all resources takes milliseconds of every command. */
async function contract() {
  return (await import('../contract/payment-operations.ts')).paymentOperations;
}

export function paymentsOver(connection: Connection): Payments {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await contract()).getPayment));
  const create = endpoint(session, async ({ answered }) => answered((await contract()).createPayment));
  const ask = endpoint(session, async ({ answered }) => answered((await contract()).listPayments));

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
