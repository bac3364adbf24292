import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Container, EXAMPLES, stopped } from '../support/container.ts';
import { ownSchema } from '../support/postgres.ts';

const TOKEN = 'a-token-of-the-container';
const COMPOSE = readFileSync(join(EXAMPLES, 'compose.postgres.yaml'), 'utf8');

it('two instances of the compose file share one database, and each is healthy', async () => {
  const { database, schema } = ownSchema();
  const container = new Container();
  const command = container.words('command:', COMPOSE).map((word) => word.replace('postgres://pix@db/pix', database));
  const instances = await Promise.all(
    [1, 2].map(() => container.start([...command, '--schema', schema], { PIX_MOCK_TOKEN: TOKEN })),
  );
  const [one, two] = instances.map(({ url }) => url) as [string, string];
  const headers = { 'X-Mock-Token': TOKEN, 'Content-Type': 'application/json' };
  const opened = await fetch(`${one}/mock/account/open`, { method: 'POST', headers, body: '{}' });
  const { key } = ((await opened.json()) as { data: { key: string } }).data;
  const { status } = await fetch(`${two}/api/v1/user/balance`, { headers: { 'X-API-Key': key } });
  expect([status, await container.isHealthy(one), await container.isHealthy(two)]).toEqual([200, true, true]);
  expect(await Promise.all(instances.map(({ child }) => stopped(child)))).toEqual([0, 0]);
});
