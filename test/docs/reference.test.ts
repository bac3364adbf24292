import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../support/typed-page.ts';

it('the reference of the library is made from its published types, each of which has docs, and each field', async () => {
  const check = promisify(execFile)(process.execPath, ['bin/reference.mjs', '--check'], { cwd: root });
  await expect(check).resolves.toMatchObject({ stderr: '' });
}, 600_000);
