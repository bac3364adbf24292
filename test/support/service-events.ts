import type { FakeClock, OpenTestService } from './service.ts';

/** Something that clients or controls do, on some row; what the state forbids is refused. */
export async function happen(
  { request }: Pick<OpenTestService, 'request'>,
  { what, on, ms }: { what: number; on: number; ms: number },
  clock: FakeClock,
): Promise<void> {
  clock.advance(ms);
  const [{ payments }, { withdraws }] = await Promise.all(
    ['payment/list', 'withdraw/list'].map(
      async (path) => (await request(`/api/v1/${path}?limit=99&offset=0`)).json.data,
    ),
  );
  const id = (rows: { id: string }[]) => rows[on % rows.length]?.id;
  const paymentId = id(payments);
  const recipient = on % 2 === 0 ? 'pending@example.com' : on % 3 === 0 ? 'fail-ac03@example.com' : 'maria@example.com';
  const asks = [
    () => ['/api/v1/withdraw/create', { amount: 5 + on, pixKey: recipient, pixKeyType: 'EMAIL' }],
    () => ['/api/v1/payment/create', { value: 100 + on }],
    () => [on % 2 === 0 ? '/mock/payment/pay' : '/mock/payment/expire', { id: paymentId }],
    () => [on % 2 === 0 ? '/mock/withdraw/settle' : '/mock/withdraw/fail', { id: id(withdraws) }],
    () => ['/mock/dispute/open', { paymentId }],
    () => [on % 2 === 0 ? '/mock/dispute/accept' : '/mock/dispute/refuse', { paymentId }],
    () => ['/mock/account/open', { balanceCentavos: on }],
    () => ['/api/v1/user/api-key/create', { name: 'extra', permissions: ['read:balance'] }],
  ] as const;
  const [path, json] = asks[what]?.() ?? [];
  if (typeof path === 'string') await request(path, { json });
}
