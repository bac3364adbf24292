import { createPixClient } from '../../../src/client/index.ts';

const client = createPixClient({
  baseUrl: process.env['PIX_BASE_URL'] ?? '',
  apiKey: process.env['PIX_API_KEY'] ?? '',
});

const list = client.payments.proven({ since: new Date('2020-01-01') });
let rows: string[] = [];
for await (const step of list.steps()) {
  if (step.type === 'restart')
    rows = []; // the order of the list moved: what came before is void
  else rows.push(...step.rows.map(({ number, row }) => `${number} ${row.id}`));
}
const { isProven, gaps } = list.verdict();
console.log(isProven ? `all ${rows.length} rows, proven` : `not proven: ${JSON.stringify(gaps)}`);
