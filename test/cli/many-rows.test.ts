import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { isOfBank } from '../../src/cli/commands/export/plan.ts';
import { EXPORT_FORMATS } from '../../src/cli/text/topic-names.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/cli/text/topic-names.ts';
import { CONTROLS, csvRows, rowsOf, type Row } from './clean-output.ts';
import { wordsOf } from './command-tree.ts';
import { Scene } from './every-scene.ts';
import { PROGRAM } from '../support/pix-process.ts';

/** More than is read, stored or searched at once, which is 2,000 at most. */
const ROWS = 2_050;
/** Of what the service makes for each request. */
const ASKED = 250;
/** Every description of the history contains it. */
const EVERYWHERE = '" - "';
/** Lists and look-ups share the code of the formats, so one of them is tested in all of them. */
const ONE_OF_A_KIND = ['csv', 'json'] as const satisfies readonly OutputFormat[];

/** Runs the command in each format: all rows are printed, each once. @param field that identifies rows */
async function expectAllRows(
  { type }: Scene,
  command: string,
  field: string,
  { count = ROWS, formats = OUTPUT_FORMATS }: { count?: number; formats?: readonly OutputFormat[] } = {},
): Promise<void> {
  for (const format of formats) {
    const run = await type(`${command} --fields ${field}`, '-o', format);
    expect(run.exitCode, `${format}: ${run.stderr.slice(0, 300)}`).toBe(0);
    const rows = rowsOf(format, run.stdout);
    if (format === 'json') {
      const [list = []] = Object.values(rows[0] ?? {}).filter((value) => Array.isArray(value));
      expect(list, format).toHaveLength(count);
    } else if (format === 'table') expect(rows.length, format).toBeGreaterThan(count);
    else expect(rows, format).toHaveLength(count);
    if (format === 'csv') expect(new Set((rows as Row[]).map(([id]) => id)).size).toBe(count);
  }
}

/** `pix … | head -1`, with real processes. */
async function headOf({ environment }: Scene, argv: readonly string[]) {
  const script = '"$@" | head -1; echo "${PIPESTATUS[0]}"';
  const child = spawn('bash', ['--norc', '-c', script, 'bash', process.execPath, PROGRAM, ...argv], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  await once(child, 'close');
  const lines = output.stdout.trimEnd().split('\n');
  return { code: lines.pop(), stderr: output.stderr, lines: lines.length };
}

/** The command ends quietly when its reader has stopped. */
async function expectQuietEnd(scene: Scene, command: string, ...more: readonly string[]) {
  const run = await scene.prepared(command, ...more);
  expect(await run({ isStdoutClosed: true }), command).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
}

/** Over fifty connections. */
async function askAtOnce(times: number, ask: () => Promise<unknown>): Promise<void> {
  const connections = Array.from({ length: 50 }, async () => {
    for (let asked = 0; asked < times / 50; asked += 1) await ask();
  });
  await Promise.all(connections);
}

describe('thousands of rows', () => {
  it('of a list are all printed, found and exported, and output ends quietly when the reader stops', async () => {
    const scene = await Scene.open({ payments: ROWS, withdraws: 0 });
    await expectAllRows(scene, 'payments list --all', 'id', { formats: ONE_OF_A_KIND });
    const list = wordsOf('payments list --limit 300');
    for (const format of ONE_OF_A_KIND) {
      expect(await headOf(scene, [...list, '-o', format])).toEqual({ code: '0', stderr: '', lines: 1 });
    }

    await expectAllRows(scene, `find ${EVERYWHERE} --all`, 'id', { formats: ['csv'] });
    expect(await scene.type('sync')).toMatchObject({ exitCode: 0 });
    await expectAllRows(scene, `find ${EVERYWHERE} --all --offline`, 'id');
    await expectQuietEnd(scene, `find ${EVERYWHERE} --all --offline -q`, '-o', 'json');

    for (const format of EXPORT_FORMATS) {
      const path = join(scene.folder, `rows.${format}`);
      const kind = isOfBank(format) ? 'statement' : 'payments';
      const source = isOfBank(format) ? '--offline ' : '';
      const run = await scene.type(`export ${kind} ${source}--format ${format} --out ${path} -o ndjson`);
      expect([run.exitCode, rowsOf('ndjson', run.stdout)], run.stderr).toMatchObject([0, [{ proven: true }]]);
      if (format === 'xlsx') {
        // A header, and below the rows their totals.
        expect((await readXlsx(readFileSync(path))).sheets[0]?.rows).toHaveLength(ROWS + 2);
        continue;
      }
      const text = readFileSync(path, 'utf8');
      expect(text).not.toMatch(CONTROLS);
      if (format === 'ndjson') expect(rowsOf('ndjson', text)).toHaveLength(ROWS);
      else if (!isOfBank(format)) expect(csvRows(text, format === 'csv' ? ',' : ';')).toHaveLength(ROWS + 1);
    }
    const none = join(scene.folder, 'none.csv');
    await expectQuietEnd(scene, `export payments --until 2000-01-01 --force --out ${none} -q`, '-o', 'csv');
  });

  it('of the other list are all printed', async () => {
    const scene = await Scene.open({ payments: 0, withdraws: ROWS });
    await expectAllRows(scene, 'withdraw list --all', 'id', { formats: ['csv'] });
  });

  it('of a batch are checked, planned and reported, each of them', async () => {
    const scene = await Scene.open({ payments: 1, withdraws: 0 });
    const { type, folder } = scene;
    for (const line of ['deposit 900000,00', 'account set --daily-limit 900000,00 --monthly-limit 900000,00']) {
      expect(await type(`mock ${line}`)).toMatchObject({ exitCode: 0 });
    }
    const batch = (amount: string) => {
      const rows = Array.from({ length: ROWS }, (_, index) => `R-${index},p${index}@example.com,${amount}\n`);
      const path = join(folder, 'batch.csv');
      writeFileSync(path, `reference,pix_key,amount\n${rows.join('')}`);
      return path;
    };
    const wrong = batch('1.234');
    for (const format of ['csv', 'ndjson'] as const) {
      const { exitCode, stdout } = await type(`payouts check ${wrong} -o ${format}`);
      expect([exitCode, rowsOf(format, stdout).length]).toEqual([2, ROWS]);
    }
    // Paying them would take half a minute: with this key the first is refused, and they stay planned.
    expect(await type('auth login -p reader --no-keychain --base-url ADDRESS < READER_KEY')).toMatchObject({
      exitCode: 0,
    });
    expect(await type('auth switch reader')).toMatchObject({ exitCode: 0 });
    const run = await type(`payouts run ${batch('5.00')} --yes --confirm-total 10.250,00 -o ndjson`);
    expect([run.exitCode, rowsOf('ndjson', run.stdout)]).toMatchObject([4, [{ rows: ROWS, paid: { rows: 0 } }]]);

    await expectAllRows(scene, 'payouts report RUN', 'row', { formats: ONE_OF_A_KIND });
    const [{ run: id }] = JSON.parse(`[${run.stdout}]`);
    await expectQuietEnd(scene, `payouts report ${id}`, '-o', 'table');
    await expectQuietEnd(scene, `payouts report ${id} --format csv`);
  });

  it('of codes and requests would be printed, as hundreds of them are', async () => {
    const scene = await Scene.open({ payments: 20, withdraws: 0 });
    expect(await scene.type('mock account set --transfer-security true')).toMatchObject({ exitCode: 0 });
    const path = '/api/v1/user/security/request-transfer-code';
    let centavos = 500;
    await askAtOnce(ASKED, () => scene.service.request(path, { json: { amount: (centavos += 1) / 100 } }));
    await expectAllRows(scene, 'mock inbox', 'amount', { count: ASKED, formats: ONE_OF_A_KIND });
    await expectQuietEnd(scene, 'mock inbox', '-o', 'tsv');
    await expectAllRows(scene, 'mock requests', 'number', { count: ASKED, formats: ONE_OF_A_KIND });
    await expectQuietEnd(scene, 'mock requests', '-o', 'table');
  });
});

it('ends quietly when the reader stops, whatever it prints', async () => {
  const scene = await Scene.open({ payments: 1, withdraws: 1 });
  for (const line of [
    'help safety',
    'completion bash',
    'payouts template --examples',
    'withdraw receipt WITHDRAWAL',
    'doctor',
    'mock verify -q',
  ]) {
    await expectQuietEnd(scene, line);
  }
  for (const line of ['--help', 'api GET /api/v1/user/balance --include']) {
    expect(await headOf(scene, wordsOf(line)), line).toEqual({ code: '0', stderr: '', lines: 1 });
  }
});
