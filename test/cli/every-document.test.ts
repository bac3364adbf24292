import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { SHELLS } from '../../src/cli/commands/completion/command.ts';
import { isOfBank } from '../../src/cli/commands/export/plan.ts';
import { EXPORT_FORMATS, OUTPUT_FORMATS, REPORT_FORMATS } from '../../src/cli/text/topic-names.ts';
import { Interruption } from '../../src/cli/context/host.ts';
import { failureOf, jsonError, runCli, type CliRun } from '../support/cli.ts';
import { CONTROLS, csvRows, rowsOf } from './clean-output.ts';
import { Scene } from './every-scene.ts';

const ROWS = { payments: 12, withdraws: 4 };
const PAID = 'payouts run BATCH --yes --confirm-total 30,00';

function expectText(text: string): void {
  expect(text).not.toBe('');
  expect(text).not.toMatch(CONTROLS);
  expect(text.endsWith('\n')).toBe(true);
}

function expectRefused(run: CliRun): void {
  expect([run.exitCode, run.stdout, jsonError(run).code]).toEqual([2, '', 'conflicting_options']);
}

/** A file for spreadsheets in Brazil. @returns the number of rows below its head */
function brazilianRows(text: string): number {
  expect(text.startsWith('\ufeff')).toBe(true);
  return csvRows(text, ';').length - 1;
}

describe('a document', () => {
  it.each(SHELLS)('is a script for %s, and nothing else', async (shell) => {
    expectText((await runCli(['completion', shell])).stdout);
    for (const format of OUTPUT_FORMATS) {
      const { exitCode, stdout } = await runCli(['completion', shell, '-o', format]);
      expect([exitCode, stdout]).toEqual([2, '']);
    }
    expectRefused(await runCli(['completion', shell, '--json']));
    const wrong = await runCli(['completion', shell, '--fields', 'x']);
    expect([wrong.exitCode, wrong.stdout, wrong.stderr]).toEqual([2, '', expect.stringContaining('--fields')]);
  });

  it('is a template of a batch, in its own form', async () => {
    for (const line of ['payouts template', 'payouts template -o csv', 'payouts template --examples']) {
      const { stdout } = await runCli(line.split(' '));
      expectText(stdout);
      expect(csvRows(stdout).length - 1).toBe(line.endsWith('examples') ? 3 : 0);
    }
    const brazilian = ['payouts', 'template', '--examples', '--format', 'excel-br'];
    expect(brazilianRows((await runCli(brazilian)).stdout)).toBe(3);
    expectRefused(await runCli(['payouts', 'template', '--json']));
    const workbook = await runCli(['payouts', 'template', '--format', 'xlsx']);
    expect([workbook.exitCode, workbook.stdout, workbook.stderr]).toEqual([2, '', expect.stringContaining('--out')]);
    const other = await runCli([...brazilian, '-o', 'csv']);
    expect([other.exitCode, other.stdout]).toEqual([2, '']);
  });

  it('is a receipt, or the withdrawal itself with a format', async () => {
    const { type, folder } = await Scene.open(ROWS);
    expectText((await type('withdraw receipt WITHDRAWAL')).stdout);
    const pdf = join(folder, 'receipt.pdf');
    expect(await type(`payments receipt PAID --out ${pdf}`)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(pdf, 'latin1').startsWith('%PDF-')).toBe(true);
    for (const ending of ['txt', 'html']) {
      const path = join(folder, `receipt.${ending}`);
      expect(await type(`withdraw receipt WITHDRAWAL --out ${path}`)).toMatchObject({ exitCode: 0 });
      expectText(readFileSync(path, 'utf8'));
    }
  });

  it("is the service's response, byte by byte, whatever the format", async () => {
    const { type } = await Scene.open(ROWS);
    const { stdout } = await type('api GET /api/v1/withdraw/list');
    for (const format of OUTPUT_FORMATS) {
      expect(await type('api GET /api/v1/withdraw/list', '-o', format)).toMatchObject({ exitCode: 0, stdout });
    }
    expect(rowsOf('json', `${stdout}\n`)).toHaveLength(1);
    expectRefused(await type('api GET /api/v1/withdraw/list --fields id --json'));
  });
});

it.each([
  'payments get CHARGE --qr-file FILE.png',
  'payments receipt PAID --out FILE.pdf',
  'withdraw receipt WITHDRAWAL --out FILE.txt',
  'export payments --out FILE.csv',
  'payouts template --examples --out FILE.csv',
  'payouts report RUN --format csv --out FILE.csv',
  'mock snapshot FILE.pixmock',
  'mock world export FILE.json',
])('a file that a command writes replaces no other without --force, and is left nowhere else: %s', async (line) => {
  const { type, folder } = await Scene.open(ROWS);
  if (line.includes('RUN')) expect(await type(PAID)).toMatchObject({ exitCode: 0 });
  const [, ending = ''] = /FILE(\.\w+)/.exec(line) ?? [];
  const path = join(folder, `file${ending}`);
  writeFileSync(path, 'dear');
  const refused = await type(line, '--json');
  expect([...failureOf(refused), readFileSync(path, 'utf8')]).toEqual([2, 'file_exists', 'dear']);
  expect(jsonError(refused).hint).toContain('--force');
  expect(await type(line, '--force')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(path, 'utf8')).not.toBe('dear');
  const before = readdirSync(folder);
  const nowhere = await type(line.replace(/FILE\S+/, join(folder, 'nowhere', `file${ending}`)), '--json');
  expect([...failureOf(nowhere), readdirSync(folder)]).toEqual([1, 'file_unwritable', before]);
});

it.each(OUTPUT_FORMATS)('pix serve reports that it is ready, and stops cleanly: %s', async (format) => {
  const argv = ['serve', '--mock', '--port', '0', '--no-profile', '-o', format];
  const { exitCode, stdout } = await runCli(argv, { interruption: AbortSignal.abort(new Interruption('SIGTERM')) });
  expect(exitCode).toBe(0);
  expectText(stdout);
  if (format.endsWith('json')) expect(rowsOf('ndjson', stdout)).toMatchObject([{ event: 'ready', profile: null }]);
});

describe('a report of a run', () => {
  it.each(REPORT_FORMATS.filter((format) => format !== 'xlsx' && format !== 'cnab240'))(
    'is a clean document as %s, on stdout and in a file',
    async (format) => {
      const { type, folder } = await Scene.open(ROWS);
      expect(await type(PAID)).toMatchObject({ exitCode: 0 });
      const { stdout } = await type(`payouts report RUN --format ${format}`);
      expectText(stdout);
      if (format === 'json') expect(JSON.parse(stdout)).toMatchObject({ rows: [{ status: 'paid' }] });
      else expect(format === 'csv' ? csvRows(stdout).length - 1 : brazilianRows(stdout)).toBe(1);
      const path = join(folder, 'report.txt');
      const written = await type(`payouts report RUN --format ${format} --json --out ${path}`);
      expect(readFileSync(path, 'utf8')).toBe(stdout);
      expect(JSON.parse(written.stdout)).toMatchObject({ file: path, format, bytes: Buffer.byteLength(stdout) });
    },
  );

  it('is a workbook with texts, amounts and dates as Excel has them, and never on stdout', async () => {
    const { type, folder } = await Scene.open(ROWS);
    expect(await type(PAID)).toMatchObject({ exitCode: 0 });
    const path = join(folder, 'report.xlsx');
    const written = await type(`payouts report RUN --json --out ${path}`);
    expect(JSON.parse(written.stdout)).toMatchObject({ file: path, format: 'xlsx' });
    const lines = (await workbookText(path)).split('\n');
    expect(lines).toHaveLength(2 + 1);
    expect(lines.join('\n')).not.toMatch(CONTROLS);
    const onStdout = await type('payouts report RUN --format xlsx');
    expect([onStdout.exitCode, onStdout.stdout]).toEqual([2, '']);
  });

  it('contains rows to run again, in the format of --output', async () => {
    const { type } = await Scene.open(ROWS);
    expect(await type('payouts resolve DOUBTED 2 --not-paid --yes')).toMatchObject({ exitCode: 0 });
    const retry = 'payouts report RUN --retry-file';
    const plain = await type(retry);
    expect(csvRows(plain.stdout)[0]).toEqual(['reference', 'pix_key', 'amount']);
    expect((await type(`${retry} -o csv`)).stdout).toBe(plain.stdout);
    expect((await type(`${retry} --format csv -o csv`)).stdout).toBe(plain.stdout);
    const lines = await type(`${retry} -o ndjson`);
    expect(rowsOf('ndjson', lines.stdout)).toMatchObject([{ amount: '5.00' }]);
    expect((await type(`${retry} --format json`)).stdout).toBe(lines.stdout);
    for (const other of ['--json', '-o tsv', '-o table', '--format csv -o ndjson', '--format excel-br -o csv']) {
      const run = await type(`${retry} ${other}`);
      expect([other, run.exitCode, run.stdout]).toEqual([other, 2, '']);
      expect(run.stderr).toMatch(/format of its own/);
    }
    expectRefused(await type(`${retry} --fields reference --json`));
  });

  it('without rows to run again says so, and writes no file', async () => {
    const { type } = await Scene.open(ROWS);
    expect(await type(PAID)).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await type('payouts report RUN --retry-file --json --out NEW.csv');
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { file: null, format: 'csv', bytes: 0, sha256: null }]);
  });
});

/** A line for each row of a workbook. */
async function workbookText(path: string): Promise<string> {
  const { sheets } = await readXlsx(readFileSync(path));
  return (sheets[0]?.rows ?? []).map((row) => JSON.stringify(row)).join('\n');
}

describe('an exported file', () => {
  it.each(['payments', 'withdraws', 'statement'])('of %s is clean in every form, whatever stdout is', async (kind) => {
    for (const size of [0, 1, ROWS.payments]) {
      const { type, folder } = await Scene.open({ payments: size, withdraws: size });
      const rows: number[] = [];
      for (const format of EXPORT_FORMATS) {
        if (isOfBank(format) && kind !== 'statement') continue;
        const path = join(folder, `rows.${format}`);
        const run = await type(`export ${kind} --format ${format} --json --out ${path}`);
        expect(run.exitCode, run.stderr).toBe(0);
        const text = format === 'xlsx' ? await workbookText(path) : readFileSync(path, 'utf8');
        const written: { rows: number; proven: boolean } = JSON.parse(run.stdout);
        expect(written.proven).toBe(true);
        rows.push(written.rows);
        expect(text).not.toMatch(CONTROLS);
        if (format === 'ndjson') expect(rowsOf('ndjson', text)).toHaveLength(written.rows);
        else if (format === 'csv') expect(csvRows(text).length - 1).toBe(written.rows);
        else if (format === 'excel-br') expect(brazilianRows(text)).toBe(written.rows);
        // A header, where there are rows the totals, and of a statement both balances.
        else if (format === 'xlsx') {
          const balances = kind === 'statement' ? 2 : 0;
          expect(text.split('\n').length).toBe((written.rows === 0 ? 1 : written.rows + 2) + balances);
        } else if (format === 'cnab240') expect(text.match(/^.{7}3.{5}E/gm)?.length ?? 0).toBe(written.rows);
        else expect(text.match(/<STMTTRN>/g)?.length ?? 0).toBe(written.rows);
      }
      expect(new Set(rows).size).toBe(1);
      if (kind !== 'statement') expect(rows[0]).toBe(size);
    }
  });

  it('has the requested columns', async () => {
    const { type, folder } = await Scene.open(ROWS);
    const path = join(folder, 'rows.csv');
    await type(`export payments --fields value,id --out ${path}`);
    expect(csvRows(readFileSync(path, 'utf8'))[0]).toEqual(['value', 'id']);
  });
});
