import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GroupCommit } from '../../src/service/store/sqlite/group-commit.ts';
import { SERVICE_SCHEMA } from '../../src/service/store/schema/tables.ts';
import type { UnitOfWork } from '../../src/service/store/work/unit-of-work.ts';
import type { SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { integerOf } from '../../src/sql/row.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';

/** What the tests write: keys of one account, whose ids are unique. */
const KEY = { accountId: 'a', name: '', masked: '', permissions: [] } as const;
const ACCOUNT = `INSERT INTO accounts VALUES
  ('a', '', '', '', NULL, '', NULL, NULL, '', 0, 0, 0, NULL, '', 0, 0, 0, 0, 0, '', 0, 1, 0, 0)`;

/** A database that records its commits, and can be made to fail at them. */
async function openWatched() {
  const database = await openDatabase(undefined, SERVICE_SCHEMA);
  onTestFinished(() => database.close());
  const watch = { commits: 0, failWith: undefined as Error | undefined };
  const watched: SqlDatabase = {
    ...database,
    prepare(sql) {
      const statement = database.prepare(sql);
      if (sql !== 'COMMIT') return statement;
      return {
        all: () => [],
        get: () => undefined,
        run() {
          if (watch.failWith !== undefined) throw watch.failWith;
          watch.commits += 1;
          return statement.run();
        },
      };
    },
  };
  const names = () =>
    database
      .prepare('SELECT id FROM api_keys ORDER BY created_at')
      .all()
      .map(({ id }) => id);
  database.exec(ACCOUNT);
  const commits = new GroupCommit(watched, () => undefined);
  let made = 0;
  const write = (id: string) => (unit: UnitOfWork) => {
    made += 1;
    unit.records.keys.insert({ ...KEY, id, digest: createHash('sha256').update(id).digest(), createdAt: made });
    return Promise.resolve();
  };
  return { commits, database, watch, write, names };
}

describe('a group commit', () => {
  it('answers only after the commit', async () => {
    const { commits, watch, write } = await openWatched();
    const seen: number[] = [];
    const note = () => seen.push(watch.commits);
    await Promise.all([commits.run(write('a')).then(note), commits.run(write('b')).then(note)]);
    await commits.run(write('c')).then(note);
    expect(seen).toEqual([1, 1, 2]);
  });

  it('acknowledges nothing when the commit fails, and continues afterwards', async () => {
    const { commits, watch, write, names } = await openWatched();
    watch.failWith = new Error('disk full');
    const outcomes = await Promise.allSettled([commits.run(write('a')), commits.run(write('b'))]);
    expect(outcomes).toMatchObject([{ reason: { message: 'disk full' } }, { reason: { message: 'disk full' } }]);
    expect(names()).toEqual([]);
    watch.failWith = undefined;
    await commits.run(write('c'));
    expect(names()).toEqual(['c']);
  });

  it('survives the loss of the transaction in the middle of its work', async () => {
    const { commits, database, write, names } = await openWatched();
    const losing = () => {
      database.exec('ROLLBACK');
      return Promise.reject(new Error('I/O error'));
    };
    const outcomes = await Promise.allSettled([commits.run(write('a')), commits.run(losing), commits.run(write('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await commits.run(write('c'));
    expect(names()).toEqual(['c']);
  });

  it('shows no reader what may be undone', async () => {
    const { commits, database, write } = await openWatched();
    const rows = () => integerOf(database.prepare('SELECT count(*) AS n FROM api_keys').get(), 'n');
    const seen: number[] = [];
    const reading: Promise<unknown>[] = [];
    const slow = async (unit: UnitOfWork) => {
      await write('x')(unit);
      await unit.write();
      reading.push(commits.settled().then(() => seen.push(rows())));
      await Promise.resolve();
      await Promise.resolve();
      throw new Error('undone');
    };
    await Promise.allSettled([commits.run(slow, { isAlone: true })]);
    await Promise.all(reading);
    expect(seen).toEqual([0]);
  });

  it('includes what arrives while it works', async () => {
    const { commits, watch, write, names } = await openWatched();
    let later: Promise<unknown> | undefined;
    await commits.run((unit) => {
      later = commits.run(write('later'));
      return write('now')(unit);
    });
    await later;
    expect([names(), watch.commits]).toEqual([['now', 'later'], 2]);
  });

  it('commits work that runs alone by itself, in its turn, and undoes all of it when it fails', async () => {
    const { commits, watch, write, names } = await openWatched();
    const half = async (unit: UnitOfWork) => {
      await write('half done')(unit);
      await unit.write();
      throw new Error('changed my mind');
    };
    const outcomes = await Promise.allSettled([
      commits.run(write('before')),
      commits.run(half, { isAlone: true }),
      commits.run(write('alone'), { isAlone: true }),
      commits.run(write('after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect([names(), watch.commits]).toEqual([['before', 'alone', 'after'], 3]);
  });
});
