import { describe, expect, it, onTestFinished } from 'vitest';
import { GroupCommit } from '../../src/service/store/sqlite/group-commit.ts';
import type { SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { integerOf } from '../../src/sql/row.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';

const SCHEMA = { applicationId: 1, steps: ['CREATE TABLE step (name TEXT NOT NULL UNIQUE) STRICT'] };

/** A database that records its commits, and can be made to fail at them. */
async function openWatched() {
  const database = await openDatabase(undefined, SCHEMA);
  onTestFinished(() => {
    database.close();
  });
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
  const insert = database.prepare('INSERT INTO step VALUES (?)');
  const names = () =>
    database
      .prepare('SELECT name FROM step ORDER BY rowid')
      .all()
      .map(({ name }) => name);
  const commits = new GroupCommit(watched);
  const write = (name: string) => () => {
    commits.pending.writeThrough();
    return Promise.resolve(Number(insert.run(name).changes));
  };
  return { commits, database, watch, write, names };
}

describe('a group commit', () => {
  it('commits the requests of one turn of the event loop together, in their order', async () => {
    const { commits, watch, write, names } = await openWatched();
    const steps = Array.from({ length: 50 }, (_, index) => `step ${index}`);
    await Promise.all(steps.map((step) => commits.run(write(step))));
    expect(watch.commits).toBe(1);
    expect(names()).toEqual(steps);
  });

  it('answers only after the commit', async () => {
    const { commits, watch, write } = await openWatched();
    const seen: number[] = [];
    const note = () => seen.push(watch.commits);
    await Promise.all([commits.run(write('a')).then(note), commits.run(write('b')).then(note)]);
    await commits.run(write('c')).then(note);
    expect(seen).toEqual([1, 1, 2]);
  });

  it('undoes a failed piece of work, and keeps the others', async () => {
    const { commits, write, names } = await openWatched();
    const failing = async () => {
      await write('half done')();
      throw new Error('changed my mind');
    };
    const outcomes = await Promise.allSettled([
      commits.run(write('first')),
      commits.run(failing),
      commits.run(write('first')),
      commits.run(write('last')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'changed my mind' } });
    expect(names()).toEqual(['first', 'last']);
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
    const rows = () => integerOf(database.prepare('SELECT count(*) AS n FROM step').get()!, 'n');
    const seen: number[] = [];
    const reading: Promise<unknown>[] = [];
    const slow = async () => {
      await write('x')();
      reading.push(commits.settled().then(() => seen.push(rows())));
      await Promise.resolve();
      await Promise.resolve();
      throw new Error('undone');
    };
    await Promise.allSettled([commits.run(slow)]);
    await Promise.all(reading);
    expect(seen).toEqual([0]);
  });

  it('includes what arrives while it works', async () => {
    const { commits, watch, write, names } = await openWatched();
    let later: Promise<unknown> | undefined;
    await commits.run(async () => {
      later = commits.run(write('later'));
      return write('now')();
    });
    await later;
    expect(names()).toEqual(['now', 'later']);
    expect(watch.commits).toBe(2);
  });

  it('writes a cached row once for all its changes, without those that failed', async () => {
    const { commits, database, write, names } = await openWatched();
    const insert = database.prepare('INSERT INTO step VALUES (?)');
    let written = 0;
    const sum = commits.pending.rows(
      () => Number(database.prepare("SELECT count(*) AS n FROM step WHERE name LIKE 'sum %'").get()?.['n']),
      (total) => {
        written += 1;
        insert.run(`sum ${total}`);
      },
    );
    const add = (amount: number, end?: () => Promise<unknown>) =>
      commits.run(async () => {
        commits.pending.insert(() => insert.run(`added ${amount}`));
        sum.change((total) => total + amount);
        await end?.();
      });
    const failing = () => Promise.reject(new Error('changed my mind'));
    await Promise.allSettled([add(1), add(10, failing), add(100, () => write('direct')().then(failing)), add(1000)]);
    expect(names()).toEqual(['added 1', 'added 1000', 'sum 1001']);
    await add(5);
    expect(names().slice(3)).toEqual(['added 5', 'sum 6']);
    expect(written).toBe(2);
  });

  it('undoes the whole group when its cached rows cannot be written', async () => {
    const { commits, database, write, names } = await openWatched();
    const insert = database.prepare('INSERT INTO step VALUES (?)');
    const hold = (name: string) => () => {
      commits.pending.insert(() => insert.run(name));
      return Promise.resolve();
    };
    const outcomes = await Promise.allSettled([
      commits.run(write('a')),
      commits.run(hold('a')),
      commits.run(hold('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await commits.run(hold('c'));
    expect(names()).toEqual(['c']);
  });
});
