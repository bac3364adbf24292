import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { skipWithoutSshKeygen } from '../support/ssh-keys.ts';
import { expectAsShown, folderWithService, sectionsOf } from '../support/typed-page.ts';
import { PROGRAM } from '../support/pix-process.ts';

/** Run in another terminal; the guide to the local service tests it. */
const SERVE = 'pix serve --mock';
const GUIDE = 'docs/integrate/local-service.md';

/** Everything a reader types, from the first line to the last. */
const WHOLE_PAGES = [
  { page: 'README.md', language: 'en' },
  { page: 'README.pt-BR.md', language: 'pt-BR' },
  { page: 'docs/user/tour.md', language: 'en' },
  { page: 'docs/user/pt-br/tour.md', language: 'pt-BR' },
  { page: 'docs/user/month.md', language: 'en' },
  { page: 'docs/user/pt-br/month.md', language: 'pt-BR' },
  { page: 'docs/user/team.md', language: 'en' },
  { page: 'docs/user/pt-br/team.md', language: 'pt-BR' },
  { page: 'docs/user/cnab.md', language: 'en' },
  { page: 'docs/user/pt-br/cnab.md', language: 'pt-BR' },
  { page: 'docs/user/pt-br/payouts.md', language: 'pt-BR' },
  { page: 'docs/user/pt-br/find.md', language: 'pt-BR' },
  { page: 'docs/user/pt-br/closing.md', language: 'pt-BR' },
];

it.each(WHOLE_PAGES)('$page shows the real output, from the first command to the last', async ({ page, language }) => {
  const steps = sectionsOf(page).flatMap((section) => section.steps);
  expect(steps.length).toBeGreaterThan(3);
  if (steps.some(({ command }) => command.includes('ssh-keygen'))) skipWithoutSshKeygen();
  const typed = steps.filter(({ command }) => command !== SERVE);
  await expectAsShown(typed, await folderWithService(), language);
});

describe.each(['docs/user/payouts.md', GUIDE])('%s shows the real output in the section', (page) => {
  it.each(sectionsOf(page))('$title', async ({ steps }) => {
    const typed = steps.filter(({ command }) => command !== SERVE);
    await expectAsShown(typed, await folderWithService());
  });
});

it('the guide to the local service shows the first line of pix serve', async () => {
  const [serve] = sectionsOf(GUIDE).flatMap(({ steps }) => steps);
  expect(serve?.command).toBe(SERVE);
  expect(await firstLineOfService()).toBe(serve?.output[0]);
});

/** The port may be in use: the only option that readers do not type. */
async function firstLineOfService(): Promise<string> {
  const argv = [...SERVE.split(' ').slice(1), '--port', '0', '--no-profile'];
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: temporaryFolder() },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line).replace(/:\d+ /, ':4010 ');
}
