import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { listen } from '../client/support/wire.ts';
import { NOON, temporaryFolder } from '../support/cli.ts';
import { openTerminal } from '../terminal/terminal.ts';

const bundle = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(bundle)) throw new Error('these tests run the built command line: npm run build');
});

it('looks for newer versions beside a command, which does not wait for the registry', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'settings.json'), '{"updateNotice":"on"}');
  const proxy = createServer();
  const asked = once(proxy, 'connect');
  const port = await listen(proxy);
  const open = (argv: readonly string[]) =>
    openTerminal(argv, {
      columns: 100,
      rows: 20,
      folder,
      environment: { PIX_CONFIG_DIR: folder, PIX_TEST_TIME: String(NOON), HTTPS_PROXY: `http://127.0.0.1:${port}` },
    });
  const first = open(['config', 'get', 'update-notice']);
  expect(await first.ended()).toBe(0);
  expect(first.screen()).not.toContain('newer');
  const [{ method, url, headers }] = await asked;
  expect([method, url]).toEqual(['CONNECT', 'registry.npmjs.org:443']);
  expect(JSON.stringify(headers)).not.toMatch(/pk_/);

  writeFileSync(join(folder, 'state', 'newest-version.json'), '{"version":"99.0.0"}');
  const second = open(['config', 'get', 'update-notice']);
  expect(await second.ended()).toBe(0);
  expect(second.screen()).toMatch(/on\n.*There is a newer pix: 99\.0\.0 /);
});
