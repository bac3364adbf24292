import { createPixClient } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? 'http://127.0.0.1:4010',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

const { balance, limits } = await client.balance();
console.log(balance.total, limits.dailyRemaining); // centavos
