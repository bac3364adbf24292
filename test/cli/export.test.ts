import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  lstatSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { Interruption } from '../../src/cli/context/host.ts';
import { CONNECTED, failureOf, jsonError, NOON, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { payment, range, serveLists, withdrawal, type ListService } from './export-service.ts';
import { onlyNock } from '../support/nock-network.ts';

const OTHER_KEY = 'pk_AnotherKeyThatNobodyMaySeeWhole000000c3d4';

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
const readManifest = (): unknown => JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'));

/** A signal that is aborted at the second of many pages: by then, some rows are stored. */
function halfWay(service: ListService): AbortSignal {
  const controller = new AbortController();
  const before = service.asked.length;
  service.onRequest = () => {
    if (service.asked.length === before + 24) controller.abort(new Interruption('SIGINT'));
  };
  return controller.signal;
}

describe('the result of an export', () => {
  it.each([
    ['en', 'row'],
    ['pt-BR', 'linha'],
  ])('agrees in number with a single row in %s', async (language, row) => {
    serveLists({ payments: range(1, payment) });
    expect((await run(['payments', '--lang', language])).stderr).toMatch(new RegExp(`^1 ${row} `));
  });

  it('is the file and its manifest, which lists the contents', async () => {
    const newest = payment(149, { status: 'ACTIVE' });
    serveLists({ payments: [...range(149, payment), newest] });
    const { exitCode, stdout, stderr } = await run(['payments', '--json']);
    expect([exitCode, stderr]).toEqual([0, `150 rows in ${out}, verified complete.\n`]);
    expect(readdirSync(folder).sort()).toEqual(['rows.csv', 'rows.csv.manifest.json']);
    expect(ids()).toEqual(range(150, (number) => `pay-${number}`));

    const content = readFileSync(out);
    expect(readManifest()).toMatchObject({
      version: 1,
      kind: 'payments',
      format: 'csv',
      file: 'rows.csv',
      order: 'oldest-first',
      service: 'https://wallet.example',
      profile: null,
      since: null,
      until: null,
      resumed: false,
      proven: true,
      gaps: [],
      lists: [{ list: 'payments', proven: true, total: 150, firstNumber: 0, endNumber: 150, restarts: 0 }],
      notFinal: { rows: 1 },
      rows: 150,
      statuses: { COMPLETED: 149, ACTIVE: 1 },
      sums: { value: 161_175, netValue: 153_675, fee: 7_500 },
      firstId: 'pay-0',
      lastId: 'pay-149',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(JSON.parse(stdout)).toEqual(readManifest());
  });

  it("is an account's statement of both lists, by the time at which the balance changed", async () => {
    serveLists({
      payments: [payment(0, { updatedAt: '2026-07-01T12:05:00.000Z' }), payment(1), payment(2, { status: 'PENDING' })],
      withdraws: [withdrawal(0), withdrawal(1), withdrawal(2, { status: 'FAILED' })],
    });
    expect((await run(['statement', '--fields', 'id,netAmount'])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('id,netAmount\r\nwd-0,-500\r\npay-1,951\r\nwd-1,-501\r\npay-0,950\r\n');
    expect(readManifest()).toMatchObject({ sums: { netAmount: 900 }, rows: 4, notFinal: { rows: 1 } });
  });

  it('reports what cannot be stated rather than guess it', async () => {
    serveLists({ payments: [payment(0, { netValue: null, fee: null })] });
    const attempt = await run(['statement', '--json']);
    expect([attempt.exitCode, existsSync(out)]).toEqual([1, false]);
    expect(jsonError(attempt)).toMatchObject({ code: 'entry_incomplete', details: { id: 'pay-0', field: 'netValue' } });
  });

  it('covers the requested local days', async () => {
    const days = ['2026-07-01T02:59:59.999Z', '2026-07-01T03:00:00.000Z', '2026-07-03T02:59:59.999Z'];
    const rows = [...days, '2026-07-03T03:00:00.000Z'].map((createdAt, number) =>
      payment(number, { createdAt, updatedAt: createdAt }),
    );
    serveLists({ payments: rows });
    expect((await run(['payments', '--since', '2026-07-01', '--until', '2026-07-02'])).exitCode).toBe(0);
    expect(ids()).toEqual(['pay-1', 'pay-2']);
    expect(readManifest()).toMatchObject({ since: '2026-07-01T03:00:00.000Z', until: '2026-07-03T03:00:00.000Z' });
    expect((await run(['payments', '--month', 'julho', '--force'])).exitCode).toBe(0);
    expect(readManifest()).toMatchObject({ since: '2026-07-01T03:00:00.000Z', until: '2026-08-01T03:00:00.000Z' });
  });

  it('contains rows in their latest status, read again if they were not final', async () => {
    const service = serveLists({ payments: [payment(0), payment(1, { status: 'PENDING' })] });
    service.onRequest = (question) => {
      // Open rows are requested past the cache after the list was read.
      if (service.asked.length === 3 && question.startsWith('payment')) service.payments = [payment(0), payment(1)];
    };
    expect((await run(['payments', '--fields', 'id,status'])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('pay-1,COMPLETED');
    expect(readManifest()).toMatchObject({ notFinal: { rows: 0, asOf: null } });
  });
});

it('an export without a proof is written, reports what is missing, ends with 3, and is completed by the same command', async () => {
  const service = serveLists({ payments: range(250, payment) });
  // A service that always omits a row.
  service.hidden = 'pay-100';
  const first = await run(['payments', '--json']);
  const manifest = z
    .object({
      proven: z.boolean(),
      rows: z.number(),
      gaps: z.array(z.object({ first: z.number(), last: z.number() })),
    })
    .parse(readManifest());
  expect([first.exitCode, jsonError(first)]).toMatchObject([
    3,
    { code: 'not_proven', details: { gaps: manifest.gaps, manifest: `${out}.manifest.json` } },
  ]);
  expect(manifest.proven).toBe(false);
  expect(manifest.gaps.some((gap) => gap.first <= 100 && 100 <= gap.last)).toBe(true);
  const missing = manifest.gaps.reduce((sum, gap) => sum + gap.last - gap.first + 1, 0);
  expect([manifest.rows, ids().length]).toEqual([250 - missing, 250 - missing]);
  expect(first.stderr).toContain('may be INCOMPLETE');
  expect(existsSync(`${out}.pix-export`)).toBe(true);

  service.hidden = undefined;
  const second = await run(['payments', '--force']);
  expect([second.exitCode, ids()]).toEqual([0, range(250, (number) => `pay-${number}`)]);
  expect(readManifest()).toMatchObject({ proven: true, gaps: [], resumed: true });
  expect(existsSync(`${out}.pix-export`)).toBe(false);
});

describe('an interrupted export', () => {
  it('leaves no file, says how to resume, and is resumed', async () => {
    const service = serveLists({ payments: range(3_000, payment) });
    const first = await run(['payments'], { interruption: halfWay(service) });
    expect([first.exitCode, existsSync(out)]).toEqual([130, false]);
    const [, rows = ''] = /^What was read \(([\d,]+ rows)\)/.exec(first.stderr) ?? [];
    expect(first.stderr).toBe(
      `What was read (${rows}) is stored in ${out}.pix-export: the same command resumes there.\nerror: interrupted\n`,
    );
    expect(statSync(`${out}.pix-export`).mode & 0o777).toBe(0o600);

    service.onRequest = () => undefined;
    const asked = service.asked.splice(0);
    const second = await run(['payments']);
    expect([second.exitCode, second.stderr]).toEqual([0, expect.stringContaining(`Resuming after ${rows}.`)]);
    // Of the pages that were stored, none but the newest: whether it is still the same list.
    expect(service.asked.length).toBeLessThan(asked.length);
    expect(ids()).toEqual(range(3_000, (number) => `pay-${number}`));
    expect(readManifest()).toMatchObject({ resumed: true, proven: true, rows: 3_000 });
    expect(readdirSync(folder).sort()).toEqual(['rows.csv', 'rows.csv.manifest.json']);
  });

  it('starts over with another key, another span or another list', async () => {
    const service = serveLists({ payments: range(3_000, payment), withdraws: range(5, withdrawal) });
    for (const [argv, environment] of [
      [['payments'], { ...CONNECTED, PIX_API_KEY: OTHER_KEY }],
      [['payments', '--since', '2026-06-01'], CONNECTED],
      [['withdraws'], CONNECTED],
    ] as const) {
      await run(['payments', '--force'], { interruption: halfWay(service) });
      expect(existsSync(`${out}.pix-export`)).toBe(true);
      service.onRequest = () => undefined;
      const other = await run([...argv, '--force'], { environment });
      expect([other.exitCode, readManifest()]).toEqual([0, expect.objectContaining({ resumed: false })]);
    }
  });

  it('keeps the span that "20d" meant when it began', async () => {
    const service = serveLists({ payments: range(3_000, payment) });
    const argv = ['payments', '--since', '20d'];
    await run(argv, { interruption: halfWay(service) });
    service.onRequest = () => undefined;
    expect((await run(argv, { now: NOON + 30 * 86_400_000 })).exitCode).toBe(0);
    expect(readManifest()).toMatchObject({ rows: 3_000, since: new Date(NOON - 20 * 86_400_000).toISOString() });
  });

  it('cannot run twice at a time', async () => {
    serveLists({ payments: range(3, payment) });
    const state = await openDatabase(`${out}.pix-export`, { applicationId: 0x70697865, steps: [] });
    expect(failureOf(await run(['payments', '--json']))).toEqual([1, 'export_locked']);
    state.close();
    expect((await run(['payments'])).exitCode).toBe(0);
  });

  it('preserves unknown files', async () => {
    writeFileSync(`${out}.pix-export`, 'notes of somebody, who chose this very name for them');
    const { exitCode, stderr } = await run(['payments', '--json']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('state_unusable')]);
    expect(readFileSync(`${out}.pix-export`, 'utf8')).toContain('notes of somebody');
  });
});

it('the file requires an existing folder', async () => {
  const service = serveLists({ payments: range(2, payment) });
  out = join(folder, 'nowhere', 'rows.csv');
  const nowhere = await run(['payments', '--json']);
  expect([nowhere.exitCode, jsonError(nowhere).code, service.asked]).toEqual([1, 'file_unwritable', []]);
  out = join(folder, 'taken');
  mkdirSync(out);
  const folderThere = await run(['payments', '--force', '--json']);
  expect([folderThere.exitCode, jsonError(folderThere).code, service.asked]).toEqual([2, 'invalid_file', []]);
  expect(readdirSync(folder).sort()).toEqual(['taken']);
});

it('shows its progress to a person at a terminal, in one line, and clears it', async () => {
  serveLists({ payments: range(3, payment) });
  const { stdout, stderr } = await run(['payments'], { isTerminal: true, columns: 30 });
  const lines = stderr.split('\r\u001b[2K');
  expect(lines).toContain('charges: 3 of 3 (100%)');
  expect(lines.every((line) => line.includes('verified complete') || line.length < 30)).toBe(true);
  expect([lines.at(-1), stdout]).toEqual([`3 rows in\n${out},\nverified complete.\n`, '']);
  const quiet = await run(['payments', '--force', '-q'], { isTerminal: true });
  expect(quiet.stderr).toBe('');
});

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
    expect([(await run(['payments', '--force'])).exitCode, ids()]).toEqual([0, rows.map(({ id }) => id)]);
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
