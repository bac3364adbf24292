import { expect, it } from 'vitest';
import { openTestService, type OpenTestService } from '../support/service.ts';
import { controlOf } from '../support/service-controls.ts';

interface Entry {
  readonly account: string;
  readonly payment: { status: string; copyPaste: string; expiresAt: string } | null;
  readonly withdrawal: { status: string; description: string; settlesAt: string | null } | null;
  readonly dispute: { status: string } | null;
  readonly ledger: readonly { kind: string; availableCentavos: number }[];
}

const entryOf = (service: OpenTestService, id: string) => controlOf(service, `entry?id=${id}`) as Promise<Entry>;

it('an entry shows a charge with its BR Code, its dispute, and each transfer that it caused', async () => {
  const service = await openTestService({ payments: 0, withdraws: 0 });
  const created = await service.request('/api/v1/payment/create', { json: { value: 80 } });
  const { id, copyPaste } = created.json.data as { id: string; copyPaste: string };
  expect(await entryOf(service, id)).toMatchObject({
    account: 'demo',
    payment: { status: 'PENDING', copyPaste },
    withdrawal: null,
    dispute: null,
    ledger: [],
  });
  await controlOf(service, 'payment/pay', { id });
  await controlOf(service, 'dispute/open', { paymentId: id });
  await controlOf(service, 'dispute/accept', { paymentId: id });
  const { payment, dispute, ledger } = await entryOf(service, id);
  expect([payment?.status, dispute?.status]).toEqual(['COMPLETED', 'ACCEPTED']);
  expect(ledger.map(({ kind, availableCentavos }) => [kind, availableCentavos])).toEqual([
    ['payment_received', 7950],
    ['dispute_opened', -8000],
    ['dispute_accepted', 0],
  ]);
});

it('an entry shows a withdrawal with its return, and an unknown ID is not found', async () => {
  const service = await openTestService({ payments: 0, withdraws: 0 });
  await controlOf(service, 'account', { instant: false });
  await controlOf(service, 'deposit', { amountCentavos: 50_000 });
  const json = { amount: 100, pixKey: 'maria.silva@example.com', pixKeyType: 'EMAIL', description: 'Aluguel' };
  const { id } = (await service.request('/api/v1/withdraw/create', { json })).json.data as { id: string };
  await controlOf(service, 'withdraw/fail', { id });
  const { account, payment, withdrawal, ledger } = await entryOf(service, id);
  expect([account, payment]).toEqual(['demo', null]);
  expect(withdrawal).toMatchObject({ status: 'FAILED', description: 'Aluguel' });
  expect(ledger.map(({ kind, availableCentavos }) => [kind, availableCentavos])).toEqual([
    ['withdrawal_held', -10_000],
    ['withdrawal_returned', 10_000],
  ]);
  expect((await service.request('/mock/entry?id=none', { key: null })).status).toBe(404);
});

it('the accounts are listed page by page, each as it behaves', async () => {
  const service = await openTestService({ payments: 0, withdraws: 0 });
  const { id } = (await controlOf(service, 'account/open', { balanceCentavos: 700 })) as { id: string };
  const page = await controlOf(service, 'accounts?limit=1');
  expect(page).toMatchObject({ accounts: [{ id, availableCentavos: 700 }], pagination: { limit: 1, hasMore: true } });
});
