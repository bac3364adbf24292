import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/output/text-width.ts';
import { HISTORY, startTestService } from '../support/service.ts';
import { runCli } from '../support/cli.ts';

const COLUMNS = 40;

async function onNarrowTerminal(argv: readonly string[], language = 'en') {
  const { url, keyOf } = await startTestService(HISTORY);
  return runCli([...argv, '--lang', language], {
    environment: { PIX_BASE_URL: url, PIX_API_KEY: keyOf(), NO_COLOR: '1' },
    isTerminal: true,
    columns: COLUMNS,
  });
}

/** Text without spaces, such as a path, is wrapped by the terminal; a command is copied whole. */
const canBeBroken = (line: string) => line.trim().includes(' ') && !line.startsWith('pix ');

describe('a terminal of 40 columns', () => {
  it.each([
    'doctor',
    'config list',
    'mock verify',
    'mock account show',
    'mock requests',
    'stats --days 3',
    'payouts list',
    'withdraw create --amount 25,00 --pix-key somebody.with.a.long.name@example.com --yes',
    'withdraw create --amount 25.000,00 --pix-key maria.silva@example.com --yes',
    'payments get 11111111-2222-4333-8444-555555555555',
  ])('breaks no word of: pix %s', async (command) => {
    for (const language of ['en', 'pt-BR']) {
      const { stdout, stderr } = await onNarrowTerminal(command.split(' '), language);
      const lines = (stdout + stderr).split(/\n|\r\u001b\[2K/).filter(canBeBroken);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => textWidth(line) > COLUMNS)).toEqual([]);
    }
  });

  it('breaks no amount and no command', async () => {
    const refused = await onNarrowTerminal(
      ['withdraw', 'create', '--amount', '25.000,00', '--pix-key', 'maria.silva@example.com', '--yes'],
      'pt-BR',
    );
    expect(refused.stderr).toContain('o envio debita\nR$ 25.000,00; disponível');
    const unknown = await onNarrowTerminal(['payments', 'get', '11111111-2222-4333-8444-555555555555']);
    expect(unknown.stderr).toMatch(/\npix find 11111111-2222-4333-8444-555555555555\n$/);
  });

  it('prints one line each in a pipe', async () => {
    const { url, keyOf } = await startTestService();
    const { stderr } = await runCli(['payments', 'get', '11111111-2222-4333-8444-555555555555'], {
      environment: { PIX_BASE_URL: url, PIX_API_KEY: keyOf() },
    });
    expect(stderr.split('\n')).toHaveLength(3);
  });
});

it('names settings in Portuguese to a person, and in fixed words to a script', async () => {
  const { stdout } = await onNarrowTerminal(['config', 'list'], 'pt-BR');
  expect(stdout).toMatch(/^language .*Opção$/m);
  expect(stdout).not.toMatch(/\b(?:flag|environment|default)\b/);
  const { stdout: json } = await onNarrowTerminal(['config', 'list', '--json'], 'pt-BR');
  expect(json).toContain('"flag"');
});
