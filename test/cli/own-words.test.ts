import { describe, expect, it } from 'vitest';
import { plainCause, keychainReason } from '../../src/cli/errors/plain-cause.ts';
import { eventLine } from '../../src/cli/output/wait-display.ts';
import { DatabaseOpenError } from '../../src/sql/sqlite/driver.ts';
import { ptBr } from '../support/catalogues.ts';

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
