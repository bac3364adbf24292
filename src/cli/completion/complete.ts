import type { Command } from 'commander';
import { slotOf } from './slot.ts';
import type { Candidate, Values } from './source.ts';
import { valuesOf } from './values.ts';
import type { Context } from '../context/context.ts';
import { singleLine } from '../output/control-characters.ts';

interface CompletionRequest {
  /** `pix __complete` itself: all commands are its siblings. */
  readonly command: Command;
  /** The words after `pix`. */
  readonly words: readonly string[];
  /** Adds an empty word for shells that cannot pass one. */
  readonly newWord?: boolean;
}

/** `pix __complete -- WORDS…`: candidates for the last word. */
export async function completeWords(context: Context, { command, words, newWord }: CompletionRequest): Promise<void> {
  const atNewWord = newWord === true || words.length === 0;
  const slot = slotOf(command.parent ?? command, atNewWord ? [...words, ''] : words);
  let values: Values;
  try {
    values = await valuesOf(context, slot);
  } catch {
    // A command line is being typed: the command itself will report errors in the settings.
    return;
  }
  if (values === 'files') {
    context.screen.print(':files\n');
    return;
  }
  const wanted = slot.typed.toLowerCase();
  const lines = values
    .map((one): Candidate => (typeof one === 'string' ? { value: one } : one))
    .filter(({ value }) => value.toLowerCase().startsWith(wanted))
    .map(({ value, description }) => [slot.before + value, ...(description === undefined ? [] : [description])]);
  context.screen.print(lines.map((parts) => `${parts.map(singleLine).join('\t')}\n`).join(''));
}
