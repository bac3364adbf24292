import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeFailure } from '../../src/cli/errors/failure.ts';
import type { Context } from '../../src/cli/context/context.ts';
import { terminalPrompts, type Prompts } from '../../src/cli/context/prompts.ts';
import { readPixKey, type Recipient } from '../../src/cli/input/pix-key.ts';
import { createdWithdrawal } from '../support/bodies.ts';
import { en as text } from '../support/catalogues.ts';
import { NOON } from '../support/cli.ts';

const CTRL_D = '\u0004';
const CTRL_T = '\u0014';

// Node edits no line on a dumb terminal, such as that of a build.
beforeEach(() => {
  vi.stubEnv('TERM', 'xterm');
});

/** A person at a terminal, who types only when a question is shown. */
function terminal(columns = Infinity) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns });
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return {
    input,
    prompts: terminalPrompts({ input, output, signal: new AbortController().signal }),
    shown: () => shown,
    type: async (...keys: readonly string[]) => {
      while (shown === '') await nextTurn();
      for (const key of keys) {
        input.write(key);
        await nextTurn();
      }
    },
  };
}

const QUESTIONS: [name: string, ask: (prompts: Prompts) => Promise<string>][] = [
  ['a line', (prompts) => prompts.text('Question')],
  ['a line about money', (prompts) => prompts.consent('Question')],
  ['a secret', (prompts) => prompts.secret('Question')],
  ['a choice', (prompts) => prompts.choose('Question', [{ value: 'a', name: 'A' }])],
];

const INTERRUPTED = { code: 'interrupted', exitCode: 130, message: expect.stringContaining('nothing was sent') };

describe('a question without an answer', () => {
  it.each(QUESTIONS)('%s: Ctrl-D is an interruption', async (_name, ask) => {
    const { prompts, type } = terminal();
    const failing = ask(prompts).catch((error: unknown) => error);
    await type(CTRL_D);
    expect(describeFailure(await failing, text)).toMatchObject(INTERRUPTED);
  });

  it.each(QUESTIONS)('%s: the end of the input is one, too', async (_name, ask) => {
    const { prompts, type, input } = terminal();
    const failing = ask(prompts).catch((error: unknown) => error);
    await type();
    input.end();
    expect(describeFailure(await failing, text)).toMatchObject(INTERRUPTED);
  });
});

it('accepts one answer after the other, and asks again for an invalid one', async () => {
  const { prompts, type } = terminal();
  const first = prompts.text('First', (answer) => (answer === 'no' ? 'not that' : undefined));
  await type('no', '\r', '\b\b', 'yes', '\r');
  expect(await first).toBe('yes');
  const second = prompts.secret('Second');
  await type('pk_secret', '\r');
  expect(await second).toBe('pk_secret');
});

it('shows an answer that was begun elsewhere, to be edited', async () => {
  const { prompts, type, shown } = terminal();
  const key = prompts.text(
    'Key',
    (answer) => (answer === '111.444.777-34' ? 'check digits' : undefined),
    '111.444.777-34',
  );
  await type('\r', '\b', '5', '\r');
  expect([await key, shown().includes('check digits')]).toEqual(['111.444.777-35', true]);
});

it.each([
  ['52998224726', '52998224726'],
  ['another k', ''],
])('a key is begun by %j, typed where recipients are chosen, as %j', async (typed, begun) => {
  const { prompts, type } = terminal();
  const keyOf = vi.fn<Prompts['text']>(() => Promise.resolve('52998224725'));
  const screen = { text, isInteractive: true, prompts: () => Promise.resolve({ ...prompts, text: keyOf }) };
  const ana = { pixKey: 'ana@example.com', withdrawal: createdWithdrawal } as unknown as Recipient;
  const asked = readPixKey({ screen, host: { now: () => NOON } } as unknown as Context, {}, [ana]);
  await type(typed, '\r');
  await asked;
  expect(keyOf).toHaveBeenCalledWith(text.pixKey.recipient, expect.any(Function), begun);
});

describe('a choice that may be typed', () => {
  const choices = [
    { value: 'ana@example.com', name: 'Ana' },
    { value: 'bia@example.com', name: 'Bia' },
    { value: 'another', name: 'Another key' },
  ];
  const typedAs = (typed: string) => (typed.includes('@') ? { value: typed, name: typed } : undefined);
  const choose = async (...keys: readonly string[]) => {
    const { prompts, type } = terminal();
    const chosen = prompts.choose('Whom?', choices, typedAs);
    await type(...keys);
    return chosen;
  };

  it.each([
    [['\r'], 'ana@example.com'],
    [['\u001b[B', '\r'], 'bia@example.com'],
    [['b', 'i', '\r'], 'bia@example.com'],
    [['cai@', 'example', '.com', '\r'], 'cai@example.com'],
    [['cai@example.com', '\r'], 'cai@example.com'],
    [['z', '\r'], 'another'],
    // Pasted with the end of its line, it is shown first.
    [['cai@example.com\r', '\r'], 'cai@example.com'],
  ])('%j is %s', async (keys, chosen) => expect(await choose(...keys)).toBe(chosen));
});

it('breaks each line of a question at the width of the terminal', async () => {
  const { prompts, shown, type } = terminal(22);
  const asking = prompts.text('One is paid\nTwo is paid: three lines?');
  await type('n', '\r');
  await asking;
  expect(shown()).toContain('One is paid\nTwo is paid: three\nlines?');
});

it('takes no answer about money that was typed before the question was shown', async () => {
  const { prompts, type, input, shown } = terminal();
  input.write('y\r');
  const sure = prompts.consent('Send?');
  await type();
  expect(shown()).not.toContain('y');
  await type('n', '\r');
  expect(await sure).toBe('n');
});

it('is interrupted by Ctrl-C that was typed before a question about money', async () => {
  const { prompts, input } = terminal();
  input.write('y\r\u0003');
  const failing = prompts.consent('Send?').catch((error: unknown) => error);
  expect(describeFailure(await failing, text)).toMatchObject(INTERRUPTED);
});

it('never shows a secret, whatever key is pressed, nor a text in another language', async () => {
  const { prompts, type, shown } = terminal();
  const secret = prompts.secret('Chave');
  await type('pk_secret', CTRL_T, '\r');
  expect(await secret).toBe('pk_secret');
  expect(shown()).toContain('Chave');
  expect(shown()).not.toMatch(/secret|toggle|visib|mask/i);
});
