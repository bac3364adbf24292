import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { CallOptions, PageQuery, Withdraws } from './client.ts';
import { endpoint } from './http/endpoint.ts';
import { listsOver } from './list-source.ts';
import { assertSameId, jsonReais, type Connection } from './resource.ts';
import { ofSameRequest } from './errors.ts';

/** Loaded on demand: creating the schemas of all resources takes milliseconds of every command. */
async function contract() {
  return (await import('../contract/withdrawal-operations.ts')).withdrawalOperations;
}

export function withdrawalsOver(connection: Connection): Withdraws {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async ({ answered }) => answered((await contract()).getWithdrawal));
  const create = endpoint(session, async ({ answered }) => answered((await contract()).createWithdrawal));
  const ask = endpoint(session, async ({ answered }) => answered((await contract()).listWithdrawals));
  const requestTransferCode = endpoint(session, async ({ answered }) => {
    const { operation, makeParser } = answered((await contract()).requestTransferCode);
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
