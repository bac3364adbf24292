import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorldFile } from '../../src/contract/world.ts';
import { drawsOfStore } from '../support/postgres.ts';
import { happen } from '../support/service-events.ts';
import { fakeClock, openTestService, type OpenTestService } from '../support/service.ts';

const CREATED = '2026-07-14T12:00:00.000Z';
const PAID = '2026-07-14T12:05:00.000Z';

const PAYMENT = { id: 'p-1', value: 10_000, fee: 50, createdAt: CREATED, updatedAt: PAID };
const WITHDRAWAL = {
  id: 'w-1',
  value: 3_000,
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  createdAt: '2026-07-14T13:00:00.000Z',
} as const;

function worldOf(account: Partial<WorldFile['accounts'][number]> = {}, more: Partial<WorldFile> = {}): WorldFile {
  const demo = { id: 'demo', name: 'Padaria', payments: [PAYMENT], withdrawals: [WITHDRAWAL], ...account };
  return { version: 1, accounts: [demo], ...more };
}

async function exportOf({ request }: OpenTestService): Promise<WorldFile> {
  return (await request('/mock/world')).json.data;
}

async function failures({ request }: OpenTestService): Promise<unknown> {
  const { invariants } = (await request('/mock/verify')).json.data;
  return invariants.filter(({ holds }: { holds: boolean }) => !holds);
}

describe('a world', () => {
  it('is what the service starts with: rows, balance, limits and keys', async () => {
    const service = await openTestService({ world: worldOf({ openingBalance: 1_000 }) });
    expect(service.keys.map(({ account, name }) => [account, name])).toEqual([['demo', 'main']]);
    const { balance, limits } = (await service.request('/api/v1/user/balance')).json.data;
    expect([balance.total, limits.dailyUsed]).toEqual([1_000 + 9_950 - 3_000, 3_000]);
    const { payments } = (await service.request('/api/v1/payment/list')).json.data;
    expect(payments).toEqual([
      expect.objectContaining({ id: 'p-1', value: 10_000, netValue: 9_950, status: 'COMPLETED', updatedAt: PAID }),
    ]);
    expect(await failures(service)).toEqual([]);
  });

  it('is continued: the next withdrawal is counted after its rows', async () => {
    const service = await openTestService({ world: worldOf() });
    const json = { amount: 10, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' };
    expect((await service.request('/api/v1/withdraw/create', { json })).json.data.status).toBe('COMPLETED');
    const { withdraws, pagination } = (await service.request('/api/v1/withdraw/list')).json.data;
    expect([pagination.total, withdraws[1].id, await failures(service)]).toEqual([2, 'w-1', []]);
  });

  it('without rows has an account that was created now, within whatever millisecond', async () => {
    const world = worldOf({ openingBalance: 1_000, payments: [], withdrawals: [] });
    const service = await openTestService({ world }, fakeClock(Date.parse(CREATED) + 0.5));
    const [account] = (await exportOf(service)).accounts;
    expect([account?.openingBalance, account?.createdAt]).toEqual([1_000, CREATED]);
  });

  it.each<[string, WorldFile, string, RegExp]>([
    ['another form', { ...worldOf(), accounts: [] }, 'accounts', /./],
    ['an unknown field', worldOf({ balance: 5 } as object), 'accounts[0]', /balance/],
    [
      'a name that no charge can show',
      worldOf({ name: '株式会社', payments: [], withdrawals: [] }),
      'accounts[0]',
      /merchant name/,
    ],
    [
      'an ID twice',
      worldOf({ withdrawals: [{ ...WITHDRAWAL, id: 'p-1' }] }),
      'accounts[0].withdrawals[0].id',
      /p-1 is there twice/,
    ],
    [
      'a balance below zero',
      worldOf({ withdrawals: [{ ...WITHDRAWAL, value: 9_951 }] }),
      'accounts[0].withdrawals[0]',
      /takes 9951 centavos, and 9950 were available/,
    ],
    [
      'money that comes later',
      worldOf({ withdrawals: [{ ...WITHDRAWAL, createdAt: CREATED }] }),
      'accounts[0].withdrawals[0]',
      /0 were available/,
    ],
    ['a fee beyond the value', worldOf({ payments: [{ ...PAYMENT, fee: 10_000 }] }), 'accounts[0].payments[0]', /fee/],
    [
      'an update before the creation',
      worldOf({ payments: [{ ...PAYMENT, updatedAt: '2026-07-14T11:00:00Z' }] }),
      'accounts[0].payments[0]',
      /updated before/,
    ],
    [
      'a dispute of an unpaid charge',
      worldOf({ withdrawals: [], payments: [{ ...PAYMENT, status: 'ACTIVE' }] }, { disputes: [disputeOf('p-1')] }),
      'disputes[0]',
      /COMPLETED/,
    ],
    [
      'a second dispute',
      worldOf({}, { disputes: [disputeOf('p-1'), disputeOf('p-1')] }),
      'disputes[1].paymentId',
      /twice/,
    ],
  ])('that cannot be is refused before anything is stored: %s', async (_, given, path, reason) => {
    const error = await openTestService({ world: given }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'world_invalid', path, reason: expect.stringMatching(reason) });
  });

  it('is reset to itself, and not by a service that does not have it', async () => {
    const service = await openTestService({ world: worldOf() });
    const before = await exportOf(service);
    await service.request('/mock/deposit', { json: { amountCentavos: 5_000 } });
    expect((await service.request('/mock/reset', { method: 'POST' })).status).toBe(200);
    expect(await exportOf(service)).toEqual(before);
  });

  it('has keys of its own secret where the service is exposed', async () => {
    const { keys, request } = await openTestService({ world: worldOf(), expose: true, controlToken: 'x'.repeat(16) });
    const [key] = (await openTestService({ world: worldOf() })).keys;
    expect(keys).toMatchObject([{ account: 'demo', name: 'main' }]);
    expect((await request('/api/v1/user/balance', { key: key?.key ?? '' })).status).toBe(401);
    expect((await request('/api/v1/user/balance', { key: keys[0]?.key ?? '' })).status).toBe(200);
  });

  it('is exported, and starts a service with the same export, whatever happened', async () => {
    const move = fc.record({ what: fc.integer({ min: 0, max: 7 }), on: fc.nat(40), ms: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
        const clock = fakeClock();
        const service = await openTestService({ payments: 12, withdraws: 6 }, clock);
        for (const each of moves) await happen(service, each, clock);
        const first = await exportOf(service);
        const second = await openTestService({ world: first }, fakeClock(clock.now()));
        expect(JSON.stringify(await exportOf(second))).toBe(JSON.stringify(first));
        expect(await failures(second)).toEqual([]);
        for (const path of ['user/balance', 'payment/list', 'withdraw/list?status=FAILED']) {
          const [before, after] = await Promise.all([service, second].map(({ request }) => request(`/api/v1/${path}`)));
          expect(after?.text).toBe(before?.text);
        }
        await second.close();
        await service.close();
      }),
      drawsOfStore(4),
    );
  });
});

function disputeOf(paymentId: string) {
  return { paymentId, createdAt: '2026-07-14T14:00:00Z' };
}
