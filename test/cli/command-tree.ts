import type { Command } from 'commander';
import { definitionOf } from '../../src/cli/command/commander.ts';
import type { Flags } from '../../src/cli/command/options.ts';
import { loadRoot } from '../../src/cli/commands/table.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { en } from '../support/catalogues.ts';

const program = buildProgram({
  root: await loadRoot(),
  text: en,
  version: '0.0.0',
  columns: undefined,
  createContext: () => {
    throw new Error('no command is run by this program');
  },
  print: () => undefined,
  loadAll: () => Promise.reject(new Error('help is for people')),
});

interface DeclaredCommand {
  /** `payments list`; empty for the root. */
  readonly path: string;
  readonly examples: readonly string[];
  readonly isGroup: boolean;
  readonly flags: Flags;
}

function declared(command: Command, path = ''): DeclaredCommand[] {
  const shown = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  const inner = shown.flatMap((one) => declared(one, `${path} ${one.name()}`.trim()));
  const definition = definitionOf(command);
  const flags = definition !== undefined && 'flags' in definition ? definition.flags : undefined;
  const own = { path, examples: definition?.examples ?? [], isGroup: shown.length > 0, flags: flags ?? {} };
  return [own, ...inner];
}

/** Every visible command, as the program declares them, including groups and the root. */
export const COMMANDS: readonly DeclaredCommand[] = declared(program);

/** Commands that are not groups. */
export const LEAVES: readonly string[] = COMMANDS.filter(({ isGroup }) => !isGroup).map(({ path }) => path);

/** The command of a command line. */
function commandOf(line: string): string {
  const known = LEAVES.filter((path) => `${line} `.startsWith(`${path} `));
  const [longest] = known.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) throw new Error(`there is no such command: ${line}`);
  return longest;
}

/** For each command that is not in these lines, the first of its own examples. */
export function examplesBeside(lines: readonly string[]): readonly string[] {
  const known = new Set(lines.map(commandOf));
  const others = COMMANDS.filter(({ path, isGroup }) => !isGroup && !known.has(path));
  return others.map(({ path, examples: [example = `pix ${path}`] }) => example.replace('pix ', ''));
}

/** Words as a shell reads them, without quotation marks. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}
