import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { CONNECTED, failureOf, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { payment, range, serveLists } from './export-service.ts';
import { onlyNock } from '../support/nock-network.ts';

let folder: string;
let out: string;
onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  folder = temporaryFolder();
  out = join(folder, 'rows.csv');
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(['export', ...argv, '--out', out], { environment: CONNECTED, ...options });
const ids = () =>
  readFileSync(out, 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
const manifest = (): unknown => JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'));

describe('an export whose service changed the order of its rows', () => {
  it('uses none of the earlier rows when it is repeated', async () => {
    const rows = range(250, payment);
    let made = rows.length - 1;
    const service = serveLists({ payments: rows });
    let isMeasured = false;
    service.onRequest = (question) => {
      if (question !== 'payment 0+100') isMeasured ||= question.startsWith('payment 0+');
      else if (isMeasured) {
        // One row is removed and one inserted before the newest page: the stored list lacks the row at the seam, and
        // looks complete.
        rows.splice(30, 1);
        rows.push(payment((made += 1)));
        isMeasured = false;
      }
    };
    expect((await run(['payments'])).exitCode).toBe(3);
    service.onRequest = () => undefined;
    expect((await run(['payments', '--force'])).exitCode).toBe(0);
    expect(ids()).toEqual(rows.map(({ id }) => id));
  });

  it.each([
    [1, 0, null],
    [3, 3, 'order_moved'],
  ])('between the proof and the newest status of its rows, %i times, exits %i', async (times, exitCode, reason) => {
    const rows = range(60, (number) => payment(number, number % 9 === 5 ? { status: 'PENDING' } : {}));
    const service = serveLists({ payments: rows });
    // Two requests prove the list, and the third asks for what may have changed.
    service.onRequest = () => {
      if (service.asked.length % 3 === 0 && service.asked.length <= 3 * times) rows.shift();
    };
    expect((await run(['payments'])).exitCode).toBe(exitCode);
    expect(manifest()).toMatchObject({ lists: [{ reason }] });
    if (exitCode === 0) expect(ids()).toEqual(rows.map(({ id }) => id));
  });

  it('has none of the earlier rows where the list has become shorter', async () => {
    const rows = range(250, payment);
    const service = serveLists({ payments: rows });
    service.hidden = 'pay-100';
    expect((await run(['payments'])).exitCode).toBe(3);
    service.hidden = undefined;
    rows.splice(10, 1);
    expect((await run(['payments', '--force'])).exitCode).toBe(0);
    expect([ids(), manifest()]).toMatchObject([rows.map(({ id }) => id), { rows: 249, lists: [{ restarts: 1 }] }]);
  });

  it('asks again for the newest of many rows that are not final', async () => {
    const pending = range(2_000, (number) => payment(number, { status: 'PENDING' }));
    const service = serveLists({ payments: pending });
    service.onRequest = (question) => {
      // The list was measured by the first request, and read by whole pages.
      if (service.asked.length > 1 && !question.endsWith('+100')) service.payments = range(2_000, payment);
    };
    expect((await run(['payments', '--fields', 'id,status'])).exitCode).toBe(0);
    expect(ids()).toHaveLength(2_000);
    expect(service.asked.length).toBeLessThan(45);
    // Twenty pages of 80.
    const read = readFileSync(out, 'utf8').split('\r\n').slice(1, -1);
    expect(read.findIndex((row) => row.endsWith('COMPLETED'))).toBe(400);
    expect(read.slice(400).every((row) => row.endsWith('COMPLETED'))).toBe(true);
  });

  it('is not complete where the total lags behind the rows', async () => {
    const service = serveLists({ payments: range(130, payment) });
    service.uncounted = 10;
    const lacking = await run(['payments']);
    expect([lacking.exitCode, manifest()]).toMatchObject([3, { proven: false }]);
    service.uncounted = 0;
    expect((await run(['payments', '--force'])).exitCode).toBe(0);
    expect(ids()).toHaveLength(130);
  });

  it('finds the rows of a span anywhere when numbers do not follow creation times', async () => {
    const rows = range(250, (number) => payment((number * 101) % 250));
    serveLists({ payments: rows });
    const since = '2026-07-01T14:00:00Z';
    expect(await run(['payments', '--since', since])).toMatchObject({ exitCode: 0 });
    expect(ids()).toEqual(
      rows.filter(({ createdAt }) => Date.parse(createdAt) >= Date.parse(since)).map(({ id }) => id),
    );
  });
});

it('a statement contains what came while it was read, with a balance that adds up', async () => {
  out = join(folder, 'rows.ofx');
  const service = serveLists({ payments: range(3, payment) });
  service.balance = 2_853;
  service.onRequest = (question) => {
    if (!question.startsWith('withdraw') || service.payments.length > 3) return;
    service.payments = range(4, payment);
    service.balance += 953;
  };
  const { exitCode, stderr } = await run(['statement']);
  expect(exitCode, stderr).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(/pay-3[^]*<BALAMT>38\.06/);
});

describe('a resumed export', () => {
  it('does not reuse the days of another time zone', async () => {
    const service = serveLists({ payments: range(3_000, payment) });
    const controller = new AbortController();
    service.onRequest = () => {
      if (service.asked.length === 24) controller.abort(new Interruption('SIGINT'));
    };
    const argv = ['payments', '--since', '2026-07-02', '--fields', 'id'];
    expect((await run(argv, { interruption: controller.signal })).exitCode).toBe(130);
    vi.stubEnv('TZ', 'UTC');
    expect((await run(argv)).exitCode).toBe(0);
    // Midnight UTC, which is three hours earlier in São Paulo.
    expect(ids()[0]).toBe('pay-720');
  });

  it('reports a damaged state', async () => {
    const service = serveLists({ payments: range(3_000, payment) });
    const controller = new AbortController();
    service.onRequest = () => {
      if (service.asked.length === 24) controller.abort(new Interruption('SIGINT'));
    };
    expect((await run(['payments'], { interruption: controller.signal })).exitCode).toBe(130);
    const bytes = readFileSync(`${out}.pix-export`);
    out = join(folder, 'copy.csv');
    writeFileSync(`${out}.pix-export`, bytes.fill(7, 8_192));
    const { exitCode, stderr } = await run(['payments', '--json']);
    expect([exitCode, jsonError({ stderr }).code]).toEqual([1, 'state_unusable']);
  });
});

describe('rows that are not final', () => {
  it('are read again at their new offsets, however many rows were added', async () => {
    const service = serveLists({ payments: range(3, (number) => payment(number, { status: 'PENDING' })) });
    service.onRequest = () => {
      // The list was measured and read before.
      if (service.asked.length === 3) service.payments = range(400, payment);
    };
    expect((await run(['payments', '--fields', 'id,status'])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('id,status\r\npay-0,COMPLETED\r\npay-1,COMPLETED\r\npay-2,COMPLETED\r\n');
  });

  it.each(['leaves one out', 'returns none that can be read'])('stay as they are where the service %s', async (how) => {
    const service = serveLists({ payments: range(3, (number) => payment(number, { status: 'PENDING' })) });
    service.onRequest = () => {
      if (service.asked.length < 3) return;
      if (how === 'leaves one out') service.hidden = 'pay-1';
      else service.payments = range(3, (number) => ({ id: `pay-${number}` }));
    };
    expect((await run(['payments', '--fields', 'id,status'])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('id,status\r\npay-0,PENDING\r\npay-1,PENDING\r\npay-2,PENDING\r\n');
  });

  it('are read again by varied requests, because the service may repeat an answer', async () => {
    const service = serveLists({ payments: range(300, (number) => payment(number, { status: 'PENDING' })) });
    const asked = new Set<string | undefined>();
    for (let exports = 0; exports < 4; exports += 1) {
      expect((await run(['payments', '--force'])).exitCode).toBe(0);
      asked.add(service.asked.at(-1));
    }
    expect(asked.size).toBeGreaterThan(1);
  });
});

describe('the files of an export', () => {
  it('are not written through a link at the temporary name', async () => {
    const victim = join(folder, 'diary.txt');
    writeFileSync(victim, 'dear');
    symlinkSync(victim, `${out}.part`);
    serveLists({ payments: range(2, payment) });
    expect((await run(['payments'])).exitCode).toBe(0);
    expect([readFileSync(victim, 'utf8'), lstatSync(out).isFile(), ids()]).toEqual(['dear', true, ['pay-0', 'pay-1']]);
  });

  it('are both written or neither, so that the same command can resume', async () => {
    serveLists({ payments: range(2, payment) });
    const blockingFolder = `${out}.manifest.json.part`;
    mkdirSync(blockingFolder);
    expect(failureOf(await run(['payments', '--json']))).toEqual([1, 'file_unwritable']);
    expect(readdirSync(folder).sort()).toEqual(['rows.csv.manifest.json.part', 'rows.csv.pix-export']);
    rmdirSync(blockingFolder);
    expect((await run(['payments'])).exitCode).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['rows.csv', 'rows.csv.manifest.json']);
  });

  it('do not replace a file that appeared in the meantime', async () => {
    const service = serveLists({ payments: range(2, payment) });
    service.onRequest = () => writeFileSync(out, 'dear');
    expect(failureOf(await run(['payments', '--json']))).toEqual([2, 'file_exists']);
    expect([readFileSync(out, 'utf8'), readdirSync(folder).sort()]).toEqual([
      'dear',
      ['rows.csv', 'rows.csv.pix-export'],
    ]);
  });

  it('have different ids in OFX for entries whose ids differ in characters that it lacks', async () => {
    out = join(folder, 'rows.ofx');
    serveLists({
      payments: ['pé', 'pe', `${'x'.repeat(255)}1`, `${'x'.repeat(255)}2`].map((id) => payment(1, { id })),
    });
    expect((await run(['statement'])).exitCode).toBe(0);
    const ids = [...readFileSync(out, 'utf8').matchAll(/<FITID>(.*)<\/FITID>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).toContain('pe');
  });

  it('contain amounts whose sum is too large, and omit only the sum', async () => {
    serveLists({ payments: range(3, (number) => payment(number, { value: Number.MAX_SAFE_INTEGER - number })) });
    expect((await run(['payments', '--fields', 'value'])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('value\r\n9007199254740991\r\n9007199254740990\r\n9007199254740989\r\n');
    expect(JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8')).sums).toMatchObject({ value: null, fee: 150 });
  });
});
