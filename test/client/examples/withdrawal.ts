import { ApiError, centavos, createPixClient, PixError } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

try {
  const withdrawal = await client.withdraws.create({
    amountCentavos: centavos(12_34),
    pixKey: 'maria.silva@example.com',
    pixKeyType: 'EMAIL',
    description: 'Invoice 17',
  });
  console.log(withdrawal.id, withdrawal.sent);
} catch (error) {
  if (error instanceof ApiError && error.code === 'insufficient_balance') console.log(error.balanceCentavos);
  else if (error instanceof PixError && error.outcome === 'unknown') console.log('look it up before you send it again');
  else throw error;
}
