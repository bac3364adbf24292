import { describe, expect, it } from 'vitest';
import { plainCause, keychainReason } from '../../src/cli/errors/plain-cause.ts';
import { eventLine } from '../../src/cli/output/wait-display.ts';
import { DatabaseOpenError } from '../../src/sql/sqlite/driver.ts';
import { ptBr } from '../support/catalogues.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';

const ofSqlite = (errcode: number) => Object.assign(new Error('words of SQLite'), { errcode });

describe('why a database cannot be used, in Portuguese:', () => {
  it.each([
    [13, 'disco cheio'],
    // SQLITE_IOERR_WRITE: the primary code is the low byte.
    [778, 'o disco informou um erro'],
    [8, 'o arquivo é somente leitura'],
    [999, 'words of SQLite'],
  ])('SQLite code %i', (errcode, words) => {
    expect(plainCause(ofSqlite(errcode), ptBr)).toBe(words);
    expect(plainCause(new AggregateError([ofSqlite(errcode)], 'words of SQLite'), ptBr)).toBe(words);
  });

  it('a newer version, and a cause below the refusal', () => {
    expect(plainCause(new DatabaseOpenError('newer', 'x'), ptBr)).toBe('um pix mais novo gravou o arquivo');
    const damaged = new DatabaseOpenError('unreadable', 'x', { cause: ofSqlite(26) });
    expect(plainCause(damaged, ptBr)).toBe('o arquivo não é um banco de dados');
  });
});

it.each([
  [
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time',
    'sem sessão gráfica',
  ],
  ['the collection is locked', 'está bloqueado, ou o acesso foi negado'],
  ['no answer within 120 s', 'não responde'],
  ['some code of tomorrow', 'some code of tomorrow'],
])('a keychain that says %j is explained in Portuguese', (said, words) => {
  expect(keychainReason(said, ptBr)).toBe(words);
});

it('--verbose says in words why a request is made again', () => {
  const event = {
    type: 'retry',
    requestId: 1,
    method: 'GET',
    url: 'x',
    attempt: 2,
    code: 'timed_out',
    waitMs: 1_500,
  } as const;
  expect(eventLine(event, ptBr)).toBe('~ sem resposta; nova tentativa em 1,5 s');
});

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
