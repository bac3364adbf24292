import { createInterface } from 'node:readline';
import { linkSignals } from '../../client/http/interruption.ts';
import { plainWords } from '../../pix/accents.ts';
import { discardTyped, terminalPrompts, type Prompts, type TerminalStreams } from './prompts.ts';

/** The words of questions whose choices are numbered. */
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
  lines.once('close', () => {
    ending.abort();
  });
  const bound = linkSignals([signal, ending.signal]);
  try {
    return await new Promise<string>((resolve, reject) => {
      const abort = () => {
        reject(Object.assign(new Error('the question was left'), { name: 'AbortPromptError' }));
      };
      if (bound.signal.aborted) abort();
      bound.signal.addEventListener('abort', abort, { once: true });
      lines.question(question, resolve);
    });
  } finally {
    bound.release();
    lines.close();
  }
}
