import { createPixClient, fieldsOf, PixError } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

try {
  const payments = await client.payments
    .list({ status: 'COMPLETED', maximum: 10, timeoutMs: 5_000, signal: AbortSignal.timeout(20_000) })
    .collect();
  for (const payment of payments) console.log(payment.id, Object.keys(fieldsOf(payment)).length);
} catch (error) {
  if (!(error instanceof PixError)) throw error;
  console.log(error.code, error.requestId, error.serviceRequestId);
}
