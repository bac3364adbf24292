import { parse } from 'csv-parse/sync';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/cli/output/format.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

const bin = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

/** Lists, of which an account may have nothing. */
const LISTS = ['payments list --all', 'withdraw list --all'];

/** What shows the same however often it is asked. PAYMENT and WITHDRAWAL stand for ids, FILE for a file of payouts. */
const READING = [
  ...LISTS,
  'auth status',
  'balance',
  'stats --days 3',
  'keys list',
  'keys check',
  'find WITHDRAWAL',
  'find Patrícia',
  'payments get PAYMENT',
  'withdraw get WITHDRAWAL',
  'withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
  'payouts check FILE',
  'payouts list',
  'mock account show',
  'mock faults list',
  'mock inbox',
  'mock requests',
  'mock verify',
];

/** What does something each time. */
const ACTING = [
  'payments create --value 10,50',
  'mock deposit 20,00',
  'mock advance 1s',
  'withdraw create --amount 25,00 --pix-key maria.silva@example.com --yes',
  'payouts run FILE --yes --confirm-total 30,00',
  'payouts status',
  'payouts list',
  'sync',
  'find Patrícia --offline',
  'mock account set --fee 0,40',
  'mock faults add --on "GET *" --fault latency --delay 1ms --times 1',
  'mock faults list',
  'mock faults clear',
];

interface Given {
  readonly service: RunningTestService;
  /** Types a command. */
  readonly type: (command: string, ...more: readonly string[]) => ReturnType<typeof runCli>;
  readonly environment: Readonly<Record<string, string>>;
}

async function accountWith(payments: number, withdraws: number): Promise<Given> {
  const service = await startTestService({ cache: false, payments, withdraws });
  const folder = temporaryFolder();
  const environment = { PIX_CONFIG_DIR: join(folder, 'config') };
  const file = join(folder, 'payouts.csv');
  writeFileSync(file, 'reference,pix_key,amount\nA-1,ana@example.com,30.00\n');
  const login = ['auth', 'login', '-p', 'demo', '--no-keychain', '--base-url', service.url];
  expect((await runCli(login, { environment, stdin: service.keyOf() })).exitCode).toBe(0);
  const newest = async (list: string) => (await service.request(`/api/v1/${list}/list?limit=1`)).json.data;
  const names: Readonly<Record<string, string>> = {
    PAYMENT: String((await newest('payment')).payments[0]?.id),
    WITHDRAWAL: String((await newest('withdraw')).withdraws[0]?.id),
    FILE: file,
  };
  const type: Given['type'] = (command, ...more) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    return runCli([...words.map((word) => names[word] ?? word), ...more], { environment });
  };
  return { service, type, environment };
}

/** What no output for a program has. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

type Row = readonly string[];

/** The rows of an output, its head aside. @throws when it does not keep to its format */
function rowsOf(format: OutputFormat, stdout: string): readonly unknown[] {
  expect(stdout).not.toMatch(CONTROLS);
  if (stdout !== '') expect(stdout.endsWith('\n')).toBe(true);
  const lines = stdout.split('\n').slice(0, -1);
  switch (format) {
    case 'csv': {
      // Strict: as many cells in every row, CRLF, and quotation marks as RFC 4180 has them.
      const rows: Row[] = parse(stdout, { record_delimiter: '\r\n' });
      expect(rows.length).toBeGreaterThan(0);
      return rows.slice(1);
    }
    case 'tsv': {
      const rows = lines.map((line) => line.split('\t'));
      expect(new Set(rows.map((row) => row.length)).size).toBeLessThanOrEqual(1);
      return rows;
    }
    case 'ndjson':
      return lines.map((line): unknown => JSON.parse(line));
    case 'json': {
      const value: unknown = JSON.parse(stdout);
      expect(value).toBeTypeOf('object');
      return [value];
    }
    case 'table':
      return lines;
  }
}

async function csvHead(type: Given['type'], command: string): Promise<Row> {
  const { stdout } = await type(command, '-o', 'csv');
  const [head = []]: Row[] = parse(stdout, { record_delimiter: '\r\n' });
  return head;
}

describe('every command that shows something', () => {
  it.each(READING)('is clean in every format, and shows the fields that are asked for: %s', async (command) => {
    const { type } = await accountWith(1, 1);
    for (const format of OUTPUT_FORMATS) {
      const { stdout, exitCode } = await type(command, '-o', format);
      expect(exitCode, format).toBe(0);
      rowsOf(format, stdout);
    }
    const chosen = (await csvHead(type, command)).slice(-2).reverse();
    const fields = ['--fields', chosen.join(',')];
    expect(await csvHead(type, `${command} ${fields.join(' ')}`)).toEqual(chosen);
    const all = rowsOf('csv', (await type(command, '-o', 'csv')).stdout);
    expect(rowsOf('csv', (await type(command, '-o', 'csv', ...fields)).stdout)).toHaveLength(all.length);
    expect(rowsOf('ndjson', (await type(command, '-o', 'ndjson', ...fields)).stdout)).toHaveLength(all.length);
    const wrong = await type(command, '--fields', 'nosuchfield');
    expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
  });

  it.each(OUTPUT_FORMATS)('is clean where something is done: %s', async (format) => {
    const { type } = await accountWith(1, 1);
    for (const command of ACTING) {
      const { stdout, exitCode } = await type(command, '-o', format);
      expect(exitCode, command).toBe(0);
      rowsOf(format, stdout);
    }
  });

  it.each(LISTS)('has no row where there is none, and one where there is one: %s', async (command) => {
    const [none, one] = [await accountWith(0, 0), await accountWith(1, 1)];
    for (const format of ['tsv', 'csv', 'ndjson'] as const) {
      expect(rowsOf(format, (await none.type(command, '-o', format)).stdout), format).toHaveLength(0);
      expect(rowsOf(format, (await one.type(command, '-o', format)).stdout), format).toHaveLength(1);
    }
  });
});

describe('ten thousand rows', () => {
  const ROWS = 10_000;
  beforeAll(() => {
    if (!existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)))) {
      throw new Error('these tests run the built command line: npm run build');
    }
  });

  it('are all there, in every format, and end quietly where nobody reads on', async () => {
    const many = await accountWith(ROWS, 1);
    const ids = new Set<unknown>();
    for (const format of OUTPUT_FORMATS) {
      const { stdout, exitCode } = await many.type('payments list --all --fields id', '-o', format);
      expect(exitCode, format).toBe(0);
      const rows = rowsOf(format, stdout);
      if (format === 'csv') for (const [id] of rows as readonly Row[]) ids.add(id);
      if (format !== 'json' && format !== 'table') expect(rows, format).toHaveLength(ROWS);
    }
    expect(ids.size).toBe(ROWS);
    for (const format of OUTPUT_FORMATS) {
      expect(await headOf(many, ['payments', 'list', '--limit', '300', '-o', format]), format).toEqual({
        code: '0',
        stderr: '',
        lines: 1,
      });
    }
  }, 120_000);
});

/** `pix … | head -1`, with real processes. */
async function headOf({ environment }: Given, argv: readonly string[]) {
  const script = '"$@" | head -1; echo "${PIPESTATUS[0]}"';
  const child = spawn('bash', ['--norc', '-c', script, 'bash', process.execPath, bin, ...argv], {
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
