import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/cli/text/topic-names.ts';
import { jsonError, runCli } from '../support/cli.ts';
import { csvRows, rowsOf, type Row } from './clean-output.ts';
import { examplesBeside, wordsOf } from './command-tree.ts';
import { Scene } from './every-scene.ts';

/** Lists that an account may have empty: how each gets one row. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'payments list --all': [],
  'withdraw list --all': [],
  'find Patrícia --limit 1': [],
  'find Patrícia --limit 1 --offline': ['sync'],
  'reconcile FILE.csv': ['sync', 'export statement --offline --out FILE.csv'],
  'payouts list': ['payouts run BATCH --yes --confirm-total 30,00'],
  'payouts pending': ['payouts submit BATCH'],
  'payouts log': ['payouts submit BATCH'],
  'payouts report RUN': ['payouts run BATCH --yes --confirm-total 30,00'],
  'mock faults list': ['mock faults add --on "GET *" --fault latency --delay 1ms'],
  'mock inbox': ['mock account set --transfer-security true', 'withdraw request-code --amount 25,00'],
};

/** Commands with the same result however often they run. */
const SHOWING = [
  'auth status',
  'config get language',
  'config list',
  'config path',
  'prompt',
  'doctor',
  'explain AC03',
  'export payments --out FILE.csv --force',
  'export withdraws --out FILE.ndjson --force',
  'export statement --out FILE.csv --force',
  'find WITHDRAWAL',
  'keys check',
  'keys list',
  'mock account list',
  'mock account show',
  'mock ledger PAID',
  'mock requests',
  'mock verify',
  'payments get PAYMENT',
  'payouts check BATCH',
  'withdraw get WITHDRAWAL',
  'withdraw receipt WITHDRAWAL',
  'payments receipt PAID',
  'withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
];

/** Commands with effects, in an order that can be repeated. */
const ACTING = [
  'auth login -p NEW --no-keychain --base-url ADDRESS < KEY',
  'auth switch GIVEN',
  'auth logout -p GIVEN',
  'auth switch demo',
  'config set pager cat',
  'keys add payouts --no-keychain < PAYOUTS_KEY',
  'keys move keychain',
  'keys move file',
  'keys remove payouts',
  'mock deposit 100,00',
  'mock advance 1s',
  'mock activate CHARGE',
  'mock pay CHARGE',
  'mock expire CHARGE',
  'mock settle PENDING',
  'mock fail PENDING --reason AC03',
  'mock dispute open PAID',
  'mock dispute accept DISPUTED',
  'mock dispute refuse DISPUTED',
  'mock faults add --on "GET *" --fault latency --delay 1ms --times 1',
  'mock faults list',
  'mock faults clear',
  'payments create --value 10,50',
  'withdraw create --amount 25,01 --pix-key maria.silva@example.com --yes',
  'withdraw create --amount 25,02 --pix-key maria.silva@example.com --yes --wait',
  'payouts run BATCH --yes --confirm-total 30,00',
  'payouts status',
  'payouts resume RUN --yes',
  'payouts resolve DOUBTED 2 --not-paid --yes',
  'payouts receipts RUN --out NEW.receipts',
  'payouts report RUN --out NEW.csv',
  'payouts report RUN --retry-file --out NEW.csv',
  'payouts template --out NEW.csv',
  'payouts policy set POLICY --yes',
  'payouts policy show',
  'payouts submit BATCH',
  'payouts pending SUBMITTED',
  'payouts approve SUBMITTED --yes --confirm-total 30,00',
  'payouts reject SUBMITTED --reason no',
  'payouts log --verify',
  'payouts journal export --out NEW.ndjson',
  'sync',
  'mock account set --transfer-security true',
  'withdraw request-code --amount 25,00',
  'mock account set --transfer-security false',
  'mock snapshot NEW.pixmock',
  'mock restore GIVEN.pixmock',
  'mock world export NEW.json',
  'mock reset',
];

/** Commands without rows: tested in every-document.test.ts, for the given reason. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  api: 'prints the body as it came',
  completion: 'prints a script for a shell',
  'payouts timer': 'prints files for a scheduler: test/journey/payouts-timer.test.ts',
  'payouts policy init': 'asks at a terminal: test/journey/policy-init.test.ts',
  'payouts journal move': 'needs a database: test/postgres/journal-move.test.ts',
  serve: 'speaks once, and then runs until it is stopped',
};

/** Commands whose result is a file, or has no fields to choose. */
const WITHOUT_FIELDS = /^(payouts template|payouts journal export|payouts report .*--out)/;

const PROVISIONS = { payments: 40, withdraws: 10 };

async function csvHead(type: Scene['type'], command: string): Promise<Row> {
  const [head = []] = csvRows((await type(command, '-o', 'csv')).stdout);
  return head;
}

/** Before the words that stdin contains. */
function withFields(command: string, fields: readonly string[]): string {
  const [line = '', ...stdin] = command.split(' < ');
  return [`${line} --fields ${fields.join(',')}`, ...stdin].join(' < ');
}

/** The fields of a command, from its own refusal of an unknown one. */
async function knownFields(line: string): Promise<readonly string[]> {
  const run = await runCli([...wordsOf(line.split(' < ')[0] ?? ''), '--fields', 'nosuchfield', '--json']);
  expect([run.exitCode, run.stdout], line).toEqual([2, '']);
  const { code, details } = jsonError(run);
  expect(code, line).toBe('unknown_field');
  const { fields }: { fields: string[] } = JSON.parse(JSON.stringify(details));
  return fields;
}

/** All other commands print something, with their own example. */
const READING = [
  ...SHOWING,
  ...examplesBeside([...Object.keys(LISTS), ...SHOWING, ...ACTING, ...Object.keys(DOCUMENTS)]),
];
const ALL = [...Object.keys(LISTS), ...READING, ...ACTING];

describe('fields', () => {
  const lines = ALL.filter((line) => !WITHOUT_FIELDS.test(line));

  it.each(lines)('with unknown names are refused before any request, with the known ones: %s', async (line) => {
    const fields = await knownFields(line);
    const words = [...wordsOf(line.split(' < ')[0] ?? ''), '--fields', ''];
    const offered = await runCli(['__complete', '--', ...words]);
    expect(offered.stdout.split('\n').slice(0, -1)).toEqual(fields);
  });
});

describe('every command that shows something', () => {
  it.each(READING)('prints clean output in every format, and only the requested fields: %s', async (command) => {
    const { type } = await Scene.open({ payments: 1, withdraws: 1 });
    await showsItself(type, command);
  });

  it.each(Object.entries(LISTS))('prints a list without rows, or with one: %s', async (command, preparation) => {
    const [none, one] = [await Scene.open({ payments: 0, withdraws: 0 }), await Scene.open(PROVISIONS)];
    for (const line of preparation) expect(await one.type(line), line).toMatchObject({ exitCode: 0 });
    await showsItself(one.type, command);
    if (/ (RUN|--offline)|^reconcile/.test(command)) return;
    for (const format of OUTPUT_FORMATS) {
      const empty = await none.type(command, '-o', format);
      expect(empty.exitCode, format).toBe(command.startsWith('find') ? 6 : 0);
      expect(rowsOf(format, empty.stdout), format).toHaveLength(format === 'json' ? 1 : 0);
    }
  });
});

describe('every command that does something', () => {
  it.each(OUTPUT_FORMATS)('prints clean output in %s', async (format) => {
    const { type } = await Scene.open(PROVISIONS);
    for (const command of ACTING) {
      const { stdout, exitCode, stderr } = await type(command, '-o', format);
      expect(exitCode, `${command}: ${stderr}`).toBe(0);
      rowsOf(format, stdout);
      if (format === 'csv' || format === 'ndjson') expect(stdout, command).not.toBe('');
    }
  });

  it('prints the requested fields', async () => {
    const { type } = await Scene.open(PROVISIONS);
    for (const command of ACTING) {
      if (WITHOUT_FIELDS.test(command)) continue;
      const chosen = (await knownFields(command)).slice(0, 2).toReversed();
      expect(await csvHead(type, withFields(command, chosen)), command).toEqual(chosen);
    }
  });
});

it('nothing is printed behind a progress line on a terminal, and none is left over', async () => {
  const { type, typeOnTerminal } = await Scene.open(PROVISIONS);
  for (const line of new Set(Object.values(LISTS).flat()))
    expect(await type(line), line).toMatchObject({ exitCode: 0 });
  const reading = [...Object.keys(LISTS), ...READING, 'sync', 'export statement --offline --out NEW.xlsx'];
  for (const command of reading) {
    // `runCli` follows what the terminal shows.
    const { exitCode, stderr } = await typeOnTerminal(command);
    expect(exitCode, `${command}: ${stderr}`).toBe(0);
  }
});

/** Runs a repeatable command in every format, and with some of its fields. */
async function showsItself(type: Scene['type'], command: string): Promise<void> {
  const rows: Partial<Record<OutputFormat, readonly unknown[]>> = {};
  for (const format of OUTPUT_FORMATS) {
    const { stdout, exitCode, stderr } = await type(command, '-o', format);
    expect(exitCode, `${format}: ${stderr}`).toBe(0);
    rows[format] = rowsOf(format, stdout);
  }
  const all = rows.csv ?? [];
  expect(rows.ndjson).toHaveLength(all.length);
  expect(rows.tsv).toHaveLength(all.length);
  // The fields of an export are the columns of its file.
  if (command.startsWith('export')) return;
  const chosen = (await csvHead(type, command)).slice(-2).toReversed();
  expect(await csvHead(type, withFields(command, chosen))).toEqual(chosen);
  for (const format of ['csv', 'tsv', 'ndjson'] as const) {
    const { stdout } = await type(withFields(command, chosen), '-o', format);
    expect(rowsOf(format, stdout), format).toHaveLength(all.length);
  }
}
