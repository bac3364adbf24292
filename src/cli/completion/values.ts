import { sourceOf } from '../command/commander.ts';
import type { Context } from '../context/context.ts';
import { TOPICS } from '../text/topic-names.ts';
import type { Candidate, Slot, Values } from './source.ts';

/** The candidates for a position. Sends no requests, and loads only what it needs. */
export async function valuesOf(context: Context, slot: Slot): Promise<Values> {
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
