import { Command, type Argument } from 'commander';
import type { Context } from './context/context.ts';
import type { GlobalFlags } from './context/global-flags.ts';
import { givenGlobalFlags, globalOptions } from './context/global-options.ts';
import { declareApi } from './commands/api/command.ts';
import { declareAuth } from './commands/auth/command.ts';
import { declareBalance } from './commands/balance/command.ts';
import { declareComplete, declareCompletion } from './commands/completion/command.ts';
import { declareConfig } from './commands/config/command.ts';
import { withExamples, withFields, type Declaring, type Running } from './commands/declaring.ts';
import { declareDoctor } from './commands/doctor/command.ts';
import { declareExplain } from './commands/explain/command.ts';
import { declareExport } from './commands/export/command.ts';
import { declareFind } from './commands/find/command.ts';
import { declareKeys } from './commands/keys/command.ts';
import { declareMock } from './commands/mock/command.ts';
import { declarePayments } from './commands/payments/command.ts';
import { declarePayouts } from './commands/payouts/command.ts';
import { declarePrompt } from './commands/prompt/command.ts';
import { declareServe } from './commands/serve/command.ts';
import { declareStats } from './commands/stats/command.ts';
import { declareSync } from './commands/sync/command.ts';
import { declareWithdraw } from './commands/withdraw/command.ts';
import { helpCommand } from './help/help-command.ts';
import { helpLayout } from './help/layout.ts';
import { TOPICS } from './help/topic-names.ts';
import type { Catalogue } from './text/translate.ts';

type Declare = (declaring: Declaring) => Command;

/** All commands, in the order of help, under what they are for. */
const COMMANDS: Readonly<Record<keyof Catalogue['help']['groups'], readonly Declare[]>> = {
  account: [declareAuth, declareKeys, declareBalance, declareStats],
  money: [declarePayments, declareWithdraw, declarePayouts],
  lookUp: [declareFind, declareSync, declareExport, declareExplain, declareApi],
  setUp: [declareConfig, declareDoctor, declarePrompt, declareCompletion],
  localService: [declareServe, declareMock],
};

const EXAMPLES = [
  'pix serve --mock',
  'pix find maria@example.com',
  'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
];

export interface ProgramParts {
  readonly text: Catalogue;
  readonly version: string;
  /** Of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
  /** Of the command line: groups that they do not name are declared in outline. Undefined declares everything. */
  readonly words?: readonly string[];
  readonly createContext: (flags: GlobalFlags) => Context;
  /** Takes help and version. */
  readonly print: (text: string) => void;
  /** Takes what commander says about wrong usage, in English: the person is told in another way. */
  readonly collectComplaint: (text: string) => void;
}

/** The tree of all commands, their options and their help. */
export function buildProgram(parts: ProgramParts): Command {
  const { text } = parts;
  const declaring: Declaring = {
    text,
    isNamed: (group) => isNamed(group, parts),
    runs: (command, running) => {
      command.action((...given: unknown[]) => runChosen(command, running, given, parts));
      return withExamples(withFields(command, running.fields ?? running.fieldsOfFile), running.examples ?? []);
    },
  };
  const program = withExamples(new Command('pix').description(text.help.program), EXAMPLES);
  for (const [group, declares] of Object.entries(COMMANDS)) {
    for (const declare of declares) program.addCommand(declare(declaring).helpGroup(group));
  }
  program.addCommand(declareComplete(declaring), { hidden: true });
  finish(program, parts);
  return program;
}

/** Whether a command may be meant: wherever its name stands, for global options may come first. */
function isNamed(command: Command, { words }: ProgramParts): boolean {
  return words === undefined || [command.name(), ...command.aliases()].some((name) => words.includes(name));
}

/** Runs the command that was chosen. @param given its arguments, then what else commander hands over */
async function runChosen<Options, Row>(
  command: Command,
  running: Running<Options, Row>,
  given: readonly unknown[],
  { text, createContext }: ProgramParts,
): Promise<void> {
  const typed = command.opts<object>();
  const named = (running.arguments ?? []).map((name, index) => [name, given[index]] as const);
  // commander has parsed and checked what `Options` describes.
  const options = { ...typed, ...running.fixed, ...Object.fromEntries(named) } as Options;
  const context = createContext(givenGlobalFlags(command, text));
  const { runCommand } = await import('./run-command.ts');
  await runCommand(context, running, options, new Set(Object.keys(typed)));
}

/** Where there is no terminal. */
const COLUMNS_DEFAULT = 80;

/** Gives a command, and those below it, what all have: the global options, and help in the person's language. */
function finish(command: Command, parts: ProgramParts): void {
  const { text, version, columns = COLUMNS_DEFAULT, print, collectComplaint } = parts;
  const globals = globalOptions(text);
  const commonOptions = new Set([...globals.map(({ long }) => long ?? ''), '--help', '--version']);
  command
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: print,
      writeErr: collectComplaint,
      getOutHelpWidth: () => columns,
      getOutHasColors: () => false,
    })
    .configureHelp({
      subcommandTerm: (subcommand) =>
        [subcommand.name(), ...subcommand.registeredArguments.map(argumentTerm)].join(' '),
      formatHelp: helpLayout(text, commonOptions, TOPICS),
    })
    .helpOption('-h, --help', text.help.help)
    .version(version, '-V, --version', text.help.version);
  for (const option of globals) command.addOption(option);
  if (command.commands.length > 0)
    command.helpCommand(false).addCommand(helpCommand(command, { text, columns, print }));
  for (const subcommand of command.commands) {
    if (isNamed(subcommand, parts)) finish(subcommand, parts);
  }
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
