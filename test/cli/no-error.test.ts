import { expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { runCli } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';

async function connected(language: string) {
  const { url, keyOf } = await startTestService();
  return { PIX_BASE_URL: url, PIX_API_KEY: keyOf(), PIX_LANG: language, NO_COLOR: '1' };
}

const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com'];

it.each([
  ['en', 'Cancelled. Nothing was sent.'],
  ['pt-BR', 'Cancelado. Nada foi enviado.'],
])('a cancelled question is no error (%s)', async (language, said) => {
  const environment = await connected(language);
  const atQuestion = () => Promise.reject(Object.assign(new Error('closed'), { name: 'ExitPromptError' }));
  for (const [answer, exitCode] of [
    ['', 2],
    [atQuestion, 130],
  ] as const) {
    const ended = await runCli(CREATE, { environment, isTerminal: true, answers: [answer] });
    expect([ended.exitCode, ended.stderr.trimEnd().split('\n').at(-1)]).toEqual([exitCode, said]);
  }
});

it('a script receives the error of a cancelled question as before', async () => {
  const environment = await connected('en');
  const { stderr } = await runCli([...CREATE, '--json'], { environment, isTerminal: true, answers: [''] });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    '{"error":{"code":"cancelled","message":"cancelled; nothing was sent"}}',
  );
});

it.each([
  [['balance', '--watch']],
  [['payments', 'list', '--watch']],
  [['withdraw', 'list', '--watch']],
  [['mock', 'requests', '--follow']],
])('the end of a watch says nothing: pix %j', async (argv) => {
  const environment = await connected('en');
  const watched = async (more: readonly string[]) => {
    const stopping = new AbortController();
    const onSleep = () => {
      stopping.abort(new Interruption('SIGINT'));
      throw new Interruption('SIGINT');
    };
    return runCli([...argv, ...more], { environment, interruption: stopping.signal, onSleep });
  };
  const ended = await watched([]);
  expect([ended.exitCode, ended.stderr]).toEqual([130, '']);
  expect((await watched(['--json'])).stderr).toContain('{"error":{"code":"interrupted"');
});
