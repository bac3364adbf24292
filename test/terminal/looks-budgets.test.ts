import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { textWidth } from '../../src/cli/output/text-width.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { HISTORY, startTestService } from '../support/service.ts';

const COLUMNS = 80;

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

/** The most lines of a screen that a person reads, with the account's header: what stays in scrollback. */
it.each([
  ['payments list --limit 3', 6],
  ['payments list --status paid --limit 3', 6],
  ['payments list --since 2026-07-14', 2],
  ['withdraw list --limit 3', 6],
  ['find 96044334236', 2],
  ['find Larissa --limit 3', 6],
  ['stats', 34],
  ['stats --days 90', 18],
  ['sync', 1],
  ['doctor', 3],
  ['export statement --month 2026-06 --out FOLDER/june.csv', 3],
  ['reconcile FOLDER/books.csv --month 2026-07', 12],
  ['help', 30],
] as const)('pix %s has at most %i lines of 80 columns', async (command, budget) => {
  const { url, keyOf } = await startTestService(HISTORY);
  for (const language of ['en', 'pt-BR']) {
    const folder = temporaryFolder();
    const environment = { PIX_CONFIG_DIR: folder, NO_COLOR: '1' };
    await runCli(['auth', 'login', '-p', 'mock', '--base-url', url], { environment, stdin: keyOf() });
    writeFileSync(join(folder, 'books.csv'), books());
    const argv = command.replace('FOLDER', folder).split(' ');
    const { stdout, stderr } = await runCli([...argv, '--lang', language], {
      environment,
      isTerminal: true,
      columns: COLUMNS,
    });
    const lines = (stderr + stdout).split('\n').map((line) => line.split('\u001b[2K').at(-1) ?? '');
    expect(lines.filter((line) => textWidth(line) > COLUMNS && !line.includes(folder))).toEqual([]);
    const last = lines.findLastIndex((line) => line.trim() !== '');
    expect(last + 1, lines.join('\n')).toBeLessThanOrEqual(budget);
  }
});

/** Seven sales that the account lacks; the account has more than five entries that these books lack. */
function books(): string {
  const rows = Array.from({ length: 7 }, (_, index) => `2026-07-0${index + 1},1${index}.07,Sale ${index}`);
  return ['date,amount,description', ...rows, ''].join('\n');
}
