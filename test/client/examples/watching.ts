import { createPixClient, type ClientEvent } from '../../../src/client/index.ts';

const log: ClientEvent[] = [];
const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
  onEvent: (event) => log.push(event),
  signal: AbortSignal.timeout(60_000),
});

await client.payments.page({ limit: 1 });
for (const event of log) if (event.type === 'answer') console.log(event.status, event.rateRemaining);
