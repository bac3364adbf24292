import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { Ofx } from 'ofx-data-extractor';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, failureOf, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { serveLists, payment, withdrawal, type ListService } from './export-service.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

let folder: string;
let environment: Record<string, string>;
/** The clock of this machine, and of the service. */
let now: number;

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  folder = temporaryFolder();
  environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
});

const run = (...argv: readonly string[]) => runCli(argv, { environment, now });

async function synced(at: string) {
  now = Date.parse(at);
  const { exitCode, stdout, stderr } = await run('sync', '--json');
  expect(exitCode).toBe(0);
  return { stderr, note: JSON.parse(stdout).note };
}

async function exported(...argv: readonly string[]) {
  const path = join(folder, 'july.ndjson');
  const result = await run('export', 'statement', '--offline', '--out', path, '--force', ...argv);
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
  return { ...result, rows, manifest: JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')) };
}

/** Paid at a time. */
const paid = (number: number, at: string, more: object = {}) =>
  payment(number, { createdAt: at, updatedAt: at, netValue: 10_000, fee: 50, value: 10_050, ...more });
/** Debited at a time. */
const sent = (number: number, at: string, more: object = {}) =>
  withdrawal(number, { createdAt: at, updatedAt: at, value: 3_000, metadata: { fee: 100, sent: 2_900 }, ...more });

/** An account with a balance before its first row, and a note on each side of July. */
async function julyOfAnAccount(): Promise<ListService> {
  const service = serveLists({
    payments: [paid(0, '2026-06-10T12:00:00.000Z')],
    withdraws: [sent(0, '2026-06-20T12:00:00.000Z')],
  });
  service.balance = 27_000;
  await synced('2026-06-30T20:00:00.000Z');
  service.payments = [
    ...service.payments,
    // Created in June, and paid on the first of July in São Paulo.
    paid(1, '2026-06-25T12:00:00.000Z', { updatedAt: '2026-07-01T03:00:00.000Z' }),
    // Paid in the last second of July.
    paid(2, '2026-07-31T12:00:00.000Z', { updatedAt: '2026-08-01T02:59:59.999Z' }),
    // Paid in August.
    paid(3, '2026-07-31T13:00:00.000Z', { updatedAt: '2026-08-01T03:00:00.000Z' }),
  ];
  service.withdraws = [
    ...service.withdraws,
    sent(1, '2026-07-10T12:00:00.000Z'),
    sent(2, '2026-07-31T12:00:00.000Z', { status: 'FAILED', updatedAt: '2026-08-02T12:00:00.000Z' }),
    sent(3, '2026-07-31T18:00:00.000Z', { status: 'PENDING' }),
  ];
  service.balance = 27_000 + 30_000 - 6_000;
  return service;
}

describe('a month from the index', () => {
  it('has its entries by settlement, an opening and a closing balance that are proven, and no request', async () => {
    const service = await julyOfAnAccount();
    const { note, stderr } = await synced('2026-08-03T12:00:00.000Z');
    expect(note).toEqual({
      at: '2026-08-03T12:00:00.000Z',
      balance: 51_000,
      span: { since: '2026-06-30T20:00:00.000Z', verdict: 'adds_up', difference: 0 },
    });
    expect(stderr).toBe('');
    service.asked.length = 0;
    const { exitCode, rows, manifest } = await exported('--month', 'julho', '--format', 'ndjson');
    expect([exitCode, service.asked]).toEqual([0, []]);
    expect(rows.map(({ id, type, netAmount, balanceAfter }) => [id, type, netAmount, balanceAfter])).toEqual([
      ['pay-1', 'PAYMENT', 10_000, 37_000],
      ['wd-1', 'WITHDRAWAL', -3_000, 34_000],
      ['wd-2', 'WITHDRAWAL', -3_000, 31_000],
      ['wd-3', 'WITHDRAWAL', -3_000, 28_000],
      ['pay-2', 'PAYMENT', 10_000, 38_000],
    ]);
    expect(manifest).toMatchObject({
      offline: true,
      by: 'settled',
      timeZone: 'America/Sao_Paulo',
      since: '2026-07-01T03:00:00.000Z',
      until: '2026-08-01T03:00:00.000Z',
      proven: true,
      sums: { netAmount: 11_000, fee: 400 },
      balances: {
        opening: 27_000,
        openingBasis: 'proven',
        closing: 38_000,
        closingBasis: 'proven',
        closedAt: '2026-08-01T03:00:00.000Z',
        derivedBefore: null,
        gaps: [],
      },
    });
  });

  it('closes an OFX with the balance at the end of the month, not with that of today', async () => {
    await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    const path = join(folder, 'july.ofx');
    expect((await run('export', 'statement', '--offline', '--month', '2026-07', '--out', path)).exitCode).toBe(0);
    const statement = new Ofx(readFileSync(path, 'utf8')).toJson().OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS;
    expect(statement.LEDGERBAL).toEqual({ BALAMT: '380.00', DTASOF: '2026-07-31' });
    expect(statement.BANKTRANLIST.STRTTRN).toHaveLength(5);
  });

  it('has what came back as an entry of its own, in the month in which it came back', async () => {
    await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    const { rows, manifest } = await exported('--since', '2026-08-01', '--format', 'ndjson');
    expect(rows).toMatchObject([
      { id: 'pay-3', balanceAfter: 48_000 },
      { id: 'wd-2', type: 'RETURN', netAmount: 3_000, fee: -100, balanceAfter: 51_000 },
    ]);
    expect(manifest.balances).toMatchObject({ opening: 38_000, closing: 51_000, closedAt: '2026-08-03T12:00:00.000Z' });
  });

  it('contains accepted disputes as entries, dated by the note that shows them', async () => {
    const service = await julyOfAnAccount();
    service.disputes = { total: 1, pending: 1, totalDisputedAmount: 10_050, totalBlockedAmount: 10_050 };
    await synced('2026-07-20T12:00:00.000Z');
    service.balance -= 10_050;
    service.disputes = { total: 1, pending: 0, totalDisputedAmount: 10_050, totalBlockedAmount: 0 };
    const { note, stderr } = await synced('2026-07-25T12:00:00.000Z');
    expect([note.span, stderr]).toEqual([
      { since: '2026-07-20T12:00:00.000Z', verdict: 'disputes', difference: -10_050 },
      '',
    ]);
    const { exitCode, rows } = await exported('--month', '2026-07', '--format', 'ndjson');
    expect(exitCode).toBe(0);
    expect(rows.find(({ type }) => type === 'DISPUTE')).toMatchObject({
      id: 'dispute-2026-07-25T12:00:00.000Z',
      postedAt: '2026-07-25T12:00:00.000Z',
      netAmount: -10_050,
      value: 10_050,
    });
  });

  it('has the proven balance of the last sync as its closing one while the month is not over', async () => {
    const service = await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    const closingOf = async () =>
      (await exported('--since', '2026-07-01', '--format', 'ndjson')).manifest.balances as Record<string, unknown>;
    const proven = { closing: 51_000, closingBasis: 'proven', closedAt: '2026-08-03T12:00:00.000Z' };
    expect(await closingOf()).toMatchObject(proven);
    // What a later sync reads without a note, nothing proves.
    service.mayReadBalance = false;
    await synced('2026-08-04T12:00:00.000Z');
    const derived = { closing: 51_000, closingBasis: 'derived', closedAt: '2026-08-04T12:00:00.000Z' };
    expect(await closingOf()).toMatchObject(derived);
  });

  it('names the gap with its amount, and exits with 3, when something else changed the balance', async () => {
    const service = await julyOfAnAccount();
    service.balance -= 1_234;
    const { note, stderr } = await synced('2026-08-03T12:00:00.000Z');
    expect(note.span).toMatchObject({ verdict: 'gap', difference: -1_234 });
    expect(stderr).toContain('-R$ 12,34');
    const {
      exitCode,
      stderr: error,
      manifest,
    } = await exported('--since', '2026-07-01', '--format', 'ndjson', '--json');
    expect(exitCode).toBe(3);
    expect(jsonError({ stderr: error.trimEnd().split('\n').at(-1) ?? '' }).code).toBe('not_balanced');
    expect(manifest.balances).toMatchObject({
      opening: 27_000,
      openingBasis: 'derived',
      closing: 49_766,
      gaps: [{ from: '2026-06-30T20:00:00.000Z', to: '2026-08-03T12:00:00.000Z', difference: -1_234 }],
    });
  });

  it('says in its manifest what is derived, because it lies before the first note', async () => {
    await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    const { manifest } = await exported('--month', '2026-06', '--format', 'ndjson');
    expect(manifest.balances).toMatchObject({
      opening: 20_000,
      openingBasis: 'derived',
      closing: 27_000,
      closingBasis: 'proven',
      derivedBefore: '2026-06-30T20:00:00.000Z',
    });
  });

  it('is exported without balances for a key that may not read them, but not as OFX', async () => {
    const service = await julyOfAnAccount();
    service.mayReadBalance = false;
    environment = { ...environment, PIX_CONFIG_DIR: temporaryFolder() };
    expect((await synced('2026-08-03T12:00:00.000Z')).note).toBeNull();
    const { exitCode, rows, manifest } = await exported('--month', '2026-07', '--format', 'ndjson');
    expect([exitCode, rows[0]?.['balanceAfter'], manifest.balances]).toEqual([0, null, null]);
    const ofx = await run('export', 'statement', '--offline', '--out', join(folder, 'july.ofx'), '--json');
    expect([ofx.exitCode, jsonError(ofx).code]).toEqual([2, 'no_balance_note']);
  });

  it.each([
    ['postedAt,id', []],
    ['postedAt,fee', ['Total 4']],
    ['id,value,balanceAfter', ['Opening balance 270', 'Closing balance 380']],
    ['id,balanceAfter,netAmount', ['Total 110', 'Opening balance 270', 'Closing balance 380']],
  ])('has no label without an amount below the rows of a workbook of %s', async (fields, lines) => {
    await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    const path = join(folder, 'july.xlsx');
    await run('export', 'statement', '--offline', '--month', '2026-07', '--out', path, '--fields', fields);
    const rows = (await readXlsx(readFileSync(path))).sheets[0]?.rows ?? [];
    const below = rows.filter(([first]) => /^(Total|Opening|Closing)/.test(String(first)));
    expect(below.map((cells) => cells.filter((cell) => cell !== null).join(' '))).toEqual(lines);
  });

  it('has no balance where the service reports no time of a row, and every command names that row', async () => {
    serveLists({ payments: [paid(0, '2026-07-10T12:00:00.000Z')], withdraws: [sent(0, '', { createdAt: null })] });
    now = Date.parse('2026-08-03T12:00:00.000Z');
    const said = 'wd-0 is completed, but the service does not report its createdAt';
    expect((await run('sync', '-o', 'table')).stderr).toContain(`The balance was not noted: ${said}.`);
    for (const more of [[], ['--offline']]) {
      const failed = await run('balance', '--at', '2026-07-31', '--json', ...more);
      expect(jsonError(failed)).toMatchObject({ code: 'entry_incomplete', message: expect.stringContaining(said) });
    }
  });

  it('has the end-to-end IDs that a sync looked up, each of them once', async () => {
    await julyOfAnAccount();
    const transactionId = 'E1234567820260710120112345678901';
    const asked: string[] = [];
    nock(BASE_URL)
      .persist()
      .get(/^\/api\/v1\/withdraw\/get\//)
      .reply((uri) => {
        const id = uri.split('/').at(-1) ?? '';
        asked.push(id);
        const data = { ...sent(1, '2026-07-10T12:00:00.000Z'), id, fee: 100, sent: 2_900 };
        return [200, { success: true, data: { ...data, transactionId: id === 'wd-1' ? transactionId : 'other' } }];
      });
    now = Date.parse('2026-08-03T12:00:00.000Z');
    const lookedUp = async () => JSON.parse((await run('sync', '--json', '--end-to-end-ids')).stdout).lookedUp;
    expect([await lookedUp(), await lookedUp()]).toEqual([3, 0]);
    // Not that of a withdrawal that is still processing.
    expect(asked.toSorted()).toEqual(['wd-0', 'wd-1', 'wd-2']);
    const { rows } = await exported('--month', '2026-07', '--format', 'ndjson');
    expect(rows.filter(({ endToEndId }) => endToEndId !== null)).toMatchObject([
      { id: 'wd-1', endToEndId: transactionId },
    ]);
  });

  it('requires an index', async () => {
    now = Date.parse('2026-08-03T12:00:00.000Z');
    const attempt = await run('export', 'statement', '--offline', '--out', join(folder, 'x.csv'), '--json');
    expect([attempt.exitCode, jsonError(attempt).code]).toEqual([2, 'no_mirror']);
  });
});

describe('a statement from the service', () => {
  it('brings the index of a past month up to date first, and reads only what is new', async () => {
    const service = await julyOfAnAccount();
    now = Date.parse('2026-08-03T12:00:00.000Z');
    const path = join(folder, 'july.ndjson');
    const argv = ['export', 'statement', '--month', '2026-07', '--out', path];
    // The index ends in June.
    const before = await run(...argv, '--offline', '--json');
    expect([...failureOf(before), readFileSync(path, 'utf8')]).toEqual([3, 'index_too_old', '']);
    expect(JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'))).toMatchObject({ offline: true, proven: false });
    service.asked.length = 0;
    expect((await run(...argv, '--force')).exitCode).toBe(0);
    const rows = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row).id)).toEqual(['pay-1', 'wd-1', 'wd-2', 'wd-3', 'pay-2']);
    expect(JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'))).toMatchObject({
      offline: false,
      proven: true,
      balances: { opening: 27_000, openingBasis: 'proven', closing: 38_000, closingBasis: 'proven' },
    });
    const asked = [...service.asked];
    service.asked.length = 0;
    expect((await run(...argv, '--force', '--offline')).exitCode).toBe(0);
    expect([asked.length > 0, service.asked]).toEqual([true, []]);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual(rows);
  });

  it('is refused where the index cannot be used, as by every command that reads it', async () => {
    await julyOfAnAccount();
    now = Date.parse('2026-08-03T12:00:00.000Z');
    const index = JSON.parse((await run('sync', '--json')).stdout).file;
    for (const end of ['', '-wal', '-shm']) writeFileSync(`${index}${end}`, 'not a database, but something else');
    const argv = ['export', 'statement', '--month', '2026-07', '--out', join(folder, 'july.csv'), '--json'];
    expect(failureOf(await run(...argv))).toEqual([1, 'mirror_unusable']);
  });

  it('proves no balance that changed while the lists were read', async () => {
    const service = await julyOfAnAccount();
    now = Date.parse('2026-08-03T12:00:00.000Z');
    service.balance += 1;
    service.onRequest = () => {
      service.balance += 1;
    };
    const exportTo = (name: string, ...more: readonly string[]) =>
      run('export', 'statement', ...more, '--out', join(folder, name), '--json');
    const balancesIn = (name: string) =>
      JSON.parse(readFileSync(join(folder, `${name}.manifest.json`), 'utf8')).balances as unknown;
    expect((await exportTo('a.ofx', '--month', '2026-07')).exitCode).toBe(0);
    expect(balancesIn('a.ofx')).toMatchObject({ closing: 38_000, closingBasis: 'derived' });
    expect((await exportTo('b.ofx', '--since', '2026-07-01')).exitCode).toBe(0);
    expect(balancesIn('b.ofx')).toMatchObject({ closing: 51_000, closingBasis: 'derived' });
    // Without any note, nothing states a balance.
    environment = { ...environment, PIX_CONFIG_DIR: temporaryFolder() };
    expect(failureOf(await exportTo('c.ofx', '--month', '2026-07'))).toEqual([1, 'balance_moved']);
    expect((await exportTo('c.csv', '--month', '2026-07')).exitCode).toBe(0);
    expect(balancesIn('c.csv')).toBeNull();
  });
});

describe('balance --at', () => {
  const balanceAt = async (day: string) => {
    const { exitCode, stdout } = await run('balance', '--at', day, '--offline', '--json');
    return exitCode === 0 ? JSON.parse(stdout) : exitCode;
  };

  it('is the balance at the end of a day or month, from the index', async () => {
    const service = await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    service.asked.length = 0;
    expect(await balanceAt('2026-07-31')).toEqual({
      at: '2026-08-01T03:00:00.000Z',
      total: 38_000,
      basis: 'proven',
      noteBefore: '2026-06-30T20:00:00.000Z',
      noteAfter: '2026-08-03T12:00:00.000Z',
      difference: 0,
      acceptedDisputes: null,
      undatedDisputes: null,
    });
    // A person reads that it is proven.
    const { stdout } = await run('balance', '--at', '2026-07-31', '--offline', '-o', 'table');
    expect(stdout).toMatch(/Proven/);
    expect(stdout).not.toMatch(/Difference/);
    expect(await balanceAt('julho')).toMatchObject({ total: 38_000 });
    expect(await balanceAt('09/07/2026')).toMatchObject({ total: 37_000 });
    expect(await balanceAt('2026-06-01')).toMatchObject({ total: 20_000, basis: 'derived', noteBefore: null });
    expect(service.asked).toEqual([]);
  });

  it('names accepted disputes where they are what changed the balance', async () => {
    const service = await julyOfAnAccount();
    service.disputes = { total: 1, pending: 1, totalDisputedAmount: 10_050, totalBlockedAmount: 10_050 };
    await synced('2026-07-20T12:00:00.000Z');
    service.balance -= 10_050;
    service.disputes = { total: 1, pending: 0, totalDisputedAmount: 10_050, totalBlockedAmount: 0 };
    await synced('2026-07-25T12:00:00.000Z');
    const argv = ['balance', '--at', '2026-07-22', '--offline', '--lang', 'pt-BR'];
    const { stdout, stderr } = await run(...argv, '-o', 'table');
    expect(stdout).toMatch(/Contestações aceitas +R\$ 100,50\n/);
    expect(stdout + stderr).not.toContain('Diferença');
    expect(stderr).toContain('debitaram R$ 100,50');
    expect(await balanceAt('2026-07-22')).toMatchObject({ difference: -10_050, acceptedDisputes: 10_050 });
    // The rest of a difference has no name.
    service.balance -= 1_234;
    await synced('2026-07-28T12:00:00.000Z');
    const rest = await run('balance', '--at', '2026-07-26', '--offline', '-o', 'table');
    expect(rest.stdout).toMatch(/Difference +-R\$ 12,34/);
    expect(rest.stderr).toContain('Unexplained difference of -R$ 12,34');
  });

  it('is that of now where the day or month is not over, and says so', async () => {
    const service = await julyOfAnAccount();
    await synced('2026-08-03T12:00:00.000Z');
    // A dispute was accepted: no entry says so, and only the balance shows it.
    service.balance -= 1_000;
    now = Date.parse('2026-08-03T13:00:00.000Z');
    const at = '2026-08-03T13:00:00.000Z';
    for (const period of ['today', 'hoje', '2026-08-03', 'august', '2026-08']) {
      const { exitCode, stdout, stderr } = await run('balance', '--at', period, '--json');
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('is not over') });
      expect(JSON.parse(stdout)).toMatchObject({ at, total: service.balance });
      expect(stderr).not.toContain('difference');
    }
    now += 3_600_000;
    expect(await balanceAt('today')).toMatchObject({ at, total: service.balance });
    expect(failureOf(await run('balance', '--at', '2026-08-04', '--json'))).toEqual([2, 'invalid_date']);
    now += 24 * 3_600_000;
    expect(failureOf(await run('balance', '--at', 'today', '--offline', '--json'))).toEqual([2, 'index_too_old']);
  });

  it('does not guess what it cannot know', async () => {
    now = Date.parse('2026-08-03T12:00:00.000Z');
    expect(await balanceAt('2026-07-31')).toBe(2);
    await julyOfAnAccount();
    now = Date.parse('2026-08-03T12:00:00.000Z');
    expect(failureOf(await run('balance', '--at', '2026-07-31', '--offline', '--json'))).toEqual([2, 'index_too_old']);
    expect((await run('balance', '--at', '2026-07-31', '--watch')).exitCode).toBe(2);
  });
});
