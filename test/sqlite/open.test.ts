import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseOpenError, SqliteMissingError } from '../../src/sql/sqlite/driver.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';

const SCHEMA = { applicationId: 77, steps: ['CREATE TABLE note (words TEXT NOT NULL) STRICT'] };
const LATER_SCHEMA = { ...SCHEMA, steps: [...SCHEMA.steps, 'ALTER TABLE note ADD COLUMN more TEXT'] };
const BROKEN_SCHEMA = {
  ...SCHEMA,
  steps: [...SCHEMA.steps, 'CREATE TABLE other (a TEXT)', 'CREATE TABLE note (a TEXT)'],
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function temporaryFile(): string {
  return join(temporaryFolder(), 'data.db');
}

async function reasonOf(opening: Promise<unknown>): Promise<string> {
  const error: unknown = await opening.then(
    () => 'it was opened',
    (reason: unknown) => reason,
  );
  return error instanceof DatabaseOpenError ? error.reason : String(error);
}

describe('a database file', () => {
  it('is written through to the disk on macOS, too', async () => {
    const database = await openDatabase(temporaryFile(), SCHEMA);
    for (const name of ['fullfsync', 'checkpoint_fullfsync']) {
      expect(database.prepare(`PRAGMA ${name}`).get()).toEqual({ [name]: 1 });
    }
    database.close();
  });

  it('stores what was written', async () => {
    const file = temporaryFile();
    const first = await openDatabase(file, SCHEMA);
    first.prepare('INSERT INTO note VALUES (?)').run('bom dia');
    first.close();
    const second = await openDatabase(file, SCHEMA);
    expect(second.prepare('SELECT words FROM note').all()).toEqual([{ words: 'bom dia' }]);
    second.close();
  });

  it.each([':memory:', 'file::memory:'])('stores what was written under the name %s, too', async (file) => {
    const workingFolder = process.cwd();
    process.chdir(temporaryFolder());
    onTestFinished(() => process.chdir(workingFolder));
    const first = await openDatabase(file, SCHEMA);
    first.prepare('INSERT INTO note VALUES (?)').run('bom dia');
    first.close();
    const second = await openDatabase(file, SCHEMA);
    expect(second.prepare('SELECT words FROM note').all()).toEqual([{ words: 'bom dia' }]);
    second.close();
  });

  it('is synced to the disk at every commit', async () => {
    const database = await openDatabase(temporaryFile(), SCHEMA);
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys'].map((name) =>
      database.prepare(`PRAGMA ${name}`).get(),
    );
    expect(pragmas).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }]);
    database.close();
  });

  it('is readable only by its owner, and so is its journal, which is removed on close', async () => {
    const folder = temporaryFolder();
    const database = await openDatabase(join(folder, 'data.db'), SCHEMA);
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes).toEqual([
      ['data.db', 0o600],
      ['data.db-wal', 0o600],
    ]);
    database.close();
    expect(readdirSync(folder)).toEqual(['data.db']);
  });

  it('is refused to a second opener for as long as the first has it', async () => {
    const file = temporaryFile();
    const first = await openDatabase(file, SCHEMA);
    expect(await reasonOf(openDatabase(file, SCHEMA))).toBe('locked');
    first.close();
    (await openDatabase(file, SCHEMA)).close();
  });

  it('can be closed after it was deleted', async () => {
    const file = temporaryFile();
    const database = await openDatabase(file, SCHEMA);
    rmSync(file);
    expect(() => database.close()).not.toThrow();
  });

  it.each([
    ['something else', (folder: string) => join(folder, 'letter.txt')],
    ['a folder', (folder: string) => folder],
    ['in a folder that does not exist', (folder: string) => join(folder, 'none', 'data.db')],
  ])('is refused when it is %s', async (_, pathIn) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letter.txt'), 'Prezados senhores, '.repeat(100));
    expect(await reasonOf(openDatabase(pathIn(folder), SCHEMA))).toBe('unreadable');
  });

  it.skipIf(process.getuid?.() === 0)('is refused when it is not writable', async () => {
    const file = temporaryFile();
    (await openDatabase(file, SCHEMA)).close();
    chmodSync(file, 0o400);
    expect(await reasonOf(openDatabase(file, SCHEMA))).toBe('unreadable');
  });
});

it('a database in memory is separate each time', async () => {
  const first = await openDatabase(undefined, SCHEMA);
  first.exec("INSERT INTO note VALUES ('meu')");
  const second = await openDatabase(undefined, SCHEMA);
  expect(second.prepare('SELECT * FROM note').all()).toEqual([]);
  first.close();
  second.close();
});

describe('migration', () => {
  it('takes the missing steps, once each', async () => {
    const file = temporaryFile();
    const first = await openDatabase(file, SCHEMA);
    first.exec("INSERT INTO note VALUES ('antes')");
    first.close();
    (await openDatabase(file, LATER_SCHEMA)).close();
    const third = await openDatabase(file, LATER_SCHEMA);
    expect(third.prepare('SELECT * FROM note').all()).toEqual([{ words: 'antes', more: null }]);
    third.close();
  });

  it('takes no step when one of them fails', async () => {
    const file = temporaryFile();
    (await openDatabase(file, SCHEMA)).close();
    expect(await reasonOf(openDatabase(file, BROKEN_SCHEMA))).toBe('unreadable');
    const database = await openDatabase(file, SCHEMA);
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'note' }]);
    database.close();
  });

  it.each([
    ['of a newer version', 'newer', LATER_SCHEMA],
    ['of another program', 'foreign', { ...SCHEMA, applicationId: 78 }],
  ])('refuses a file %s, and leaves every byte unchanged', async (_, reason, theirs) => {
    const file = temporaryFile();
    (await openDatabase(file, theirs)).close();
    const bytes = readFileSync(file);
    expect(await reasonOf(openDatabase(file, SCHEMA))).toBe(reason);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    (await openDatabase(file, theirs)).close();
  });
});

it('a Node without SQLite is told what to do about it', () => {
  const { message } = new SqliteMissingError('v20.19.0');
  expect(message).toBe(
    'Node v20.19.0 has no SQLite of its own: use Node 22.13 or newer, or install @photostructure/sqlite',
  );
});
