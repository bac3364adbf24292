import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import {
  balanceIfAllowed,
  comparedAt,
  comparedWith,
  foreignCode,
  foreignIn,
  meetForeignMarks,
  readBack,
  readNewestPage,
  readNewestSince,
} from '../../src/payouts/accounts/newest-page.ts';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { hurriedClock } from '../support/clocks.ts';
import { refusal, unsent } from './support/fake-wallet.ts';

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

const FORBIDDEN = refusal('permission_missing', 403);
const UNKNOWN_TIME = { ...withdrawn, id: 'timeless', createdAt: null };
const clockOf = () => ({ ...hurriedClock(), epochMs: () => ASKED_AT });
type Asked = Partial<{ limit: number; offset: number; fresh: boolean }>;

/** A service with these pages, or errors, one after the other; the last one stays. */
function answering(...pages: readonly (readonly Withdrawal[] | Error)[]) {
  const asked: Asked[] = [];
  const page = (query: Asked) => {
    const given = pages[Math.min(asked.length, pages.length - 1)] ?? [];
    asked.push(query);
    const total = pages.reduce((most, each) => most + (Array.isArray(each) ? each.length : 0), 0);
    return given instanceof Error ? Promise.reject(given) : Promise.resolve({ items: given, pagination: { total } });
  };
  return { asked, client: { withdraws: { page } } as unknown as PixClient };
}

it.each<[string, readonly (readonly Withdrawal[] | Error)[], object]>([
  ['is all there is', [[UNKNOWN_TIME, made(5, 'px3333333'), made(10, 'px2222222')]], { isWhole: true }],
  ['is followed by others', [[made(10, 'px2222222'), made(5, 'px3333333')], rowsOf('x')], { isWhole: false }],
  ['has no time', [[UNKNOWN_TIME]], { isWhole: true, servedBefore: null }],
  ['may not be read', [FORBIDDEN], { isWhole: true, rows: [], servedBefore: null, refusal: FORBIDDEN }],
])('a newest page that %s', async (_, pages, expected) => {
  const { asked, client } = answering(...pages);
  expect(await readNewestPage(client, clockOf())).toEqual({
    ...{ rows: pages[0], askedAt: ASKED_AT, answeredAt: undefined, servedBefore: ASKED_AT - 300_000 },
    ...{ refusal: undefined, ...expected },
  });
  expect(asked).toEqual([{ fresh: true }]);
});

it('a page or a balance that is not answered is an error, and one that may not be read is none', async () => {
  await expect(readNewestPage(answering(unsent()).client, clockOf())).rejects.toThrow(unsent());
  const balance = (answer: () => Promise<unknown>) => balanceIfAllowed({ balance: answer } as unknown as PixClient);
  expect(await balance(() => Promise.resolve('all'))).toBe('all');
  expect(await balance(() => Promise.reject(FORBIDDEN))).toBeUndefined();
  await expect(balance(() => Promise.reject(unsent()))).rejects.toThrow(unsent());
});

it('a page is compared by the clock that is behind, and where it may not be read, with twenty days', () => {
  const at = (answeredAt: number | undefined) => comparedAt({ answeredAt }, clockOf());
  expect([at(undefined), at(ASKED_AT - 5), at(ASKED_AT + 5)]).toEqual([ASKED_AT, ASKED_AT - 5, ASKED_AT]);
  const page = { rows: [], isWhole: true, askedAt: ASKED_AT, servedBefore: null, answeredAt: undefined };
  const compared = { at: ASKED_AT - 20 * 86_400_000, ids: null };
  expect(comparedWith({ ...page, refusal: FORBIDDEN }, { claimantOf: () => undefined })).toEqual(compared);
});

it.each(['refuse', 'accept', 'ignore'] as const)('marks of another journal: %s', (chosen) => {
  const accepted: unknown[] = [];
  const steps = { acceptMarks: (...given: unknown[]) => accepted.push(given) } as unknown as Journal['steps'];
  const payoutOfMark = (mark: string) => (mark === '#px7777777' ? ({} as PayoutRecord) : undefined);
  const known = { payoutOfMark, isAccepted: () => false, steps };
  const rows = [{ ...UNKNOWN_TIME, description: '#px6666666' }, made(10, 'px2222222'), made(5, 'px4444444')];
  const own = made(1, 'px7777777');
  const newest = { id: 'px4444444', valueCentavos: 500, createdAt: rows[2]?.createdAt, mark: '#px4444444' };
  const foreign = { count: 3, code: foreignCode('sha256:1', 'px4444444'), newest };
  const meet = () => meetForeignMarks([...rows, own], known, chosen, 'sha256:1#2');
  const refused = {
    code: 'foreign_journal',
    message: '3 withdrawals carry marks that this journal never made',
    foreign,
  };
  if (chosen === 'refuse') expect(meet).toThrow(expect.objectContaining(refused));
  else expect(meet()).toEqual(foreign);
  const marks = ['#px6666666', '#px2222222', '#px4444444'];
  expect(accepted).toEqual(chosen === 'accept' ? [[marks, 'sha256:1#2']] : []);
  expect(meetForeignMarks([{ ...UNKNOWN_TIME, description: null }], known, chosen, 'sha256:1')).toBeUndefined();
});

it('the code of what was seen of another journal is of the payouts and of its newest withdrawal', () => {
  const codes = [foreignCode('sha256:1', 'w'), foreignCode('sha256:2', 'w'), foreignCode('sha256:1', 'x')];
  expect(new Set([...codes, foreignCode(undefined, 'w')]).size).toBe(4);
});

const since = (minutesAgo: number) => ASKED_AT - minutesAgo * 60_000;
const pairOf = (page: number) => [made(page * 10, `px${page}`), made(page * 10 + 5, `px${page}b`)];
const [NEWEST, SECOND] = [pairOf(1), pairOf(2)];
// Each page begins with the last row of the one before it.
const PAGES = [NEWEST, [NEWEST[1]!, ...SECOND], [SECOND[1]!, made(30, 'px3')]];
const interrupted = AbortSignal.abort();

it.each<[string, readonly (readonly Withdrawal[] | Error)[], object, number, object]>([
  ['to the page that is older', PAGES, {}, 2, { isRead: true, isTooOld: false }],
  ['as many rows as it may', PAGES, { rowsMaximum: 2 }, 1, { isRead: false, isTooOld: false }],
  ['until it is interrupted', PAGES, { signal: interrupted }, 1, { isRead: false, isTooOld: false }],
  ['until it fails', [PAGES[0]!, unsent(), rowsOf('x', 'y', 'z')], {}, 2, { isRead: false, error: unsent() }],
  [
    'until a page stays one of an older list',
    [NEWEST, [made(60, 'px9')]],
    {},
    9,
    {
      ...{ isRead: false, hasGap: true, isTooOld: true, rows: NEWEST },
      error: expect.objectContaining({
        message: expect.stringContaining('expected no page of an older list than the one before it') as string,
      }) as Error,
    },
  ],
  ['again while it lacks what is known', [[made(60, 'px1')]], { known: ['w'] }, 3, { isTooOld: true }],
  ['no more once it has what is known', [[], [made(60, 'w')]], { known: ['w'] }, 2, { isTooOld: false }],
  ['once, though it lacks that, if interrupted', [[]], { known: ['w'], signal: interrupted }, 1, { isTooOld: true }],
])('reads a list %s', async (_, pages, more, questions, expected) => {
  const { asked, client } = answering(...pages);
  expect(await readNewestSince(since(14), { client, rowsMaximum: 99, ...more })).toMatchObject(expected);
  expect(asked).toHaveLength(questions);
});

it('an error of the program ends a reading', async () => {
  const bug = new TypeError('a bug');
  await expect(readNewestSince(0, { client: answering(bug).client, rowsMaximum: 9 })).rejects.toThrow(bug);
});

const known = (...ids: readonly string[]) => new Set(ids);
it.each<
  [string, readonly (readonly Withdrawal[] | Error)[], ReadonlySet<string> | null, number, object, string | Error]
>([
  ['nothing behind all there is', PAGES, null, 99, { isWhole: true }, '1 1b'],
  ['nothing behind what is old enough', PAGES, null, 12, {}, '1 1b'],
  ['nothing behind what is known and old enough', PAGES, known('px1'), 12, {}, '1 1b'],
  ['up to what is known', PAGES, known('px2'), 12, {}, '1 1b 2 2b'],
  ['up to a time', PAGES, known('px1'), 22, {}, '1 1b 2 2b'],
  ['up to what is known where there are no times', PAGES, known('px2'), 99, { servedBefore: null }, '1 1b 2 2b'],
  ['what is new since', [[made(0, 'px0'), ...NEWEST], PAGES[1]!], null, 22, {}, '0 1 1b 2 2b'],
  ['what is too old', [[SECOND[1]!], [SECOND[1]!], [SECOND[1]!], [...NEWEST, ...SECOND]], null, 22, {}, '1 1b 2 2b'],
  ['no list of the service', [unsent()], null, 99, {}, unsent()],
])('reads back %s', async (_, pages, seen, minutes, some, expected) => {
  const { client } = answering(...pages);
  const page = { rows: NEWEST, isWhole: false, askedAt: ASKED_AT, answeredAt: undefined, refusal: undefined };
  const newest = { ...page, servedBefore: ASKED_AT, ...some };
  const { signal } = new AbortController();
  const reading = readBack(newest, { client, clock: hurriedClock(), signal }, { seen, sinceMs: since(minutes) });
  if (expected instanceof Error) await expect(reading).rejects.toThrow(expected);
  else expect((await reading).rows.map(({ id }) => id.slice(2)).join(' ')).toBe(expected);
});

it('reads back a list that stays too old for as long as one may be', async () => {
  const clock = hurriedClock();
  const { client } = answering([made(60, 'px9')]);
  const newest = {
    rows: NEWEST,
    isWhole: false,
    askedAt: 0,
    answeredAt: undefined,
    refusal: undefined,
    servedBefore: 0,
  };
  const { rows } = await readBack(newest, { client, clock }, { seen: null, sinceMs: since(22) });
  expect(rows.map(({ id }) => id)).toEqual(['px1', 'px1b', 'px9']);
  expect(clock.waitsMs).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000].slice(0, clock.waitsMs.length));
  expect(clock.now()).toBeGreaterThanOrEqual(35_000);
  const stopped = readBack(newest, { client, clock, signal: interrupted }, { seen: null, sinceMs: since(22) });
  expect((await stopped).rows).toHaveLength(3);
});
