import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { PageQuery, PixClient } from './client.ts';
import { answered, endpoint } from './http/endpoint.ts';
import { listsOver } from './list-source.ts';
import { assertSameId, jsonReais, type Connection } from './resource.ts';

/** Loaded when it is asked for: to make the schemas of all resources takes milliseconds of every command. */
async function contract() {
  return (await import('../contract/withdrawal-operations.ts')).withdrawalOperations;
}

export function withdrawalsOver(connection: Connection): PixClient['withdraws'] {
  const { session, fieldNames } = connection;
  const get = endpoint(session, async () => answered((await contract()).getWithdrawal));
  const create = endpoint(session, async () => answered((await contract()).createWithdrawal));
  const ask = endpoint(session, async () => answered((await contract()).listWithdrawals));
  const requestTransferCode = endpoint(session, async () => {
    const { operation, makeParser } = answered((await contract()).requestTransferCode);
    return { operation, makeParser: () => makeParser().partial({ data: true }) };
  });

  async function fetchPage(query: PageQuery<WithdrawalStatus>, signal?: AbortSignal) {
    const { withdraws: items, pagination, statistics } = (await ask({ query: { ...query }, signal })).data;
    return { items, pagination, statistics };
  }

  return {
    ...listsOver(fetchPage, connection),
    async get(id) {
      const { data: withdrawal } = await get({ id });
      assertSameId(withdrawal.id, id);
      return withdrawal;
    },
    async create({ amountCentavos, pixKey, pixKeyType, description, coverFee = false, verificationCode }) {
      const json = {
        amount: jsonReais(amountCentavos),
        pixKey,
        pixKeyType,
        description,
        ...(coverFee && { [fieldNames.coverFee]: true }),
        [fieldNames.verificationCode]: verificationCode,
      };
      return (await create({ json })).data;
    },
    async requestTransferCode({ amountCentavos, coverFee = false }) {
      const json = { amount: jsonReais(amountCentavos), ...(coverFee && { [fieldNames.coverFee]: true }) };
      return (await requestTransferCode({ json })).data ?? {};
    },
  };
}
