import { Command, type Argument } from 'commander';
import type { Context } from './context/context.ts';
import type { GlobalFlags } from './context/global-flags.ts';
import { givenGlobalFlags, globalOptions } from './context/global-options.ts';
import { declareComplete } from './commands/completion/command.ts';
import { withExamples, withFields, type CommandPart, type Declaring, type Running } from './commands/declaring.ts';
import { helpCommand } from './help/help-command.ts';
import { helpLayout } from './help/layout.ts';
import { TOPICS } from './text/topic-names.ts';
import { loadCatalogue, type Catalogue, type Language } from './text/translate.ts';

/** All commands, in the order of help. */
const COMMANDS: readonly (() => Promise<CommandPart>)[] = [
  () => import('./commands/auth/command.ts'),
  () => import('./commands/keys/command.ts'),
  () => import('./commands/balance/command.ts'),
  () => import('./commands/stats/command.ts'),
  () => import('./commands/payments/command.ts'),
  () => import('./commands/withdraw/command.ts'),
  () => import('./commands/payouts/command.ts'),
  () => import('./commands/find/command.ts'),
  () => import('./commands/sync/command.ts'),
  () => import('./commands/export/command.ts'),
  () => import('./commands/reconcile/command.ts'),
  () => import('./commands/explain/command.ts'),
  () => import('./commands/api/command.ts'),
  () => import('./commands/config/command.ts'),
  () => import('./commands/doctor/command.ts'),
  () => import('./commands/prompt/command.ts'),
  () => import('./commands/completion/command.ts'),
  () => import('./commands/serve/command.ts'),
  () => import('./commands/mock/command.ts'),
];

/** Every command as its `command.ts` declares it. */
export async function loadCommands(): Promise<readonly CommandPart[]> {
  return Promise.all(COMMANDS.map((load) => load()));
}

/** All texts of the program, in one language. */
export async function loadTexts(language: Language): Promise<Catalogue> {
  const commands = await loadCommands();
  return loadCatalogue(
    language,
    commands.map(({ texts }) => texts),
  );
}

const EXAMPLES = [
  'pix serve --mock',
  'pix find maria@example.com',
  'pix withdraw create --amount 25,00 --pix-key maria@example.com --dry-run',
];

export interface ProgramParts {
  readonly commands: readonly CommandPart[];
  readonly text: Catalogue;
  readonly version: string;
  /** Columns of the terminal; undefined without one. */
  readonly columns: number | undefined;
  /** Words of the command line: other groups are declared in outline. Undefined declares everything. */
  readonly words?: readonly string[];
  readonly createContext: (flags: GlobalFlags) => Context;
  /** Prints help and version. */
  readonly print: (text: string) => void;
  /** Receives commander's usage errors, in English: they are reported in another way. */
  readonly collectError: (text: string) => void;
}

/** The tree of all commands, their options and their help. */
export function buildProgram(parts: ProgramParts): Command {
  const { commands, text } = parts;
  const declaring: Declaring = {
    text,
    isNamed: (group) => isNamed(group, parts),
    runs: (command, running) => {
      command.action((...given: unknown[]) => runChosen(command, running, given, parts));
      return withExamples(withFields(command, running.fields ?? running.fieldsOfFile), running.examples ?? []);
    },
  };
  const program = withExamples(new Command('pix').description(text.help.program), EXAMPLES);
  for (const { declareCommand, helpGroup } of commands) {
    program.addCommand(declareCommand(declaring).helpGroup(helpGroup));
  }
  program.addCommand(declareComplete(declaring), { hidden: true });
  finish(program, parts);
  return program;
}

/** Whether a command may be meant: its name may be anywhere, because global options may come first. */
function isNamed(command: Command, { words }: ProgramParts): boolean {
  return words === undefined || [command.name(), ...command.aliases()].some((name) => words.includes(name));
}

/** Runs the chosen command. @param given its arguments, then what else commander passes */
async function runChosen<Options, Row>(
  command: Command,
  running: Running<Options, Row>,
  given: readonly unknown[],
  { text, createContext }: ProgramParts,
): Promise<void> {
  const typed = command.opts<object>();
  const named = (running.arguments ?? []).map((name, index) => [name, given[index]] as const);
  // Commander has parsed and validated what `Options` describes.
  const options = { ...typed, ...running.fixed, ...Object.fromEntries(named) } as Options;
  const context = createContext(givenGlobalFlags(command, text));
  const { runCommand } = await import('./run-command.ts');
  await runCommand(context, running, options, new Set(Object.keys(typed)));
}

/** Without a terminal. */
const COLUMNS_DEFAULT = 80;

/** Adds the global options, and help in the person's language, to a command and those below it. */
function finish(command: Command, parts: ProgramParts): void {
  const { text, version, columns = COLUMNS_DEFAULT, print, collectError } = parts;
  const globals = globalOptions(text);
  const commonOptions = new Set([...globals.map(({ long }) => long ?? ''), '--help', '--version']);
  command
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      writeOut: print,
      writeErr: collectError,
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
