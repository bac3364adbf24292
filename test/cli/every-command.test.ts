import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/cli/text/topic-names.ts';
import { jsonError, runCli, type CliRun } from '../support/cli.ts';
import { csvRows, rowsOf, type Row } from './clean-output.ts';
import { valueAt } from '../../src/cli/output/fields.ts';
import { COMMANDS, wordsOf } from './command-tree.ts';
import { ACTING, ALL, LISTS, READING } from './every-line.ts';
import { Scene } from './every-scene.ts';

/** Commands whose result is a file, or has no fields to choose. */
const WITHOUT_FIELDS = /^(payouts template|payouts journal export|payouts report .*--out)/;

/** Repeated, they print something else: each makes an object, or finds what was new. */
const ONCE = /^(mock account open|sync)/;

/** Otherwise, only `src/cli/output/output.ts` tells TSV from CSV, and NDJSON from JSON, for which lists are tried in all. */
const TELLS_FORMATS_APART = /^(mock requests|payouts check)/;
const KINDS = ['table', 'csv', 'json'] as const satisfies readonly OutputFormat[];

const PROVISIONS = { payments: 40, withdraws: 10 };

const csvHead = ({ stdout }: CliRun): Row => csvRows(stdout)[0] ?? [];

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
  it.each(READING)('prints clean output, and only the requested fields: %s', async (command) => {
    const { type } = await Scene.open({ payments: 1, withdraws: 1 });
    await showsItself(type, command, TELLS_FORMATS_APART.test(command) ? OUTPUT_FORMATS : KINDS);
  });

  it.each(Object.entries(LISTS))('prints a list without rows, or with one: %s', async (command, preparation) => {
    const [none, one] = [await Scene.open({ payments: 0, withdraws: 0 }), await Scene.open(PROVISIONS)];
    for (const line of preparation) expect(await one.type(line), line).toMatchObject({ exitCode: 0 });
    await showsItself(one.type, command, OUTPUT_FORMATS);
    if (/ (RUN|--offline)|^reconcile/.test(command)) return;
    for (const format of OUTPUT_FORMATS) {
      const empty = await none.type(command, '-o', format);
      expect(empty.exitCode, format).toBe(command.startsWith('find') ? 6 : 0);
      expect(rowsOf(format, empty.stdout), format).toHaveLength(format === 'json' ? 1 : 0);
    }
  });
});

it.each(KINDS)(
  'every command that does something prints clean output in %s, and in csv the requested fields',
  async (format) => {
    const { type } = await Scene.open(PROVISIONS);
    for (const command of ACTING) {
      const choosesFields = format === 'csv' && !WITHOUT_FIELDS.test(command);
      const fields = choosesFields ? (await knownFields(command)).toReversed() : [];
      const run = await type(choosesFields ? withFields(command, fields) : command, '-o', format);
      expect(run.exitCode, `${command}: ${run.stderr}`).toBe(0);
      rowsOf(format, run.stdout);
      if (choosesFields) expect(csvHead(run), command).toEqual(fields);
      if (format === 'csv') expect(run.stdout, command).not.toBe('');
    }
  },
);

it('nothing is printed behind a progress line on a terminal, none is left over, and without colours the text is the same', async () => {
  const scene = await Scene.open(PROVISIONS);
  for (const line of new Set(Object.values(LISTS).flat()))
    expect(await scene.type(line), line).toMatchObject({ exitCode: 0 });
  const plain = { ...scene.environment, NO_COLOR: '1' };
  for (const command of [
    ...Object.keys(LISTS),
    ...READING,
    'sync',
    'export statement --offline --out FILE.xlsx --force',
  ]) {
    const run = await scene.prepared(command);
    // `runCli` follows what the terminal shows.
    const { exitCode, stdout, stderr } = await run({ isTerminal: true });
    expect(exitCode, `${command}: ${stderr}`).toBe(0);
    if (ONCE.test(command)) continue;
    const uncoloured = await run({ isTerminal: true, environment: plain });
    expect(uncoloured.stdout, command).not.toContain('\u001b');
    expect(shown(uncoloured), command).toBe(shown({ stdout: stripVTControlCharacters(stdout) }));
  }
});

/** Without blanks at the ends of lines, which no one sees. */
const shown = ({ stdout }: Pick<CliRun, 'stdout'>) => stdout.replaceAll(/ +$/gm, '');

/** Runs a repeatable command in these formats, and with some of its fields. */
async function showsItself(type: Scene['type'], command: string, formats: readonly OutputFormat[]): Promise<void> {
  const counts = new Set<number>();
  let head: Row = [];
  for (const format of formats) {
    const run = await type(command, '-o', format);
    expect(run.exitCode, `${format}: ${run.stderr}`).toBe(0);
    const rows = rowsOf(format, run.stdout);
    if (format === 'csv') head = csvHead(run);
    if (!['table', 'json'].includes(format)) counts.add(rows.length);
  }
  expect(counts.size).toBe(1);
  await showsWhatHelpSays(type, command);
  // The fields of an export are the columns of its file.
  if (command.startsWith('export')) return;
  const chosen = head.slice(-2).toReversed();
  const run = await type(withFields(command, chosen), '-o', 'csv');
  expect([csvHead(run), [...counts]]).toEqual([chosen, [rowsOf('csv', run.stdout).length]]);
}

/** What `help --json` says of the values of a column. */
const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(
    ['amount', 'count', 'number', 'duration'].map((type) => [type, (value) => Number.isFinite(value)]),
  ),
  ...Object.fromEntries(['text', 'word', 'day', 'time'].map((type) => [type, (value) => typeof value === 'string'])),
  boolean: (value) => typeof value === 'boolean',
  json: (value) => typeof value === 'object',
};

async function showsWhatHelpSays(type: Scene['type'], command: string): Promise<void> {
  const path = COMMANDS.map((one) => one.path).findLast((name) => `${command} `.startsWith(`${name} `)) ?? '';
  const help = await runCli(['help', ...wordsOf(path), '--json']);
  const { columns }: { columns: { path: string; type: string }[] } = JSON.parse(help.stdout).command;
  const { stdout } = await type(command, '-o', 'ndjson');
  for (const row of stdout.split('\n').filter((line) => line !== '')) {
    for (const column of columns) {
      const value = valueAt(JSON.parse(row), column.path) ?? undefined;
      if (value !== undefined) expect(isOfType[column.type]?.(value), `${column.path}: ${column.type}`).toBe(true);
    }
  }
}
