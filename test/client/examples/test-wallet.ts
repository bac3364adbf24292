import { ApiError, centavos } from '../../../src/client/index.ts';
import { openTestWallet } from '../../../src/testing/index.ts';

const wallet = await openTestWallet({ startAt: new Date('2026-07-14T12:00:00Z') });
const client = wallet.client();

const charge = await client.payments.create({ valueCentavos: centavos(100_00), description: 'Order 17' });
await wallet.controls.activatePayment(charge.id);
await wallet.controls.payPayment(charge.id);
const { payment } = await client.payments.get(charge.id);
console.log(payment.status, payment.netValue); // COMPLETED 9950

await wallet.controls.addFault({ on: 'POST /api/v1/withdraw/create', fault: 'status-503', times: 1 });
try {
  await client.withdraws.create({ amountCentavos: centavos(10_00), pixKey: 'a@example.com', pixKeyType: 'EMAIL' });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(error.status, error.outcome); // 503 unknown
}
console.log((await wallet.controls.faults()).map(({ fault, fired }) => `${fault}: ${fired}`));
await wallet.close();
