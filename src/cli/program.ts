import { Command, type Argument } from 'commander';
import { closestWord } from './errors/closest-word.ts';
import { usageError, type CommandError } from './errors/command-error.ts';
import type { Context } from './context/context.ts';
import type { GlobalFlags } from './context/global-flags.ts';
import { declareApi } from './commands/api/command.ts';
import { declareAuth } from './commands/auth/command.ts';
import { declareBalance } from './commands/balance/command.ts';
import { declareComplete, declareCompletion } from './commands/completion/command.ts';
import { declareConfig } from './commands/config/command.ts';
import { declareDoctor } from './commands/doctor/command.ts';
import { declareExport } from './commands/export/command.ts';
import { declareFind } from './commands/find/command.ts';
import { declareKeys } from './commands/keys/command.ts';
import { withExamples, withFields, type Declaring, type Running } from './commands/declaring.ts';
import { declareMock } from './commands/mock/command.ts';
import { declarePayments } from './commands/payments/command.ts';
import { declarePayouts } from './commands/payouts/command.ts';
import { declareServe } from './commands/serve/command.ts';
import { declareStats } from './commands/stats/command.ts';
import { declareSync } from './commands/sync/command.ts';
import { declareWithdraw } from './commands/withdraw/command.ts';
import { helpLayout } from './help/layout.ts';
import { TOPICS } from './help/topic-names.ts';
import { topicText } from './help/topics.ts';
import { givenGlobalFlags, globalOptions } from './context/global-options.ts';
import type { Catalogue } from './text/translate.ts';

export interface ProgramParts {
  readonly text: Catalogue;
  readonly version: string;
  /** Of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
  /** Of the command line: what they do not name is declared in outline. Undefined declares everything. */
  readonly words?: readonly string[];
  readonly createContext: (flags: GlobalFlags) => Context;
  /** Takes help and version. */
  readonly print: (text: string) => void;
  /** Takes what commander says about wrong usage, in English: the person is told in another way. */
  readonly collectComplaint: (text: string) => void;
}

/** Where there is no terminal. */
const COLUMNS_DEFAULT = 80;

interface Declaration {
  readonly declare: (declaring: Declaring) => Command;
  /** What help shows of it, where it has commands of its own. */
  readonly group?: Group;
}

interface Group {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: (text: Catalogue) => string;
}

const DECLARATIONS: readonly Declaration[] = [
  { declare: declareAuth, group: { name: 'auth', aliases: [], summary: (text) => text.auth.help.commands.group } },
  { declare: declareKeys, group: { name: 'keys', aliases: [], summary: (text) => text.keys.help.commands.group } },
  { declare: declareBalance },
  { declare: declareStats },
  {
    declare: declarePayments,
    group: { name: 'payments', aliases: ['payment'], summary: (text) => text.payments.help.commands.group },
  },
  {
    declare: declareWithdraw,
    group: {
      name: 'withdraw',
      aliases: ['withdraws', 'withdrawals'],
      summary: (text) => text.withdraw.help.commands.group,
    },
  },
  {
    declare: declarePayouts,
    group: { name: 'payouts', aliases: ['payout'], summary: (text) => text.payouts.help.commands.group },
  },
  { declare: declareFind },
  { declare: declareSync },
  {
    declare: declareExport,
    group: { name: 'export', aliases: [], summary: (text) => text.export.help.commands.group },
  },
  { declare: declareApi },
  { declare: declareConfig, group: { name: 'config', aliases: [], summary: (text) => text.config.help.group } },
  { declare: declareDoctor },
  { declare: declareCompletion },
  { declare: declareServe },
  { declare: declareMock, group: { name: 'mock', aliases: [], summary: (text) => text.mock.help.commands.group } },
];

/** The tree of all commands, their options and their help. */
export function buildProgram(parts: ProgramParts): Command {
  const { text, createContext } = parts;
  const declaring: Declaring = {
    text,
    runs: <Options, Row>(command: Command, running: Running<Options, Row>) => {
      command.action(async (...given: unknown[]) => {
        const typed = command.opts<object>();
        const named = (running.arguments ?? []).map((name, index) => [name, given[index]] as const);
        // commander has parsed and checked what `Options` describes.
        const options = { ...typed, ...running.fixed, ...Object.fromEntries(named) } as Options;
        const context = createContext(givenGlobalFlags(command, text));
        const { runCommand } = await import('./run-command.ts');
        await runCommand(context, running, options, new Set(Object.keys(typed)));
      });
      return withExamples(withFields(command, running.fields), running.examples ?? []);
    },
    async launch(command, load, options) {
      const context = createContext(givenGlobalFlags(command, text));
      const chosen = await load();
      await chosen.run(context, options);
    },
  };
  const program = withExamples(new Command('pix').description(text.help.program), [
    'pix serve --mock',
    'pix -p mock balance',
    'pix find maria@example.com',
    'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
    'pix payouts check july.csv',
  ]);
  for (const { declare, group } of DECLARATIONS) {
    const isOutline = group !== undefined && !isNamed([group.name, ...group.aliases], parts);
    program.addCommand(isOutline ? outline(group, text) : declare(declaring));
  }
  program.addCommand(declareComplete(declaring), { hidden: true });
  finish(program, parts);
  return program;
}

/** A group that nobody asks for: its commands and their options take longer to declare than help takes to show. */
function outline({ name, aliases, summary }: Group, text: Catalogue): Command {
  return new Command(name).aliases(aliases).description(summary(text));
}

/** Whether a command may be meant: wherever its name stands, for global options may come first. */
function isNamed(names: readonly string[], { words }: ProgramParts): boolean {
  return words === undefined || names.some((name) => words.includes(name));
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** `pix help withdraw create` shows what `pix withdraw create --help` shows: commander's own goes one level deep. */
function helpCommand(group: Command, { text, columns, print }: ProgramParts): Command {
  return new Command('help')
    .description(text.help.helpCommand)
    .argument(`[${text.help.commandArgument}...]`)
    .action((names: readonly string[]) => {
      const topic = group.parent === null ? TOPICS.find((known) => known === names[0]) : undefined;
      if (topic !== undefined) {
        print(topicText(topic, text, columns ?? COLUMNS_DEFAULT));
        return;
      }
      let chosen = group;
      for (const name of names) {
        const next = chosen.commands.find((known) => known.name() === name || known.aliases().includes(name));
        if (next === undefined) throw unknownCommand(chosen, name, text);
        chosen = next;
      }
      chosen.help();
    });
}

function unknownCommand(group: Command, name: string, text: Catalogue): CommandError {
  const topics = group.parent === null ? TOPICS : [];
  const shown = group.createHelp().visibleCommands(group);
  const closest = closestWord(name, [...shown.map((known) => known.name()), ...topics]);
  return usageError('unknown_command', {
    message: text.usage.commander.unknownCommand(name),
    hint: closest === undefined ? text.usage.seeHelp(pathOf(group)) : text.usage.didYouMean(closest),
  });
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Gives a command, and those below it, what all have: the global options, and help in the person's language. */
function finish(command: Command, parts: ProgramParts): void {
  const { text, version, columns, print, collectComplaint } = parts;
  const globals = globalOptions(text);
  const commonOptions = new Set([...globals.map(({ long }) => long ?? ''), '--help', '--version']);
  const topics = TOPICS.map((topic) => [topic, text.topics.pages[topic].summary] as const);
  command
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: print,
      writeErr: collectComplaint,
      getOutHelpWidth: () => columns ?? COLUMNS_DEFAULT,
      getOutHasColors: () => false,
    })
    .configureHelp({
      subcommandTerm: (subcommand) =>
        [subcommand.name(), ...subcommand.registeredArguments.map(argumentTerm)].join(' '),
      formatHelp: helpLayout(text, commonOptions, topics),
    })
    .helpOption('-h, --help', text.help.help)
    .version(version, '-V, --version', text.help.version);
  for (const option of globals) command.addOption(option);
  if (command.commands.length > 0) command.helpCommand(false).addCommand(helpCommand(command, parts));
  for (const subcommand of command.commands) {
    if (isNamed([subcommand.name(), ...subcommand.aliases()], parts)) finish(subcommand, parts);
  }
}
