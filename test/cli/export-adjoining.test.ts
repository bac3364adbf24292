import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { readTimeSpan } from '../../src/cli/input/moment.ts';
import { en } from '../support/catalogues.ts';
import { CONNECTED, NOON, runCli, temporaryFolder } from '../support/cli.ts';
import { payment, serveLists } from './export-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { draws } from '../support/draws.ts';

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (moment: Date) => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
const minuteOf = (moment: Date) => `${two(moment.getHours())}:${two(moment.getMinutes())}`;

/** Where two exports meet, in each format: the end of one, and the beginning of the next, on a day that has begun. */
const meetings = fc.date({ min: new Date(2026, 5, 1), max: new Date(2026, 6, 13), noInvalidDate: true }).chain((at) => {
  const next = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
  const same = (typed: string) => ({ until: typed, since: typed });
  return fc.constantFrom(
    { until: dayOf(at), since: dayOf(next) },
    same(at.toISOString()),
    same(`${at.toISOString().slice(0, -1)}+00:00`),
    same(`${dayOf(at)} ${minuteOf(at)}`),
    same(`${dayOf(at)} ${minuteOf(at)}:${two(at.getSeconds())}`),
    same(`${Math.max(1, Math.floor((NOON - at.getTime()) / 60_000))}m`),
  );
});

it('one export ends where the next one begins, however the times are typed', () => {
  fc.assert(
    fc.property(meetings, ({ until, since }) => {
      const { before } = readTimeSpan({ until }, NOON, en, 'excluded');
      const { from } = readTimeSpan({ since }, NOON, en, 'excluded');
      expect([until, before]).toEqual([until, from]);
    }),
    { numRuns: 1_000 },
  );
});

it('adjoining exports share no row and miss none', async () => {
  const folder = temporaryFolder();
  const times = fc.array(fc.integer({ min: Date.UTC(2026, 5, 1), max: Date.UTC(2026, 6, 14) }), { maxLength: 12 });
  let exports = 0;
  await fc.assert(
    fc.asyncProperty(times, fc.array(meetings, { minLength: 1, maxLength: 3 }), async (moments, cuts) => {
      const sorted = cuts.toSorted((one, other) => fromOf(one.since) - fromOf(other.since));
      // Rows exactly at each cut, and right before it.
      const exact = sorted.flatMap(({ since }) => [fromOf(since) - 1, fromOf(since)]);
      const all = [...moments, ...exact].toSorted((one, other) => one - other);
      const rows = all.map((at, number) => {
        const createdAt = new Date(at).toISOString();
        return payment(number, { createdAt, updatedAt: createdAt });
      });
      const spans = [{}, ...sorted].map((cut, index) => ({ ...sinceOf(cut), ...untilOf(sorted[index]) }));
      const found: string[] = [];
      for (const span of spans.filter(isNotEmpty)) {
        nock.cleanAll();
        serveLists({ payments: rows });
        const out = join(folder, `${(exports += 1)}.csv`);
        const flags = Object.entries(span).flatMap(([name, typed]) => [`--${name}`, typed]);
        const ended = await runCli(['export', 'payments', '--out', out, ...flags], { environment: CONNECTED });
        expect([ended.exitCode, ended.stderr]).toMatchObject([0, expect.stringContaining('verified complete')]);
        found.push(
          ...readFileSync(out, 'utf8')
            .split('\r\n')
            .slice(1, -1)
            .map((line) => line.split(',')[0] ?? ''),
        );
      }
      expect(found).toEqual(rows.map(({ id }) => id));
    }),
    draws(4),
  );
});

interface Typed {
  readonly since?: string;
  readonly until?: string;
}

const fromOf = (since: string) => readTimeSpan({ since }, NOON, en, 'excluded').from ?? 0;
const sinceOf = ({ since }: Typed) => (since === undefined ? {} : { since });
const untilOf = (cut: Typed | undefined) => (cut?.until === undefined ? {} : { until: cut.until });

/** Two cuts may be at the same time. */
function isNotEmpty({ since, until }: Typed): boolean {
  if (since === undefined || until === undefined) return true;
  return fromOf(since) < (readTimeSpan({ until }, NOON, en, 'excluded').before ?? 0);
}
