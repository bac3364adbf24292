import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eventually } from '../support/hang.ts';

const DEMO = fileURLToPath(new URL('../../bin/demo.mjs', import.meta.url));

it('the demo ends its service and removes its folder when its reader leaves: npm run demo | head -2', async () => {
  const demo = spawn(process.execPath, [DEMO], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(demo, 'exit');
  const lines = createInterface(demo.stdout)[Symbol.asyncIterator]();
  const data = /--data (\S+)/.exec((await lines.next()).value ?? '')?.[1] ?? '';
  const url = /http:\S+\d/.exec((await lines.next()).value ?? '')?.[0] ?? '';
  expect(existsSync(data)).toBe(true);
  expect((await fetch(url)).status).toBeGreaterThan(0);
  demo.stdout.destroy();
  expect([await exited, existsSync(dirname(data))]).toEqual([[0, null], false]);
  await eventually(() => expect(fetch(url)).rejects.toThrow());
});
