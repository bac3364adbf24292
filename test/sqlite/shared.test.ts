import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, openSharedDatabase } from '../../src/sql/sqlite/open.ts';

const SCHEMA = { applicationId: 78, steps: ['CREATE TABLE note (words TEXT NOT NULL) STRICT'] };

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-sqlite-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'data.db');
}

it('is seen by all connections of a shared database, as soon as it is written', async () => {
  const file = temporaryFile();
  const [one, other] = await Promise.all([openSharedDatabase(file, SCHEMA), openSharedDatabase(file, SCHEMA)]);
  one.prepare('INSERT INTO note VALUES (?)').run('bom dia');
  other.prepare('INSERT INTO note VALUES (?)').run('boa tarde');
  expect(one.prepare('SELECT words FROM note').all()).toEqual(other.prepare('SELECT words FROM note').all());
  expect(one.prepare('SELECT count(*) AS notes FROM note').get()).toEqual({ notes: 2 });
  one.close();
  other.close();
});

it('syncs every commit of a shared database to the disk, readable only by its owner', async () => {
  const file = temporaryFile();
  const database = await openSharedDatabase(file, SCHEMA);
  const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'locking_mode'].map((name) =>
    database.prepare(`PRAGMA ${name}`).get(),
  );
  expect(pragmas).toEqual([
    { journal_mode: 'wal' },
    { synchronous: 2 },
    { foreign_keys: 1 },
    { locking_mode: 'normal' },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  database.close();
});

it('locks a file without any table, too, while it is opened exclusively', async () => {
  const file = temporaryFile();
  const empty = { applicationId: 79, steps: [] };
  const holder = await openDatabase(file, empty);
  await expect(openDatabase(file, empty)).rejects.toMatchObject({ reason: 'locked' });
  holder.close();
  (await openDatabase(file, empty)).close();
});

it('reports within seconds that a file was emptied while another process uses it', async () => {
  const file = temporaryFile();
  (await openSharedDatabase(file, SCHEMA)).close();
  const program = `const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; INSERT INTO note VALUES ('x')");
    console.log('open'); setInterval(() => undefined, 1000);`;
  const holder = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await once(holder.stdout, 'data');
  truncateSync(file);
  const startedAt = performance.now();
  await expect(openSharedDatabase(file, SCHEMA)).rejects.toMatchObject({ reason: 'locked', message: /emptied/ });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

it.each([
  ['exclusively', openDatabase],
  ['with others', openSharedDatabase],
])('stays locked to other processes when this process opens it %s a second time, and closes that', async (_, open) => {
  const file = temporaryFile();
  const first = await open(file, SCHEMA);
  first.exec("INSERT INTO note VALUES ('bom dia')");
  await open(file, SCHEMA).then(
    (second) => {
      second.close();
    },
    () => undefined,
  );
  // Otherwise the other process takes itself for the only one, and removes the log when it ends.
  const program = `const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? require('@photostructure/sqlite');
    try { new DatabaseSync(process.argv[1]).exec('PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM note'); console.log('free'); }
    catch (error) { console.log(error.message); }`;
  const other = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(other.stdout, 'data');
  expect(String(said)).toBe('database is locked\n');
  first.close();
});
