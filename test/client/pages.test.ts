import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { collect } from '../support/collect.ts';
import { ContractError } from '../../src/client/errors.ts';
import { listPages, type Page } from '../../src/client/pages.ts';

interface Row {
  readonly id: string;
}
interface Asked {
  readonly limit: number;
  readonly offset: number;
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `row-${index}` }));
const idsOf = (rows: Iterable<Row>): string[] => Array.from(rows, (row) => row.id);

function answerOf(rows: readonly Row[], { limit, offset }: Asked): Page<Row, null> {
  const items = rows.slice(offset, offset + limit);
  const pagination = { total: rows.length, limit, offset, hasMore: offset + items.length < rows.length };
  return { items, pagination, statistics: null };
}

describe('a list that is fetched while it is read', () => {
  it('returns every row in order and once, for any total, range and page size of the service', async () => {
    const numbers = fc.record({
      total: fc.integer({ min: 0, max: 1_300 }),
      pageCap: fc.constantFrom(1, 7, 50, 100, 250),
      offset: fc.integer({ min: 0, max: 1_400 }),
      maximum: fc.option(fc.integer({ min: 0, max: 1_400 }), { nil: undefined }),
      firstLimit: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(numbers, async ({ total, pageCap, offset, maximum, firstLimit }) => {
        const rows = rowsOf(total);
        const asked: Asked[] = [];
        const list = listPages(
          async ({ limit, offset }) => {
            asked.push({ limit, offset });
            await Promise.resolve();
            return answerOf(rows, { limit: Math.min(limit, pageCap), offset });
          },
          { offset, maximum, fresh: firstLimit !== undefined },
          1,
          () => firstLimit ?? 100,
        );
        const expected = rows.slice(offset, maximum === undefined ? undefined : offset + maximum);
        expect(idsOf(await collect(list))).toEqual(idsOf(expected));
        const requests = Math.ceil(expected.length / Math.min(pageCap, 100)) + 1;
        expect(asked.length).toBeLessThanOrEqual(firstLimit === undefined ? requests : 2 * requests);
        expect(asked.filter(({ limit }) => limit < 1 || limit > 100)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('returns every row once that existed at the start, while others are added at the top', async () => {
    const growing = fc.record({
      total: fc.integer({ min: 0, max: 500 }),
      growth: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
      maximum: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(growing, async ({ total, growth, maximum }) => {
        let rows = rowsOf(total);
        let fetched = 0;
        const list = listPages(
          async (asked) => {
            await Promise.resolve();
            const answer = answerOf(rows, asked);
            const added = growth[fetched % growth.length] ?? 0;
            rows = [...Array.from({ length: added }, (_, index) => ({ id: `new-${fetched}-${index}` })), ...rows];
            fetched += 1;
            return answer;
          },
          { maximum },
        );
        expect(idsOf(await collect(list))).toEqual(idsOf(rowsOf(total).slice(0, maximum)));
      }),
      { numRuns: 60 },
    );
  });

  it('says that rows follow a page of which only the first ones were asked for', async () => {
    const rows = rowsOf(130);
    const list = listPages((asked) => Promise.resolve(answerOf(rows, asked)), { maximum: 120 });
    const shown: unknown[] = [];
    for await (const { items, pagination } of list.pages()) shown.push([items.length, pagination.hasMore]);
    expect(shown).toEqual([
      [100, true],
      [20, true],
    ]);
  });

  it('fetches first one page, then ten at once, and buffers no more', async () => {
    const rows = rowsOf(3_000);
    let underWay = 0;
    const most: number[] = [];
    const list = listPages(async (asked) => {
      underWay += 1;
      await setImmediate();
      return answerOf(rows, asked);
    });
    let read = 0;
    for await (const page of list.pages()) {
      most.push(underWay - read);
      read += 1;
      expect(page.pagination.total).toBe(3_000);
    }
    expect([most[0], Math.max(...most), read]).toEqual([1, 10, 30]);
  });

  it('leaves no request behind when its reader stops early', async () => {
    const rows = rowsOf(2_000);
    const signals: AbortSignal[] = [];
    const list = listPages(async (asked, signal) => {
      signals.push(signal);
      if (asked.offset >= 200) {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
      }
      return answerOf(rows, asked);
    });
    let read = 0;
    for await (const row of list) {
      read += 1;
      if (row.id === 'row-150') break;
    }
    expect(read).toBe(151);
    expect(signals).toHaveLength(11);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  it('requests only one page when its reader needs no more', async () => {
    const asked: Asked[] = [];
    const list = listPages((request) => {
      asked.push(request);
      return Promise.resolve(answerOf(rowsOf(1_000), request));
    });
    for await (const row of list) if (row.id === 'row-99') break;
    expect(asked).toEqual([{ limit: 100, offset: 0 }]);
  });

  it('returns an empty list as one empty page', async () => {
    const list = listPages((request) => Promise.resolve(answerOf([], request)));
    expect(await collect(list.pages())).toEqual([answerOf([], { limit: 100, offset: 0 })]);
  });

  it('fails where the page fails, after the rows before it, and cancels the other requests', async () => {
    const failure = new Error('page lost');
    const signals: AbortSignal[] = [];
    const list = listPages((request, signal) => {
      signals.push(signal);
      return request.offset === 200 ? Promise.reject(failure) : Promise.resolve(answerOf(rowsOf(1_000), request));
    });
    const read: string[] = [];
    const reading = (async () => {
      for await (const row of list) read.push(row.id);
    })();
    await expect(reading).rejects.toBe(failure);
    expect(read).toHaveLength(200);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  it('fetches what a short page omitted', async () => {
    const rows = rowsOf(450);
    const list = listPages((request) =>
      Promise.resolve(answerOf(rows, { ...request, limit: request.offset === 200 ? 30 : request.limit })),
    );
    expect(idsOf(await collect(list))).toEqual(idsOf(rows));
  });

  it('continues beyond the total when the service reports more rows', async () => {
    const rows = rowsOf(250);
    const list = listPages((request) => {
      const { pagination, ...page } = answerOf(rows, request);
      return Promise.resolve({ ...page, pagination: { ...pagination, total: request.offset < 200 ? 120 : 250 } });
    });
    expect(idsOf(await collect(list))).toEqual(idsOf(rows));
  });

  it.each([
    ['rows of another offset', {}, { offset: 0 }, 'data.pagination.offset'],
    ['no rows where the total promises some', { items: [] }, {}, 'data.pagination.total'],
  ])('refuses a list with %s, which would be read with gaps', async (_, wrong, place, path) => {
    const list = listPages((request) => {
      const page = answerOf(rowsOf(300), request);
      if (request.offset !== 100) return Promise.resolve(page);
      return Promise.resolve({ ...page, ...wrong, pagination: { ...page.pagination, ...place } });
    });
    await expect(collect(list)).rejects.toThrow(ContractError);
    await expect(collect(list)).rejects.toMatchObject({ path, outcome: 'unknown' });
  });

  it.each([
    ['promises rows without end', { total: 1_000_000_000, hasMore: false }],
    ['always says that there is more', { total: 0, hasMore: true }],
  ])(
    'ends with a failure when the service %s and returns the same ones again',
    async (_, index) => {
      let asked = 0;
      const list = listPages(({ limit, offset }) => {
        asked += 1;
        return Promise.resolve({ items: rowsOf(100), pagination: { limit, offset, ...index }, statistics: null });
      });
      const read: string[] = [];
      const reading = (async () => {
        for await (const row of list) {
          read.push(row.id);
          if (asked > 100) throw new Error('it goes on for ever');
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'contract_broken', path: 'data.pagination.total' });
      expect(read).toEqual(idsOf(rowsOf(100)));
    },
    5_000,
  );
});
