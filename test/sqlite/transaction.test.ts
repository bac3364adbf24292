import { expect, it } from 'vitest';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { inTransaction } from '../../src/sql/sqlite/driver.ts';

const SCHEMA = { applicationId: 0x74657374, steps: ['CREATE TABLE word (text TEXT NOT NULL)'] };

it('commits all of the work or nothing of it, and throws its error', async () => {
  const database = await openDatabase(undefined, SCHEMA);
  const insert = database.prepare('INSERT INTO word (text) VALUES (?)');
  const words = () => database.prepare('SELECT text FROM word').all();

  expect(inTransaction(database, () => insert.run('kept').changes)).toBe(1);
  const failing = (error: Error, before: string) => () => {
    inTransaction(database, () => {
      insert.run('lost');
      database.exec(before);
      throw error;
    });
  };
  expect(failing(new Error('wrong'), 'SELECT 1')).toThrow('wrong');
  // Like SQLite itself when the disk is full: the error of rolling back must not replace the reason.
  expect(failing(new Error('the disk is full'), 'ROLLBACK')).toThrow('the disk is full');
  expect(words()).toEqual([{ text: 'kept' }]);
  database.close();
});
