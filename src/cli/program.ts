import { Command, type Argument, type Option } from 'commander';
import { declare, definitionOf, subcommandNamed } from './command/commander.ts';
import { isGroup, type Command as Declared, type Group } from './command/command.ts';
import { givenGlobalFlags, globalOptions } from './command/global-options.ts';
import { COMMANDS, COMMAND_NAMES } from './commands/table.ts';
import type { Context } from './context/context.ts';
import type { GlobalFlags } from './context/screen.ts';
import { helpLayout, pathOf } from './help/layout.ts';
import { TOPICS } from './text/topic-names.ts';
import type { Catalogue } from './text/translate.ts';
import { usageError, type CommandError } from './errors/command-error.ts';
import { closestWord } from './errors/known-words.ts';
import { topicText } from './help/topics.ts';

export interface ProgramParts {
  readonly root: Group;
  readonly text: Catalogue;
  /** Of a program that is run, and not only described. */
  readonly argv?: readonly string[];
  readonly version: string;
  /** Columns of the terminal; undefined without one. */
  readonly columns: number | undefined;
  readonly createContext: (flags: GlobalFlags) => Context;
  /** Prints help and version. */
  readonly print: (text: string) => void;
  /** All commands with their texts, which only help for programs needs. */
  readonly loadAll: () => Promise<{ readonly root: Group; readonly text: Catalogue }>;
}

export function buildProgram(parts: ProgramParts): Command {
  const { root, text, argv = [], createContext } = parts;
  const run = async (parsed: Command, command: Declared, options: object) => {
    const context = createContext(givenGlobalFlags(parsed, text));
    const { runCommand } = await import('./run-command.ts');
    await runCommand(context, command, options, new Set(Object.keys(parsed.opts<object>())));
  };
  const program = declare('pix', root, { text, argv, run });
  for (const command of program.commands) {
    const name = COMMAND_NAMES.find((known) => known === command.name());
    if (name !== undefined) command.helpGroup(COMMANDS[name].heading);
  }
  program.addCommand(completeCommand(parts), { hidden: true });
  // The same of all commands: most of the time until a command runs went into one of each for each of them.
  finish(program, parts, globalOptions(text), helpLayout(text));
  return program;
}

function completeCommand({ text, createContext }: ProgramParts): Command {
  const complete = new Command('__complete').argument('[words...]').option('--new-word');
  return complete.action(async (words: readonly string[], { newWord }: { readonly newWord?: boolean }) => {
    const { completeWords } = await import('./completion/complete.ts');
    // Shells that cannot pass an empty word say that one begins.
    const isNew = newWord === true || words.length === 0;
    const all = isNew ? [...words, ''] : words;
    await completeWords(createContext(givenGlobalFlags(complete, text)), complete, all);
  });
}

/** Without a terminal. */
const COLUMNS_DEFAULT = 80;

/** Adds the global options, and help in the person's language, to a command and those below it. */
function finish(
  command: Command,
  parts: ProgramParts,
  globals: readonly Option[],
  formatHelp: ReturnType<typeof helpLayout>,
): void {
  const { text, version, columns = COLUMNS_DEFAULT, print } = parts;
  command
    .exitOverride()
    .configureOutput({
      writeOut: print,
      // A group without a command prints its help there: it was requested.
      writeErr: print,
      // In English: usage errors are reported in another way.
      outputError: () => undefined,
      getOutHelpWidth: () => columns,
      getOutHasColors: () => false,
    })
    .configureHelp({
      subcommandTerm: (subcommand) =>
        [subcommand.name(), ...subcommand.registeredArguments.map(argumentTerm)].join(' '),
      formatHelp,
    })
    .helpOption('-h, --help', text.help.help)
    .version(version, '-V, --version', text.help.version);
  for (const option of globals) command.addOption(option);
  if (command.commands.length > 0) command.helpCommand(false).addCommand(helpCommand(command, parts));
  for (const subcommand of command.commands) {
    if (!isNameAlone(subcommand)) finish(subcommand, parts, globals, formatHelp);
  }
}

/** Whether nothing on the command line names it: then it is only listed. */
function isNameAlone(command: Command): boolean {
  const definition = definitionOf(command);
  return definition !== undefined && isGroup(definition) && Object.keys(definition.commands).length === 0;
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/**
 * `pix help withdraw create` prints the help of `pix withdraw create`. Commander's own command only finds top-level
 * ones.
 */
function helpCommand(group: Command, parts: ProgramParts): Command {
  const { text, version, columns = COLUMNS_DEFAULT, print, createContext, loadAll } = parts;
  const help = new Command('help')
    .description(text.help.helpCommand)
    .argument(`[${text.help.commandArgument}...]`)
    .option('--all', text.help.helpAll)
    .action(async (names: readonly string[], { all = false }: { readonly all?: boolean }) => {
      const topic = group.parent === null ? TOPICS.find((known) => known === names[0]) : undefined;
      if (topic !== undefined) {
        print(topicText(topic, text, columns));
        return;
      }
      let chosen: Command = group;
      for (const name of names) {
        const next = subcommandNamed(chosen, name);
        if (next === undefined) throw await unknownCommand(chosen, name, text);
        chosen = next;
      }
      const definition = definitionOf(chosen);
      const flags = givenGlobalFlags(help, text);
      const { json, output, jq } = flags;
      if (all) chosen.configureHelp({ ...chosen.configureHelp(), formatHelp: helpLayout(text, all) });
      if (definition === undefined || (json !== true && output !== 'json')) chosen.help();
      const { helpJson } = await import('./help/help-json.ts');
      const described = chosen.parent === null ? await loadAll() : { root: definition, text };
      const whole = await helpJson(pathOf(chosen).join(' '), described.root, described.text, version);
      const context = createContext(flags);
      if (jq !== undefined)
        context.screen.filterWith(await (await import('./output/json-filter.ts')).jsonFilter(jq, context));
      context.screen.print(whole);
    });
  return help;
}

async function unknownCommand(group: Command, name: string, text: Catalogue): Promise<CommandError> {
  const { unknownCommandHint } = await import('./errors/report-failure.ts');
  const topics = group.parent === null ? TOPICS : [];
  const shown = group.createHelp().visibleCommands(group);
  const closest = closestWord(name, [...shown.map((known) => known.name()), ...topics]);
  return usageError('unknown_command', {
    message: text.usage.commander.unknownCommand(name),
    hint: unknownCommandHint(name, pathOf(group).join(' '), closest, text),
  });
}
