import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/errors/command-error.ts';
import { jsonError, runCli } from '../support/cli.ts';
import { COMMANDS, LEAVES } from './command-tree.ts';

interface Described {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly arguments: readonly { name: string; required: boolean; repeatable: boolean }[];
  readonly options: readonly { name: string; short: string | null; value: string | null; choices: string[] | null }[];
  readonly columns: readonly { path: string; type: string; unit: string | null }[];
  readonly examples: readonly string[];
  readonly commands: readonly Described[];
}

interface Document {
  readonly command: Described;
  readonly globalOptions: readonly { name: string }[];
  readonly exitCodes: readonly { code: number; name: string; meaning: string }[];
}

async function helpOf(...names: string[]): Promise<Document> {
  const run = await runCli(['help', ...names, '--json']);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const document: Document = JSON.parse(run.stdout);
  return document;
}

const whole = (one: Described): Described[] => [one, ...one.commands.flatMap(whole)];
const pathOf = ({ command }: Described) => command.replace(/^pix ?/, '');

describe('pix help --json', () => {
  it('describes every command, with its examples, aliases and exit codes', async () => {
    const { command, exitCodes } = await helpOf();
    const all = whole(command);
    expect(all.map((one) => [pathOf(one), one.examples])).toEqual(
      COMMANDS.map(({ path, examples }) => [path, examples]),
    );
    expect(exitCodes.map(({ code, name }) => [name, code])).toEqual(Object.entries(EXIT));
    expect(exitCodes.every(({ meaning }) => meaning !== '')).toBe(true);
    expect(all.find((one) => pathOf(one) === 'withdraw')?.aliases).toEqual(['withdraws', 'withdrawals']);
  });

  it('names the options and the columns that each command accepts', async () => {
    const { command, globalOptions } = await helpOf();
    const common = [...globalOptions.map(({ name }) => name), '--help', '--version'];
    for (const one of whole(command)) {
      const words = pathOf(one).split(' ');
      if (!LEAVES.includes(pathOf(one))) continue;
      const offered = await runCli(['__complete', '--', ...words, '--']);
      const flags = offered.stdout.split('\n').flatMap((line) => line.split('\t')[0] ?? []);
      const own = flags.filter((flag) => flag !== '' && !common.includes(flag));
      expect(
        one.options.map(({ name }) => name),
        one.command,
      ).toEqual(own);
      const fields = await runCli(['__complete', '--', ...words, '--fields', '']);
      expect(one.columns.map(({ path }) => `${path}\n`).join(''), one.command).toBe(fields.stdout);
    }
  });

  it('describes one command, by any of its names, with types and units', async () => {
    const { command } = await helpOf('withdrawals', 'list');
    expect(command.command).toBe('pix withdraw list');
    expect(command.options).toContainEqual(
      expect.objectContaining({ name: '--limit', short: '-L', type: 'count', repeatable: false }),
    );
    expect(command.columns).toContainEqual({ path: 'value', type: 'amount', unit: 'centavos', label: 'Value' });
    expect(command.columns).toContainEqual({ path: 'createdAt', type: 'time', unit: 'RFC 3339', label: 'Created' });
    expect((await helpOf('withdraw', 'get')).command.arguments).toEqual([
      { name: 'id', description: expect.any(String), required: true, type: 'text', repeatable: false, choices: null },
    ]);
    const { command: login } = await helpOf('auth', 'login');
    expect(login.options.find(({ name }) => name === '--refusal-form')?.choices).toEqual(['strict', 'message']);
    expect((await helpOf('payouts')).command.commands.map(({ command: name }) => name)).toContain('pix payouts run');
  });

  it('speaks the language of the person, and prints pages for people without --json', async () => {
    const english = await helpOf('balance');
    const portuguese: Document = JSON.parse((await runCli(['help', 'balance', '--json', '--lang', 'pt-BR'])).stdout);
    expect(portuguese.command).not.toEqual(english.command);
    expect(portuguese.command.columns.map(({ path }) => path)).toEqual(english.command.columns.map(({ path }) => path));
    expect((await runCli(['help', 'balance'])).stdout).toMatch(/^Usage: pix balance/);
  });

  it('passes through --jq', async () => {
    const filter = '.command.columns[] | select(.unit == "centavos") | .path';
    const run = await runCli(['help', 'withdraw', 'list', '--jq', filter]);
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^value\n/) });
    expect(run.stdout).not.toContain('{');
  });

  it('refuses an unknown command', async () => {
    const run = await runCli(['help', 'balanc', '--json']);
    expect([run.exitCode, run.stdout, jsonError(run).code]).toEqual([2, '', 'unknown_command']);
  });
});
