import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { spokenPrompts } from '../../src/cli/context/prompts.ts';
import { describeFailure } from '../../src/cli/errors/failure.ts';
import { createStatusLine } from '../../src/cli/output/status-line.ts';
import { en as text } from '../support/catalogues.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';

const ESCAPE = '\u001b';

/** A person whose terminal reads lines aloud. */
function terminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.setEncoding('utf8').on('data', (part: string) => (shown += part));
  const signal = new AbortController().signal;
  return {
    input,
    prompts: spokenPrompts({ input, output, signal }, text.labels.spoken),
    shown: () => shown,
    type: async (line: string, after: string) => {
      while (!shown.endsWith(after)) await nextTurn();
      input.write(line);
    },
  };
}

describe('questions for a screen reader', () => {
  it('are lines, with the reason why an answer is not taken', async () => {
    const { prompts, type, shown } = terminal();
    const answer = prompts.text('Sum?', (typed) => (typed === '30,00' ? undefined : 'not the sum'));
    await type('3\n', 'Sum? ');
    await type('30,00\n', 'not the sum\nSum? ');
    expect([await answer, shown()]).toEqual(['30,00', 'Sum? not the sum\nSum? ']);
  });

  it('number their choices, which are named, too', async () => {
    const choices = [
      { value: 'a', name: 'Natália' },
      { value: 'b', name: 'Bruno' },
    ];
    for (const [typed, value] of [
      ['2', 'b'],
      ['natalia', 'a'],
    ] as const) {
      const { prompts, type, shown } = terminal();
      const answer = prompts.choose('Who?', choices);
      await type('3\n', 'Number from 1 to 2: ');
      await type(`${typed}\n`, 'Type one of these numbers.\nNumber from 1 to 2: ');
      expect(await answer).toBe(value);
      expect(shown()).toMatch(/^Who\?\n1\. Natália\n2\. Bruno\nNumber/);
      expect(shown()).not.toContain(ESCAPE);
    }
  });

  it('end with the input, as an interruption', async () => {
    const { prompts, input } = terminal();
    const failing = prompts.text('Sum?').catch((error: unknown) => error);
    input.end();
    expect(describeFailure(await failing, text)).toMatchObject({ code: 'interrupted', exitCode: 130 });
  });
});

it('progress is a line every half minute', () => {
  let [now, written] = [0, ''];
  const stderr = { isTerminal: true, columns: 80, rows: 24, write: (part: string) => void (written += part) };
  const statusLine = createStatusLine(stderr, 'spoken', () => now);
  for (; now <= 65_000; now += 1_000) statusLine.showProgress(`${now / 1_000} s`);
  statusLine.showProgress('');
  expect(written).toBe('30 s\n60 s\n');
});

it('a balance has words instead of signs and bars, and is stored as a setting', async () => {
  const { url, keyOf } = await startTestService();
  const configured = { PIX_CONFIG_DIR: temporaryFolder(), PIX_BASE_URL: url, PIX_API_KEY: keyOf(), NO_COLOR: '1' };
  const screen = { isTerminal: true, columns: 80 };
  const drawn = await runCli(['balance'], { environment: configured, ...screen });
  expect(drawn.stdout).toContain('░');
  const spoken = await runCli(['balance'], { environment: { ...configured, ACCESSIBLE: '1' }, ...screen });
  expect(spoken.stdout).toMatch(/of R\$ [\d.,]+ +0% used/);
  expect(spoken.stdout).not.toMatch(/[░█]/);
  // What was written stays as it was written, and fits its columns.
  const written = 'Aluguel — março → abril ✓';
  const create = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com', '--description', written];
  const plan = await runCli([...create, '--dry-run'], { environment: { ...configured, ACCESSIBLE: '1' }, ...screen });
  expect(plan.stdout).toContain(written);

  expect((await runCli(['config', 'set', 'accessible', 'on'], { environment: configured })).exitCode).toBe(0);
  const stored = await runCli(['balance'], { environment: configured, ...screen });
  expect(stored.stdout).toBe(spoken.stdout);
  const off = await runCli(['balance'], { environment: { ...configured, ACCESSIBLE: '0' }, ...screen });
  expect(off.stdout).toBe(drawn.stdout);
  const wrong = await runCli(['config', 'set', 'accessible', 'maybe'], { environment: configured });
  expect(wrong.stderr).toContain('on, off');
  // Machine formats are for programs.
  const json = await runCli(['balance', '--json'], { environment: { ...configured, ACCESSIBLE: '1' } });
  expect(JSON.parse(json.stdout)).toEqual(
    JSON.parse((await runCli(['balance', '--json'], { environment: { ...configured, ACCESSIBLE: '0' } })).stdout),
  );
});
