import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { comparedWith, foreignIn, readNewestSince } from '../../src/payouts/accounts/newest-page.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { centavos } from '../../src/pix/centavos.ts';

/** A withdrawal of another journal, so many minutes ago. */
const made = (minutesAgo: number, mark: string) => ({
  id: mark,
  value: centavos(500),
  status: 'COMPLETED',
  pixKey: 'ana@example.com',
  description: `#${mark}`,
  createdAt: new Date(Date.UTC(2026, 6, 14, 12) - minutesAgo * 60_000).toISOString(),
});

const journal = { payoutOfMark: () => undefined, isAccepted: (mark: string) => mark.includes('3333333') };

it('what was accepted of another journal counts for older payments that a longer page shows, and for no newer ones', () => {
  const older = [made(10, 'px3333333'), made(20, 'px4444444'), made(600, 'px5555555')];
  expect(foreignIn(older, journal, 'sha256:1')).toBeUndefined();
  expect(foreignIn([made(5, 'px2222222'), ...older], journal, 'sha256:1')).toMatchObject({
    count: 1,
    newest: { id: 'px2222222' },
  });
  // The page that was shown may have been a minute old.
  expect(foreignIn([...older, made(10.5, 'px2222222')], journal, 'sha256:1')).toMatchObject({ count: 1 });
  expect(foreignIn(older, journal, undefined)).toMatchObject({ count: 3 });
});

const ASKED_AT = Date.UTC(2026, 6, 14, 12);
const withdrawn = made(0, 'px6666666');
const rowsOf = (...ids: readonly string[]) => ids.map((id) => ({ ...withdrawn, id }));
const numbered = (count: number, name = 'w') =>
  rowsOf(...Array.from({ length: count }, (_, index) => `${name}-${index}`));

/** Reads pages of this size to the end. @param listAt the list as a question for an offset finds it; counts from 1 */
async function readAll(size: number, listAt: (offset: number, question: number, fresh: boolean) => Withdrawal[]) {
  let questions = 0;
  const page = ({ offset = 0, fresh = false }: { readonly offset?: number; readonly fresh?: boolean }) => {
    const list = listAt(offset, (questions += 1), fresh);
    return Promise.resolve({ items: list.slice(offset, offset + size), pagination: { total: list.length } });
  };
  const client = { withdraws: { page } } as unknown as PixClient;
  return { ...(await readNewestSince(0, { client, rowsMaximum: 20_000 })), questions };
}

it.each([0, 1])('a list is read to its end page by page, where %s are made between two pages', async (made) => {
  const rows = numbered(150);
  const read = await readAll(50, (_, question) => {
    if (question === 2) rows.unshift(...numbered(made, 'new'));
    return rows;
  });
  expect([read.questions, read.isRead, new Set(read.rows).size]).toEqual([4, true, 150]);
});

it('a page above those that were read, because more were made than it has rows, is behind no gap', async () => {
  const rows = numbered(30);
  const older = rows.map(({ id }) => id);
  const read = await readAll(3, (_, question) => {
    if (question === 2) rows.unshift(...numbered(5, 'new').reverse());
    return rows;
  });
  expect([read.error, read.isRead]).toEqual([undefined, true]);
  // Newest first: what is behind the last that is known counts as older.
  expect(read.rows.map(({ id }) => id)).toEqual(['new-2', 'new-1', 'new-0', ...older]);
});

it('a page behind a gap is asked for by itself until it is of now, and what was read stays read', async () => {
  const rows = numbered(30);
  const asked = new Map<number, number>();
  // A service that does not say what comes from its cache: the first two sizes of each page are a minute old.
  const read = await readAll(3, (offset) => {
    const times = (asked.get(offset) ?? 0) + 1;
    asked.set(offset, times);
    return offset > 0 && times < 3 ? rows.slice(5) : rows;
  });
  expect([read.error, read.isRead, new Set(read.rows).size]).toEqual([undefined, true, 30]);
  expect([...asked.values()].slice(1)).toEqual(Array.from({ length: asked.size - 1 }, () => 3));
});

it('of pages with one row, none comes from an older list', async () => {
  const rows = rowsOf('x', 'by-hand', 'w-0', 'w-1');
  expect((await readAll(1, (_, __, fresh) => (fresh ? rows : rows.slice(2)))).rows).toEqual(rows);
});

it('rows are compared with the newest withdrawals, and with those of others for which a list may have been old', () => {
  const rows = numbered(6).map((row, index) => ({
    ...row,
    createdAt: new Date(ASKED_AT - 20_000 * index).toISOString(),
  }));
  const claimed = { claimantOf: (id: string) => (id === 'w-3' ? ({} as PayoutRecord) : undefined) };
  const page = { rows, askedAt: ASKED_AT + 1_000, isWhole: true, servedBefore: null, refusal: undefined };
  const ids = ['w-0', 'w-1', 'w-2'];
  expect(comparedWith({ ...page, answeredAt: ASKED_AT }, claimed)).toEqual({ at: ASKED_AT, ids });
  expect(comparedWith({ ...page, answeredAt: ASKED_AT - 15_000 }, claimed).ids).toEqual([...ids, 'w-4']);
  expect(comparedWith({ ...page, answeredAt: ASKED_AT + 9_000 }, claimed).at).toBe(ASKED_AT + 1_000);
});
