import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/cli/text/topic-names.ts';
import { jsonError, runCli } from '../support/cli.ts';
import { csvRows, rowsOf, type Row } from './clean-output.ts';
import { wordsOf } from './command-tree.ts';
import { ACTING, ALL, LISTS, READING } from './every-line.ts';
import { Scene } from './every-scene.ts';

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
