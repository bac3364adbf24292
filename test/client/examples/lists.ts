import { createPixClient } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

let receivedCentavos = 0;
for await (const payment of client.payments.list({ status: 'COMPLETED' })) {
  receivedCentavos += payment.netValue ?? 0;
}
console.log(receivedCentavos);

for await (const page of client.withdraws.list({ maximum: 20 }).pages()) {
  console.log(page.items.length, page.pagination.total, page.statistics.totalValue);
}
