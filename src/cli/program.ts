import { Command, type Argument } from 'commander';
import type { Context, GlobalOptions } from './context.ts';
import { declareAuth } from './declarations/auth.ts';
import { declareBalance } from './declarations/balance.ts';
import type { Declaring } from './declarations/declaring.ts';
import { declarePayments } from './declarations/payments.ts';
import { declareServe } from './declarations/serve.ts';
import { declareWithdraw } from './declarations/withdraw.ts';
import { givenGlobalOptions, globalOptions } from './global-options.ts';
import type { Catalogue } from './text/translate.ts';

export interface ProgramParts {
  readonly text: Catalogue;
  readonly version: string;
  readonly createContext: (flags: GlobalOptions) => Context;
  /** Takes help and version. */
  readonly print: (text: string) => void;
  /** Takes what commander says about wrong usage, in English: the person is told in another way. */
  readonly collectComplaint: (text: string) => void;
}

/** The tree of all commands, their options and their help. */
export function buildProgram(parts: ProgramParts): Command {
  const { text, createContext } = parts;
  const declaring: Declaring = {
    text,
    async launch(command, load, options) {
      const context = createContext(givenGlobalOptions(command, text));
      const chosen = await load();
      await chosen.run(context, options);
    },
  };
  const program = new Command('pix').description(text.help.program);
  for (const declare of [declareAuth, declareBalance, declarePayments, declareWithdraw, declareServe]) {
    program.addCommand(declare(declaring));
  }
  finish(program, parts);
  return program;
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** Gives a command, and those below it, what all have: the global options, and help in the person's language. */
function finish(command: Command, parts: ProgramParts): void {
  const { text, version, print, collectComplaint } = parts;
  const { headings, placeholders } = text.help;
  const translated: Readonly<Record<string, string>> = {
    'Usage:': headings.usage,
    'Arguments:': headings.arguments,
    'Options:': headings.options,
    'Commands:': headings.commands,
  };
  command
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({ writeOut: print, writeErr: collectComplaint })
    .configureHelp({
      subcommandTerm: (subcommand) =>
        [subcommand.name(), ...subcommand.registeredArguments.map(argumentTerm)].join(' '),
      styleTitle: (title) => translated[title] ?? title,
      styleUsage: (usage) =>
        usage.replaceAll('[options]', placeholders.options).replaceAll('[command]', placeholders.command),
    })
    .optionsGroup(headings.globalOptions)
    .helpOption('-h, --help', text.help.help)
    .version(version, '-V, --version', text.help.version);
  for (const option of globalOptions(text)) command.addOption(option);
  if (command.commands.length > 0) command.helpCommand(`help [${text.help.commandArgument}]`, text.help.helpCommand);
  for (const subcommand of command.commands) finish(subcommand, parts);
}
