import { Argument, Option, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import type { Catalogue } from '../text/translate.ts';

/** A command's module. It is loaded once the command is chosen, and not before: start-up time counts. */
interface CommandModule<Options> {
  run(context: Context, options: Options): Promise<void>;
}

/** What a declaration is handed. */
export interface Declaring {
  readonly text: Catalogue;
  /** Runs the command that was chosen. */
  readonly launch: <Options>(
    command: Command,
    load: () => Promise<CommandModule<Options>>,
    options: Options,
  ) => Promise<void>;
}

/** The help of an option or argument that takes a value: what the value is called, and what it does. */
export interface ValueHelp {
  readonly value: string;
  readonly description: string;
}

export function valueOption(flags: string, { value, description }: ValueHelp): Option {
  return new Option(`${flags} <${value}>`, description);
}

export function requiredArgument({ value, description }: ValueHelp): Argument {
  return new Argument(`<${value}>`, description);
}

export function optionalArgument({ value, description }: ValueHelp): Argument {
  return new Argument(`[${value}]`, description);
}

/** An option that may be given several times. */
export function repeated(option: Option): Option {
  return option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}

const examples = new WeakMap<Command, readonly string[]>();

/** Gives a command lines to learn from. They are the same in every language, and tests run each of them. */
export function withExamples(command: Command, lines: readonly string[]): Command {
  examples.set(command, lines);
  return command;
}

export function examplesOf(command: Command): readonly string[] {
  return examples.get(command) ?? [];
}
