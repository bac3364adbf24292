import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../src/cli/text/topic-names.ts';
import { textWidth } from '../../src/cli/output/text-width.ts';
import { en, ptBr } from '../support/catalogues.ts';
import { runCli } from '../support/cli.ts';
import { COMMANDS, wordsOf } from './command-tree.ts';

const pages = [...COMMANDS.map(({ path }) => wordsOf(path)), ...TOPICS.map((topic) => [topic])];

async function help(path: readonly string[], language: string, columns: number): Promise<string[]> {
  const run = await runCli(['help', ...path, '--lang', language], { isTerminal: true, columns });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  return run.stdout.split('\n');
}

const words = (lines: readonly string[]) => lines.join(' ').split(/\s+/).filter(Boolean);
/** What cannot be broken: a command to copy, and a term. */
const isWhole = (line: string) =>
  /^ {2}\$ /.test(line) || !/\S \S/.test(line.replace(/^ *-\w, /, '').replace(' <', '<'));

describe.each(['en', 'pt-BR'])('help in %s', (language) => {
  it('breaks no word on a terminal of 40 or 80 columns, and omits nothing', async () => {
    const tooLong: string[] = [];
    for (const path of pages) {
      const unbroken = words(await help(path, language, 300)).sort();
      for (const columns of [40, 80]) {
        const lines = await help(path, language, columns);
        tooLong.push(...lines.filter((line) => textWidth(line) > columns && !isWhole(line)));
        expect(words(lines).sort(), `${path.join(' ')}, ${columns}`).toEqual(unbroken);
      }
    }
    expect(tooLong).toEqual([]);
  });

  it('has one line of 80 columns for each command at first, and few others', async () => {
    const { stdout } = await runCli(['--help', '--lang', language], { isTerminal: true, columns: 80 });
    const lines = stdout.trimEnd().split('\n');
    const { help: texts } = language === 'en' ? en : ptBr;
    const summaries: Readonly<Record<string, string>> = texts.commands;
    const ofCommands = lines.filter((line) => /^ {2}\S/.test(line) && (line.trim().split(' ')[0] ?? '') in summaries);
    expect(ofCommands.map((line) => line.trim().split(/ {2,}/)).sort()).toEqual(Object.entries(summaries).sort());
    expect(lines.length - ofCommands.length).toBeLessThan(12);
    expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
  });

  it('has one line of 80 columns for each command of a group', async () => {
    const continued: string[] = [];
    for (const { path } of COMMANDS.filter(({ path, isGroup }) => isGroup && path !== '')) {
      const lines = await help(wordsOf(path), language, 80);
      const listed = lines.slice(lines.findIndex((line) => /^Com(mands|andos):$/.test(line)) + 1);
      continued.push(...listed.slice(0, listed.indexOf('')).filter((line) => !/^ {2}\S/.test(line)));
    }
    expect(continued).toEqual([]);
  });

  it('explains terms beside them in 80 columns, and below them in 40', async () => {
    const wide = await help(['balance'], language, 80);
    const narrow = await help(['balance'], language, 40);
    expect(wide.find((line) => line.includes('--watch ['))).toMatch(/^ {2}--watch \[\S+\] {2}\S/);
    expect(narrow.find((line) => line.includes('--watch ['))).toMatch(/^ {2}--watch \[\S+\]$/);
  });
});

it('explains advanced options only with --all, and names them otherwise', async () => {
  const short = await runCli(['withdraw', 'create', '--help']);
  expect(short.stdout).toMatch(/Advanced \(pix help withdraw create --all\):\n {2}--force-key {2}/);
  expect(short.stdout).toMatch(/ {2}--amount <amount> +\S/);
  for (const argv of [
    ['help', 'withdraw', 'create', '--all'],
    ['withdraw', 'help', 'create', '--all'],
  ]) {
    const { stdout } = await runCli(argv);
    expect(stdout).toMatch(/Advanced:\n {2}--force-key +\S/);
    expect(stdout.indexOf('--wait')).toBeLessThan(stdout.indexOf('--force-key'));
  }
});

it.each(['-v', 'version', '--version', '-V', 'balance -V'])('pix %s prints the version alone', async (line) => {
  const stdout = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  expect(await runCli(wordsOf(line))).toMatchObject({ exitCode: 0, stdout, stderr: '' });
});

it('keeps lists as lists, and each command on one line', async () => {
  const lines = await help(['safety'], 'en', 60);
  const item = lines.findIndex((line) => line.startsWith('- pix records each payment on disk'));
  expect(lines[item + 1]).toMatch(/^ {2}\S/);
  expect(lines).toContain('  $ pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run');
});
