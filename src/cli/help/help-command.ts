import { Command } from 'commander';
import { definitionOf } from '../command/commander.ts';
import type { Group } from '../command/command.ts';
import { givenGlobalFlags } from '../command/global-options.ts';
import type { Context } from '../context/context.ts';
import type { GlobalFlags } from '../context/screen.ts';
import { usageError, type CommandError, closestWord } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { TOPICS } from '../text/topic-names.ts';
import { topicText } from './topics.ts';

interface HelpParts {
  readonly text: Catalogue;
  readonly version: string;
  readonly columns: number;
  readonly print: (text: string) => void;
  readonly createContext: (flags: GlobalFlags) => Context;
  readonly loadAll: () => Promise<Everything>;
  /** Has help explain all options. */
  readonly explainAll: () => void;
}

/** All commands with their texts, which only help for programs needs. */
export interface Everything {
  readonly root: Group;
  readonly text: Catalogue;
}

/**
 * `pix help withdraw create` prints the help of `pix withdraw create`. Commander's own command only finds top-level
 * ones.
 */
export function helpCommand(group: Command, parts: HelpParts): Command {
  const { text, version, columns, print, createContext, loadAll, explainAll } = parts;
  const help = new Command('help')
    .description(text.help.helpCommand)
    .argument(`[${text.help.commandArgument}...]`)
    .option('--all', text.help.helpAll)
    .action(async (names: readonly string[], { all = false }: { readonly all?: boolean }) => {
      if (all) explainAll();
      const topic = group.parent === null ? TOPICS.find((known) => known === names[0]) : undefined;
      if (topic !== undefined) {
        print(topicText(topic, text, columns));
        return;
      }
      let chosen: Command = group;
      for (const name of names) {
        const next = chosen.commands.find((known) => known.name() === name || known.aliases().includes(name));
        if (next === undefined) throw await unknownCommand(chosen, name, text);
        chosen = next;
      }
      const definition = definitionOf(chosen);
      const flags = givenGlobalFlags(help, text);
      const { json, output, jq } = flags;
      if (definition === undefined || (json !== true && output !== 'json')) chosen.help();
      const { helpJson } = await import('./help-json.ts');
      const described = chosen.parent === null ? await loadAll() : { root: definition, text };
      const whole = await helpJson({ path: pathOf(chosen), definition: described.root, text: described.text, version });
      const context = createContext(flags);
      if (jq !== undefined)
        context.screen.filterWith(await (await import('../output/json-filter.ts')).jsonFilter(jq, context));
      context.screen.print(whole);
    });
  return help;
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
