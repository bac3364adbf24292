import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { assertBuilt, expectAsShown, folderWithService, root, sectionsOf, type Step } from '../support/typed-page.ts';

const sections = sectionsOf('docs/integrate/local-service.md');

beforeAll(assertBuilt);

describe('the guide to the local service', () => {
  it('has the tasks that people come with', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      'Start it',
      'See a charge through',
      'Rehearse a lost answer',
      'Make time pass',
      'Limits and verification codes',
      'See a dispute',
      'Check the books',
      'Test my code in CI',
      'Snapshot and restore',
    ]);
  });

  it.each(sections)('$title', async ({ steps }) => {
    const folder = await folderWithService();

    const [first] = steps;
    if (first?.command === SERVE) await expectToServe(first, folder);
    const commands = steps.filter(({ command }) => command !== SERVE);
    await expectAsShown(commands, folder);
  });
});

const SERVE = 'pix serve --mock';

/** It never ends by itself, and the port may be taken: the one thing that is not typed as it stands. */
async function expectToServe({ output }: Step, folder: string): Promise<void> {
  const argv = [...SERVE.split(' ').slice(1), '--port', '0', '--no-profile'];
  const child = spawn(process.execPath, [join(root, 'bin/pix.js'), ...argv], {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: join(folder, 'config') },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect(String(line).replace(/:\d+ /, ':4010 ')).toBe(output[0]);
}
