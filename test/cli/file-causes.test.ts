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
    /none\.csv: file not found$/,
    /none\.csv: arquivo não encontrado$/,
  ],
  [
    'a folder for a file',
    (at) => ['payouts', 'check', at('there'), '--no-account'],
    /there: is a folder$/,
    /there: é uma pasta$/,
  ],
  [
    'no folder',
    (at) => ['export', 'payments', '--out', at('none/x.csv')],
    /x\.csv: folder not found$/,
    /x\.csv: pasta não encontrada$/,
  ],
  [
    'a body',
    (at) => ['api', 'POST', '/x', '--yes', '--input', at('none.json')],
    /file not found$/,
    /arquivo não encontrado$/,
  ],
  ['a path', (at) => ['payouts', 'template', '--out', at('note/x.csv')], /not a folder$/, /não é uma pasta$/],
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
