import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';

/** A folder `there`, and a file `note`, which can contain no other file. */
function place(): (name: string) => string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'there'));
  writeFileSync(join(folder, 'note'), '');
  return (name) => join(folder, name);
}

it.each<[string, (at: (name: string) => string) => string[], RegExp, RegExp]>([
  [
    'a file that is not there',
    (at) => ['payouts', 'check', at('none.csv'), '--no-account'],
    /no such file .*ENOENT/,
    /não encontrado/,
  ],
  [
    'a folder for a file',
    (at) => ['payouts', 'check', at('there'), '--no-account'],
    /it is a folder .*EISDIR/,
    /é uma pasta/,
  ],
  ['no folder', (at) => ['export', 'payments', '--out', at('none/x.csv')], /no such file .*ENOENT/, /não encontrado/],
  [
    'a body',
    (at) => ['api', 'POST', '/x', '--yes', '--input', at('none.json')],
    /no such file .*ENOENT/,
    /não encontrado/,
  ],
  ['a path', (at) => ['payouts', 'template', '--out', at('note/x.csv')], /not a folder .*ENOTDIR/, /não é uma pasta/],
])('reports in plain words why %s cannot be used, in both languages', async (_name, argvOf, english, portuguese) => {
  const argv = argvOf(place());
  for (const [language, words] of [
    ['en', english],
    ['pt-BR', portuguese],
  ] as const) {
    const run = await runCli([...argv, '--json', '--lang', language], { environment: CONNECTED });
    const { message } = jsonError(run);
    expect(message).toMatch(words);
    expect(message).not.toMatch(/open '|read$/);
    expect(run.exitCode).toBeGreaterThan(0);
  }
});
