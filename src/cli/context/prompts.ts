import { plainWords } from '../../pix/accents.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { linkSignals } from '../../client/http/interruption.ts';
import { wrappedLines } from '../output/text-width.ts';
import type { Catalogue } from '../text/translate.ts';
import { createInterface } from 'node:readline';

interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
  /** Shown after it was chosen; default: its name. */
  readonly short?: string;
}

/** Questions to a person at a terminal, on stderr, because stdout is for data. */
export interface Prompts {
  /**
   * `problemWith` says what is wrong with an answer; the question is then repeated.
   *
   * @param begun an answer to edit, where a line can be edited
   */
  text(question: string, problemWith?: ProblemWith, begun?: string): Promise<string>;
  /** The same, about money: what was typed before it is shown does not answer it, because it was not read. */
  consent(question: string, problemWith?: ProblemWith): Promise<string>;
  /** Does not show what is typed. */
  secret(question: string): Promise<string>;
  /**
   * @param typedAs makes a choice of what is typed, where it can be one; otherwise typing narrows the choices, and leaves
   *   the last one where nothing fits
   */
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    typedAs?: (typed: string) => Choice<Value> | undefined,
  ): Promise<Value>;
}

type ProblemWith = (answer: string) => string | undefined;

export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & Partial<Pick<NodeJS.ReadStream, 'setRawMode'>>;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
}

/** Columns of the sign that inquirer prints before a question. */
const PREFIX_COLUMNS = 2;
const CTRL_C = '\u0003';
const TURNS_OF_READING = 3;
/** Further choices are reached by scrolling. */
const CHOICES_SHOWN = 10;

/** @throws ExitPromptError or AbortPromptError of inquirer when the person presses Ctrl-C or Ctrl-D */
export function terminalPrompts(streams: TerminalStreams): Prompts {
  // Inquirer would break the line anywhere, even within an amount.
  const broken = (question: string) =>
    wrappedLines(question.split('\n'), (streams.output.columns ?? Infinity) - PREFIX_COLUMNS).slice(0, -1);
  const ask = async (
    question: string,
    problemWith: ProblemWith | undefined,
    { before, begun }: { readonly before?: () => Promise<void>; readonly begun?: string | undefined },
  ) => {
    const { input } = await import('@inquirer/prompts');
    const validate = (answer: string) => problemWith?.(answer) ?? true;
    await before?.();
    const config = {
      message: broken(question),
      validate,
      ...(begun && { default: begun, prefill: 'editable' as const }),
    };
    return untilInputEnds(streams, (bounded) => input(config, bounded));
  };
  return {
    text: (question, problemWith, begun) => ask(question, problemWith, { begun }),
    consent: (question, problemWith) => ask(question, problemWith, { before: () => discardTyped(streams) }),
    async secret(question) {
      const { password } = await import('@inquirer/prompts');
      // Disables Ctrl-T, which shows the key, and tips, which are only in English.
      const config = { message: broken(question), toggleMask: false, theme: { style: { maskedText: '' } } };
      return untilInputEnds(streams, (bounded) => password(config, bounded));
    },
    async choose(question, choices, typedAs) {
      const { search, select } = await import('@inquirer/prompts');
      // The tip about keys is only in English.
      const theme = { style: { keysHelpTip: () => undefined } };
      const config = { message: broken(question), theme, pageSize: CHOICES_SHOWN };
      if (typedAs === undefined) {
        const listed = { ...config, choices: [...choices], loop: false };
        return untilInputEnds(streams, (bounded) => select(listed, bounded));
      }
      const source = (typed = '') => {
        const own = typedAs(typed.trim());
        const found = choices.filter(({ name }) => plainWords(name).includes(plainWords(typed)));
        if (own !== undefined) return [own];
        return found.length > 0 ? found : choices.slice(-1);
      };
      return untilInputEnds(streams, (bounded) => search({ ...config, source }, bounded));
    },
  };
}

/** Forgets what was typed before a question: it was not read. */
async function discardTyped({ input }: TerminalStreams): Promise<void> {
  const typed: string[] = [];
  const discard = (keys: unknown) => {
    typed.push(String(keys));
  };
  // Otherwise, a terminal only hands over whole lines.
  input.setRawMode?.(true);
  input.on('data', discard).resume();
  // What the system has is read with the next turn.
  for (let turn = 0; turn < TURNS_OF_READING; turn += 1) await nextTurn();
  input.off('data', discard).pause();
  input.setRawMode?.(false);
  if (typed.join('').includes(CTRL_C)) input.unshift(CTRL_C);
}

/** Inquirer waits forever when its input ends or Ctrl-D closes it: this aborts the question, like Ctrl-C. */
async function untilInputEnds<Answer>(streams: TerminalStreams, ask: (streams: TerminalStreams) => Promise<Answer>) {
  const ending = new AbortController();
  // The input also pauses after an answer, which must be processed first.
  const end = () => {
    setImmediate(() => ending.abort());
  };
  const events = ['pause', 'end', 'close'] as const;
  for (const event of events) streams.input.once(event, end);
  const { signal, release } = linkSignals([streams.signal, ending.signal]);
  try {
    return await ask({ ...streams, signal });
  } finally {
    release();
    for (const event of events) streams.input.off(event, end);
  }
}

/** Asks yes or no, in the person's language; any other answer means no. */
export async function confirm(
  { prompts, text }: { readonly prompts: () => Promise<Prompts>; readonly text: Catalogue },
  question: string,
): Promise<boolean> {
  const answer = await (await prompts()).consent(`${question} ${text.words.yesNo}`);
  return text.words.yesWords.includes(answer.trim().toLowerCase());
}

export interface SpokenWords {
  readonly number: (choices: number) => string;
  readonly noChoice: string;
}

/** Questions for a screen reader: each is a line that stays as it is, and choices are numbered lines. */
export function spokenPrompts(streams: TerminalStreams, words: SpokenWords): Prompts {
  const say = (line: string) => streams.output.write(`${line}\n`);
  const ask: Prompts['text'] = async (question, problemWith) => {
    for (;;) {
      const answer = await readLine(streams, `${question} `);
      const problem = problemWith?.(answer);
      if (problem === undefined) return answer;
      say(problem);
    }
  };
  return {
    text: ask,
    async consent(question, problemWith) {
      await discardTyped(streams);
      return ask(question, problemWith);
    },
    // Nothing of what is typed is shown.
    secret: (question) => terminalPrompts(streams).secret(question),
    async choose(question, choices, typedAs) {
      say(question);
      for (const [index, { name }] of choices.entries()) say(`${index + 1}. ${name}`);
      const choiceOf = (typed: string) =>
        choices[Number(typed) - 1] ??
        typedAs?.(typed) ??
        choices.find(({ name }) => typed !== '' && plainWords(name) === plainWords(typed));
      const answer = await ask(words.number(choices.length), (typed) =>
        choiceOf(typed.trim()) === undefined ? words.noChoice : undefined,
      );
      const chosen = choiceOf(answer.trim());
      if (chosen === undefined) throw new Error('an answer without a choice was accepted');
      return chosen.value;
    },
  };
}

/** One line, edited by the terminal itself. @throws AbortPromptError at Ctrl-C, Ctrl-D and the end of the input */
async function readLine({ input, output, signal }: TerminalStreams, question: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: false });
  const ending = new AbortController();
  lines.once('close', () => ending.abort());
  const bound = linkSignals([signal, ending.signal]);
  try {
    return await new Promise<string>((resolve, reject) => {
      const abort = () => reject(Object.assign(new Error('the question was left'), { name: 'AbortPromptError' }));
      if (bound.signal.aborted) abort();
      bound.signal.addEventListener('abort', abort, { once: true });
      lines.question(question, resolve);
    });
  } finally {
    bound.release();
    lines.close();
  }
}
