import type { Command, Option } from 'commander';
import type { Candidate, Values, Slot } from '../command/options.ts';
import type { Context } from '../context/context.ts';
import { singleLine } from '../output/text-width.ts';
import { sourceOf, subcommandNamed } from '../command/commander.ts';
import { TOPICS } from '../text/topic-names.ts';

/**
 * `pix __complete -- WORDS…`: candidates for the last word.
 *
 * @param command `pix __complete` itself: all commands are its siblings
 */
export async function completeWords(context: Context, command: Command, words: readonly string[]): Promise<void> {
  const slot = slotOf(command.parent ?? command, words);
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

/** @param words after `pix`; the last one is at the cursor, and empty if it has not been started */
function slotOf(root: Command, words: readonly string[]): Slot {
  const given = new Map<string, string>();
  let command = root;
  const earlier: string[] = [];
  let pending: Option | undefined;
  let takesOptions = true;
  for (const word of words.slice(0, -1)) {
    const [, flag = word, value] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (pending !== undefined) {
      given.set(pending.attributeName(), word);
      pending = undefined;
    } else if (word === '--') takesOptions = false;
    else if (takesOptions && word.startsWith('-') && word !== '-') {
      const option = optionOf(command, flag);
      if (option !== undefined) given.set(option.attributeName(), value ?? '');
      if (value === undefined && option?.required === true) pending = option;
    } else {
      const next = earlier.length === 0 ? subcommandNamed(command, word) : undefined;
      if (next === undefined) earlier.push(word);
      else command = next;
    }
  }
  const last = words.at(-1) ?? '';
  const position = { command, earlier, given };
  if (pending !== undefined) return { ...position, kind: 'value', option: pending, typed: last, before: '' };
  const [, before, flag = '', typed = ''] = (takesOptions ? /^((--[\w-]+)=)(.*)$/s.exec(last) : undefined) ?? [];
  if (before !== undefined) return { ...position, kind: 'value', option: optionOf(command, flag), typed, before };
  const word = { ...position, option: undefined, typed: last, before: '' };
  if (takesOptions && last.startsWith('-')) return { ...word, kind: 'option' };
  return { ...word, kind: earlier.length === 0 && command.commands.length > 0 ? 'command' : 'argument' };
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find((option) => option.long === flag || option.short === flag);
}

/** The candidates for a position. Sends no requests, and loads only what it needs. */
async function valuesOf(context: Context, slot: Slot): Promise<Values> {
  const { command, kind, option, earlier } = slot;
  switch (kind) {
    case 'option':
      return command
        .createHelp()
        .visibleOptions(command)
        .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
    case 'command':
      return commandsOf(command);
    case 'value': {
      const choices = /<([^<>]*\|[^<>]*)>/.exec(option?.flags ?? '')?.[1];
      return choices?.split('|') ?? (await sourceOf(option)?.(context, slot)) ?? [];
    }
    case 'argument':
      if (command.name() === 'help') return helpOf(slot);
      return (await sourceOf(command.registeredArguments[earlier.length])?.(context, slot)) ?? [];
  }
}

function commandsOf(command: Slot['command']): Candidate[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown.map((one) => ({ value: one.name(), description: one.description() }));
}

function helpOf({ command, earlier }: Slot): Values {
  const { parent } = command;
  if (parent === null || earlier.length > 0) return [];
  const topics = parent.parent === null ? TOPICS : [];
  return [...commandsOf(parent), ...topics.map((value) => ({ value }))];
}
