import type { Catalogue } from './text/translate.ts';

interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
}

/** Questions to a person at a terminal. They go to stderr: stdout is for data. */
export interface Prompts {
  /** `complaintAbout` tells what is wrong with an answer, and then it is asked for again. */
  text(question: string, complaintAbout?: (answer: string) => string | undefined): Promise<string>;
  /** Shows nothing of what is typed. */
  secret(question: string): Promise<string>;
  choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value>;
}

interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** @throws ExitPromptError of inquirer when the person presses Ctrl-C */
export function terminalPrompts(streams: TerminalStreams): Prompts {
  return {
    async text(question, complaintAbout) {
      const { input } = await import('@inquirer/prompts');
      return input({ message: question, validate: (answer) => complaintAbout?.(answer) ?? true }, streams);
    },
    async secret(question) {
      const { password } = await import('@inquirer/prompts');
      return password({ message: question }, streams);
    },
    async choose(question, choices) {
      const { select } = await import('@inquirer/prompts');
      // Its tip about keys is in English alone.
      const theme = { style: { keysHelpTip: () => undefined } };
      return select({ message: question, choices: [...choices], theme }, streams);
    },
  };
}

/** Asks yes or no, in the person's language; anything but a clear yes is a no. */
export async function confirm(prompts: Prompts, question: string, text: Catalogue): Promise<boolean> {
  const answer = await prompts.text(`${question} ${text.prompts.yesNo}`);
  return text.prompts.yesWords.includes(answer.trim().toLowerCase());
}
