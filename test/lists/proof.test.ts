import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, ContractError, TransportError } from '../../src/client/errors.ts';
import type { PageRequest } from '../../src/lists/proof-source.ts';
import type { Page } from '../../src/client/pages.ts';
import type { NumberedRow, ProofOptions, ProofProgress, ProofVerdict } from '../../src/lists/proof.ts';
import { listSource } from '../../src/client/list-source.ts';
import { ListProof } from '../../src/lists/list-proof.ts';
import { hurriedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { between, draws } from '../support/draws.ts';

interface Row {
  readonly id: string;
  readonly createdAt?: string | undefined;
}

const START = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;
const rowOf = (number: number): Row => ({
  id: `row-${number}`,
  createdAt: new Date(START + number * HOUR_MS).toISOString(),
});
/** Oldest first. */
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, number) => rowOf(number));
const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

function pageOf(oldestFirst: readonly Row[], { limit, offset }: PageRequest): Page<Row, null> {
  const items = oldestFirst.toReversed().slice(offset, offset + limit);
  return { items, pagination: { total: oldestFirst.length, limit, offset }, statistics: null };
}

type Answer = (request: PageRequest, asked: number) => Page<Row, null> | Promise<Page<Row, null>>;

interface Proof {
  /** Rows returned since the last change of the order. */
  readonly rows: readonly NumberedRow<Row>[];
  readonly verdict: ProofVerdict;
  readonly requests: number;
}

async function prove(answer: Answer, options: ProofOptions = {}, seed = 1, clock = hurriedClock()): Promise<Proof> {
  let asked = 0;
  const fetchPage = async (request: PageRequest) => {
    asked += 1;
    const page = answer(request, asked);
    await Promise.resolve();
    return page;
  };
  const list = new ListProof<Row>(listSource(fetchPage, { ...clock, random: seededRandom(seed) }, 1), options);
  return { ...(await list.collect()), requests: asked };
}

const givenIds = ({ rows }: Proof) => idsOf(rows.map(({ row }) => row));
const lost = () => new TransportError('cut', { code: 'answer_cut', outcome: 'unknown', host: 'wallet.example' });

describe('a list that proves itself complete', () => {
  it('returns every row with its number, oldest first, for any total and page size of the service', async () => {
    const lists = fc.record({
      total: fc.integer({ min: 0, max: 1_500 }),
      pageCap: fc.constantFrom(1, 2, 7, 50, 99, 100, 250),
      seed: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ total, pageCap, seed }) => {
        const rows = rowsOf(pageCap < 7 ? total % 60 : total);
        const answer: Answer = ({ limit, offset }) => pageOf(rows, { limit: Math.min(limit, pageCap), offset });
        const proof = await prove(answer, {}, seed);
        expect(givenIds(proof)).toEqual(idsOf(rows));
        expect(proof.rows.map(({ number }) => number)).toEqual([...rows.keys()]);
        expect(proof.verdict).toMatchObject({ isProven: true, total: rows.length, rowsHeld: rows.length, gaps: [] });
      }),
      draws(15),
    );
  });

  it('returns them newest first on request, whatever is stored already and while rows are added', async () => {
    const lists = fc.record({
      total: fc.integer({ min: 0, max: 900 }),
      pageCap: fc.constantFrom(7, 50, 100),
      growth: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }),
      storedPart: fc.constantFrom(0, 0.1, 0.5, 1),
      seed: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ total, pageCap, growth, storedPart, seed }) => {
        const rows = rowsOf(total);
        const random = seededRandom(seed);
        const isStored = rows.map(() => random() < storedPart);
        const start = { asOf: START, total, firstNumber: 0, endNumber: total };
        const stored = rows.flatMap(({ id }, number) => (isStored[number] === true ? [{ number, id }] : []));
        const proof = await prove(
          ({ limit, offset }, asked) => {
            const page = pageOf(rows, { limit: Math.min(limit, pageCap), offset });
            const added = pageCap < 100 ? 0 : (growth[asked % growth.length] ?? 0);
            for (let place = 0; place < added; place += 1) rows.push(rowOf(rows.length));
            return page;
          },
          { order: 'newest-first', resume: { start, held: stored } },
          seed,
        );
        const wanted = rows.slice(0, total).filter((_, number) => isStored[number] === false);
        expect(givenIds(proof)).toEqual(idsOf(wanted.toReversed()));
        expect(proof.verdict).toMatchObject({ isProven: true, restarts: 0, rowsHeld: total });
      }),
      draws(10),
    );
  });

  it('is proven while rows are added as fast as it is read', async () => {
    const growing = fc.record({
      total: fc.integer({ min: 1, max: 900 }),
      growth: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }),
      seed: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(growing, async ({ total, growth, seed }) => {
        const rows = rowsOf(total);
        const proof = await prove(
          (request, asked) => {
            const page = pageOf(rows, request);
            const added = growth[asked % growth.length] ?? 0;
            for (let place = 0; place < added; place += 1) rows.push(rowOf(rows.length));
            return page;
          },
          {},
          seed,
        );
        expect(proof.verdict.isProven).toBe(true);
        expect(proof.verdict.total).toBeGreaterThanOrEqual(total);
        expect(givenIds(proof)).toEqual(idsOf(rows.slice(0, proof.verdict.total)));
      }),
      draws(15),
    );
  });

  it('never claims a proof when a row was inserted, removed or moved in the meantime, and lost by that', async () => {
    const change = (kinds: readonly string[]) =>
      fc.record({
        atRequest: fc.integer({ min: 2, max: 14 }),
        kind: fc.constantFrom(...kinds),
        place: between(0, 1),
      });
    const changes = fc
      .tuple(
        change(['insert', 'remove', 'toTop', 'up', 'down', 'exchange']),
        fc.array(change(['add', 'burst', 'miscount', 'fail']), { maxLength: 5 }),
      )
      .map(([disruption, others]) => [disruption, ...others]);
    const readings = fc.record({
      total: fc.integer({ min: 60, max: 700 }),
      order: fc.constantFrom('oldest-first', 'newest-first'),
      seed: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(changes, readings, async (planned, { total, order, seed }) => {
        const rows = rowsOf(total);
        let made = total - 1;
        let atTheStart: string[] = [];
        const proof = await prove(
          (request, asked) => {
            const due = planned.filter(({ atRequest }) => atRequest === asked);
            for (const { kind, place } of due) {
              const index = Math.floor(place * rows.length);
              if (kind === 'add') rows.push(rowOf((made += 1)));
              if (kind === 'insert') rows.splice(index, 0, rowOf((made += 1)));
              if (kind === 'remove') rows.splice(index, 1);
              if (kind === 'toTop') rows.push(...rows.splice(index, 1));
              const other = (index * 7 + 40) % rows.length;
              if (kind === 'up') rows.splice(Math.max(index, other), 0, ...rows.splice(Math.min(index, other), 1));
              if (kind === 'down') rows.splice(Math.min(index, other), 0, ...rows.splice(Math.max(index, other), 1));
              if (kind === 'exchange') {
                rows.splice(index, 1);
                rows.splice(other, 0, rowOf((made += 1)));
              }
              for (let left = 30; kind === 'burst' && left > 0; left -= 1) rows.push(rowOf((made += 1)));
            }
            if (asked > 1 && due.some(({ kind }) => kind === 'fail')) throw lost();
            if (asked === 1) atTheStart = idsOf(rows);
            const page = pageOf(rows, request);
            // A row was added between counting and selecting.
            const miscount = due.some(({ kind }) => kind === 'miscount') ? 1 : 0;
            return { ...page, pagination: { ...page.pagination, total: rows.length + miscount } };
          },
          { order },
          seed,
        );
        const given = givenIds(proof);
        expect(new Set(given).size).toBe(given.length);
        if (!proof.verdict.isProven || proof.verdict.restarts > 0) return;
        const lasting = new Set(idsOf(rows));
        expect(given).toEqual(expect.arrayContaining(atTheStart.filter((id) => lasting.has(id))));
        expect(given).toHaveLength(atTheStart.length);
      }),
      draws(40),
    );
  });
});

describe('an obstacle to a proof', () => {
  it('is overcome by requests past the cache when answers are old, at little cost', async () => {
    const rows = rowsOf(2_000);
    const repeated = new Map<string, Page<Row, null>>();
    // Another reader has read the list 37 rows ago, page by page.
    for (let offset = 0; offset < 2_000; offset += 1) {
      repeated.set(`100 ${offset}`, pageOf(rows.slice(0, 1_963), { limit: 100, offset }));
    }
    const proof = await prove((request) => {
      return repeated.get(`${request.limit} ${request.offset}`) ?? pageOf(rows, request);
    });
    expect([proof.verdict.isProven, givenIds(proof)]).toEqual([true, idsOf(rows)]);
    expect(proof.requests).toBeLessThan(70);
  });

  it('is overcome when failures are temporary', async () => {
    const rows = rowsOf(1_000);
    const failures = [
      lost(),
      new ContractError({ path: '', expected: 'expected JSON' }),
      new ApiError('down', { status: 503, code: 'service_failed', outcome: 'unknown' }),
    ];
    const proof = await prove((request, asked) => {
      const failure = asked % 2 === 1 ? failures[asked % failures.length] : undefined;
      if (failure !== undefined) throw failure;
      return pageOf(rows, request);
    });
    expect([proof.verdict.isProven, givenIds(proof)]).toEqual([true, idsOf(rows)]);
  });

  it.each([
    [0, 0, []],
    [1, 1, [{ from: 80, to: 99 }]],
    [1, 2, []],
    [3, 6, []],
  ])('takes two smaller pages for each that is lost: %i lost, %i allowed', async (failing, extraRequests, gaps) => {
    const rows = rowsOf(5_000);
    const proof = await prove(
      (request, asked) => {
        if (asked > 1 && asked <= 1 + failing) throw lost();
        return pageOf(rows, request);
      },
      { extraRequests },
    );
    expect(proof.verdict.gaps).toEqual(gaps);
  });

  it('leaves gaps that are reported, in order, with all the rows around them', async () => {
    const rows = rowsOf(500);
    const isBroken = ({ limit, offset }: PageRequest) => 500 - offset > 250 && 500 - offset - limit <= 250;
    const proof = await prove(
      (request) => {
        if (isBroken(request)) throw lost();
        return pageOf(rows, request);
      },
      { extraRequests: 60 },
    );
    const { verdict } = proof;
    expect(verdict).toMatchObject({ isProven: false, reason: 'gaps', total: 500, rowsHeld: proof.rows.length });
    expect(verdict.gaps).toHaveLength(1);
    const [{ from, to } = { from: 0, to: 0 }] = verdict.gaps;
    expect(from).toBeLessThanOrEqual(250);
    expect(to).toBeGreaterThan(250);
    expect(proof.requests).toBeLessThan(30);
    expect(givenIds(proof)).toEqual(idsOf(rows.filter((_, number) => number < from || number >= to)));
  });

  it.each([
    [20, { extraRequests: 20 }, 50],
    ['a hundred, and one for each thousand rows', { since: new Date(START + 25_000 * HOUR_MS) }, 180],
  ])('ends the proof soon when the service is gone for good: with %s extra requests', async (_, options, most) => {
    const rows = rowsOf(75_000);
    const proof = await prove((request, asked) => {
      if (asked > 30) throw lost();
      return pageOf(rows, request);
    }, options);
    expect(proof.verdict).toMatchObject({ isProven: false, reason: 'gaps', gaps: [{ to: 75_000 }] });
    expect(proof.requests).toBeGreaterThan(most - 30);
    expect(proof.requests).toBeLessThan(most + 30);
  });

  it('is an error when the key may not read the list', async () => {
    const refusal = new ApiError('no', { status: 403, code: 'permission_missing', outcome: 'refused' });
    for (const refusedFrom of [1, 3]) {
      let requests = 0;
      const attempt = prove((request, asked) => {
        requests = asked;
        if (asked >= refusedFrom) throw refusal;
        return pageOf(rowsOf(150), request);
      });
      await expect(attempt).rejects.toBe(refusal);
      expect(requests).toBe(refusedFrom);
    }
  });

  it('is a request without an answer, unless others are answered in the meantime', async () => {
    const silence = new TransportError('late', { code: 'timed_out', outcome: 'unknown', host: 'wallet.example' });
    let requests = 0;
    const answer: Answer = async (request, asked) => {
      requests = asked;
      if (asked !== 3) return pageOf(rowsOf(500), request);
      await new Promise(setImmediate);
      throw silence;
    };
    expect((await prove(answer)).verdict.isProven).toBe(true);
    await expect(prove((request, asked) => answer(request, asked + 2))).rejects.toBe(silence);
    expect(requests).toBe(3);
  });

  it('is no time that passed before the first request', async () => {
    const clock = hurriedClock();
    const list = new ListProof<Row>(listSource((request) => Promise.resolve(pageOf(rowsOf(9), request)), clock, 1));
    await new Promise<void>((resolve) => clock.schedule(60_000, resolve));
    expect((await list.collect()).verdict.isProven).toBe(true);
  });

  it('is the last failure when no answer has ever arrived', async () => {
    let requests = 0;
    const work = prove(() => {
      requests += 1;
      throw lost();
    });
    await expect(work).rejects.toMatchObject({ name: 'TransportError', code: 'answer_cut' });
    expect(requests).toBe(3);
  });

  it('is the second failure when each was retried for ten seconds, as a client does', async () => {
    const clock = hurriedClock();
    let requests = 0;
    const answer = async () => {
      requests += 1;
      await new Promise<void>((resolve) => clock.schedule(10_000, resolve));
      throw lost();
    };
    await expect(prove(answer, {}, 1, clock)).rejects.toMatchObject({ code: 'answer_cut' });
    expect(requests).toBe(2);
  });

  it('is an error when no answer agrees with its own total', async () => {
    let requests = 0;
    const answer: Answer = (request, asked) => {
      requests = asked;
      return { ...pageOf(rowsOf(300), request), items: [rowOf(1)] };
    };
    await expect(prove(answer)).rejects.toBeInstanceOf(ContractError);
    expect(requests).toBe(12);
  });

  it.each([20, 130, 1_200])('is a total that is behind the rows: %i of them', async (total) => {
    const rows = rowsOf(total + 10);
    const lagging: Answer = (request) => {
      const { items, pagination, statistics } = pageOf(rows, request);
      const isBehind = request.offset >= total;
      const counted = isBehind ? items : items.slice(0, total - request.offset);
      return { items: counted, pagination: { ...pagination, total, hasMore: !isBehind }, statistics };
    };
    const isProven = prove(lagging).then(({ verdict }) => verdict.isProven);
    await expect(isProven.catch((error: unknown) => (error as Error).name)).resolves.toEqual(
      total < 26 ? 'ContractError' : false,
    );
  });

  it('is not looked for further than once behind a list that always ends one row later', async () => {
    let asked = 0;
    const endless: Answer = ({ offset }) => {
      if ((asked += 1) > 2_000) throw new Error('it is read without an end');
      return {
        items: [rowOf(-offset)],
        pagination: { total: offset + 1, limit: 1, offset, hasMore: true },
        statistics: null,
      };
    };
    await prove(endless);
    expect(asked).toBeLessThan(500);
  });

  it('is no page that says there is more where there is none, because it is full', async () => {
    const rows = rowsOf(400);
    const proof = await prove((request) => {
      const { items, pagination, statistics } = pageOf(rows, request);
      return { items, pagination: { ...pagination, hasMore: items.length === request.limit }, statistics };
    });
    expect([proof.verdict.isProven, givenIds(proof)]).toEqual([true, idsOf(rows)]);
  });

  it('is a changed order: everything is fetched again, and that is reported', async () => {
    let rows = rowsOf(1_000);
    const proof = await prove((request, asked) => {
      if (asked === 6) rows = rows.filter((_, number) => number !== 100);
      return pageOf(rows, request);
    });
    expect(proof.verdict).toMatchObject({ isProven: true, restarts: 1, total: 999 });
    expect(givenIds(proof)).toEqual(idsOf(rows));
  });

  it('is an answer of the cache that contradicts the others: a varied request is not answered from it', async () => {
    const rows = rowsOf(400);
    const repeated = new Map<string, Page<Row, null>>();
    const proof = await prove((request, asked) => {
      const name = `${request.limit} ${request.offset}`;
      const page = pageOf(asked === 4 ? [rowOf(-1), ...rows.toSpliced(350, 1)] : rows, request);
      if (!repeated.has(name)) repeated.set(name, page);
      return repeated.get(name) ?? page;
    });
    expect(proof.verdict).toMatchObject({ isProven: true, restarts: 0 });
    expect(givenIds(proof)).toEqual(idsOf(rows));
  });

  it('prevents a proof when the order never stops changing', async () => {
    const rows = rowsOf(1_000);
    const moving = (request: PageRequest) => {
      rows.push(...rows.splice(10, 1));
      return pageOf(rows, request);
    };
    const proof = await prove(moving, {}, 16);
    expect(proof.verdict.isProven).toBe(false);
    expect(proof.verdict.restarts).toBeGreaterThan(0);
    expect(proof.requests).toBeLessThan(300);
  });

  it('leaves out the rows behind one that has another id in each answer', async () => {
    const rows = rowsOf(1_000);
    const proof = await prove((request, asked) => pageOf(rows.with(99, rowOf(-asked)), request));
    expect(proof.verdict).toMatchObject({ isProven: false, reason: 'order_moved', restarts: 3 });
    expect(proof.verdict.gaps).toEqual([{ from: 100, to: 198 }]);
    expect(proof.rows).toHaveLength(902);
  });

  it('leaves no request behind when its reader stops early', async () => {
    const rows = rowsOf(9_000);
    const signals: AbortSignal[] = [];
    const fetchPage = async (request: PageRequest, signal: AbortSignal) => {
      signals.push(signal);
      await Promise.resolve();
      return pageOf(rows, request);
    };
    const list = new ListProof<Row>(listSource(fetchPage, hurriedClock(), 1));
    for await (const step of list.steps()) if (step.type === 'rows') break;
    const asked = signals.length;
    await new Promise(setImmediate);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(signals).toHaveLength(asked);
  });
});

it.each([1, 2])('is read at most 14 pages at once, and 64 ahead of its reader, with each key: %i', async (keys) => {
  const rows = rowsOf(20_000);
  let [asked, open, most] = [0, 0, 0];
  const fetchPage = async (request: PageRequest) => {
    asked += 1;
    open += 1;
    most = Math.max(most, open);
    await new Promise(setImmediate);
    open -= 1;
    return pageOf(rows, request);
  };
  const list = new ListProof<Row>(listSource(fetchPage, hurriedClock(), keys));
  const steps = list.steps();
  await steps.next();
  for (let before = 0; asked > before || open > 0;) {
    before = asked;
    await new Promise(setImmediate);
  }
  expect([most, asked]).toEqual([14 * keys, 2 + 64 * keys]);
  await steps.return();
});

describe('a part of a list', () => {
  const UNREADABLE = {
    code: 'contract_broken',
    path: 'data.pagination',
    message: expect.stringContaining('its own total'),
  };
  const at = (number: number) => new Date(START + number * HOUR_MS);

  it.each([
    [{ since: at(300) }, 300, 1_000],
    [{ until: at(300) }, 0, 300],
    [{ since: at(123.5), until: at(125) }, 124, 125],
    [{ since: at(-5), until: at(5_000) }, 0, 1_000],
    [{ since: at(1_000) }, 1_000, 1_000],
    [{ since: at(700), until: at(600) }, 700, 700],
  ])('is found by halving, and proven: %j', async (span, from, to) => {
    const rows = rowsOf(1_000);
    const proof = await prove((request) => pageOf(rows, request), span);
    expect(givenIds(proof)).toEqual(idsOf(rows.slice(from, to)));
    expect(proof.verdict).toMatchObject({ isProven: true, firstNumber: from, endNumber: to, total: 1_000 });
    expect([proof.verdict.rowsHeld, proof.verdict.rowsGiven]).toEqual([to - from, to - from]);
    expect(proof.requests).toBeLessThan(16 + (to - from) / 90);
  });

  it.each([
    [300, undefined, 100, 700],
    [undefined, 700, 900, 300],
    [300, 700, 200, 500],
    [300, 700, 800, 500],
  ])(
    'is proven with its borders, over which rows may have come: from %s to %s',
    async (from, to, removed, inserted) => {
      const span = { ...(from !== undefined && { since: at(from) }), ...(to !== undefined && { until: at(to) }) };
      const hoursOf = ({ createdAt = '' }: Row) => (Date.parse(createdAt) - START) / HOUR_MS;
      const idsOfSpan = (rows: readonly Row[]) =>
        idsOf(rows.filter((row) => hoursOf(row) >= (from ?? 0) && hoursOf(row) < (to ?? Infinity)));
      for (let changedAt = 2; changedAt < 16; changedAt += 1) {
        const rows = rowsOf(1_000);
        const proof = await prove((request, asked) => {
          if (asked === changedAt) {
            rows.splice(removed, 1);
            rows.splice(inserted, 0, { id: 'late', createdAt: at(inserted - 0.5).toISOString() });
          }
          return pageOf(rows, request);
        }, span);
        expect(proof.verdict.isProven).toBe(true);
        expect([idsOfSpan(rowsOf(1_000)), idsOfSpan(rows)]).toContainEqual(givenIds(proof));
      }
    },
  );

  it('is found although an answer is lost, and begins at the last row at the latest', async () => {
    const rows = rowsOf(1_000);
    const proof = await prove(
      (request, asked) => {
        if (asked === 2) throw lost();
        for (let added = 0; added < 30; added += 1) rows.push(rowOf(rows.length));
        return pageOf(rows, request);
      },
      { since: at(1_035) },
    );
    expect(proof.verdict).toMatchObject({ isProven: true, total: 1_030, firstNumber: 1_030, endNumber: 1_030 });
  });

  it('is not searched for where nothing is answered any more: each failure was retried already', async () => {
    let requests = 0;
    const work = prove(
      (request, asked) => {
        requests = asked;
        if (asked > 1) throw lost();
        return pageOf(rowsOf(1_000), request);
      },
      { since: at(500) },
    );
    await expect(work).rejects.toMatchObject({ code: 'answer_cut' });
    expect(requests).toBe(4);
  });

  it('is found where several rows have the same time', async () => {
    const rows = rowsOf(1_000).map((row, number) => ({ ...row, createdAt: at(Math.floor(number / 3)).toISOString() }));
    const proof = await prove((request) => pageOf(rows, request), { since: at(200) });
    expect(proof.verdict).toMatchObject({ isProven: true, firstNumber: 600, rowsHeld: 400 });
  });

  it('is searched in all rows when numbers do not follow creation times', async () => {
    const random = seededRandom(3);
    const rows = rowsOf(600).map((row) => ({ ...row, createdAt: at(random() * 600).toISOString() }));
    const proof = await prove((request) => pageOf(rows, request), { since: at(300) });
    const wanted = rows.filter(({ createdAt }) => Date.parse(createdAt) >= at(300).getTime());
    expect(givenIds(proof)).toEqual(idsOf(wanted));
    expect(proof.verdict).toMatchObject({ isProven: true, firstNumber: 0, endNumber: 600, restarts: 0 });
  });

  it('is searched in all rows when one that was not looked at is of another time', async () => {
    const rows = rowsOf(4_000).map((row, number) =>
      number === 1_500 ? { ...row, createdAt: at(3_900).toISOString() } : row,
    );
    const proof = await prove((request) => pageOf(rows, request), { since: at(1_000), until: at(3_000) });
    expect(givenIds(proof)).toEqual(idsOf(rows.slice(1_000, 3_000).filter(({ id }) => id !== 'row-1500')));
    expect(proof.verdict).toMatchObject({ isProven: true, firstNumber: 0, endNumber: 4_000 });
  });

  it('is found past a cache whose pages contradict themselves', async () => {
    const rows = rowsOf(1_000);
    const answer: Answer = (request) => {
      const page = pageOf(rows, request);
      return request.limit === 100 ? { ...page, items: [] } : page;
    };
    expect(givenIds(await prove(answer, { since: at(950) }))).toEqual(idsOf(rows.slice(950)));
  });

  it.each([
    ['the last failure', { code: 'answer_cut' }, () => Promise.reject(lost())],
    ['an error', UNREADABLE, (page: Page<Row, null>) => ({ ...page, items: [] })],
  ])('that cannot be found is %s', async (_, error, late) => {
    const rows = rowsOf(1_000);
    const answer = (request: PageRequest, asked: number) =>
      asked === 1 ? pageOf(rows, request) : late(pageOf(rows, request));
    await expect(prove(answer, { since: at(300), extraRequests: 2 })).rejects.toMatchObject(error);
  });

  it.each(['yesterday', undefined])('is an error when rows have no creation time: %s', async (createdAt) => {
    const rows = rowsOf(200).map((row) => ({ ...row, createdAt }));
    await expect(prove((request) => pageOf(rows, request), { since: at(5) })).rejects.toMatchObject({
      code: 'contract_broken',
      path: 'createdAt',
      message: expect.stringContaining('expected an ISO 8601 time'),
    });
    expect((await prove((request) => pageOf(rows, request))).verdict.isProven).toBe(true);
  });
});

it('is proven by a service that reports no page size, and never when an id has two numbers', async () => {
  const rows = rowsOf(300);
  const silent: Answer = (request) => {
    const page = pageOf(rows, request);
    return { ...page, pagination: { ...page.pagination, limit: 0 } };
  };
  expect((await prove(silent)).verdict).toMatchObject({ isProven: true, rowsHeld: 300 });
  rows[250] = rowOf(20);
  expect((await prove(silent)).verdict).toMatchObject({ isProven: false, reason: 'order_moved', restarts: 3 });
});

it.each(['since', 'until'])('of no moment is refused: %s', (bound) => {
  const source = listSource(() => Promise.reject(lost()), hurriedClock(), 1);
  expect(() => new ListProof(source, { [bound]: new Date(Number.NaN) })).toThrow(
    new RangeError(`\`${bound}\` is an invalid date`),
  );
});

it('gives its rows in steps, and none without rows', async () => {
  const stepsOf = async (options: ProofOptions) => {
    const list = new ListProof<Row>(
      listSource((request) => Promise.resolve(pageOf(rowsOf(2), request)), hurriedClock(), 1),
      options,
    );
    const steps = [];
    for await (const step of list.steps()) steps.push(step);
    return steps;
  };
  const rows = [0, 1].map((number) => expect.objectContaining({ number, row: rowOf(number) }));
  expect(await stepsOf({})).toEqual([{ type: 'rows', rows }]);
  expect(await stepsOf({ since: new Date(START + 9 * HOUR_MS) })).toEqual([]);
});

it('of no rows is proven', async () => {
  const { verdict } = await prove((request) => pageOf([], request));
  expect(verdict).toMatchObject({ isProven: true, total: 0, rowsHeld: 0, newestId: undefined });
});

it.each([0, 5])('is interrupted by its signal after %i requests, to which it no longer listens', async (after) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  if (after === 0) controller.abort(reason);
  let requests = 0;
  const fetchPage = async (request: PageRequest, signal: AbortSignal) => {
    requests += 1;
    if (requests === after) controller.abort(reason);
    await Promise.resolve();
    signal.throwIfAborted();
    return pageOf(rowsOf(900), request);
  };
  const list = new ListProof<Row>(listSource(fetchPage, hurriedClock(), 1), { signal: controller.signal });
  await expect(list.collect()).rejects.toBe(reason);
  expect(requests).toBeLessThanOrEqual(after + 14);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('has a verdict when all was read, and not before', async () => {
  const list = new ListProof<Row>(
    listSource((request) => Promise.resolve(pageOf(rowsOf(9), request)), hurriedClock(), 1),
  );
  expect(() => list.verdict()).toThrow('the verdict is known when the steps have ended');
  expect(await list.start()).toMatchObject({ total: 9, firstNumber: 0, endNumber: 9, newestId: 'row-8' });
  expect(() => list.verdict()).toThrow('the verdict is known when the steps have ended');
  expect((await list.collect()).verdict.isProven).toBe(true);
});

describe('an interrupted proof', () => {
  const stored = (rows: readonly Row[], numbers: Iterable<number>) =>
    Array.from(numbers, (number) => ({ number, id: rows[number]!.id }));

  it('resumes, although the list has grown since', async () => {
    const rows = rowsOf(3_000);
    const start = { asOf: START, total: 1_000, firstNumber: 200, endNumber: 1_000 };
    const numbers = Array.from({ length: 450 }, (_, index) => 200 + index);
    const reported: ProofProgress[] = [];
    const proof = await prove((request) => pageOf(rows, request), {
      resume: { start, held: stored(rows, numbers) },
      onProgress: (progress) => reported.push(progress),
    });
    expect(reported.at(-1)).toEqual({ rowsTotal: 800, rowsHeld: 800 });
    expect(givenIds(proof)).toEqual(idsOf(rows.slice(650, 1_000)));
    expect(proof.verdict).toMatchObject({ ...start, isProven: true, rowsHeld: 800 });
    expect(proof.requests).toBeLessThan(8);
  });

  it('takes in no row twice, and none that it does not need', async () => {
    const rows = rowsOf(400);
    const start = { asOf: START, total: 100, firstNumber: 0, endNumber: 100, newestId: 'row-99' };
    const held = [...stored(rows, [5, 5, 250]), { number: 6, id: 'row-6' }];
    const proof = await prove((request) => pageOf(rows, request), { resume: { start, held } });
    expect(proof.verdict).toMatchObject({ isProven: true, restarts: 0, rowsHeld: 100 });
    const torn = [...held, { number: 5, id: 'row-7' }];
    const again = await prove((request) => pageOf(rows, request), { resume: { start, held: torn } });
    expect(again.verdict.rowsHeld).toBe(again.verdict.endNumber);
  });

  it('fills the gaps between stored rows', async () => {
    const rows = rowsOf(1_000);
    const start = { asOf: START, total: 1_000, firstNumber: 0, endNumber: 1_000 };
    const numbers = [...rows.keys()].filter((number) => number % 500 > 20);
    const proof = await prove((request) => pageOf(rows, request), { resume: { start, held: stored(rows, numbers) } });
    expect(givenIds(proof)).toEqual(idsOf(rows.filter((_, number) => number % 500 <= 20)));
    expect(proof.verdict.isProven).toBe(true);
  });

  it('does not take an answer for proven that lacks the stored rows beside it', async () => {
    const rows = rowsOf(100);
    const start = { asOf: START, total: 100, firstNumber: 0, endNumber: 100 };
    const held = stored(
      rows,
      [...rows.keys()].filter((number) => number <= 50 || number >= 60),
    );
    const answer: Answer = ({ limit, offset }, asked) => {
      if (asked > 2) throw lost();
      return asked === 1 ? pageOf(rows, { limit, offset }) : pageOf(rows.slice(0, 60 + offset), { limit: 9, offset });
    };
    const gaps = [51, 59].map((number) => ({ from: number, to: number + 1 }));
    expect((await prove(answer, { resume: { start, held } })).verdict).toMatchObject({ isProven: false, gaps });
  });

  it.each([
    [100, 80],
    [100, 99],
    [50, 99],
  ])('starts over when %i rows are stored, and number %i is another one now', async (count, changed) => {
    const rows = rowsOf(100);
    const start = { asOf: START, total: 100, firstNumber: 0, endNumber: 100, newestId: 'row-99' };
    const held = stored(rows, rows.slice(0, count).keys());
    rows[changed] = rowOf(200);
    const proof = await prove((request) => pageOf(rows, request), { resume: { start, held } });
    expect(proof.verdict).toMatchObject({ isProven: true, restarts: 1 });
    expect(givenIds(proof)).toEqual(idsOf(rows));
  });

  it('starts over when stored rows differ from the list', async () => {
    const rows = rowsOf(1_000);
    const start = { asOf: START, total: 900, firstNumber: 0, endNumber: 900 };
    const shifted = stored(
      rows,
      Array.from({ length: 300 }, (_, number) => number + 1),
    ).map(({ id }, number) => ({ number, id }));
    const proof = await prove((request) => pageOf(rows, request), { resume: { start, held: shifted } });
    expect(proof.verdict).toMatchObject({ isProven: true, restarts: 1, total: 1_000 });
    expect(givenIds(proof)).toEqual(idsOf(rows));
  });
});
