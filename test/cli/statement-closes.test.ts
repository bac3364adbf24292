import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readXlsx } from 'hucre';
import { Ofx } from 'ofx-data-extractor';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTED, failureOf, runCli, temporaryFolder } from '../support/cli.ts';
import { Interruption } from '../../src/cli/context/host.ts';
import { payment, serveLists, withdrawal, type ListService } from './export-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { between, draws } from '../support/draws.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-06-01T03:00:00.000Z');
const NOW = START + 100 * DAY_MS;
const FORMATS = ['csv', 'ndjson', 'xlsx', 'ofx', 'cnab240'] as const;
type Format = (typeof FORMATS)[number];

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

/** What happens on an account in a hundred days: each changes its balance on some days, or on none. */
const happening = fc.record({
  kind: fc.constantFrom('paid', 'open', 'sent', 'pending', 'returned', 'refused'),
  day: between(0, 99),
  later: between(0.001, 60),
  value: fc.integer({ min: 500, max: 1_000_000 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

const momentOf = (day: number) => Math.floor(START + Math.min(day, 99.5) * DAY_MS);
const timeOf = (day: number) => new Date(momentOf(day)).toISOString();

/** When the balance changed, by how much. */
function changesOf({ kind, day, later, value }: Happening): { readonly at: number; readonly amount: number }[] {
  if (kind === 'open' || kind === 'refused') return [];
  if (kind === 'paid') return [{ at: momentOf(day + later), amount: value - 50 }];
  const debit = { at: momentOf(day), amount: -value };
  return kind === 'returned' ? [debit, { at: momentOf(day + later), amount: value }] : [debit];
}

function serve(happenings: readonly Happening[], initial: number): ListService {
  const oldestFirst = happenings.toSorted((one, other) => one.day - other.day);
  const isCharge = ({ kind }: Happening) => kind === 'paid' || kind === 'open';
  const rowOf = ({ kind, day, later, value }: Happening, number: number) => {
    const createdAt = timeOf(day);
    if (kind === 'paid' || kind === 'open') {
      const status = kind === 'paid' ? 'COMPLETED' : 'ACTIVE';
      const updatedAt = timeOf(kind === 'paid' ? day + later : day);
      return payment(number, { createdAt, updatedAt, status, value, netValue: value - 50 });
    }
    const status = kind === 'sent' ? 'COMPLETED' : kind === 'pending' ? 'PENDING' : 'FAILED';
    const updatedAt = timeOf(kind === 'returned' ? day + later : day);
    return withdrawal(number, { createdAt, updatedAt, status, value, metadata: { fee: 50, sent: value - 50 } });
  };
  const service = serveLists({
    payments: oldestFirst.filter(isCharge).map(rowOf),
    withdraws: oldestFirst.filter((each) => !isCharge(each)).map(rowOf),
  });
  service.balance = initial + sumOf(happenings.flatMap(changesOf).map(({ amount }) => amount));
  return service;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** The balances that a file itself states, in centavos; undefined where it states none. */
async function statedIn(path: string, format: Format): Promise<readonly (number | undefined)[]> {
  const centavos = (reais: unknown) => Math.round(Number(reais) * 100);
  if (format === 'xlsx') {
    const [sheet] = (await readXlsx(readFileSync(path))).sheets;
    const amountOf = (label: string) => sheet?.rows.find((cells) => cells.includes(label))?.find(Number.isFinite);
    return ['Opening balance', 'Closing balance'].map((label) => centavos(amountOf(label)));
  }
  const text = readFileSync(path, 'utf8');
  if (format === 'cnab240') {
    const lines = text.split('\r\n');
    const signed = (line = '') => Number(line.slice(150, 168)) * (line.charAt(168) === 'D' ? -1 : 1);
    return [signed(lines[1]), signed(lines.at(-3))];
  }
  if (format === 'ofx')
    return [undefined, centavos(new Ofx(text).toJson().OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.LEDGERBAL.BALAMT)];
  const rows = text.split(/\r?\n/).slice(format === 'csv' ? 1 : 0, -1);
  const amounts = rows.map((row) =>
    format === 'csv' ? row.split(',').map(Number) : Object.values<number>(JSON.parse(row)),
  );
  const [[change = 0, first] = [], [, last] = []] = [amounts[0], amounts.at(-1)];
  return [first === undefined ? undefined : first - change, last];
}

describe('adjoining statements', () => {
  const spans = fc.uniqueArray(fc.integer({ min: 0, max: 97 }), { minLength: 3, maxLength: 4 });
  const histories = fc.record({
    initial: fc.integer({ min: 0, max: 5_000_000 }),
    happenings: fc.array(happening, { maxLength: 25 }),
    days: spans,
    formats: fc.array(fc.constantFrom(...FORMATS), { minLength: 4, maxLength: 4 }),
  });

  it.each([
    ['online', []],
    ['offline', ['--offline']],
  ] as const)(
    'close with the balance that the next one opens with, in every format: %s',
    async (_, options) => {
      await fc.assert(
        fc.asyncProperty(histories, async ({ initial, happenings, days, formats }) => {
          nock.cleanAll();
          serve(happenings, initial);
          const folder = temporaryFolder();
          const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
          if (options.length > 0) await runCli(['sync', '--json'], { environment, now: NOW });
          const changes = happenings.flatMap(changesOf);
          const balanceAt = (day: number) =>
            initial + sumOf(changes.filter(({ at }) => at < START + day * DAY_MS).map(({ amount }) => amount));
          const bounds = [...days.toSorted((one, other) => one - other)];
          for (const [index, from] of bounds.entries()) {
            const before = bounds[index + 1];
            const format = formats[index] ?? 'csv';
            const path = join(folder, `${index}.${format}`);
            const momentOfDay = (day: number) => new Date(START + day * DAY_MS).toISOString();
            const argv = ['export', 'statement', ...options, '--out', path, '--since', momentOfDay(from)];
            if (before !== undefined) argv.push('--until', momentOfDay(before));
            if (format === 'cnab240') argv.push('--format', format);
            else if (format !== 'ofx') argv.push('--fields', 'netAmount,balanceAfter');
            const { exitCode, stderr } = await runCli(argv, { environment, now: NOW });
            expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
            const expected = [balanceAt(from), balanceAt(before ?? 100)];
            const { opening, closing } = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')).balances;
            expect([opening, closing]).toEqual(expected);
            const stated = await statedIn(path, format);
            expect(stated.map((balance, end) => balance ?? expected[end])).toEqual(expected);
          }
        }),
        draws(2),
      );
    },
    120_000,
  );
});

describe('a statement from the service', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const statement = async (name: string, argv: readonly string[], more: object = {}) => {
    const path = join(folder, name);
    const result = await runCli(['export', 'statement', '--out', path, ...argv], {
      environment: CONNECTED,
      now: NOW,
      ...more,
    });
    const balances = () => JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')).balances;
    return { ...result, path, balances };
  };
  const july = ['--since', '2026-07-01', '--until', '2026-07-31'];

  it('counts what was posted after its span, whenever it was created', async () => {
    const at = (day: string) => ({ createdAt: `${day}T12:00:00.000Z`, updatedAt: `${day}T12:00:00.000Z` });
    const service = serveLists({
      payments: [
        payment(0, { ...at('2026-07-10'), netValue: 10_000 }),
        payment(1, { ...at('2026-08-10'), netValue: 700 }),
      ],
      withdraws: [withdrawal(0, { ...at('2026-08-11'), value: 3_000 })],
    });
    service.balance = 27_700;
    expect((await statement('july.csv', july)).balances()).toMatchObject({ opening: 20_000, closing: 30_000 });
    const ofx = await statement('july.ofx', july);
    expect(readFileSync(ofx.path, 'utf8')).toContain('<BALAMT>300.00</BALAMT>');
  });

  it('counts what arrived before it was repeated', async () => {
    const paid = (number: number) => payment(number, { netValue: 1_000 });
    const service = serveLists({ payments: Array.from({ length: 250 }, (_, number) => paid(number)) });
    service.balance = 250_000;
    const interruption = new AbortController();
    service.onRequest = (question) => {
      if (question.startsWith('withdraw')) interruption.abort(new Interruption('SIGINT'));
    };
    const argv = ['--since', '2026-07-01'];
    expect((await statement('july.csv', argv, { interruption: interruption.signal })).exitCode).toBe(130);
    service.onRequest = () => undefined;
    service.payments = [...service.payments, paid(250)];
    service.balance += 1_000;
    expect((await statement('july.csv', argv)).balances()).toMatchObject({ opening: 0, closing: 251_000 });
  });

  it('counts a charge that is paid while the lists are read', async () => {
    const open = (number: number) => payment(number, { status: 'ACTIVE', netValue: 1_000 });
    const service = serveLists({ payments: [open(0), payment(1, { netValue: 2_000 })] });
    service.balance = 2_000;
    service.onRequest = (question) => {
      if (!question.startsWith('withdraw') || service.balance > 2_000) return;
      service.payments = [payment(0, { netValue: 1_000 }), payment(1, { netValue: 2_000 })];
      service.balance = 3_000;
    };
    expect((await statement('july.csv', [])).balances()).toMatchObject({ opening: 0, closing: 3_000 });
  });

  it('is not written while rows are missing', async () => {
    const service = serveLists({ payments: Array.from({ length: 250 }, (_, number) => payment(number)) });
    service.hidden = 'pay-100';
    for (const name of ['july.csv', 'july.ofx']) {
      expect(failureOf(await statement(name, [...july, '--json']))).toEqual([3, 'not_proven']);
      expect(existsSync(join(folder, name))).toBe(false);
    }
    service.hidden = undefined;
    expect((await statement('july.csv', july)).exitCode).toBe(0);
  });

  describe('after an accepted dispute', () => {
    const accepted = { total: 1, pending: 0, totalDisputedAmount: 4_000, totalBlockedAmount: 0 };
    const account = () => {
      const at = { createdAt: '2026-07-10T12:00:00.000Z', updatedAt: '2026-07-10T12:00:00.000Z' };
      const service = serveLists({ payments: [payment(0, { ...at, netValue: 10_000 })] });
      service.balance = 10_000;
      return service;
    };
    const accept = (service: ListService) => {
      service.balance -= 4_000;
      service.disputes = accepted;
    };
    const lines = [
      ['en', 'Disputes of R$ 40,00 ended before 2026-09-09 00:00:00.'],
      ['pt-BR', 'Contestações de R$ 40,00 terminaram antes de 09/09/2026 00:00:00.'],
    ] as const;

    it.each(lines)('says by how much its balances may be too low: %s', async (language, line) => {
      accept(account());
      const environment = { ...CONNECTED, PIX_LANG: language, PIX_CONFIG_DIR: temporaryFolder() };
      const { stderr, balances } = await statement('july.csv', july, { environment });
      expect(stderr).toContain(line);
      expect(balances()).toMatchObject({
        opening: -4_000,
        closing: 6_000,
        undatedDisputes: { amount: 4_000, before: '2026-09-09T03:00:00.000Z' },
      });
      await statement('july.xlsx', july, { environment });
      const [sheet] = (await readXlsx(readFileSync(join(folder, 'july.xlsx')))).sheets;
      expect(sheet?.rows.at(-1)).toContain(40);
      const books = ['reconcile', join(folder, 'july.xlsx'), ...july, '--offline'];
      const reconciled = await runCli(books, { environment, now: NOW });
      expect([reconciled.stdout, reconciled.exitCode]).toEqual(['', 0]);
    });

    it('still closes as it did, online and offline, once the balance was noted before', async () => {
      const service = account();
      const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
      await runCli(['sync', '--json'], { environment, now: START + 90 * DAY_MS });
      accept(service);
      const online = await statement('july.csv', july, { environment });
      expect(online.balances()).toMatchObject({ opening: 0, closing: 10_000, undatedDisputes: null });
      const current = await statement('august.csv', ['--since', '2026-08-01'], { environment });
      expect(current.balances()).toMatchObject({ opening: 10_000, closing: 6_000, gaps: [] });
      expect(readFileSync(current.path, 'utf8')).toContain('DISPUTE,-4000,');
      await runCli(['sync', '--json'], { environment, now: NOW + 40 * DAY_MS });
      const reported = await statement(
        'august.csv',
        ['--since', '2026-08-01', '--until', '2026-09-10', '--force', '--offline'],
        { environment },
      );
      expect(reported.balances()).toMatchObject({ opening: 10_000, closing: 6_000 });
      const offline = await statement('july.csv', [...july, '--offline', '--force'], { environment });
      expect(offline.balances()).toMatchObject({ opening: 0, closing: 10_000, undatedDisputes: null });
    });

    it('is not dated before the first note: balance --at says so', async () => {
      accept(account());
      const environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
      await runCli(['sync', '--json'], { environment, now: NOW });
      const { stdout } = await runCli(['balance', '--at', '2026-07-31', '--offline', '--json'], {
        environment,
        now: NOW,
      });
      expect(JSON.parse(stdout)).toMatchObject({ total: 6_000, undatedDisputes: 4_000 });
    });
  });
});
