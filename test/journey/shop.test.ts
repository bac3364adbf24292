import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { EXAMPLES, installPackage } from '../support/container.ts';

const PIX = 'node_modules/pix-wallet/bin/pix.js';
/** `.ci/run` tries twenty, with the package. */
const FILES = process.env['PIX_TEST_PACKAGE'] === undefined ? 2 : 20;

const PATHS = (process.env['PATH'] ?? '').split(delimiter);
const hasPytest = PATHS.some((path) => existsSync(join(path, 'pytest')));

/** An empty project with the package, and as many copies of the shop's tests. */
function shopFolder(runner: string, copyName: (number: number) => string, original: string): string {
  const folder = temporaryFolder();
  // @photostructure, because Node 20 has no SQLite of its own.
  installPackage(folder, ['vitest', '@photostructure']);
  copyFileSync(join(EXAMPLES, 'shop.mjs'), join(folder, 'shop.mjs'));
  cpSync(join(EXAMPLES, runner), join(folder, runner), { recursive: true });
  for (let number = 2; number <= FILES; number += 1) {
    copyFileSync(join(folder, runner, original), join(folder, runner, copyName(number)));
  }
  return folder;
}

async function runIn(folder: string, argv: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd: folder, env });
  return stripVTControlCharacters(stdout + stderr);
}

describe(`the tests of a shop, ${FILES} files on one service`, () => {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

  it('run in Vitest, at the same time', async () => {
    const folder = shopFolder('vitest', (number) => `shop-${number}.test.mjs`, 'shop.test.mjs');
    const output = await runIn(folder, [PIX, 'serve', '--mock', '--', process.execPath, ...vitest]);
    expect(output).toMatch(new RegExp(`Test Files +${FILES} passed.*\\n +Tests +${FILES * 4} passed`));
    // Without a service, each worker opens one for itself.
    expect(await runIn(folder, [...vitest, 'shop-2.test.mjs'])).toMatch(/Tests +4 passed/);
  });

  it.skipIf(!hasPytest)('run in pytest', async () => {
    const folder = shopFolder('pytest', (number) => `test_shop_${number}.py`, 'test_shop.py');
    expect(await runIn(folder, [PIX, 'serve', '--mock', '--', 'pytest', '-q'])).toContain(`${FILES * 4} passed`);
  });
});
