import { Command } from 'commander';
import { closestWord } from '../errors/closest-word.ts';
import { usageError, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { TOPICS } from '../text/topic-names.ts';
import { topicText } from './topics.ts';

interface HelpParts {
  readonly text: Catalogue;
  readonly columns: number;
  readonly print: (text: string) => void;
}

/**
 * `pix help withdraw create` prints the help of `pix withdraw create`. Commander's own command only finds top-level
 * ones.
 */
export function helpCommand(group: Command, { text, columns, print }: HelpParts): Command {
  return new Command('help')
    .description(text.help.helpCommand)
    .argument(`[${text.help.commandArgument}...]`)
    .action(async (names: readonly string[]) => {
      const topic = group.parent === null ? TOPICS.find((known) => known === names[0]) : undefined;
      if (topic !== undefined) {
        print(topicText(topic, text, columns));
        return;
      }
      let chosen = group;
      for (const name of names) {
        const next = chosen.commands.find((known) => known.name() === name || known.aliases().includes(name));
        if (next === undefined) throw await unknownCommand(chosen, name, text);
        chosen = next;
      }
      chosen.help();
    });
}

async function unknownCommand(group: Command, name: string, text: Catalogue): Promise<CommandError> {
  const { unknownCommandHint } = await import('../errors/unknown-command.ts');
  const topics = group.parent === null ? TOPICS : [];
  const shown = group.createHelp().visibleCommands(group);
  const closest = closestWord(name, [...shown.map((known) => known.name()), ...topics]);
  return usageError('unknown_command', {
    message: text.usage.commander.unknownCommand(name),
    hint: unknownCommandHint(name, pathOf(group), closest, text),
  });
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
