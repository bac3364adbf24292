import type { Command, Option } from 'commander';
import type { Slot } from './source.ts';

/** @param words after `pix`; the last one is at the cursor, and empty if it has not been started */
export function slotOf(root: Command, words: readonly string[]): Slot {
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
      const next = earlier.length === 0 ? childOf(command, word) : undefined;
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

function childOf(command: Command, name: string): Command | undefined {
  return command.commands.find((known) => known.name() === name || known.aliases().includes(name));
}
