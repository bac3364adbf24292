import { beforeEach, expect, it, vi } from 'vitest';
import { textWidth } from '../../src/cli/output/text-width.ts';
import { runCli } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';

const COLUMNS = 80;

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

/** Lines of a screen that a person reads, in both languages: what stays in scrollback, with the account's header. */
it.each([
  ['payments list --limit 3', 6],
  ['withdraw list --limit 3', 6],
  ['payments list --since 2026-07-14', 2],
  ['find 96044334236', 2],
  ['find Larissa --limit 3', 6],
] as const)('pix %s has at most %i lines of 80 columns', async (command, budget) => {
  const { url, keyOf } = await startTestService();
  for (const language of ['en', 'pt-BR']) {
    const { stdout, stderr } = await runCli([...command.split(' '), '--lang', language], {
      environment: { PIX_BASE_URL: url, PIX_API_KEY: keyOf(), NO_COLOR: '1' },
      isTerminal: true,
      columns: COLUMNS,
    });
    const lines = (stderr + stdout)
      .split('\n')
      .map((line) => line.split('\u001b[2K').at(-1) ?? '')
      .filter((line) => line !== '' && line !== '\r');
    expect(lines.filter((line) => textWidth(line) > COLUMNS)).toEqual([]);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(budget);
  }
});
