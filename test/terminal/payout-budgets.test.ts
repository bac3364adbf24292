import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliOptions, type CliRun } from '../support/cli.ts';
import { HISTORY, startTestService } from '../support/service.ts';

/** What a person at a terminal of 80 columns sees, without progress that was replaced. */
const linesOf = ({ stdout, stderr }: Pick<CliRun, 'stdout' | 'stderr'>): string[] =>
  (stdout + stderr)
    .replaceAll(/\r\u001b\[2K[^\r\n]*(?=\r)/g, '')
    .replaceAll(/\r\u001b\[2K/g, '')
    .split('\n')
    .filter((line, index, lines) => index < lines.length - 1 || line !== '');

describe.each(['en', 'pt-BR'])('the lines of a screen at 80 columns (%s)', (language) => {
  const yes = language === 'en' ? 'y' : 's';

  async function person() {
    const service = await startTestService(HISTORY);
    const folder = temporaryFolder();
    const environment = { PIX_CONFIG_DIR: folder, PIX_LANG: language, NO_COLOR: '1' };
    await runCli(['auth', 'login', '-p', 'mock', '--no-keychain', '--base-url', service.url], {
      environment,
      stdin: service.keyOf(),
    });
    const types = async (argv: readonly string[], options: CliOptions = {}) => {
      const run = await runCli(argv, {
        environment,
        isTerminal: true,
        columns: 80,
        rows: 300,
        now: service.clock.now(),
        ...options,
      });
      return { ...run, lines: linesOf(run) };
    };
    const file = (name: string, rows: readonly string[]) => {
      const path = join(folder, name);
      writeFileSync(path, ['referencia;nome;chave_pix;valor', ...rows, ''].join('\n'));
      return path;
    };
    return { service, types, file };
  }

  const good = (count: number, month = 'JUL', from = 1) =>
    Array.from({ length: count }, (_, index) => {
      const number = from + index;
      return `${month}-${number};Pessoa ${number};p${number}@example.com;${10 + (number % 90)},${month === 'JUN' ? 50 : 75}`;
    });

  it('one withdrawal: a plan of six, a result of two', async () => {
    const { types } = await person();
    const create = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com'];
    const rehearsed = await types([...create, '--dry-run']);
    const sent = await types(create, { answers: [yes] });
    expect(rehearsed.lines).toHaveLength(7);
    expect(sent.lines).toHaveLength(8);
    expect(sent.stderr.split('\n').slice(0, 6)).toEqual(rehearsed.stdout.split('\n').slice(0, 6));
  });

  it('a file of 120 good rows: twenty', async () => {
    const { types, file } = await person();
    await types(['payouts', 'run', file('junho.csv', good(12, 'JUN', 80))], { answers: ['972,00'] });
    const checked = await types(['payouts', 'check', file('julho.csv', good(120, 'JUL', 4))]);
    expect(checked.lines.length).toBeLessThanOrEqual(20);
  });

  it('seven bad rows: eight, the errors last', async () => {
    const { types, file } = await person();
    const bad = [
      'B-1;Ana;pix@padaria;10,00',
      'B-2;Bia;(11) 98765-432;10,00',
      'B-3;Caio;c@example.com;1.234',
      'B-4;Davi;529.982.247-26;10,00',
      'B-5;Eva;e@example.com;0,10',
      'JUL-1;Fabio;f@example.com;10,00',
      'B-7;Gil;;10,00',
    ];
    const { lines, exitCode } = await types(['payouts', 'check', file('erros.csv', [...good(120), ...bad])]);
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toMatch(/^(?:error|erro): 7 (?:of|de) 127 /);
    expect(exitCode).toBe(2);
  });

  it('the end of a run: two', async () => {
    const { types, file } = await person();
    const plan = await types(['payouts', 'check', file('julho.csv', good(12))]);
    const paid = await types(['payouts', 'run', file('julho.csv', good(12))], { answers: ['207,00'] });
    const [run = ''] = /r-\d{8}-\w{4}/.exec(paid.stdout) ?? [];
    expect(paid.lines.length - (plan.lines.length - 1)).toBe(2);
    expect(paid.stdout.split('\n').slice(-3)).toEqual([
      language === 'en'
        ? `✓ 12 payments, R$ 207,00 (julho.csv, run ${run}).`
        : `✓ 12 pagamentos, R$ 207,00 (julho.csv, lote ${run}).`,
      expect.stringContaining(`: pix payouts receipts ${run} --out `),
      '',
    ]);
  });

  it('the status of a run with two unknown payments: five', async () => {
    const { service, types, file } = await person();
    const fault = { on: 'POST /api/v1/withdraw/create', fault: 'reset-before', times: 2, after: 1 };
    await service.request('/mock/faults', { json: fault });
    const rows = [...good(4), 'JUL-5;Padaria Pão Quente;pix@padaria.com.br;89,90'];
    const argv = ['payouts', 'run', file('julho.csv', rows), '--look-for', '0s'];
    await types(argv, { answers: ['142,90'] });
    const { lines } = await types(['payouts', 'status']);
    expect(lines).toHaveLength(5);
    expect(lines.filter((line) => line.includes('pix payouts resume r-'))).toHaveLength(1);
  });
});
