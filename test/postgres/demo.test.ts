import { expect, it } from 'vitest';
import { ownSchema } from '../support/postgres.ts';
import { showInstances } from './demo.ts';
import { PROGRAM } from '../support/pix-process.ts';

it('the demo pays through three instances while one is killed, and finds every withdrawal once', async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  await showInstances({ program: PROGRAM, ...ownSchema(), withdrawals: 20, write });
  expect(lines.at(-1)).toContain('every rule of the ledger holds');
});
