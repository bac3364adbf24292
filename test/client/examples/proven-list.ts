import { createPixClient } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

const { rows, verdict } = await client.payments.proven({ since: new Date('2020-01-01') }).collect();
for (const { number, row } of rows.slice(0, 3)) console.log(number, row.id);
console.log(verdict.isProven ? `all ${rows.length} rows, proven` : `not proven: ${JSON.stringify(verdict.gaps)}`);
