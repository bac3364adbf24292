import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { controls, type Control } from '../../src/contract/control.ts';
import { world } from '../../src/contract/world.ts';
import { openTestService } from '../support/service.ts';
import { controlsPage, WORDS } from './controls-page.ts';

const PAGE = '../../docs/integrate/controls.md';

it('the page of the controls is what the contract says: --update after the name of this file writes it', async () => {
  await expect(controlsPage()).toMatchFileSnapshot(PAGE);
});

it('the schema of worlds is what the service accepts: --update after the name of this file writes it', async () => {
  const schema = JSON.stringify(z.toJSONSchema(world, { io: 'input' }));
  const written = await format(schema, { parser: 'json', printWidth: 120 });
  await expect(written).toMatchFileSnapshot('../../docs/integrate/world.schema.json');
});

it('the page of the controls has every route, and the service answers each as it says', async () => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  const routes = [...page.matchAll(/^## `(\w+) (\/mock\/\S+)`$/gm)].map(([, method, path]) => `${method} ${path}`);
  expect(routes).toEqual(Object.values(controls).map(({ method, path }) => `${method} ${path}`));

  const service = await openTestService();
  const unknown: Readonly<Record<string, unknown>> = {
    id: 'none',
    paymentId: 'none',
    account: 'none',
    amountCentavos: 1,
    on: 'GET *',
    fault: 'status-500',
    url: 'http://127.0.0.1/',
  };
  for (const [name, { refuses = [] }] of Object.entries(WORDS)) {
    if (!refuses.includes('not_found')) continue;
    const { method, path, body }: Control = controls[name as keyof typeof controls];
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    const json = Object.fromEntries(fields.filter((field) => field in unknown).map((field) => [field, unknown[field]]));
    const asked = method === 'GET' ? [`${path}?account=none&id=none`, {}] : [path, { json }];
    const [target, request] = asked as [string, object];
    const answer = await service.request(target, { key: null, ...request });
    expect([path, answer.status, answer.json.code]).toEqual([path, 404, 'not_found']);
  }
});
