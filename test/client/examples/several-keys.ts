import { createPixClient } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKeys: [
    { name: 'office', key: process.env['PIX_API_KEY'] ?? '' },
    { name: 'night', key: process.env['PIX_SECOND_KEY'] ?? '', permissions: { 'write:withdraw:create': false } },
  ],
  onEvent(event) {
    if (event.type === 'key_dropped') console.log(`${event.keyName} is no longer accepted`);
  },
});

for await (const payment of client.payments.list()) if (payment.value > 1_000_00) console.log(payment.id);
for (const { name, permissions, isRevoked } of client.keys()) {
  console.log(name, isRevoked ? 'revoked' : (permissions['read:payments'] ?? 'not tried'));
}
